"""How hot keys get when documents are exchanged by their shingles: a simulation at reduced size.

Documents are drawn by a seed: each has shingles of its own, some of a family of near-duplicates, and some of the frames of sites,
whose sizes follow Zipf's law; one frame is on every page. Then keys are counted: with all shingles exchanged, as Broder's job does; with
those that at most 1,000 documents have; and with the rarest of each document, by counters that shingles share.

Usage: python3 skew.py [documents] [bits of counters]
"""

from __future__ import annotations

import sys

import numpy as np

SHINGLES, OWN_FRAME, EVERYWHERE = 300, 120, 5
FAMILY = 8
SEED = 1


def drawn(documents: int) -> list[np.ndarray]:
    """The shingles of each document: numbers of 64 bits, spread as hashes are."""
    random = np.random.default_rng(SEED)
    everywhere = random.integers(0, 2**63, EVERYWHERE, dtype=np.uint64)
    sites = np.minimum(random.zipf(1.3, documents), documents // 20)
    frames: dict[int, np.ndarray] = {}
    made: list[np.ndarray] = []
    base = np.empty(0, dtype=np.uint64)
    for document in range(documents):
        site = int(sites[document])
        if site not in frames:
            frames[site] = random.integers(0, 2**63, OWN_FRAME, dtype=np.uint64)
        text = SHINGLES - OWN_FRAME - EVERYWHERE
        if document % 40 >= FAMILY or document % 40 == 0:
            base = random.integers(0, 2**63, text, dtype=np.uint64)
        own = base.copy()
        own[: random.integers(0, text // 4)] = random.integers(0, 2**63, 1, dtype=np.uint64)
        made.append(np.unique(np.concatenate([own, frames[site], everywhere])))
    return made


def told(name: str, keys: np.ndarray, documents: int) -> None:
    """How many rows, the largest key, and the pairs that keys make."""
    counts = np.unique(keys, return_counts=True)[1].astype(np.float64)
    largest = counts.max(initial=0)
    pairs = (counts * (counts - 1) / 2).sum()
    print(f"| {name} | {len(keys) / documents:.1f} | {largest:,.0f} | {largest / documents:.4%} | {pairs:,.0f} |")


def main(documents: int = 50_000, bits: int = 22) -> None:
    sets = drawn(documents)
    every = np.concatenate(sets)
    told("all shingles", every, documents)
    values, counts = np.unique(every, return_counts=True)
    common = values[counts > 1000]
    told("those that at most 1,000 documents have", every[~np.isin(every, common)], documents)
    counters = np.minimum(np.bincount((every >> np.uint64(63 - bits)).astype(np.int64), minlength=1 << bits), 255)
    prefixes = []
    for own in sets:
        of = counters[(own >> np.uint64(63 - bits)).astype(np.int64)]
        kept = own[of > 1]
        # What a set must share with one half its size at a resemblance of a half, as `Need::with_smaller` has it.
        least = -(-500 * (len(own) + -(-len(own) // 2)) // 1500)
        sought = max(len(kept) + 1 - least, 0)
        order = np.lexsort((kept, of[of > 1]))
        prefixes.append(kept[order[:sought]])
    told(f"the rarest of each, by 2^{bits} counters", np.concatenate(prefixes), documents)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
