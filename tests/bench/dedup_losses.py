#!/usr/bin/env python3
"""What is removed from a corpus, and what is lost with it: `twinprint dedup` beside text-dedup and datatrove, in one table.

    dedup_losses.py TEXTS.. [--twinprint FILE] [--forms N] [--copies N] [--template WORDS] [--books N] [--book WORDS]
                    [--venv FOLDER] [--no-peers] [--json FILE]

Four sets, the same documents for all:

forms: --forms forms of one template of --template words, each filled in with 25 words of its own at five places, and --copies true
copies among them: of every five one is as it was, one in capitals, one with other white space, one with other punctuation, and one
without one of its words. All words are made by the script.
chain: 40 documents, of which neighbours share two thirds and the ends nothing.
books: --books books. TEXTS are files of JSON lines with "text"; those with one "group" are one book, those without are put together in
their order until there are --book words. A text is in one book only, a text with the words of another in none, and of books of a group only
those are taken that have --book words.
texts: the documents of TEXTS one by one, as they are: nobody has said which of them are copies.

`removed` counts documents. `lost` is the share of what was removed that stands nowhere in what is kept, by word 5-grams: of each
removed document the distinct ones, summed. `worst` is the most that is lost of one document. Of forms, `kept` counts those of which
at least one copy is there, and `copies` the copies that are gone.

text-dedup 0.4.0 (`text_dedup.minhash`) and datatrove 0.10.1 (its four MinHash steps) are the programs themselves with what they take
if nothing is said: five words, 250 min-values and 0.7; five words, 14 buckets of 8. They come from PyPI to a virtual environment that is
made for the time of the run, or in --venv, where it stays. A run that the guard stops is done again with `--guard 100%`, and that is
said. Every folder of Twinprint's is proven by `--verify`. The exit status is 1 if of the forms, the chain or the books more is missing
than may be: 1 % of the forms, 1 % of the copies left, a document of the chain, a book.
"""
import argparse, array, collections, json, os, pathlib, random, re, subprocess, sys, tempfile

from environment import environment

# xxhash 4 takes no str, which datatrove 0.10.1 gives it.
PEERS = ["text-dedup==0.4.0", "datatrove==0.10.1", "spacy==3.8.18", "tokenizers==0.22.2", "orjson==3.13.0", "xxhash==3.5.0"]
OWN, PLACES, GRAM, LINKS, LINK = 25, 5, 5, 40, 90
HERE = pathlib.Path(__file__).resolve().parent
WORD = re.compile(r"\w+")
Result = collections.namedtuple("Result", "set method documents removed lost worst missing note")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("texts", nargs="+", type=pathlib.Path)
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--forms", type=int, default=10_000)
    ask.add_argument("--copies", type=int, default=1_000)
    ask.add_argument("--template", type=int, default=300, metavar="WORDS")
    ask.add_argument("--books", type=int, default=1_000)
    ask.add_argument("--book", type=int, default=2_000, metavar="WORDS")
    ask.add_argument("--venv", type=pathlib.Path)
    ask.add_argument("--no-peers", action="store_true")
    ask.add_argument("--json", type=pathlib.Path)
    args = ask.parse_args()
    program = args.twinprint.resolve()
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    sources = [document for path in args.texts for document in read(path)]
    sets = {
        "forms": forms(args.forms, args.copies, args.template),
        "chain": chain(),
        "books": books(sources, args.books, args.book),
        "texts": [(f"t{at}", text) for at, (_, text) in enumerate(sources)],
    }
    results = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        methods = {"dedup": lambda path, work: twinprint(program, path, work),
                   "dedup --by exact": lambda path, work: twinprint(program, path, work, "--by", "exact")}
        if not args.no_peers:
            python = environment(args.venv.resolve() if args.venv else folder / "venv", PEERS)
            methods["text-dedup"] = lambda path, work: text_dedup(python, path, work)
            methods["datatrove"] = lambda path, work: datatrove(python, path, work)
        for name, documents in sets.items():
            path = folder / f"{name}.jsonl"
            with open(path, "w", encoding="utf-8") as lines:
                lines.writelines(json.dumps({"id": id, "text": text}) + "\n" for id, text in documents)
            grams = {id: grams_of(text) for id, text in documents}
            for method, run in methods.items():
                work = folder / f"{name}-{method.replace(' ', '')}"
                work.mkdir()
                kept, note = run(path, work)
                results.append(judge(name, method, grams, kept, note))
                print(f"{name}, {method}: {results[-1].removed} removed", file=sys.stderr, flush=True)
    report(results)
    if args.json:
        args.json.write_text(json.dumps([result._asdict() for result in results], indent=1) + "\n")
    sys.exit(not all(as_wanted(result) for result in results if result.method == "dedup"))


# The documents.


def read(path):
    """The group and the text of every line."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            yield document.get("group"), document["text"]


def made_words(dice, count):
    return ["".join(dice.choice("bcdfghklmnprst") + dice.choice("aeiou") for _ in range(dice.randint(2, 4))) for _ in range(count)]


def forms(count, copies, template):
    """Forms `f<number>`, and copies `c<number of the form>`, in an order of their own."""
    dice = random.Random(1)
    vocabulary, frame = made_words(dice, 5_000), made_words(dice, template)
    documents = []
    for at in range(count):
        parts = []
        for place in range(PLACES):
            parts += frame[place * template // PLACES:(place + 1) * template // PLACES]
            parts += dice.choices(vocabulary, k=OWN // PLACES)
        documents.append((f"f{at}", " ".join(parts)))
    kinds = [str, str.upper, lambda text: text.replace(" ", " \n "), lambda text: text.replace(" ", ", ") + ".", one_word_less(dice)]
    drawn = dice.sample(range(count), copies)
    documents += [(f"c{at}", kinds[number % len(kinds)](documents[at][1])) for number, at in enumerate(drawn)]
    dice.shuffle(documents)
    return documents


def one_word_less(dice):
    def less(text):
        words = text.split(" ")
        del words[dice.randrange(len(words))]
        return " ".join(words)
    return less


def chain():
    words = made_words(random.Random(2), LINK // 3 * (LINKS + 2))
    return [(f"l{at}", " ".join(words[at * LINK // 3:at * LINK // 3 + LINK])) for at in range(LINKS)]


def books(sources, count, least):
    seen, groups, loose = set(), collections.defaultdict(list), []
    for group, text in sources:
        words = " ".join(WORD.findall(text.lower()))
        if words not in seen:
            seen.add(words)
            (loose if group is None else groups[group]).append(text)
    made = [texts for texts in groups.values() if sum(len(text.split()) for text in texts) >= least]
    size = least
    for text in loose:
        if size >= least:
            made.append([])
            size = 0
        made[-1].append(text)
        size += len(text.split())
    if len(made) < count:
        sys.exit(f"there are texts for {len(made)} books of {least} words, and not for {count}")
    return [(f"b{at}", "\n\n".join(texts)) for at, texts in enumerate(made[:count])]


# The contenders: each gives the ids that it keeps, and what is to be said of the run.


def twinprint(program, path, work, *options):
    command, note = [program, "dedup", path, "-o", work / "out", *options], ""
    said = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if said.returncode == 2 and "would be removed, more than" in said.stderr:
        note = "the guard stopped it; done with --guard 100%"
        said = subprocess.run([*command, "--guard", "100%"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if said.returncode != 0:
        sys.exit(said.stderr)
    subprocess.run([program, "dedup", "--verify", work / "out"], stdout=subprocess.DEVNULL, check=True)
    return ids(work / "out" / "corpus" / path.name), note


def ids(*paths):
    return {json.loads(line)["id"] for path in paths for line in open(path, encoding="utf-8")}


def run_peer(command, work):
    messages = work / "messages"
    with open(messages, "wb") as errors:
        done = subprocess.run(list(map(str, command)), stdout=errors, stderr=errors, cwd=work,
                              env={**os.environ, "HF_HOME": str(work / "cache"), "HF_HUB_OFFLINE": "1"})
    if done.returncode != 0:
        sys.exit("\n".join([" ".join(map(str, command)), *messages.read_text(errors="replace").splitlines()[-5:]]))


def text_dedup(python, path, work):
    run_peer([python, "-m", "text_dedup.minhash", "--path", "json", "--data_files", path, "--split", "train", "--cache_dir",
              work / "cache", "--output", work / "out", "--column", "text", "--num_proc", 1], work)
    run_peer([python, __file__, "--saved", work / "out", work / "kept.jsonl"], work)
    return ids(work / "kept.jsonl"), ""


def saved(folder, out):
    """Writes the ids of what text-dedup gives."""
    import datasets

    with open(out, "w", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"id": id}) + "\n" for id in datasets.load_from_disk(folder)["id"])


def datatrove(python, path, work):
    run_peer([python, __file__, "--datatrove", path, work], work)
    return ids(*(work / "out").glob("*.jsonl")), ""


def datatrove_steps(path, work):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers.jsonl import JsonlWriter

    config = MinhashConfig()
    steps = [
        ([JsonlReader(path), MinhashDedupSignature(output_folder=f"{work}/signatures", config=config)], 1),
        ([MinhashDedupBuckets(input_folder=f"{work}/signatures", output_folder=f"{work}/buckets", config=config)], config.num_buckets),
        ([MinhashDedupCluster(input_folder=f"{work}/buckets", output_folder=f"{work}/remove", config=config)], 1),
        ([JsonlReader(path), MinhashDedupFilter(input_folder=f"{work}/remove"), JsonlWriter(f"{work}/out", compression=None)], 1),
    ]
    for number, (step, tasks) in enumerate(steps):
        LocalPipelineExecutor(pipeline=step, tasks=tasks, workers=1, logging_dir=f"{work}/log-{number}").run()


# What is lost.


def grams_of(text):
    words = WORD.findall(text.lower())
    return array.array("q", {hash(tuple(words[at:at + GRAM])) for at in range(max(1, len(words) - GRAM + 1))})


def judge(name, method, grams, kept, note):
    removed = grams.keys() - kept
    nowhere = set().union(*(grams[id] for id in removed))
    for id in kept:
        nowhere.difference_update(grams[id])
    lost = {id: sum(gram in nowhere for gram in grams[id]) for id in removed}
    whole = sum(len(grams[id]) for id in removed)
    worst = max((lost[id] / len(grams[id]) for id in removed), default=0)
    missing = {}
    if name == "forms":
        originals = {id[1:] for id in grams if id[0] == "f"}
        there = collections.Counter(id[1:] for id in kept)
        copies = sum(id[0] == "c" for id in grams)
        missing = {"forms": len(originals), "kept": len(there), "copies": copies,
                   "copies gone": copies - sum(count - 1 for count in there.values())}
    return Result(name, method, len(grams), len(removed), sum(lost.values()) / whole if whole else 0, worst, missing, note)


def as_wanted(result):
    if result.set == "forms":
        of = result.missing
        return of["kept"] >= 0.99 * of["forms"] and of["copies gone"] >= 0.99 * of["copies"]
    return result.set == "texts" or result.removed == 0


def report(results):
    print(f"{'set':6} {'method':17} {'documents':>9} {'removed':>8} {'lost':>7} {'worst':>7}")
    for result in results:
        of = result.missing
        said = [f"{of['kept']} of {of['forms']} forms kept, {of['copies gone']} of {of['copies']} copies gone"] if of else []
        said += [result.note] if result.note else []
        print(f"{result.set:6} {result.method:17} {result.documents:9} {result.removed:8} {result.lost:7.2%} {result.worst:7.1%}"
              + "".join(f"  {text}" for text in said))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--saved"]:
        saved(sys.argv[2], sys.argv[3])
    elif sys.argv[1:2] == ["--datatrove"]:
        datatrove_steps(sys.argv[2], sys.argv[3])
    else:
        main()
