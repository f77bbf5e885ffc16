"""Synonyms of English words, of WordNet: the disguise of `sources.py --wordnet`."""
import collections, re

WORD = re.compile(r"[A-Za-z]+")


class Synonyms:
    """The synonyms of each word in its most usual sense, of any part of speech, as far as they are one word.

    `folder` has WordNet's data.noun, data.verb, data.adj and data.adv and their indexes, as Debian's package wordnet-base has in
    usr/share/wordnet.
    """

    def __init__(self, folder):
        self.of_word = collections.defaultdict(list)
        for part in ("noun", "verb", "adj", "adv"):
            members = dict(synsets(folder / f"data.{part}"))
            for word, first in usual(folder / f"index.{part}"):
                self.of_word[word] += [other for other in members[first] if other != word and WORD.fullmatch(other)]

    def replace(self, text, rng):
        """Each word that has a synonym, or whose form without -s, -ed or -ing has one, is replaced by one of them with the same ending."""
        return WORD.sub(lambda found: self.another(found.group(), rng), text)

    def another(self, word, rng):
        low = word.lower()
        for ending in ("", "s", "ed", "ing"):
            stems = [low.removesuffix(ending), low.removesuffix(ending) + "e"] if ending else [low]
            own = [other for stem in stems if low.endswith(ending) for other in self.of_word.get(stem, ())]
            if own and len(low) > 3:
                other = rng.choice(own) + ending
                return other.capitalize() if word[0].isupper() else other
        return word


def synsets(file):
    """The place of each set of synonyms in a data file, and its words."""
    with open(file, encoding="ascii") as lines:
        for line in lines:
            if not line.startswith(" "):
                fields = line.split(" ")
                words = fields[4:4 + 2 * int(fields[3], 16):2]
                yield fields[0], [re.sub(r"\(.*\)", "", word).lower() for word in words]


def usual(file):
    """Each word of an index file, and the place of the synonyms of its most usual sense."""
    with open(file, encoding="ascii") as lines:
        for line in lines:
            if not line.startswith(" "):
                fields = line.split()
                yield fields[0], fields[-int(fields[2])]
