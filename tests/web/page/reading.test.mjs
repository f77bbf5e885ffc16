// What people bring: files of each kind give the words that a person reads in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { essay, OTHER, pageTests, SOURCE } from "./harness.mjs";
import { docx, epub, notebook, odt, pdf, rtf } from "./made/documents.mjs";
import { bring, textOf } from "./reading.mjs";

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

test("a PDF gives its paragraphs over the ends of lines, columns and pages, without running heads and page numbers", async () => {
  const { page } = visit;
  const long = Array.from({ length: 30 }, (_, at) => `Paragraph number ${at} begins here. ${essay(at, 70).replaceAll(/\d/g, (digit) => "abcdefghij"[digit])}. ${SOURCE}`);
  for (const columns of [1, 2, 3]) await bring(page, { [`${columns}.pdf`]: await pdf(long, { columns, head: "History 101, Jane Doe" }) });
  for (const columns of [1, 2, 3]) assert.deepEqual((await textOf(page, `${columns}.pdf`)).split(/\s+/), long.join(" ").split(" "), `${columns} columns`);
  assert.match(await page.textContent(".document-origin"), /^PDF, \d.pages$/);
});
