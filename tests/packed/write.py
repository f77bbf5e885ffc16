"""Writes the files beside it: 200 lines, packed by Python's xz and bzip2; and, if there is pyarrow, tables of 300 rows whose batches
pyarrow packs by LZ4 and Zstandard."""

import bz2
import json
import lzma
import pathlib

folder = pathlib.Path(__file__).parent
text = "line {} of what xz and bzip2 pack, " + "again and " * 30
lines = "".join(json.dumps({"id": number, "text": text.format(number)}) + "\n" for number in range(200)).encode()
(folder / "lines.jsonl.xz").write_bytes(lzma.compress(lines, check=lzma.CHECK_CRC64))
(folder / "lines.jsonl.bz2").write_bytes(bz2.compress(lines))

try:
    import pyarrow
except ImportError:
    raise SystemExit("there is no pyarrow: the tables are as they were")

rows = range(300)
columns = {
    "id": pyarrow.array(rows),
    "text": pyarrow.array([text.format(row) for row in rows]),
    "kind": pyarrow.array([f"kind {row % 5}" for row in rows]).dictionary_encode(),
    "none": pyarrow.array([row if row % 7 else None for row in rows]),
}
table = pyarrow.table(columns).replace_schema_metadata({"said": "of the table"})
for name, opened, codec in (("lz4.feather", pyarrow.ipc.new_file, "lz4"), ("zstd.arrows", pyarrow.ipc.new_stream, "zstd")):
    options = pyarrow.ipc.IpcWriteOptions(compression=codec)
    with opened(folder / name, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=100)
