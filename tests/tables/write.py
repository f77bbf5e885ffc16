#!/usr/bin/env python3
"""Writes the tables beside it, by pyarrow: three rows, in each of its ways to pack."""
import os

import pyarrow
import pyarrow.parquet

rows = pyarrow.table({"id": ["one", "two", "three"], "text": ["Köln", "a rose is a rose " * 500, ""]})
for packing in ["zstd", "gzip", "brotli", "snappy", "none", "lz4"]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), packing + ".parquet")
    pyarrow.parquet.write_table(rows, path, compression=packing)
