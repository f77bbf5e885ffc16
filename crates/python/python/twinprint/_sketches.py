"""Sketches as arrays of numpy, and what is near among them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _core
from ._documents import Document, Format, document
from ._errors import InputError
from ._progress import bars

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Compared(NamedTuple):
    """How two sketches compare."""

    score: float | None
    """How alike they are, by the method's measure; None where the method does not compare them."""
    alike: bool
    """Whether that counts as alike, by the method's rule."""


class Sketcher:
    """Makes sketches by a method, under its name on the command line: `simhash`, `minhash`, `fusion`, and what shall differ, as
    `"minhash:values=128,w=5"`. `Sketcher.methods()` names them all.

    - `method`: the method. For `seed=random` in it a seed is drawn, and stands in `method`.
    - `model`: the weights of terms, for methods that weigh them: `english`, `none` for all alike, or the bytes of a model's file.
    - `boilerplate`: the bytes of a file that `twinprint model boilerplate` wrote, for `clean=site` in the method.

    Raises `InputError` for a method, a key or a value that is none.

    >>> from twinprint import Sketcher
    >>> sketcher = Sketcher("simhash")
    >>> sketcher.sketch(["A rose is a rose.", "Call me Ishmael."]).shape
    (2, 1)
    >>> sketcher.method
    'simhash:tf=once'
    """

    def __init__(
        self,
        method: str,
        *,
        model: Literal["english", "none"] | bytes = "english",
        boilerplate: bytes | None = None,
    ) -> None:
        self._sketcher = _core.Sketcher(method, model, boilerplate, secrets.randbits(64))

    @staticmethod
    def methods() -> list[str]:
        """The names of all methods.

        >>> from twinprint import Sketcher
        >>> "minhash" in Sketcher.methods()
        True
        """
        return _core.Sketcher.methods()

    @property
    def method(self) -> str:
        """The method, with the seed that was drawn and what its simhash counts."""
        return self._sketcher.method

    @property
    def recipe(self) -> str:
        """The id of the method's recipe: sketches may be compared only if their recipes are the same."""
        return self._sketcher.recipe

    @property
    def rule(self) -> str:
        """From when on two sketches are alike, in words.

        >>> from twinprint import Sketcher
        >>> Sketcher("fusion").rule
        'at most 3 bits apart in any lexicon'
        """
        return self._sketcher.rule

    @property
    def width(self) -> int:
        """How many numbers of 64 bits a sketch has: min-values, supershingles, or one for each lexicon of a simhash (two, the lower first, if
        it has 128 bits). Raises `InputError` for a method whose sketches are of different lengths.

        >>> from twinprint import Sketcher
        >>> Sketcher("minhash:values=128").width
        128
        """
        return self._sketcher.width

    def sketch(
        self,
        texts: Iterable[str],
        *,
        format: Format = "plain",
        missing: Literal["raise", "zero"] = "raise",
        progress: bool = False,
    ) -> NDArray[numpy.uint64]:
        """The sketches of texts, made on all cores: an array of uint64 of the shape (texts, `width`). With `progress` a bar of tqdm shows how
        far it is, where that is installed.

        A text without words has no sketch, and one may lack parts, such as the fingerprint by a lexicon that leaves out all of its words.
        Such a text raises `InputError`; with `missing="zero"` what is missing is 0. Raises `InputError`, too, for a method whose sketches
        are of different lengths, of which `parts` gives one, and `ImportError` without numpy.

        >>> from twinprint import Sketcher
        >>> sketches = Sketcher("minhash:values=64").sketch(["a rose is a rose", "a rose is a rose!"])
        >>> sketches.dtype, bool((sketches[0] == sketches[1]).all())
        (dtype('uint64'), True)
        """
        numpy = _numpy()
        if missing not in ("raise", "zero"):
            raise InputError(
                "invalid-option", f'"{missing}" is not a value of this option', "missing", "use raise or zero"
            )
        given = _core.Texts(list(texts), "texts")
        with bars(progress) as told:
            numbers = self._sketcher.sketch(given, format, missing == "zero", told)
        return _array(numpy, numbers, "<u8").reshape(len(given), self.width)  # type: ignore[no-any-return]

    def parts(self, text: str | Document, *, format: Format = "plain") -> list[str]:
        """The parts of one sketch in hexadecimal digits, as on every face; of any method. A part that is missing is `-`.

        Raises `InputError` for a text without words.

        >>> from twinprint import Sketcher
        >>> Sketcher("exact").parts("The keeper climbed the stairs.") == Sketcher("exact").parts("the keeper climbed the stairs")
        True
        """
        return self._sketcher.parts(document(text, "document", format))

    def compare(self, a: str | Document, b: str | Document, *, format: Format = "plain") -> Compared:
        """How the sketches of two texts compare.

        Raises `InputError` for a text without words.

        >>> from twinprint import Sketcher
        >>> Sketcher("minhash").compare("a rose is a rose", "A rose is a rose.")
        Compared(score=1.0, alike=True)
        """
        return Compared(*self._sketcher.compare(document(a, "a", format), document(b, "b", format)))


class Near(NamedTuple):
    """Codes that are near queries, one row each, by query and then by distance."""

    query: NDArray[numpy.int64]
    """The number of the query, from 0."""
    code: NDArray[numpy.int64]
    """The number of the code, from 0, in the array that the table was made of."""
    distance: NDArray[numpy.uint32]
    """In how many bits they differ."""


class HammingTable:
    """Codes of 64 bits, such as simhashes, in tables that find all within `k` bits of another, and look at few others.

    - `codes`: an array of uint64 of one dimension, fewer than 2^32 codes; some may be equal.
    - `k`: the greatest distance that counts as near, 0 to 8; the smaller, the faster.

    Memory is at most some 8 bytes for each code and table, of which there are some; see `nbytes`. It is made on all cores.

    Raises `InputError` for a k out of range, `TypeError` for another array, and `ImportError` without numpy.

    >>> import numpy
    >>> from twinprint import HammingTable
    >>> table = HammingTable(numpy.array([0, 7, 0xFFFF], dtype=numpy.uint64), 3)
    >>> near = table.query(numpy.array([3], dtype=numpy.uint64))
    >>> near.code.tolist(), near.distance.tolist()
    ([1, 0], [1, 2])
    """

    def __init__(self, codes: NDArray[numpy.uint64], k: int) -> None:
        self._table = _core.HammingTable(_bytes(codes, "codes"), k)

    @property
    def k(self) -> int:
        """The greatest distance that counts as near."""
        return self._table.k

    @property
    def nbytes(self) -> int:
        """The bytes of memory that it takes."""
        return self._table.nbytes

    def __len__(self) -> int:
        """How many codes it has."""
        return len(self._table)

    def query(self, codes: NDArray[numpy.uint64], k: int | None = None) -> Near:
        """Every code within `k` bits of each query, none missed; `k` is the table's unless it is given, and no greater.

        Queries are an array of uint64 of one dimension, and are looked up on all cores. Raises `InputError` for a greater k, and `TypeError`
        for another array.
        """
        numpy = _numpy()
        query, code, distance = self._table.query(_bytes(codes, "queries"), k)
        return Near(_array(numpy, query, "<i8"), _array(numpy, code, "<i8"), _array(numpy, distance, "<u4"))


def _bytes(codes: Any, name: str) -> bytes:
    """The codes of an array, lowest byte first."""
    numpy = _numpy()
    array = numpy.asarray(codes)
    if (array.dtype.kind, array.dtype.itemsize, array.ndim) != ("u", 8, 1):
        raise TypeError(
            f"{name}: this is an array of {array.dtype} of {array.ndim} dimensions; give uint64 of one, as by "
            "sketches[:, 0] or astype(numpy.uint64)"
        )
    return array.astype("<u8", copy=False).tobytes()  # type: ignore[no-any-return]


def _array(numpy: Any, numbers: bytes, kind: str) -> Any:
    """Numbers as an array of this computer's own kind."""
    array = numpy.frombuffer(bytearray(numbers), dtype=kind)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("numpy: it is not installed, and arrays are made by it; pip install numpy") from error
    return numpy
