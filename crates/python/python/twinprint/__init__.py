"""Finds near-duplicate and copied text: the same answer, bit for bit, as the command line and the npm package `twinprint`.

- `compare` says what two texts share, and where; a `Checker` does so with settings of your own, `differences` says in what two
  near-duplicates differ.
- `near_duplicates` gives every pair of texts that resemble each other enough; `dedup` gives a table or a list back without its duplicates.
- `Index` says which of many documents a text has something from, and where.
- `Sketcher` makes the fingerprints of the papers as arrays of numpy, and `HammingTable` finds those that are within k bits.

Places are offsets in characters, as Python counts: `text[place.slice]` is what stands there. Nothing is sent anywhere. While work goes
on, other threads run, and Ctrl-C ends it within a second.
"""

from importlib.metadata import version

from ._compare import (
    Checker,
    Difference,
    Edit,
    Flags,
    LeftOut,
    Mark,
    NearDuplicate,
    NearDuplicates,
    Passage,
    Place,
    Report,
    Run,
    compare,
    differences,
    near_duplicates,
)
from ._dedup import Deduplication, Removal, dedup
from ._documents import Document
from ._errors import Error, FileError, InputError
from ._index import Added, Estimate, Findings, FoundPassage, FoundSource, Index
from ._sketches import Compared, HammingTable, Near, Sketcher

__version__ = version("twinprint")

__all__ = [
    "Added",
    "Checker",
    "Compared",
    "Deduplication",
    "Difference",
    "Document",
    "Edit",
    "Error",
    "Estimate",
    "FileError",
    "Findings",
    "Flags",
    "FoundPassage",
    "FoundSource",
    "HammingTable",
    "Index",
    "InputError",
    "LeftOut",
    "Mark",
    "Near",
    "NearDuplicate",
    "NearDuplicates",
    "Passage",
    "Place",
    "Removal",
    "Report",
    "Run",
    "Sketcher",
    "__version__",
    "compare",
    "dedup",
    "differences",
    "near_duplicates",
]

# What is public is called by its public name, in messages and in pickles.
for _name in __all__:
    if _name != "__version__":
        globals()[_name].__module__ = __name__
