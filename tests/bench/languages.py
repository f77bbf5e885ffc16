#!/usr/bin/env python3
"""Copies found in ten languages, and what is found in documents that are unrelated: manuals and messages of Debian packages, translated.

    cargo build --release
    languages.py FOLDER --download        once: fetches the packages below into FOLDER, with apt-get (165 MB)
    languages.py FOLDER [--of manuals|messages] [--half 0|1] [--reach copied|edited|reworded] [--only LANGUAGE] [--program FILE]

A document is a piece of at most 4,000 characters: of manual pages, chapters of the Debian handbook, and the manuals of GNOME's programs
(manuals), or of the messages of programs; six of a file at most and 50 of a source. Sources are these three, and of messages each package. A
paragraph that stands in several files of the language is left out of all: it was copied. So are licences, names with addresses, and what was
not translated. Messages, which files have by their alphabet, are shuffled: else a page would say "Are you sure that" forty times. 60 words,
in scripts without spaces 120 characters, are put into a document of another source as they are, and with every tenth word, or two
characters, replaced by another of the language, drawn at random. Counted are the bytes of the passage that are marked; in brackets are 95 %
intervals, by bootstrap over the documents that passages are of. Unrelated are documents of different sources, compared as they are: each
passage in them counts as false, though programs share set phrases in their messages. Beside it stand the pairs that are left without
passages that are at least half of the paragraphs that they touch in either document: messages that both programs have. --half takes half of the files, by the MD5 of their
names: one to tune on, one to report; so far nothing was tuned on either. It needs dpkg-deb, and python3 >= 3.9.
"""
import argparse, collections, concurrent.futures, gzip, hashlib, html, pathlib, random, re, struct, subprocess, sys, tarfile
from planting import PROGRAM, between_paragraphs, each_with_each, interval, marked

PACKAGES = """abiword-common aptitude-common audacity-data baobab brasero-common cheese-common dasher-data debian-handbook eog
epiphany-browser-data evince-common evolution-common evolution-data-server-common file-roller five-or-more gedit-common gimp-data
gnome-calendar gnome-chess gnome-control-center-data gnome-disk-utility gnome-mahjongg gnome-music gnome-panel-data
gnome-settings-daemon-common gnome-shell-common gnome-software-common gnome-terminal-data gnumeric-common inkscape libgtk-3-common
libgtk-4-common manpages-de manpages-fr manpages-ja manpages-ru manpages-tr manpages-zh metacity-common nautilus-data
network-manager-gnome orca pidgin-data remmina-common rhythmbox-data scribus seahorse shotwell-common simple-scan
software-properties-common synaptic totem-common tracker transmission-common vlc-l10n xfce4-settings""".split()

Language = collections.namedtuple("Language", "name own spaced")
# What tells the language: letters, or words that English has not.
LANGUAGES = {
    "de": Language("German", r"\b(der|die|das|und|ist|nicht|ein|eine|sie|zu|von)\b", True),
    "fr": Language("French", r"\b(le|la|les|de|des|du|et|est|un|une|pour|vous)\b", True),
    "ru": Language("Russian", "[а-яё]", True),
    "tr": Language("Turkish", r"\b(ve|bir|bu|için|ile|olarak|değil|veya|daha)\b|[ığş]", True),
    "ar": Language("Arabic", "[\u0600-\u06ff]", True),
    "hi": Language("Hindi", "[\u0900-\u097f]", True),
    "zh": Language("Chinese", "[\u4e00-\u9fff]", False),
    "ja": Language("Japanese", "[\u3040-\u30ff\u4e00-\u9fff]", False),
    "ko": Language("Korean", "[\uac00-\ud7a3]", True),
    "th": Language("Thai", "[\u0e00-\u0e7f]", False),
}
ENGLISH = re.compile(r"\b(the|of|and|to|is|for|you|with|this|be)\b", re.I)
LATIN = ("German", "French", "Turkish")
PIECE, OF_A_FILE, OF_A_SOURCE, DOCUMENTS = 4000, 6, 50, 160
WORDS, CHARACTERS, PASSAGES = 60, 120, 120
BITS = (30, 40)

LICENCE = re.compile(r"@|\b(GNU|GPL|LGPL|Creative Commons|Free Software|Foundation|Copyright|MIT|BSD)\b|©")

Document = collections.namedtuple("Document", "source text")
Passage = collections.namedtuple("Passage", "edited bits is_half")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--download", action="store_true", help="fetch the packages, and do nothing else")
    ask.add_argument("--of", choices=KINDS, default="manuals")
    ask.add_argument("--half", type=int, choices=[0, 1])
    ask.add_argument("--reach", default="edited")
    ask.add_argument("--only", choices=LANGUAGES)
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    if args.download:
        return download(args.folder)
    files = files_of(args.folder, args.of)
    heads = ["", "verbatim", "10 % replaced", "bytes marked beside", "pairs of unrelated documents", "with a copied passage",
             "with edited ones alone", "with any, of 1,000", "but halves of paragraphs", *(f"of {bits} bits, of 1,000" for bits in BITS)]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for code in [args.only] if args.only else LANGUAGES:
        own = documents(files[code], LANGUAGES[code], args.half)
        enough = len({document.source for document in own}) > 1
        print(row(LANGUAGES[code], own, args) if enough else f"| {LANGUAGES[code].name} | too few" + " |" * len(heads[1:]), flush=True)


def download(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        if subprocess.run(["apt-get", "-qq", "download", package], cwd=folder).returncode:
            print(f"{package}: not to be had; the documents are fewer", file=sys.stderr)


def row(language, documents, args):
    cells, beside = [language.name], 0
    vocabulary = sorted({unit for document in documents for unit in units(document.text, language) if len(unit) > 1})
    for share in (0, .1):
        rng = random.Random(1)
        sources = documents * (PASSAGES // len(documents) + 1)
        planted = [plant(document, documents, language, vocabulary, share, rng) for document in sources]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda pair: marked(pair, args.program, args.reach), planted))
        of_document = collections.defaultdict(list)
        for pair, (inside, _, size, _) in zip(planted, found):
            of_document[pair.source].append(inside / size)
        means = [sum(shares) / len(shares) for shares in of_document.values()]
        low, high = interval(means, random.Random(1))
        cells.append(f"{sum(means) / len(means):.3f} ({low:.3f} to {high:.3f})")
        beside += sum(outside for _, outside, _, _ in found)
    pairs, found = unrelated(documents, args)
    copied = sum(any(not passage.edited for passage in passages) for passages in found)
    of_thousand = lambda counts: 1000 * sum(any(map(counts, passages)) for passages in found) / max(pairs, 1)
    cells += [f"{beside:,} in {2 * len(planted)}", f"{pairs:,}", f"{copied:,}", f"{len(found) - copied:,}"]
    cells += [f"{of_thousand(lambda _: True):.1f}", f"{of_thousand(lambda passage: not passage.is_half):.1f}"]
    return "| " + " | ".join(cells + [f"{of_thousand(lambda passage: passage.bits >= least):.1f}" for least in BITS]) + " |"


def plant(document, documents, language, vocabulary, share, rng):
    own = units(document.text, language)
    long = WORDS if language.spaced else CHARACTERS // 2
    start = rng.randrange(max(1, len(own) - long))
    passage = [rng.choice(vocabulary) if rng.random() < share else unit for unit in own[start:start + long]]
    host = rng.choice([other for other in documents if other.source != document.source])
    return between_paragraphs(document.text, host.text, (" " if language.spaced else "").join(passage))


def units(text, language):
    """Words between white space, or two characters each."""
    if language.spaced:
        return text.split()
    text = " ".join(text.split())
    return [text[at:at + 2] for at in range(0, len(text), 2)]


def unrelated(documents, args):
    """How many pairs there are of documents of different sources; and of each of these that has any, its passages."""
    sources = [document.source for document in documents]
    pairs = sum(sources[a] != sources[b] for a in range(len(sources)) for b in range(a))
    found = []
    for a, b, report in each_with_each([document.text for document in documents], args.program, args.reach):
        passages = report["passages"] + (report.get("reworded") or [])
        if sources[a] != sources[b] and passages:
            both = {"a": documents[a].text, "b": documents[b].text}
            found.append([Passage(passage.get("edited", False), passage.get("bits", 0), is_half(both, passage)) for passage in passages])
    return pairs, found


def is_half(texts, passage):
    """Whether a passage is at least half of the paragraphs that it touches, in either text."""
    def half(text, place):
        before, after = text[:place["start"]], text[place["end"]:]
        touched = len(text) - len(before.rpartition(b"\n\n")[0]) - len(after.partition(b"\n\n")[2])
        return 2 * (place["end"] - place["start"]) >= touched

    return any(half(text.encode(), passage[side]) for side, text in texts.items())


def documents(files, language, half, most=DOCUMENTS):
    """Pieces of files, of all or of half of them, in an order of their own; all of them if there is no `most`."""
    files = [(source, file, of_language(paragraphs, language)) for (source, file), paragraphs in sorted(files.items())]
    stand_in = collections.Counter(paragraph for _, _, paragraphs in files for paragraph in set(paragraphs))
    pieces = collections.defaultdict(list)
    for source, file, paragraphs in files:
        if half is None or hashlib.md5(file.encode()).digest()[0] % 2 == half:
            own = "\n\n".join(paragraph for paragraph in dict.fromkeys(paragraphs) if stand_in[paragraph] == 1)
            least = PIECE // 2 if language.spaced else PIECE // 4
            starts = list(range(0, len(own), PIECE))[:OF_A_FILE]
            pieces[source] += [Document(source, own[at:at + PIECE]) for at in starts if len(own) - at >= least]
    rng = random.Random(1)
    of_a_source = OF_A_SOURCE if most else max(map(len, pieces.values()), default=0)
    chosen = [document for own in pieces.values() for document in rng.sample(own, min(len(own), of_a_source))]
    return rng.sample(chosen, min(len(chosen), most or len(chosen)))


def of_language(paragraphs, language):
    """Paragraphs of the language that are no licence and no address."""
    def is_own(text):
        own = len(re.findall(language.own, text, re.I))
        return own > len(ENGLISH.findall(text)) if language.name in LATIN else own >= .6 * len(re.findall(r"[^\W\d_]", text))

    return [paragraph for paragraph in paragraphs if not LICENCE.search(paragraph) and is_own(paragraph)]


def files_of(folder, kind):
    """By language, the paragraphs of each file of a source; the pages of one manual are one file."""
    packages = sorted(folder.glob("*.deb"))
    if not packages:
        sys.exit(f"{folder}: there are no packages; fetch them with --download")
    files = collections.defaultdict(lambda: collections.defaultdict(list))
    for package in packages:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as unpacked:
            members = tarfile.open(fileobj=unpacked.stdout, mode="r|")
            for member in filter(tarfile.TarInfo.isfile, members):
                for source, where, paragraphs in KINDS[kind]:
                    place = where.search(member.name)
                    if place and place[1] in LANGUAGES:
                        own = paragraphs(members.extractfile(member).read())
                        file = place[2] if where.groups > 1 else member.name
                        files[place[1]][source or package.name.split("_")[0], file] += own
    return files


def of_manual(page):
    """The paragraphs of a manual page, without its requests and comments."""
    lines = []
    for line in gzip.decompress(page).decode("utf-8", "replace").split("\n"):
        line = re.sub(r"\\f(\[\w*\]|\(\w\w|\w)|\\s[-+]?\d|\\[&|%:/,]", "", line)
        heading = re.match(r"\.S[HS] (.*)", line)
        font = re.match(r"\.(?:[BI]|BR|RB|IR|RI|BI|IB|SM|SB) (.*)", line)
        if line.startswith((".", "'", "\\")) and not font:
            lines.append("\n" + (heading[1] if heading else ""))
        else:
            lines.append(font[1] if font else line)
    text = "\n".join(lines).replace("\\-", "-").replace("\\e", "\\")
    return split(re.sub(r"\\\(..|\\\[[^\]]*\]|\\[*n]\S", "", text))


def of_messages(catalogue):
    """The translations of a program's messages that have more than 40 characters (GNU's .mo), in an order that is no alphabet's."""
    if catalogue[:4] != b"\xde\x12\x04\x95":
        return []
    count, originals, translations = struct.unpack("<3I", catalogue[8:20])

    def message(table, at):
        length, place = struct.unpack("<2I", catalogue[table + 8 * at:table + 8 * at + 8])
        return catalogue[place:place + length].decode("utf-8", "replace").split("\0")[0]

    pairs = ((message(originals, at), message(translations, at)) for at in range(count))
    paragraphs = [paragraph for own, said in pairs if own and own != said and len(said) > 40 for paragraph in split(said)]
    return sorted(paragraphs, key=lambda paragraph: hashlib.md5(paragraph.encode()).digest())


def of_chapter(page):
    """The paragraphs of a chapter in HTML, or of a page in Mallard."""
    text = re.sub(r"(?s)<(script|style|head|info)\b.*?</\1>", " ", page.decode("utf-8", "replace"))
    return split(html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</(p|h\d|li|div|td|pre|title|screen)>", "\n\n", text))))


def split(text):
    paragraphs = (re.sub(r"\s+", " ", paragraph).strip() for paragraph in re.split(r"\n\s*\n", text))
    return [paragraph for paragraph in paragraphs if paragraph]


KINDS = {
    "manuals": [
        ("pages", re.compile(r"/man/(\w\w)(?:_(?!TW)[A-Z]+)?(?:\.UTF-8)?/man\d/[^/]+\.gz$"), of_manual),
        ("handbook", re.compile(r"/debian-handbook/html/(\w\w)-(?!TW)[A-Z]{2}/.*\.html$"), of_chapter),
        ("GNOME", re.compile(r"/share/help/(\w\w)(?:_CN)?/([^/]+)/[^/]+\.page$"), of_chapter),
    ],
    "messages": [(None, re.compile(r"/locale/(\w\w)(?:_CN)?/LC_MESSAGES/[^/]+\.mo$"), of_messages)],
}


if __name__ == "__main__":
    main()
