#!/usr/bin/env python3
"""In ten languages: how many edited documents are found by an index of documents as wholes, and how many unrelated short texts are near.

    cargo build --release
    languages.py FOLDER --download        once: fetches packages of manuals and messages into FOLDER, with apt-get (165 MB)
    language_documents.py FOLDER [--only LANGUAGE] [--program FILE]

Documents are those of `languages.py`, pieces of manuals of at most 4,000 characters, of Hindi and Thai of programs' messages; of half of the files. 5, 10 and 20 % of
the words, or in scripts without spaces of the pairs of characters, are replaced by others of the language, drawn at random; counted is of how
many the source is near. Short texts are up to 6,000 single messages of programs, each once. Near ones of different programs are counted, of all pairs of
such; most of them are one sentence with a name changed. Nothing was tuned on these.
"""
import argparse, collections, json, pathlib, random, subprocess, tempfile
from languages import LANGUAGES, documents, files_of, of_language, units
from planting import PROGRAM

SHARES, MOST = (.05, .1, .2), 6000
OF_MESSAGES = ("hi", "th")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--only", choices=LANGUAGES)
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    files = {kind: files_of(args.folder, kind) for kind in ("manuals", "messages")}
    print("| | documents | " + " | ".join(f"{share:.0%} edited" for share in SHARES) + " | messages | pairs of different programs | near |")
    print("|---" * (len(SHARES) + 5) + "|")
    for code in [args.only] if args.only else LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            print(row(LANGUAGES[code], code, files, Index(pathlib.Path(folder), args.program)), flush=True)


def row(language, code, files, index):
    own = documents(files["messages" if code in OF_MESSAGES else "manuals"][code], language, 1)
    index.build({str(number): document.text for number, document in enumerate(own)})
    vocabulary = sorted({unit for document in own for unit in units(document.text, language) if len(unit) > 1})
    rng, cells = random.Random(1), [language.name, f"{len(own):,}"]
    for share in SHARES:
        edit = lambda text: [rng.choice(vocabulary) if rng.random() < share else unit for unit in units(text, language)]
        copies = {str(number): (" " if language.spaced else "").join(edit(document.text)) for number, document in enumerate(own)}
        near = index.near(copies)
        cells.append(f"{sum(copy in found for copy, found in near.items()) / max(len(near), 1):.3f}")
    messages = {}
    for (source, _), paragraphs in sorted(files["messages"][code].items()):
        for paragraph in of_language(paragraphs, language):
            if len(messages) < MOST:
                messages.setdefault(paragraph, source)
    named = {f"{source} {number}": text for number, (text, source) in enumerate(messages.items())}
    index.build(named)
    near = index.near(named)
    source_of = lambda name: name.split(" ")[0]
    sizes = collections.Counter(map(source_of, near))
    pairs = (len(near) ** 2 - sum(size ** 2 for size in sizes.values())) // 2
    found = {frozenset((name, other)) for name, others in near.items() for other in others if source_of(name) != source_of(other)}
    return "| " + " | ".join(cells + [f"{len(near):,}", f"{pairs:,}", f"{len(found):,}"]) + " |"


class Index:
    """An index of documents as wholes in a folder."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program

    def build(self, texts):
        self.run("index", "build", self.write(texts), "-o", self.folder / "index", "--find", "documents")

    def near(self, texts):
        """The ids of what is near each text that is not too short."""
        lines = self.run("check", self.write(texts), "--index", self.folder / "index", "--json", "--sources", "1000").splitlines()
        checked = [line for line in map(json.loads, lines) if "document" in line]
        return {line["document"]: [found["id"] for found in line["matches"]] for line in checked}

    def write(self, texts):
        path = self.folder / "texts.jsonl"
        path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))
        return path

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        if done.returncode not in (0, 3):
            raise SystemExit(done.stderr)
        return done.stdout


if __name__ == "__main__":
    main()
