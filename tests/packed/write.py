"""Writes the files beside it: 200 lines, packed by Python's xz and bzip2."""

import bz2
import json
import lzma
import pathlib

folder = pathlib.Path(__file__).parent
text = "line {} of what xz and bzip2 pack, " + "again and " * 30
lines = "".join(json.dumps({"id": number, "text": text.format(number)}) + "\n" for number in range(200)).encode()
(folder / "lines.jsonl.xz").write_bytes(lzma.compress(lines, check=lzma.CHECK_CRC64))
(folder / "lines.jsonl.bz2").write_bytes(bz2.compress(lines))
