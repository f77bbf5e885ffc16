#!/usr/bin/env python3
"""Tables that `twinprint dedup` gives back, compared column by column through pyarrow.

    dedup_columns.py [--twinprint FILE] [--runs N] [--seed N] [--venv FOLDER]

Each of --runs runs makes a corpus of tables by pyarrow, Parquet and Arrow (files, streams and Feather), by each of its ways to pack,
of versions, pages and row groups: texts, of which one in four is a copy of an earlier one, and random columns of seventeen types, lists,
structs, maps and dictionaries among them, with nulls, and metadata of the table and of fields. Then `dedup --by exact` gives them back, and of each table must hold: its schema with all metadata, its row groups or batches and how each is packed, and every column, of just the rows that `removed.jsonl` does not name. The rows that are
removed must be those whose words stood in an earlier row. With --annotate, which every second run has, all rows stay and four columns come
behind the others.

pyarrow comes from PyPI to a virtual environment that is made for the time of the run, or in --venv, where it stays. The exit status is 1 if anything was
otherwise than it is said here.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile

from environment import environment
from planting import PROGRAM

PACKAGES = ["pyarrow==26.0.1"]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--twinprint", type=pathlib.Path, default=PROGRAM)
    ask.add_argument("--runs", type=int, default=100)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--venv", type=pathlib.Path)
    args = ask.parse_args()
    try:
        import pyarrow
    except ImportError:
        with tempfile.TemporaryDirectory() as own:
            python = environment(args.venv or pathlib.Path(own), PACKAGES)
            given = ["--twinprint", args.twinprint.resolve(), "--runs", str(args.runs), "--seed", str(args.seed)]
            sys.exit(subprocess.run([python, __file__, *given]).returncode)
    faults = sum(run(args.twinprint.resolve(), seed) for seed in range(args.seed, args.seed + args.runs))
    print(f"runs {args.runs}, pyarrow {pyarrow.__version__}, faults {faults}")
    sys.exit(faults > 0)


def columns(pa, dice, n):
    """Random columns of most types."""
    import datetime, decimal
    some = lambda make: [None if dice.random() < 0.1 else make() for _ in range(n)]
    word = lambda: "".join(dice.choices("abcdeäß灯 \"',\n", k=dice.randrange(12)))
    number = lambda bits: dice.randrange(-1 << bits, 1 << bits)
    made = {
        "small": pa.array(some(lambda: number(7)), pa.int8()),
        "count": pa.array(some(lambda: abs(number(62))), pa.uint64()),
        "share": pa.array(some(lambda: dice.choice([0.0, -0.0, float("inf"), dice.random()])), pa.float64()),
        "half": pa.array(some(lambda: float(number(5))), pa.float32()),
        "flag": pa.array(some(lambda: dice.random() < 0.5), pa.bool_()),
        "name": pa.array(some(word), pa.string()),
        "long name": pa.array(some(word), pa.large_string()),
        "raw": pa.array(some(lambda: dice.randbytes(dice.randrange(9))), pa.binary()),
        "digest": pa.array(some(lambda: dice.randbytes(16)), pa.binary(16)),
        "day": pa.array(some(lambda: datetime.date.fromordinal(700_000 + number(12))), pa.date32()),
        "moment": pa.array(some(lambda: number(40)), pa.timestamp("us", tz="Europe/Berlin")),
        "clock": pa.array(some(lambda: abs(number(35))), pa.time64("us")),
        "price": pa.array(some(lambda: decimal.Decimal(number(40)).scaleb(-2)), pa.decimal128(20, 2)),
        "scores": pa.array(some(lambda: [number(9) for _ in range(dice.randrange(4))]), pa.list_(pa.int32())),
        "nested": pa.array(some(lambda: {"a": word(), "b": {"c": [word()]}}), pa.struct([("a", pa.string()), ("b", pa.struct([("c", pa.list_(pa.string()))]))])),
        "pairs": pa.array(some(lambda: [(word(), number(9)) for _ in range(dice.randrange(3))]), pa.map_(pa.string(), pa.int64())),
        "kind": pa.array(some(lambda: dice.choice(["news", "page", "book"]))).dictionary_encode(),
    }
    names = dice.sample(sorted(made), dice.randrange(3, len(made) + 1))
    return {name: made[name] for name in names}


def table(pa, dice, before):
    """A table, and its texts."""
    n = dice.randrange(1, 120)
    texts = []
    for _ in range(n):
        known = before + texts
        copied = known and dice.random() < 0.25
        texts.append(dice.choice(known) if copied else " ".join("".join(dice.choices("abcdefghij", k=6)) for _ in range(dice.randrange(3, 60))))
    held = columns(pa, dice, n)
    held[dice.choice(["text", "content"])] = pa.array(texts, dice.choice([pa.string(), pa.large_string()]))
    fields = [pa.field(name, column.type, metadata={"about": name} if dice.random() < 0.3 else None) for name, column in held.items()]
    return pa.table(list(held.values()), schema=pa.schema(fields, metadata={"made": "by chance", "again": "ä"})), texts


def write(pa, dice, made, folder, number):
    """Writes a table as one of the kinds; returns where, and the kind."""
    import pyarrow.feather, pyarrow.ipc, pyarrow.parquet
    kind = dice.choice(["parquet", "arrow", "arrows", "feather"])
    path = folder / f"part {number}.{kind}"
    if kind == "parquet":
        pa.parquet.write_table(
            made, path, compression=dice.choice(["none", "snappy", "gzip", "brotli", "lz4", "zstd"]), row_group_size=dice.choice([7, 50, 1000]),
            data_page_size=dice.choice([64, 1 << 20]), use_dictionary=dice.random() < 0.5, data_page_version=dice.choice(["1.0", "2.0"]),
            version=dice.choice(["2.4", "2.6"]), write_page_index=dice.random() < 0.5)
    elif kind == "feather":
        pa.feather.write_feather(made, path, compression=dice.choice(["uncompressed", "lz4", "zstd"]), chunksize=dice.choice([16, 1000]))
    else:
        options = pa.ipc.IpcWriteOptions(compression=dice.choice([None, "lz4", "zstd"]))
        new = pa.ipc.new_file if kind == "arrow" else pa.ipc.new_stream
        with new(str(path), made.schema, options=options) as file:
            file.write_table(made, max_chunksize=dice.choice([16, 1000]))
    return path, kind


def read(pa, path, kind):
    """The table that is in a file, and of Parquet the rows and the packing of each row group, of Arrow how many batches there are."""
    import pyarrow.ipc, pyarrow.parquet
    if kind == "parquet":
        file = pa.parquet.ParquetFile(path)
        groups = [file.metadata.row_group(at) for at in range(file.metadata.num_row_groups)]
        return file.read(), [(group.num_rows, [group.column(at).compression for at in range(group.num_columns)]) for group in groups]
    opened = pa.ipc.open_stream(path) if kind == "arrows" else pa.ipc.open_file(path)
    with opened as reader:
        return reader.read_all(), None if kind == "arrows" else reader.num_record_batches


def without(groups, gone):
    """Row groups without the rows that are gone; one that loses all its rows goes, too."""
    left, at = [], 0
    for rows, packing in groups:
        left.append((rows - sum(gone[at:at + rows]), packing))
        at += rows
    return [group for group in left if group[0] > 0]


def run(program, seed):
    """How many faults one corpus shows."""
    import random
    import pyarrow as pa
    dice = random.Random(seed)
    annotate = seed % 2 == 0
    with tempfile.TemporaryDirectory() as own:
        corpus, result = pathlib.Path(own, "corpus"), pathlib.Path(own, "result")
        corpus.mkdir()
        written, before = [], []
        for number in range(dice.randrange(1, 5)):
            made, texts = table(pa, dice, before)
            path, kind = write(pa, dice, made, corpus, number)
            written.append((path, kind, made, texts))
            before += texts
        command = [program, "dedup", corpus, "-o", result, "--by", "exact", "--guard", "100%", *(["--annotate"] if annotate else [])]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"seed {seed}: exit status {done.returncode}: {done.stderr}")
            return 1
        gone = {(line["file"], line["number"]) for line in map(json.loads, (result / "removed.jsonl").read_text().splitlines())}
        faults, seen = [], set()
        for path, kind, made, texts in written:
            name = path.name
            copies = [not (text not in seen and not seen.add(text)) for text in texts]
            named = [(name, at) in gone for at in range(len(texts))]
            if named != copies:
                faults.append(f"{name}: rows {[at for at in range(len(texts)) if named[at] != copies[at]]} are removed wrongly or kept wrongly")
            given, packing = read(pa, path, kind)
            back, packed = read(pa, result / "corpus" / name, kind)
            if annotate:
                kept = back.column("dedup_kept").to_pylist()
                if back.column_names[-4:] != ["dedup_cluster", "dedup_representative", "dedup_containment", "dedup_kept"] or kept != [not copy for copy in named]:
                    faults.append(f"{name}: the columns that were added are not what removed.jsonl says")
                back = back.select(back.column_names[:-4])
                packed = [(rows, group[:-4]) for rows, group in packed] if kind == "parquet" else packed
            else:
                given = given.filter(pa.array([not copy for copy in named]))
                packing = without(packing, named) if kind == "parquet" else packing
            if not back.schema.equals(given.schema, check_metadata=True):
                faults.append(f"{name}: another schema: {back.schema} for {given.schema}")
            elif back.num_rows != given.num_rows or any(a.to_pylist() != b.to_pylist() for a, b in zip(back.columns, given.columns)):
                faults.append(f"{name}: other values")
            if packed != packing:
                faults.append(f"{name}: packed otherwise: {packed} for {packing}")
        for fault in faults:
            print(f"seed {seed}: {fault}")
        return len(faults)


if __name__ == "__main__":
    main()
