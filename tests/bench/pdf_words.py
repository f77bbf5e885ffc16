#!/usr/bin/env python3
"""How many words of PDFs are read in order, by what made the PDF.

    cargo build --release
    pdf_words.py FOLDER [--each N] [--half 0|1] [--program FILE] [--peer pdftotext]

Makes N documents with every program of the list that is installed, from Debian (LaTeX, XeLaTeX, LuaLaTeX, LibreOffice, Chromium, groff,
Ghostscript, wkhtmltopdf, FOP, AbiWord, qpdf) and PyPI (reportlab, fpdf2, typst, weasyprint and pymupdf, installed into FOLDER/venv), and says
which are missing. A document has a title, headings and paragraphs, over one to seven pages, with what its program sets at the edges of
pages; its paragraphs are messages of programs in the language, from /usr/share/locale. Where the name says so, some sentences have footnotes, which the
document's text has behind their paragraph, without numbers. Counted are the words that the file's own text
and what is read of it have in common in one order, twice over the words of both. Documents of the one half (--half) are to tune on, of the
other to report.
"""
import argparse, gettext, html, pathlib, random, re, shutil, statistics, subprocess, sys, textwrap, unicodedata
from environment import environment
from planting import PROGRAM

PACKAGES = ["reportlab==5.1.0", "fpdf2==2.8.9", "typst==0.15.2", "weasyprint==70.0", "pymupdf==2.0.0"]
FONTS = {"ar": "Noto Naskh Arabic", "he": "Noto Serif Hebrew", "zh_CN": "Noto Serif CJK SC", "ja": "Noto Serif CJK JP"}
RIGHT_TO_LEFT = {"ar", "he"}


# The documents.

def messages(language):
    """Sentences of a language, in a fixed order."""
    found = set()
    for path in sorted(pathlib.Path("/usr/share/locale").glob(f"{'de' if language == 'en' else language}/LC_MESSAGES/*.mo")):
        try:
            with open(path, "rb") as file:
                catalog = gettext.GNUTranslations(file)._catalog
        except (OSError, UnicodeDecodeError):
            continue
        for source, text in catalog.items():
            text = source if language == "en" else text
            text = " ".join(text.split()) if isinstance(text, str) else ""
            if 40 <= len(text) <= 400 and not re.search(r"[%<>{}\\_#$&^~|@`*=\[\]\x00-\x1f\u200b-\u202e\u2066-\u2069-]|--", text) and text[-1] in ".。!?":
                found.add(text)
    return sorted(found)


def document(language, number, notes=False):
    """A title and sections, each of a heading and paragraphs, in which footnotes stand as ⟦note⟧."""
    rng = random.Random(f"{language} {number}")
    known = messages(language)
    sentences = rng.choices(known, k=rng.randrange(40, 160))
    if notes:
        # Some are long enough to go on on the next page.
        note = lambda: " ".join(rng.choices(known, k=rng.choice([1, 1, 1, 2, 2, 6])))
        sentences = [f"{sentence}⟦{note()}⟧" if rng.random() < .15 else sentence for sentence in sentences]
    parts = []
    while sentences:
        count = rng.randrange(2, 6)
        parts.append(" ".join(sentences[:count]))
        sentences = sentences[count:]
    short = sorted(known, key=len)[:max(len(known) // 4, 1)]
    heading = lambda: rng.choice(short).rstrip(".。!?")
    sections = []
    while parts:
        count = rng.randrange(2, 5)
        sections.append((heading(), parts[:count]))
        parts = parts[count:]
    return heading(), sections


def text_of(document):
    title, sections = document
    parts = [title] + [part for heading, parts in sections for part in [heading, *parts]]
    return "\n\n".join(text for part in parts for text in [re.sub("⟦.*?⟧", "", part), *re.findall("⟦(.*?)⟧", part)])


# What makes them.

def html_of(document, language, style=""):
    title, sections = document
    body = "".join(f"<h2>{html.escape(heading)}</h2>" + "".join(f"<p>{html.escape(part)}</p>" for part in parts) for heading, parts in sections)
    body = body.replace("⟦", '<span class="note">').replace("⟧", "</span>")
    direction = ' dir="rtl"' if language in RIGHT_TO_LEFT else ""
    font = f"body {{ font-family: '{FONTS[language]}' }}" if language in FONTS else ""
    return (f'<!DOCTYPE html><html lang="{language}"{direction}><meta charset="utf-8"><title>{html.escape(title)}</title><style>{font} {style}</style>'
            f"<body><h1>{html.escape(title)}</h1><main>{body}</main></body></html>")


def latex_of(document, language, options, packages):
    title, sections = document
    body = "".join(f"\\section*{{{heading}}}\n" + "".join(f"{part}\n\n" for part in parts) for heading, parts in sections)
    return (f"\\documentclass[{options}]{{article}}\n{packages}\n\\pagestyle{{headings}}\\markright{{{title[:40]}}}\n"
            f"\\title{{{title}}}\\author{{}}\\date{{}}\n\\begin{{document}}\\maketitle\\thispagestyle{{headings}}\n{body}\\end{{document}}\n")


def run(*command, **more):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, **more)


def latex(program, options="", packages=""):
    def make(document, language, out, tools):
        source = out.with_suffix(".tex")
        fonts = "\\usepackage{xeCJK}\\setCJKmainfont{%s}" % FONTS[language] if language in FONTS else packages
        source.write_text(latex_of(document, language, options, fonts).translate(QUOTES), encoding="utf-8")
        run(program, "-interaction=batchmode", source.name, cwd=out.parent)
    return make


# Quotation marks are not in every encoding of LaTeX's.
QUOTES = str.maketrans({**dict.fromkeys("„“”»«‚‘’›‹\u00ad", ""), "⟦": "\\footnote{", "⟧": "}"})
T1 = "\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\\usepackage{lmodern}"
OT1 = "\\usepackage[utf8]{inputenc}"
NARROW = "body { columns: 2; column-gap: 2em; text-align: justify; hyphens: auto }"


def chromium(style="", head=True):
    def make(document, language, out, tools):
        page = out.with_suffix(".html")
        page.write_text(html_of(document, language, style), encoding="utf-8")
        heads = [] if head else ["--no-pdf-header-footer"]
        run("chromium", "--headless", "--no-sandbox", "--disable-gpu", *heads, f"--print-to-pdf={out}", page)
    return make


def wkhtmltopdf(document, language, out, tools):
    page = out.with_suffix(".html")
    page.write_text(html_of(document, language), encoding="utf-8")
    run("wkhtmltopdf", "-q", "--footer-center", "[page] / [topage]", page, out)


def libreoffice(kind):
    def make(document, language, out, tools):
        page, office = out.with_suffix(".html"), out.with_suffix(f".{kind}")
        page.write_text(html_of(document, language), encoding="utf-8")
        run("pandoc", page, "-o", office)
        run("soffice", "--headless", "--convert-to", "pdf", "--outdir", out.parent, office)
    return make


def libreoffice_notes(kind):
    def make(document, language, out, tools):
        title, sections = document
        source, office = out.with_suffix(".md"), out.with_suffix(f".{kind}")
        body = f"# {title}\n\n" + "".join(f"## {heading}\n\n" + "".join(f"{part}\n\n" for part in parts) for heading, parts in sections)
        source.write_text(body.replace("⟦", "^[").replace("⟧", "]"), encoding="utf-8")
        run("pandoc", "-f", "markdown-smart", source, "-o", office)
        run("soffice", "--headless", "--convert-to", "pdf", "--outdir", out.parent, office)
    return make


def abiword(document, language, out, tools):
    page = out.with_suffix(".html")
    page.write_text(html_of(document, language), encoding="utf-8")
    run("pandoc", page, "-o", out.with_suffix(".rtf"), "-s")
    run("abiword", "--to=pdf", f"--to-name={out}", out.with_suffix(".rtf"))


def groff(document, language, out, tools):
    title, sections = document
    roff = f".TL\n{title}\n" + "".join(f".SH\n{heading}\n" + "".join(f".PP\n{part}\n" for part in parts) for heading, parts in sections)
    source = out.with_suffix(".ms")
    roff = re.sub("⟦(.*?)⟧ ?", r"\\**\n.FS\n\1\n.FE\n", roff)
    source.write_text(re.sub(r"^(['])", r"\\&\1", roff, flags=re.M), encoding="utf-8")
    with open(out, "wb") as file:
        subprocess.run(["groff", "-k", "-ms", "-T", "pdf", source], check=True, stdout=file, stderr=subprocess.DEVNULL, timeout=120)


def groff_ghostscript(document, language, out, tools):
    groff(document, language, out, tools)
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={out}.gs", out)
    shutil.move(f"{out}.gs", out)


def latex_postscript(document, language, out, tools):
    source = out.with_suffix(".tex")
    source.write_text(latex_of(document, language, "", T1).translate(QUOTES), encoding="utf-8")
    run("latex", "-interaction=batchmode", source.name, cwd=out.parent)
    run("dvips", "-q", "-o", out.with_suffix(".ps").name, out.with_suffix(".dvi").name, cwd=out.parent)
    run("ps2pdf", out.with_suffix(".ps"), out)


def latex_qpdf(document, language, out, tools):
    latex("pdflatex", packages=T1)(document, language, out, tools)
    run("qpdf", "--object-streams=generate", "--linearize", out, f"{out}.q")
    shutil.move(f"{out}.q", out)


def fop(document, language, out, tools):
    title, sections = document
    block = lambda text, size: f'<fo:block font-size="{size}pt" space-after="6pt">{html.escape(text, quote=False)}</fo:block>'
    body = block(title, 18) + "".join(block(heading, 14) + "".join(block(part, 11) for part in parts) for heading, parts in sections)
    source = out.with_suffix(".fo")
    source.write_text('<?xml version="1.0" encoding="utf-8"?><fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set>'
                      '<fo:simple-page-master master-name="a" page-height="297mm" page-width="210mm" margin="20mm"><fo:region-body margin-bottom="15mm"/>'
                      '<fo:region-after extent="10mm"/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a">'
                      '<fo:static-content flow-name="xsl-region-after"><fo:block text-align="center"><fo:page-number/></fo:block></fo:static-content>'
                      f'<fo:flow flow-name="xsl-region-body">{body}</fo:flow></fo:page-sequence></fo:root>', encoding="utf-8")
    run("fop", "-q", source, out)


PYTHON = {
    "reportlab": """
        from reportlab.platypus import SimpleDocTemplate, Paragraph
        from reportlab.lib.styles import getSampleStyleSheet
        from xml.sax.saxutils import escape
        s = getSampleStyleSheet()
        number = lambda canvas, doc: canvas.drawCentredString(300, 30, str(doc.page))
        flow = [Paragraph(escape(t), s[k]) for k, t in parts]
        SimpleDocTemplate(out).build(flow, onFirstPage=number, onLaterPages=number)""",
    "fpdf2": """
        from fpdf import FPDF
        class P(FPDF):
            def footer(self):
                self.set_y(-15); self.set_font(family, size=8); self.cell(0, 10, f"Page {self.page_no()}", align="C")
        p = P(); family = "T"; p.add_font("T", fname="/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf"); p.add_page()
        for k, t in parts:
            p.set_font(family, size={"Title": 18, "Heading2": 14}.get(k, 11)); p.multi_cell(0, 6, t, new_x="LMARGIN", new_y="NEXT"); p.ln(3)
        p.output(out)""",
    "typst": """
        import typst, json, re
        font = f'#set text(font: "{fonts}")' if fonts else ""
        lang = f'#set text(lang: "{language[:2]}")'
        q = lambda t: "".join(("#" if at % 2 == 0 else "#footnote(") + json.dumps(x, ensure_ascii=False) + ")" * (at % 2) for at, x in enumerate(re.split("[⟦⟧]", t)))
        body = "\\n\\n".join({"Title": "= ", "Heading2": "== "}.get(k, "") + q(t) for k, t in parts)
        source = f'#set page(numbering: "1", columns: {columns})\\n#set par(justify: true)\\n{font}\\n{lang}\\n{body}\\n'
        path = out[:-4] + ".typ"; open(path, "w").write(source); typst.compile(path, output=out)""",
    "weasyprint": """
        import weasyprint; weasyprint.HTML(string=page).write_pdf(out)""",
    "pymupdf": """
        import pymupdf
        story = pymupdf.Story(page); writer = pymupdf.DocumentWriter(out); box = pymupdf.paper_rect("a4"); more = True
        while more:
            device = writer.begin_page(box); more, _ = story.place(box + (50, 50, -50, -50)); story.draw(device); writer.end_page()
        writer.close()""",
    "picture and text behind": """
        import pymupdf, unicodedata
        base = out[:-4] + "_base.pdf"; story = pymupdf.Story(page); writer = pymupdf.DocumentWriter(base); box = pymupdf.paper_rect("a4"); more = True
        while more:
            device = writer.begin_page(box); more, _ = story.place(box + (50, 50, -50, -50)); story.draw(device); writer.end_page()
        writer.close(); source = pymupdf.open(base); made = pymupdf.open()
        for at in source:
            scan = made.new_page(width=at.rect.width, height=at.rect.height); scan.insert_image(scan.rect, pixmap=at.get_pixmap(dpi=60))
            for word in at.get_text("words"):
                letters = unicodedata.normalize("NFKC", word[4])
                scan.insert_text((word[0], word[3] - 2), letters, fontsize=(word[2] - word[0]) / max(pymupdf.get_text_length(letters, fontsize=1), .1), render_mode=3)
        made.save(out)""",
}


def python(package, columns=1, style=""):
    def make(document, language, out, tools):
        title, sections = document
        parts = [("Title", title)] + [part for heading, paragraphs in sections for part in [("Heading2", heading), *(("BodyText", text) for text in paragraphs)]]
        given = dict(parts=parts, out=str(out), page=html_of(document, language, style), language=language, fonts=FONTS.get(language, ""), columns=columns)
        code = "\n".join(f"{name} = {value!r}" for name, value in given.items()) + textwrap.dedent(PYTHON[package])
        run(tools, "-c", code)
    return make


LATIN = ["en", "de", "fr"]
NOTES = ".note { float: footnote; font-size: 0.8em }"
ALL = ["en", "de", "ru", "ar", "he", "zh_CN", "ja"]
PRODUCERS = {
    "pdfLaTeX, T1": ("pdflatex", LATIN, latex("pdflatex", packages=T1)),
    "pdfLaTeX, OT1": ("pdflatex", LATIN, latex("pdflatex", packages=OT1)),
    "pdfLaTeX, two columns": ("pdflatex", LATIN, latex("pdflatex", "twocolumn", T1)),
    "XeLaTeX": ("xelatex", ["en", "de", "zh_CN", "ja"], latex("xelatex", packages="\\usepackage{fontspec}")),
    "LuaLaTeX, two columns": ("lualatex", LATIN, latex("lualatex", "twocolumn", "\\usepackage{fontspec}")),
    "LaTeX, PostScript, Ghostscript": ("ps2pdf", LATIN, latex_postscript),
    "pdfLaTeX, qpdf": ("qpdf", LATIN, latex_qpdf),
    "LibreOffice, of DOCX": ("soffice", ALL, libreoffice("docx")),
    "LibreOffice, of ODT": ("soffice", ALL, libreoffice("odt")),
    "Chromium": ("chromium", ALL, chromium()),
    "Chromium, two columns": ("chromium", ALL, chromium(NARROW, head=False)),
    "wkhtmltopdf": ("wkhtmltopdf", ALL, wkhtmltopdf),
    "AbiWord": ("abiword", LATIN, abiword),
    "groff": ("groff", ["en"], groff),
    "groff, Ghostscript": ("gs", ["en"], groff_ghostscript),
    "FOP": ("fop", ["en"], fop),
    "reportlab": (None, LATIN, python("reportlab")),
    "fpdf2": (None, ["en", "de", "ru"], python("fpdf2")),
    "typst": (None, ALL, python("typst")),
    "typst, two columns": (None, ALL, python("typst", columns=2)),
    "weasyprint": (None, ALL, python("weasyprint")),
    "weasyprint, two columns": (None, ALL, python("weasyprint", style=NARROW)),
    "pymupdf": (None, LATIN, python("pymupdf")),
    "pdfLaTeX, footnotes": ("pdflatex", LATIN, latex("pdflatex", packages=T1)),
    "pdfLaTeX, two columns, footnotes": ("pdflatex", LATIN, latex("pdflatex", "twocolumn", T1)),
    "pdfLaTeX, 12 points, footnotes": ("pdflatex", LATIN, latex("pdflatex", "12pt,a4paper", OT1)),
    "LibreOffice, of DOCX, footnotes": ("soffice", ["en", "de", "ru"], libreoffice_notes("docx")),
    "LibreOffice, of ODT, footnotes": ("soffice", ["en", "de", "ru"], libreoffice_notes("odt")),
    "groff, footnotes": ("groff", ["en"], groff),
    "typst, footnotes": (None, ["en", "de", "ru"], python("typst")),
    "typst, two columns, footnotes": (None, ["en", "de", "ru"], python("typst", columns=2)),
    "weasyprint, footnotes": (None, ["en", "de", "ru"], python("weasyprint", style=NOTES)),
    "picture with text behind it": (None, ["en"], python("picture and text behind")),
}


# What is read of them.

def words(text):
    """Words; where there are no spaces, each character is one."""
    text = unicodedata.normalize("NFKC", text).lower()
    text = "".join(sign for sign in text if unicodedata.category(sign) not in ("Mn", "Cf"))
    return re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+", text)


def in_order(first, second):
    """The length of the longest sequence of words that both have in this order, by Myers' algorithm; 0 if they differ in most."""
    total, furthest = len(first) + len(second), {1: 0}
    for edits in range(total // 2 + 1):
        for way in range(-edits, edits + 1, 2):
            down = way == -edits or (way != edits and furthest[way - 1] < furthest[way + 1])
            at = furthest[way + 1] if down else furthest[way - 1] + 1
            while at < len(first) and at - way < len(second) and first[at] == second[at - way]:
                at += 1
            furthest[way] = at
            if at >= len(first) and at - way >= len(second):
                return (total - edits) // 2
    return 0


def score(source, read):
    first, second = words(source), words(read)
    return 2 * in_order(first, second) / max(len(first) + len(second), 1)


READERS = {
    "twinprint": lambda args, path: [args.program, "read", path],
    "pdftotext": lambda args, path: ["pdftotext", "-enc", "UTF-8", path, "-"],
}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--each", type=int, default=3, help="documents of each producer and language")
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--only", help="producers whose name has this in it")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    ask.add_argument("--peer", action="append", choices=sorted(READERS), default=[])
    ask.add_argument("--worst", type=int, default=0, help="also print the worst files, this many of each producer")
    args = ask.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    tools = environment(args.folder / "venv", PACKAGES)
    readers = ["twinprint", *args.peer]
    print("| made by | documents | " + " | ".join(readers) + " | least |\n|---" + "|---" * (len(readers) + 2) + "|")
    count = 0
    for name, (program, languages, make) in PRODUCERS.items():
        if args.only and args.only not in name:
            continue
        if program and not shutil.which(program):
            print(f"| {name} | not installed: {program}")
            continue
        scores = {reader: {} for reader in readers}
        for language in languages:
            for number in range(args.half, 2 * args.each, 2):
                path = args.folder.resolve() / f"{re.sub(r'[^a-z0-9]+', '_', name.lower())}_{language}_{number}.pdf"
                made = document(language, number, notes="footnotes" in name)
                if not path.exists():
                    make(made, language, path, tools)
                for reader in readers:
                    read = subprocess.run(READERS[reader](args, path), capture_output=True, text=True, encoding="utf-8", errors="replace")
                    scores[reader][path] = score(text_of(made), read.stdout)
        count += len(scores["twinprint"])
        own = scores["twinprint"]
        means = " | ".join(f"{statistics.mean(scores[reader].values()):.4f}" for reader in readers)
        print(f"| {name} | {len(own)} | {means} | {min(own.values()):.4f} |", flush=True)
        for path in sorted(own, key=own.get)[:args.worst]:
            print("   ", path.name, *(f"{scores[reader][path]:.4f}" for reader in readers))
    print(f"{count} documents", file=sys.stderr)


if __name__ == "__main__":
    main()
