#!/usr/bin/env python3
"""How many items of eval sets that were planted in a corpus `twinprint decontaminate` finds, and what it finds that nobody planted.

    decontaminate.py CORPUS.. --items FILE.. [--plant N] [--of-task N] [--bits N] [--share PERCENT] [--half tuning|report|both]
                     [--twinprint FILE] [--seed N] [--show N] [--missed N] [--json FILE]

CORPUS are files of JSON lines with "text" or "html", packed by Zstandard or not, as assemble_pages.py makes them; documents stay as they are but for what is
planted. ITEMS are JSON lines with "question", "choices" and "answer", or the archive of BIG-bench (`pip download --no-deps bigbench==1.0.0`), of which each task
with a text of at least three words gives up to --of-task items: their inputs are questions, their targets choices or answers.

Items that say the same are one. They are parted into two halves by a hash of their questions: on one the program's defaults were chosen, and the other is
reported. --plant items of the half, or as many as there are, each stand once in a document of its own, in one of these ways, by turns:

verbatim   the question, a line for each choice, the answer
wrapped    the same in lines of other lengths, all in capitals or none, without punctuation
reordered  the choices in another order, with numbers before them
changed    of ten words one (at least one) is another word of the corpus, is dropped, or has another behind it
question   the question alone, as it is

Of each way the share that is found in its document is given, with an interval of 95 % (Wilson), by whether the question has 13 words or more; and how many of those that
are missed the program says are too common to be told by their words in this corpus. All other items that are found in any document stand there by themselves, or are mistakes: no
program can tell, so --show prints that many, drawn by chance, with the item and what the document has, to be looked at; --missed prints as many planted items that are not found.
"""
import argparse, collections, hashlib, html, json, math, pathlib, random, re, subprocess, sys, tarfile, tempfile

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "target/release/twinprint"
WAYS = ["verbatim", "wrapped", "reordered", "changed", "question"]
WORD = re.compile(r"\w+")
Item = collections.namedtuple("Item", "id question choices answer")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", nargs="+", type=pathlib.Path)
    ask.add_argument("--items", nargs="+", required=True, type=pathlib.Path)
    ask.add_argument("--plant", type=int, default=2_000)
    ask.add_argument("--of-task", type=int, default=60)
    ask.add_argument("--bits")
    ask.add_argument("--share")
    ask.add_argument("--half", choices=["tuning", "report", "both"], default="report")
    ask.add_argument("--twinprint", type=pathlib.Path, default=PROGRAM)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--show", type=int, default=0)
    ask.add_argument("--missed", type=int, default=0)
    ask.add_argument("--json", type=pathlib.Path)
    args = ask.parse_args()
    rng = random.Random(args.seed)
    documents = [document for path in args.corpus for document in lines(path)]
    items = distinct(item for path in args.items for item in items_of(path, args.of_task))
    items = [item for item in items if args.half == "both" or half(item) == args.half]
    vocabulary = words_of(documents, rng)
    hosts = rng.sample(range(len(documents)), min(args.plant, len(items), len(documents)))
    planted = {}
    for number, (host, item) in enumerate(zip(hosts, rng.sample(items, len(hosts)))):
        way = WAYS[number % len(WAYS)]
        planted[host] = (item, way)
        documents[host] = with_passage(documents[host], passage(item, way, vocabulary, rng), rng)
    with tempfile.TemporaryDirectory() as folder:
        found, too_common, seconds, peak = run(args, documents, items, pathlib.Path(folder))
    result = report(items, planted, found, too_common)
    size = sum(len(document.get("text") or document["html"]) for document in documents)
    print(f"{len(documents):,} documents, {size / 1e6:.1f} MB; {len(items):,} items; {seconds:.1f} s, {peak / 1024:.0f} MiB")
    others = sum(item != planted[number][0].id for number in planted for item, *_ in found.get(number, []))
    unplanted = [(number, item, text, bits) for number, of in found.items() for item, text, bits in of if number not in planted]
    print(f"{others:,} other items found in documents with a planted one: items of one form, as a rule")
    print(f"{len(unplanted):,} items found in {len({number for number, *_ in unplanted}):,} documents in which nothing was planted")
    by_id = {item.id: item for item in items}
    best = {number: (number, *max(of, key=lambda found: found[2])) for number, of in found.items() if number not in planted}
    for number, item, text, bits in rng.sample(sorted(best.values()), min(args.show, len(best))):
        item = by_id[item]
        print(f"\n{bits} bits  {item.id}: {item.question!r} {item.choices} {item.answer!r}\n  in {number}: {text!r}")
    missed = [(item, way) for host, (item, way) in planted.items() if all(other != item.id for other, *_ in found.get(host, []))]
    for item, way in rng.sample(missed, min(args.missed, len(missed))):
        print(f"\nmissed ({way})  {item.id}: {item.question!r} {item.choices} {item.answer!r}")
    if args.json:
        args.json.write_text(json.dumps({"ways": result, "unplanted": len(unplanted), "documents": len(documents)}, indent=1) + "\n")


def lines(path):
    """The objects of a file of JSON lines that have a text or a page."""
    packed = path.suffix == ".zst"
    text = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout if packed else path.read_bytes()
    objects = map(json.loads, text.splitlines())
    return [{key: line[key] for key in ("text", "html") if line.get(key)} for line in objects if line.get("text") or line.get("html")]


def items_of(path, most):
    if path.name.endswith(".tar.gz"):
        yield from big_bench(path, most)
        return
    for number, line in enumerate(path.open(encoding="utf-8")):
        item = json.loads(line)
        yield Item(f"{path.name}:{number}", item["question"], item.get("choices") or [], str(item.get("answer") or ""))


def big_bench(path, most):
    """Items of the tasks of BIG-bench in English prose."""
    with tarfile.open(path) as archive:
        for member in archive:
            if not member.name.endswith("/task.json") or member.size > 3_000_000:
                continue
            task = json.load(archive.extractfile(member))
            if not isinstance(task, dict) or not isinstance(task.get("examples"), list):
                continue
            name = "/".join(member.name.split("/")[3:-1])
            taken = 0
            for number, example in enumerate(task["examples"]):
                question = example.get("input")
                if not isinstance(question, str) or not is_prose(question):
                    continue
                choices = list(example.get("target_scores") or {})
                target = example.get("target", "")
                answer = "" if choices else (target[0] if isinstance(target, list) and target else target)
                yield Item(f"{name}:{number}", question, choices, str(answer))
                taken += 1
                if taken == most:
                    break


def is_prose(text):
    """Whether most of what stands there are words of ASCII letters, at least three and at most 300."""
    words = text.split()
    plain = sum(re.fullmatch(r"[\"'(]?[A-Za-z'-]+[.,;:?!\"')]*", word) is not None for word in words)
    return 3 <= len(words) <= 300 and plain >= 0.8 * len(words) and len(set(map(str.lower, words))) >= 3


def distinct(items):
    known = set()
    for item in items:
        says = tuple(WORD.findall(" ".join([item.question, *sorted(item.choices), item.answer]).lower()))
        if says not in known:
            known.add(says)
            yield item


def half(item):
    return ["tuning", "report"][hashlib.md5(item.question.encode()).digest()[0] % 2]


def words_of(documents, rng):
    """Words of the corpus, as often as they stand there."""
    some = rng.sample(documents, min(500, len(documents)))
    texts = (document.get("text") or re.sub(r"<[^>]*>", " ", document["html"]) for document in some)
    return [word for text in texts for word in WORD.findall(text) if word.isalpha()]


def passage(item, way, vocabulary, rng):
    if way == "question":
        return item.question
    choices = list(item.choices)
    labels = [f"{chr(65 + at % 26)}) " for at in range(len(choices))]
    if way == "reordered":
        rng.shuffle(choices)
        labels = [f"({at + 1}) " for at in range(len(choices))]
    listed = [item.question, *(label + choice for label, choice in zip(labels, choices)), item.answer and f"Answer: {item.answer}"]
    text = "\n".join(filter(None, listed))
    if way == "wrapped":
        text = re.sub(r"[^\w\s'-]", "", text)
        text = rng.choice([text.upper(), text.lower()])
        words, rows = text.split(), []
        while words:
            length = rng.randint(3, 9)
            rows.append(" ".join(words[:length]))
            words = words[length:]
        return "\n".join(rows)
    if way == "changed":
        return changed(text, vocabulary, rng)
    return text


def changed(text, vocabulary, rng):
    pieces = re.split(r"(\s+)", text)
    places = [at for at, piece in enumerate(pieces) if WORD.search(piece)]
    for at in rng.sample(places, math.ceil(len(places) / 10)):
        other = rng.choice(vocabulary)
        pieces[at] = rng.choice([other, "", f"{pieces[at]} {other}"])
    return "".join(pieces)


def with_passage(document, passage, rng):
    if "text" in document:
        rows = document["text"].split("\n")
        at = rng.randint(0, len(rows))
        return {"text": "\n".join([*rows[:at], passage, *rows[at:]])}
    page = document["html"]
    ends = [found.end() for found in re.finditer(r"(?i)</(p|h[1-6]|table|ul|ol)>", page)]
    at = rng.choice(ends) if ends else len(page)
    rows = "<br>\n".join(html.escape(row) for row in passage.split("\n"))
    return {"html": f"{page[:at]}<p>{rows}</p>{page[at:]}"}


def run(args, documents, items, folder):
    """What is found in each document, which items are too common, and what it took."""
    with (folder / "corpus.jsonl").open("w") as out:
        out.writelines(json.dumps({"id": str(number), **document}) + "\n" for number, document in enumerate(documents))
    with (folder / "items.jsonl").open("w") as out:
        out.writelines(json.dumps(item._asdict()) + "\n" for item in items)
    command = ["/usr/bin/time", "-f", "%e %M", args.twinprint, "decontaminate", folder / "corpus.jsonl", "--against", folder / "items.jsonl",
               "-o", folder / "out", "--guard", "100%", "--quiet", "--if-refused", "ignore"]
    command += ["--bits", args.bits] * bool(args.bits) + ["--share", args.share] * bool(args.share)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    seconds, peak = map(float, done.stderr.split("\n")[-2].split())
    found = collections.defaultdict(list)
    for line in map(json.loads, (folder / "out/contaminated.jsonl").open()):
        found[line["number"]] += [(item["id"], item["text"], item["bits"]) for item in line["items"]]
    states = map(json.loads, (folder / "out/items.jsonl").open())
    return found, {item["id"] for item in states if item.get("too_common")}, seconds, peak


def report(items, planted, found, too_common):
    rows = []
    for way in WAYS:
        for name, fits in (("all", lambda words: True), ("under 13 words", lambda words: words < 13), ("13 or more", lambda words: words >= 13)):
            of = [(host, item) for host, (item, how) in planted.items() if how == way and fits(len(item.question.split()))]
            hits = sum(any(other == item.id for other, *_ in found.get(host, [])) for host, item in of)
            common = sum(item.id in too_common for _, item in of)
            low, high = wilson(hits, len(of))
            print(f"{way:10} {name:15} {hits:5} of {len(of):5}  {hits / max(1, len(of)):.3f} ({low:.3f} to {high:.3f}), too common {common}")
            rows.append({"way": way, "questions": name, "found": hits, "of": len(of), "interval": [low, high], "too_common": common})
    return rows


def wilson(hits, of, z=1.96):
    if not of:
        return 0.0, 1.0
    share, spread = hits / of, z * z / of
    middle = share + spread / 2
    width = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return (middle - width) / (1 + spread), (middle + width) / (1 + spread)


if __name__ == "__main__":
    main()
