"""Texts compared with each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from . import _core
from ._documents import Document, Format, document
from ._errors import Error
from ._progress import bars


class Place(NamedTuple):
    """A stretch of a text, in characters, from `start` to before `end`.

    >>> from twinprint import Place
    >>> "It rains."[Place(3, 8).slice]
    'rains'
    """

    start: int
    end: int

    @property
    def slice(self) -> slice:
        """What takes the stretch out of the text."""
        return slice(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Run:
    """Equal words in a row."""

    a: Place
    """Their place in a."""
    b: Place
    """Their place in b."""
    words: int
    """How many words."""


class Edit(NamedTuple):
    """What was changed between two runs of a passage. Either place may be empty, but for what stands between words."""

    a: Place
    b: Place


@dataclass(frozen=True, slots=True)
class Passage:
    """A shared passage: runs of equal words in the same order; what lies between them was edited."""

    a: Place
    """Its place in a, edits included."""
    b: Place
    """Its place in b, edits included."""
    words: int
    """The number of equal words."""
    longest_run: int
    """The most equal words in a row."""
    edited: bool
    """Whether it was found by how rare its words are rather than by words in a row."""
    bits: int
    """How rare its words are, less the choice of its place: were words drawn by their frequencies, n bits would be one in 2^n pairs."""
    runs: tuple[Run, ...]
    """The runs of equal words."""
    elsewhere_a: int
    """At how many further places of a its longest run begins."""
    elsewhere_b: int
    """At how many further places of b its longest run begins."""
    also_a: tuple[Place, ...]
    """The first of the further places in a."""
    also_b: tuple[Place, ...]
    """The first of the further places in b."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What lies between its runs, in either text.

        >>> import twinprint
        >>> a = "Before the lights were run by machines, every lighthouse had its keeper and his lamp."
        >>> b = "Before the lights were automated, every lighthouse had its keeper and his lamp."
        >>> [(a[edit.a.slice], b[edit.b.slice]) for edit in twinprint.compare(a, b).passages[0].edits]
        [(' run by machines, ', ' automated, ')]
        """
        pairs = zip(self.runs, self.runs[1:])
        return tuple(
            Edit(Place(first.a.end, then.a.start), Place(first.b.end, then.b.start)) for first, then in pairs
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Words in a row that do not count."""

    kind: Literal["quotations", "block-quotes", "bibliography", "common"]
    """Why."""
    words: int
    """How many."""
    place: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where something was folded that a reader does not see."""

    kind: Literal["invisible", "soft_hyphen", "look_alike", "foreign_word", "styled"]
    """What."""
    place: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Flags:
    """How often something was folded that a reader does not see. Counts, never a verdict."""

    invisible: int
    """Invisible characters inside words of scripts that never need them."""
    soft_hyphens: int
    """Soft hyphens inside words."""
    look_alikes: int
    """Words with letters of another script in place of their look-alikes."""
    foreign_words: int
    """Words wholly in another script that look like words of the document's."""
    styled: int
    """Words in styled letters, such as the mathematical ones."""


@dataclass(frozen=True, slots=True)
class Report:
    """What two documents share. What is left out counts in none of the numbers but `words_*`, template text in `template_words_*` and all
    else in `left_out_words_*`. Ratios go from 0 to 1."""

    a: str
    """The name of the first document."""
    b: str
    """The name of the second document."""
    resemblance: float
    """Shared shingles among all of both; 1 exactly when the sets are equal."""
    containment_a: float
    """The share of a's shingles found in b."""
    containment_b: float
    """The share of b's shingles found in a."""
    shared_shingles: int
    """Distinct shingles in both."""
    shingles_a: int
    """Distinct shingles of a."""
    shingles_b: int
    """Distinct shingles of b."""
    words_a: int
    """Words of a, those included that do not count."""
    words_b: int
    """Words of b, those included that do not count."""
    template_words_a: int
    """Words of a that are template text."""
    template_words_b: int
    """Words of b that are template text."""
    left_out_words_a: int
    """Words of a that do not count for another reason."""
    left_out_words_b: int
    """Words of b that do not count for another reason."""
    shared_words_a: int
    """Words of a that are equal to their partner in a shared passage, each counted once."""
    shared_words_b: int
    """Words of b that are equal to their partner in a shared passage, each counted once."""
    edited_words_a: int
    """Words of a that are equal to their partner in a passage, but for those that are shared: in edited passages, and at the ends of others."""
    edited_words_b: int
    """The same of b."""
    longest_run: int
    """The most equal words in a row within a passage."""
    simhash_distance: int
    """The bits in which the simhashes differ, 0 to 64."""
    passages: tuple[Passage, ...]
    """What they share, by its place in a."""
    template_a: tuple[Place, ...]
    """What of a stands in a template."""
    template_b: tuple[Place, ...]
    """What of b stands in a template."""
    left_out_a: tuple[LeftOut, ...]
    """What of a does not count for another reason."""
    left_out_b: tuple[LeftOut, ...]
    """What of b does not count for another reason."""
    flags_a: Flags
    """What was folded in a."""
    flags_b: Flags
    """What was folded in b."""
    marks_a: tuple[Mark, ...]
    """Where in a it was folded, to a cap of 1,000 places."""
    marks_b: tuple[Mark, ...]
    """Where in b it was folded, to a cap of 1,000 places."""
    fingerprint_a: str
    """The simhash of a, 16 hexadecimal digits."""
    fingerprint_b: str
    """The simhash of b, 16 hexadecimal digits."""
    recipe: str
    """The id of the recipe by which both were read."""


class Checker:
    """Reads documents by settings of your own and compares them.

    - `shingle`: words, or other units, in a shingle, 1 to 64.
    - `run`: runs of at least this many shared words are always found, 2 to 1,000.
    - `reach`: `copied` finds words in a row with a few changed between them; `edited`, which is the default, also words that are rarely
      near one another by chance, however many are changed between them.
    - `leave_out`: what does not count, by how it is set in the text: `quotations`, `block-quotes`, `bibliography`.
    - `templates`: texts that every document was given: what is shared with them does not count.
    - `shingle_hash`: `rolled64`, `md5`, `rabin32`, `rabin40` or `rabin64`.
    - `units`: what a shingle is made of: `words`, `lines`, `sentences` or `characters`.
    - `words`: what a word is: `unicode`, `white-space` or `alphanumeric`.
    - `urls`: `as-text` or `slashes-and-dots`; `images`: `ignored` or `sources`.
    - `clean`: what is taken out before words are read: `volatile` (dates, times, counters, ids, addresses), or nothing.
    - `stop_words`, `stemmer`: the language, such as `en`, whose stop words are left out, and by whose rules words are stemmed.

    Raises `InputError` for a value that an option does not take, and for a template that cannot be read.

    >>> from twinprint import Checker
    >>> checker = Checker(run=5, templates=["Describe in your own words how a steam engine works."])
    >>> a = "Describe in your own words how a steam engine works. It boils water in a closed vessel."
    >>> b = "The engine boils water in a closed vessel, and that is all."
    >>> report = checker.compare(a, b)
    >>> a[report.passages[0].a.slice], report.template_words_a
    ('boils water in a closed vessel', 10)
    """

    def __init__(
        self,
        *,
        shingle: int = 3,
        run: int = 8,
        reach: Literal["copied", "edited"] = "edited",
        leave_out: Sequence[Literal["quotations", "block-quotes", "bibliography"]] = (),
        templates: Iterable[str | Document] = (),
        shingle_hash: Literal["rolled64", "md5", "rabin32", "rabin40", "rabin64"] = "rolled64",
        units: Literal["words", "lines", "sentences", "characters"] = "words",
        words: Literal["unicode", "white-space", "alphanumeric"] = "unicode",
        urls: Literal["as-text", "slashes-and-dots"] = "as-text",
        images: Literal["ignored", "sources"] = "ignored",
        clean: str | None = None,
        stop_words: str | None = None,
        stemmer: str | None = None,
    ) -> None:
        settings = {
            "shingle": shingle,
            "run": run,
            "reach": reach,
            "leave_out": list(leave_out),
            "shingle_hash": shingle_hash,
            "units": units,
            "words": words,
            "urls": urls,
            "images": images,
            "clean": clean,
            "stop_words": stop_words,
            "stemmer": stemmer,
        }
        given = [document(template, "template", "plain") for template in templates]
        self._checker = _core.Checker(settings, given)

    @property
    def recipe(self) -> str:
        """The id of the recipe by which documents are read, 32 hexadecimal digits.

        >>> from twinprint import Checker
        >>> Checker(shingle=4).recipe
        '903265133b306d398a75b727afd52429'
        """
        return self._checker.recipe

    def compare(self, a: str | Document, b: str | Document, *, format: Format = "plain") -> Report:
        """Everything about two documents: how much they share, and which passages. `format` is that of texts given as `str`.

        Time is linear in the length of both; places are characters of the texts as they were given, of HTML its source.

        Raises `InputError` for a text without words.

        >>> from twinprint import Checker
        >>> Checker(shingle=2).compare("a rose is a rose", "a rose is red").shared_shingles
        2
        """
        given = document(a, "a", format), document(b, "b", format)
        return _report(json.loads(self._checker.compare(*given)))


_DEFAULT: Checker | None = None


def compare(a: str | Document, b: str | Document, *, format: Format = "plain") -> Report:
    """What two texts share, in numbers and passage by passage; see `Checker.compare`, and `Checker` for other settings.

    Raises `InputError` for a text without words, which has no score, neither 0 % nor 100 %.

    >>> import twinprint
    >>> original = "The quick brown fox jumps over the lazy dog by the river."
    >>> essay = "As we know, the quick brown fox jumps over the lazy dog!"
    >>> report = twinprint.compare(original, essay)
    >>> report.longest_run, round(report.containment_b, 2)
    (9, 0.7)
    >>> essay[report.passages[0].b.slice]
    'the quick brown fox jumps over the lazy dog'
    """
    global _DEFAULT
    if _DEFAULT is None:
        _DEFAULT = Checker()
    return _DEFAULT.compare(a, b, format=format)


class Difference(NamedTuple):
    """A stretch in which two documents differ; in one of them it may be empty, at the place where the other has more."""

    a: Place
    b: Place
    kinds: tuple[str, ...]
    """What the words in it are, as `time stamp`, `visitor count`, `URL` or `content`."""


def differences(a: str | Document, b: str | Document, *, format: Format = "plain") -> list[Difference]:
    """In what two near-duplicates differ: the words, and by what they are, the reason. What no recogniser knows is `content`.

    Raises `InputError` for a text without words.

    >>> import twinprint
    >>> a, b = "Weather in Oslo, updated 10:15", "Weather in Oslo, updated 10:30"
    >>> [(a[d.a.slice], b[d.b.slice], d.kinds) for d in twinprint.differences(a, b)]
    [('15', '30', ('time stamp',))]
    """
    found = _core.differences(document(a, "a", format), document(b, "b", format))
    return [Difference(Place(*in_a), Place(*in_b), tuple(kinds)) for in_a, in_b, kinds in found]


class NearDuplicate(NamedTuple):
    """Two texts that resemble each other."""

    a: int
    """The number of the first, from 0."""
    b: int
    """The number of the second, above the first's."""
    resemblance: float
    """Shared shingles among all of both, 0 to 1; 1 exactly when the sets are equal."""
    containment_a: float
    """The share of a's shingles found in b, 0 to 1."""
    containment_b: float
    """The share of b's shingles found in a, 0 to 1."""


class NearDuplicates(NamedTuple):
    """The near-duplicates of some texts, by their numbers."""

    pairs: list[NearDuplicate]
    """Every pair at or above the threshold, in order."""
    clusters: list[list[int]]
    """The texts that pairs join, directly or through others. A text that is in no pair is in none."""
    refused: list[tuple[int, Error]]
    """The texts that are in no pair because they could not be read, and why: mostly that they have no words."""


def near_duplicates(
    texts: Iterable[str], threshold: float = 0.5, *, shingle: int = 3, progress: bool = False
) -> NearDuplicates:
    """Every pair of texts whose resemblance is at least `threshold`, above 0 and up to 1; none is missed. It is the resemblance that
    `compare` gives, by shingles of `shingle` words.

    Memory is some 40 bytes a word. Time grows with the pairs that are found, and with how many texts have the rarest shingles of others:
    hardly at all where texts are different, as the square where they are all alike. To remove duplicates from a corpus, see `dedup`.
    With `progress` bars of tqdm show how far it is, where that is installed.

    Raises `InputError` for a threshold or a shingle out of range, and `TypeError` for what is no text.

    >>> import twinprint
    >>> texts = ["One fish, two fish, red fish, blue fish.", "Call me Ishmael.", "one fish two fish red fish blue fish"]
    >>> found = twinprint.near_duplicates(texts, 0.8)
    >>> found.pairs[0].b, found.clusters
    (2, [[0, 2]])
    """
    given = _core.Texts(list(texts), "texts")
    with bars(progress) as told:
        pairs, clusters, refused = _core.near_duplicates(given, threshold, shingle, told)
    return NearDuplicates([NearDuplicate._make(pair) for pair in pairs], clusters, refused)


def _report(said: dict[str, Any]) -> Report:
    """The report that the core wrote as JSON; the names of its fields are the same on every face."""
    said["passages"] = tuple(map(_passage, said["passages"]))
    for side in ("a", "b"):
        said[f"template_{side}"] = places(said[f"template_{side}"])
        said[f"flags_{side}"] = Flags(**said[f"flags_{side}"])
        marks, left_out = said[f"marks_{side}"], said[f"left_out_{side}"]
        said[f"marks_{side}"] = tuple(Mark(mark["kind"], place(mark)) for mark in marks)
        said[f"left_out_{side}"] = tuple(LeftOut(out["kind"], out["words"], place(out)) for out in left_out)
    return Report(**said)


def _passage(said: dict[str, Any]) -> Passage:
    for side in ("a", "b"):
        said[side] = place(said[side])
        said[f"also_{side}"] = places(said[f"also_{side}"])
    said["runs"] = tuple(Run(place(run["a"]), place(run["b"]), run["words"]) for run in said["runs"])
    return Passage(**said)


def place(said: dict[str, Any]) -> Place:
    """A place that the core wrote as JSON."""
    return Place(said["start"], said["end"])


def places(said: list[dict[str, Any]]) -> tuple[Place, ...]:
    """Places that the core wrote as JSON."""
    return tuple(map(place, said))
