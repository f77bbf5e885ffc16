#!/usr/bin/env python3
"""Writes the tables beside it, by pyarrow: three rows, in each of its ways to pack, as Parquet and as Arrow."""
import os

import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet

rows = pyarrow.table({"id": ["one", "two", "three"], "text": ["Köln", "a rose is a rose " * 500, ""]})
for packing in ["zstd", "gzip", "brotli", "snappy", "none", "lz4"]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), packing + ".parquet")
    pyarrow.parquet.write_table(rows, path, compression=packing)

folder = os.path.dirname(os.path.abspath(__file__))
for packing in ["lz4", "zstd", "none"]:
    path = os.path.join(folder, packing + ".feather")
    pyarrow.feather.write_feather(rows, path, compression={"none": "uncompressed"}.get(packing, packing))
texts = {name: rows.column(name).combine_chunks().dictionary_encode() for name in ["id", "text"]}
options = pyarrow.ipc.IpcWriteOptions(compression="zstd")
table = pyarrow.table(texts)
with pyarrow.ipc.new_stream(os.path.join(folder, "dictionary.arrows"), table.schema, options=options) as stream:
    stream.write_table(table)
