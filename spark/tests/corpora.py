"""Corpora of the tests: made of words drawn by a seed, so that each run has the same."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

_SYLLABLES = "ba ko ri tel mun so vay der lin pa gru tho ness ix ora quen fil dra mo ze".split()


def texts(seed: int, count: int, words: int = 60) -> list[str]:
    """Texts of which a third belong to families of near-duplicates, and a few are copies."""
    drawn = random.Random(seed)
    vocabulary = ["".join(drawn.choices(_SYLLABLES, k=drawn.randint(1, 3))) for _ in range(5000)]
    weights = [1 / (rank + 5) for rank in range(len(vocabulary))]
    made: list[str] = []
    while len(made) < count:
        text = drawn.choices(vocabulary, weights, k=drawn.randint(words // 3, words * 2))
        made.append(" ".join(text))
        if drawn.random() < 0.15:
            for _ in range(drawn.randint(1, 5)):
                changed = list(text)
                for _ in range(drawn.randint(0, max(1, len(text) // 30))):
                    changed[drawn.randrange(len(changed))] = drawn.choice(vocabulary)
                made.append(" ".join(changed).capitalize())
    drawn.shuffle(made)
    return made[:count]


def lines(documents: list[tuple[str, str]]) -> str:
    """Documents as lines of JSON."""
    return "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in documents)


def write_parts(folder: Path, seed: int, parts: int, each: int) -> Path:
    """A folder of files of lines of JSON, with ``each`` documents in each."""
    folder.mkdir()
    made = [(f"d{number}", text) for number, text in enumerate(texts(seed, parts * each))]
    for part in range(parts):
        (folder / f"{part}.jsonl").write_text(lines(made[part * each : (part + 1) * each]))
    return folder


def warc(documents: list[tuple[str, str]]) -> bytes:
    """Documents as a web archive."""
    archive = b""
    for name, text in documents:
        page = f"<html><title>{name}</title><p>{text}</p></html>".encode()
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{name}\r\n"
        head += f"WARC-Record-ID: <urn:uuid:{name}>\r\nContent-Type: application/http; msgtype=response\r\n"
        archive += head.encode() + f"Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"
    return archive


def write_mixed(folder: Path, seed: int, count: int, repeated: bool = True) -> Path:
    """A folder of many documents in every kind of file, some of them packed; if ``repeated``, some with names that were there before."""
    folder.mkdir()
    all_texts = texts(seed, count)
    named = [(f"d{number:05}", text) for number, text in enumerate(all_texts)]
    part = count // 8
    parts = [named[start : start + part] for start in range(0, count, part)]
    (folder / "b").mkdir()
    # Links are followed, but not in circles.
    (folder / "b" / "circle").symlink_to("..")
    (folder / "a.jsonl").write_text(lines(parts[0]))
    (folder / "b" / "c.jsonl.gz").write_bytes(gzip.compress(lines(parts[1]).encode(), mtime=0))
    (folder / "b.jsonl").write_text(lines(parts[2]))
    (folder / "c d.warc").write_bytes(warc(parts[3]))
    (folder / "e.warc.gz").write_bytes(b"".join(gzip.compress(warc([one]), mtime=0) for one in parts[4]))
    for name, some in (("f.parquet", parts[5]), ("g.parquet", parts[6])):
        columns = {"id": [name for name, _ in some], "text": [text for _, text in some]}
        pa.parquet.write_table(pa.table(columns), folder / name, row_group_size=500)
    rest = [document for more in parts[7:] for document in more]
    # Names that were there before, and what is no document.
    again = [("d00000", rest[0][1]), ("d00001", "these words are of no other document, but its name is of one")]
    (folder / "z.jsonl").write_text(lines(rest[:200]) + "{}\n" + lines(again if repeated else []) + '{"id": 1, "text": ""}\n' + lines(rest[200:]))
    for number in range(40):
        (folder / "b" / f"note-{number:02}.txt").write_text(all_texts[number * 7] + " and a few words of its own\n")
    return folder
