// What people bring: files of each kind give the words that a person reads in them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { essay, OTHER, pageTests, SOURCE } from "./harness.mjs";
import { docx, docxOf, epub, notebook, odt, odtOf, paragraph, pdf, rtf } from "./made/documents.mjs";
import { zip } from "./made/zip.mjs";
import { allKept, bring, kept, textOf } from "./reading.mjs";

const visit = pageTests();

const BODY = [SOURCE, OTHER, "Später trägt man die Öllampe über die „größte“ Brücke — 灯台 sagt mehr."];

test("each kind of file gives its words, and says what it was read from", async () => {
  const { page } = visit;
  await bring(page, {
    "a.docx": docx(BODY),
    "b.odt": odt(BODY),
    "c.epub": epub([BODY.slice(0, 1), BODY.slice(1)]),
    "d.rtf": rtf(BODY),
    "e.ipynb": notebook([["markdown", BODY[0]], ["code", BODY[1], "What it printed"], ["markdown", BODY[2]]]),
    "f.txt": BODY.join("\n\n"),
  });
  for (const name of ["a.docx", "b.odt", "c.epub", "d.rtf", "e.ipynb"]) assert.equal(await textOf(page, name), BODY.join("\n\n"), name);
  assert.deepEqual(await page.$$eval(".document-origin:not([hidden])", (all) => all.map((one) => one.textContent)), ["Word", "OpenDocument", "EPUB", "RTF", "Notebook"]);
  const shares = await page.$$eval(".rows .row .cell.resemblance", (cells) => cells.map((cell) => cell.textContent.replace("\u00a0", " ")));
  assert.equal(shares.length, 15);
  assert.deepEqual(new Set(shares), new Set(["100 %"]));
});

test("the program reads the words of each kind of file that the page reads", async () => {
  const { page } = visit;
  const pandoc = await Promise.all(
    ["docx", "odt", "pptx", "epub", "rtf", "ipynb", "pdf", "tex"].map(async (kind) => [`rivers.${kind}`, await readFile(new URL(`../../rivers/rivers.${kind}`, import.meta.url))]),
  );
  const shown = "{\\rtf1 seen\\v hidden\\v0  and seen\\deleted gone\\deleted0  again\\par}";
  // The page decodes by the browser, the program by a library: also what is malformed.
  const encoded = {
    "cyrillic.rtf": "{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}",
    "chinese.rtf": "{\\rtf1\\ansi\\ansicpg936 \\'c4\\'e3\\'ba\\'c3 \\'ff\\'81 \\'84\\'31 end}",
    "japanese.rtf": "{\\rtf1\\ansi\\ansicpg932 \\'82\\'a0\\'81\\'ff\\'fd \\'85 x}",
    "latin.tex": Buffer.from("caf\u00e9 \\emph{na\u00efve} \u0080\u009f", "latin1"),
    "greek.tex": Buffer.from("\\documentclass{article}\\usepackage[iso-8859-7]{inputenc}\\begin{document}\u00e1\u00e2\u00ff\\end{document}", "latin1"),
  };
  const latex = `\\documentclass{article}\\begin{document}${BODY[0]}\\footnote{${OTHER}} 50\\,\\% \\emph{of} \\"Ol\\end{document}`;
  const made = { "h": latex, "i.tex": "% nothing but\n\\emph{words} and $\\alpha$", "k.txt": latex, ...encoded, "g.pdf": await pdf(BODY.slice(0, 2), { columns: 2, head: "On light" }), "a.docx": docx(BODY), "b.odt": odt(BODY), "c.epub": epub([BODY.slice(0, 1), BODY.slice(1)]), "d.rtf": rtf(BODY), "e.ipynb": notebook([["code", BODY[1]]]), "f.rtf": shown };
  const files = { ...made, ...Object.fromEntries(pandoc) };
  await bring(page, files);
  const folder = await mkdtemp(join(tmpdir(), "twinprint-read-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
      const { stdout } = await promisify(execFile)(process.env.TWINPRINT, ["read", join(folder, name), "--json"]);
      const { text, pages, asides } = JSON.parse(stdout.split("\n")[0]);
      assert.equal(text, await textOf(page, name), name);
      // All characters of these are of one UTF-16 unit.
      assert.deepEqual(pages, (await kept(page))[name].pages, name);
      assert.deepEqual(asides, (await kept(page))[name].origin?.asides, name);
    }
    assert.equal(await textOf(page, "f.rtf"), "seen and seen again");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("what nobody sees of a document is not compared; the list, the document and the pair say so", async () => {
  const { page } = visit;
  const disguised = rtf([SOURCE]).replace("{\\rtf1", "{\\rtf1{\\colortbl;\\red255\\green255\\blue255;}").replace(/}\s*$/, "{\\cf1 White words here}{\\v one}{\\*\\annotation Well said.}}");
  await bring(page, { "a.rtf": disguised, "b.txt": SOURCE });
  const item = page.locator(".document", { hasText: "a.rtf" });
  const spaced = async (locator) => (await locator.innerText()).replaceAll("\u00a0", " ");
  assert.equal(await spaced(item.locator(".document-notes")), "Not compared: 1 hidden word, 3 words in white letters.");
  await item.locator("button.document-name").click();
  const asides = item.locator("details.aside");
  assert.deepEqual((await asides.locator("summary").allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ")), ["2 words in comments", "1 hidden word", "3 words in white letters"]);
  await asides.nth(2).locator("summary").click();
  assert.equal(await asides.nth(2).locator("p").innerText(), "White words here");
  assert.equal(await page.$eval(".rows .row .cell.resemblance", (cell) => cell.textContent.replace("\u00a0", " ")), "100 %");
  await page.click(".rows .row");
  await page.waitForSelector(".ignored:has-text(\"3\u00a0words in white letters\")");
});

test("messages, what is attached to them, mailboxes and tars give the documents that the program reads in them", async () => {
  const { page } = visit;
  const mail = [
    "From: Irene <irene@example.org>",
    "Subject: On light",
    "Content-Type: multipart/mixed; boundary=B",
    "",
    `--B\nContent-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n\n${SOURCE} =A4 caf=E9`,
    `--B\nContent-Type: application/rtf; name=essay.rtf\nContent-Transfer-Encoding: base64\n\n${Buffer.from(rtf(BODY)).toString("base64")}`,
    "--B\nContent-Type: image/png; name=map.png\n\nPNG",
    "--B--\n",
  ].join("\n");
  const page2 = `From: a@example.org\nSubject: Page\nContent-Type: text/html\n\n<p>${OTHER}</p>`;
  const files = {
    "one.eml": mail,
    "page.eml": page2,
    "in.mbox": `From irene Thu Nov 26 10:00:00 2026\n${mail}\nFrom a Thu Nov 26 11:00:00 2026\n${page2}\n`,
    "class.tar.gz": gzipSync(tar({ "class/a.txt": OTHER, "class/b.docx": Buffer.from(docx(BODY)), "class/c.png": "PNG", "../out.txt": "out" })),
    "sent.zip": zip([["one.eml", mail], ["last.txt", OTHER]]),
    "broken.mbox": "no mailbox",
    "cut.tgz": gzipSync(tar({ "a.txt": OTHER })).subarray(0, 80),
  };
  await bring(page, files);
  const folder = await mkdtemp(join(tmpdir(), "twinprint-mail-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const read = promisify(execFile)(process.env.TWINPRINT, ["read", "--json", ...Object.keys(files)], { cwd: folder });
    // The program says of the one that leads out and of the broken ones that they are refused.
    const { stdout, code } = await read.catch((error) => error);
    assert.equal(code, 3);
    const documents = stdout.trimEnd().split("\n").map((line) => JSON.parse(line)).filter((line) => line.document);
    const expected = ["one.eml", "one.eml/essay.rtf", "page.eml", "in.mbox/1.eml", "in.mbox/1.eml/essay.rtf", "in.mbox/2.eml", "class.tar.gz/class/a.txt", "class.tar.gz/class/b.docx", "sent.zip/one.eml", "sent.zip/one.eml/essay.rtf", "sent.zip/last.txt"];
    assert.deepEqual(documents.map(({ document }) => document), expected);
    const kept = new Map((await allKept(page)).map(({ path, source }) => [path, source]));
    for (const { document, text } of documents) assert.equal(kept.get(document), text, document);
    const refused = await page.$$eval("#document-list .failed", (all) => all.map((one) => one.textContent));
    assert.equal(refused.length, 3);
    assert.ok(refused.every((text) => !/JSON/.test(text)), refused);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A tar archive of files by their names. */
function tar(files) {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("        0", 148);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((sum, byte) => sum + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

test("a ZIP whose first file is a PDF that is not packed is a ZIP", async () => {
  const { page } = visit;
  await bring(page, { "class.zip": zip([["a.pdf", await pdf([SOURCE])], ["b.txt", OTHER]], { level: 0 }) });
  assert.deepEqual(Object.keys(await kept(page)).sort(), ["a.pdf", "b.txt"]);
});

test("a PDF gives its paragraphs over the ends of lines, columns and pages, without running heads and page numbers", async () => {
  const { page } = visit;
  const long = Array.from({ length: 30 }, (_, at) => `Paragraph number ${at} begins here. ${essay(at, 70).replaceAll(/\d/g, (digit) => "abcdefghij"[digit])}. ${SOURCE}`);
  for (const columns of [1, 2, 3]) await bring(page, { [`${columns}.pdf`]: await pdf(long, { columns, head: "History 101, Jane Doe" }) });
  for (const columns of [1, 2, 3]) assert.deepEqual((await textOf(page, `${columns}.pdf`)).split(/\s+/), long.join(" ").split(" "), `${columns} columns`);
  assert.match(await page.textContent(".document-origin"), /^PDF, \d.pages$/);
});

const run = (text, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text) => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;

test("a Word document reads as with all changes accepted: tables, notes and text boxes, nothing deleted or hidden", async () => {
  const { page } = visit;
  const box = `<w:p>${run("Around a box.")}<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${paragraph("In the box.")}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>${paragraph("In the box.")}</w:pict></mc:Fallback></mc:AlternateContent></w:r>${run(" Still around it.")}</w:p>`;
  const changed = `<w:p>${run("It was ")}<w:del><w:r><w:delText>never </w:delText></w:r></w:del><w:ins>${run("always ")}</w:ins><w:moveFrom>${run("moved ")}</w:moveFrom>${run("so")}${run(" and hidden", "<w:vanish/>")}<w:r><w:noBreakHyphen/></w:r>${run("called")}<w:r><w:br/></w:r>${run("below.")}</w:p>`;
  const table = `<w:tbl><w:tblPr/><w:tr>${cell("One cell.")}${cell("Another.")}</w:tr><w:tr>${cell("Below.")}</w:tr></w:tbl>`;
  const notes = ["word/footnotes.xml", `<w:footnotes><w:footnote w:type="separator">${paragraph("line")}</w:footnote><w:footnote w:id="2">${paragraph("A footnote.")}</w:footnote></w:footnotes>`];
  await bring(page, { "a.docx": docxOf(box + changed + table + paragraph("The end & no more."), { parts: [notes] }) });
  assert.equal(await textOf(page, "a.docx"), "Around a box. Still around it.\n\nIn the box.\n\nIt was always so-called\nbelow.\n\nOne cell.\tAnother.\nBelow.\n\nThe end & no more.\n\nA footnote.");
});

test("an OpenDocument text reads as with all changes accepted, its notes behind their paragraph", async () => {
  const { page } = visit;
  const body = "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted.</text:p></text:deletion></text:changed-region></text:tracked-changes>" +
    '<text:h>A heading</text:h><text:p>Before<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> and<text:s text:c="2"/>after.<office:annotation><text:p>A comment.</text:p></office:annotation></text:p>' +
    "<table:table><table:table-row><table:table-cell><text:p>One</text:p></table:table-cell><table:table-cell><text:p>two</text:p></table:table-cell></table:table-row></table:table>";
  await bring(page, { "a.odt": odtOf(body) });
  assert.equal(await textOf(page, "a.odt"), "A heading\n\nBefore and  after.\n\nA note.\n\nOne\ttwo");
});

test("rich text is read in its code pages, without pictures and heads, its notes at the end", async () => {
  const { page } = visit;
  const code = "{\\rtf1\\ansi\\ansicpg1251\\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1\\fcharset128 MS Mincho;}{\\f2\\fcharset0 Arial;}}" +
    "{\\header Head}{\\info{\\title The title}{\\author Somebody}}\\f0\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2{\\f1  \\'93\\'fa\\'96\\'7b}{\\f2  caf\\'e9}\\u8212\\'97{\\*\\unknown Nothing}{\\v hidden}shown{\\footnote A note.}\\par" +
    "{\\pict\\bin6 }}}}}}}After\\~it\\-self \\{x\\}\\uc2\\u-10179\\'3f\\'3f\\u-9152\\'3f\\'3f.\\par}";
  await bring(page, { "a.rtf": code });
  assert.equal(await textOf(page, "a.rtf"), "Привет 日本 café—shown\n\nAfter\u00a0it\u00adself {x}\u{1f440}.\n\nA note.");
  assert.deepEqual((await kept(page))["a.rtf"].origin, { kind: "rtf", title: "The title", author: "Somebody", asides: [{ kind: "hidden", words: 1, text: "hidden" }], sha256: createHash("sha256").update(code).digest("hex") });
});

test("words parted at the ends of lines are joined, and those that have a hyphen of their own keep it", async () => {
  const { page } = visit;
  const lines = ["The light-", "house was a well-known place of self-", "government, and state-of-the-", "art; its keeper, a well-", "known man, kept the light-", "house for Jean-", "Paul and his long-", "suffering wife."];
  const drawn = (sheet, _number, font) => lines.forEach((line, at) => sheet.drawText(line, { x: 72, y: 760 - at * 15, size: 11, font }));
  await bring(page, { "a.pdf": await pdf([""], { drawn }) });
  assert.equal(await textOf(page, "a.pdf"), "The lighthouse was a well-known place of self-government, and state-of-the-art; its keeper, a well-known man, kept the lighthouse for Jean-Paul and his long-suffering wife.");
});

test("spaces come from where letters stand, raised numbers stay in their line, and what is turned comes last", async () => {
  const { page } = visit;
  const drawn = (sheet, _number, font) => {
    let x = 72;
    for (const word of ["Each", "word", "is", "set", "alone."]) {
      sheet.drawText(word, { x, y: 760, size: 11, font });
      x += font.widthOfTextAtSize(word, 11) + 3;
    }
    sheet.drawText("7", { x: x - 3, y: 765, size: 7, font });
    sheet.drawText("Le", { x: 72, y: 745, size: 11, font });
    sheet.drawText("tters", { x: 72 + font.widthOfTextAtSize("Le", 11), y: 745, size: 11, font });
    sheet.drawText("Bold", { x: 110, y: 745, size: 11, font });
    sheet.drawText("Bold", { x: 110.3, y: 745, size: 11, font });
    sheet.drawText("stamp", { x: 30, y: 300, size: 9, font, rotate: { type: "degrees", angle: 90 } });
  };
  await bring(page, { "a.pdf": await pdf([""], { drawn, numbered: false }) });
  assert.equal((await textOf(page, "a.pdf")).replace(/\s+/g, " "), "Each word is set alone.7 Letters Bold stamp");
});

test("a PDF in Chinese is read, though its font is one that every reader is to have", async () => {
  const { page } = visit;
  const text = "BT /F1 12 Tf 72 700 Td <706F5854770B5B8880054ECE672A79BB5F00> Tj 0 -18 Td <4ED67684706F> Tj ET";
  await bring(page, { "a.pdf": `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${text.length}>>stream
${text}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>endobj
6 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 7 0 R/DW 1000>>endobj
7 0 obj<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>endobj
trailer<</Root 1 0 R/Size 8>>
%%EOF` });
  assert.equal(await textOf(page, "a.pdf"), "灯塔看守者从未离开他的灯");
});
