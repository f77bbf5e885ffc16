// Pairs for other programs, and the project file to go on later or elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { choose, COPY, documents, OTHER, pageTests, paste, rows, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();

/** A file of comma-separated values as RFC 4180 has it. */
function parsed(text) {
  const lines = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const [c, line] = [text[at], lines.at(-1)];
    if (c === '"' && quoted && text[at + 1] === '"') line[line.length - 1] += text[(at += 1)];
    else if (c === '"') quoted = !quoted;
    else if (c === "," && !quoted) line.push("");
    else if (c === "\r" && text[at + 1] === "\n" && !quoted) lines.push([""]) && (at += 1);
    else line[line.length - 1] += c;
  }
  return lines.filter((line) => line.length > 1);
}

const OPTIONS = { shingle: 2, words: "unicode", stop_words: null, stemmer: null, leave_out: ["quotations", "block-quotes", "bibliography"] };
const CLASS = { common: 1, authors: { rule: { by: "platform" }, within: false, asOne: false } };

/** A project of three documents, with a verdict and a note. */
/** What a file said of itself, and had beside its text. */
const ORIGIN = { kind: "pdf", title: "On light", author: "A. L.", blank: 1, asides: [{ kind: "hidden", words: 2, text: "not seen" }], disguised: 3 };

/** What was taken out of the first two. */
const TAKEN = { a: 3, b: 5, all: false, texts: ["the stairs at dusk", "the stairs at dusk"], reason: "phrase", words: "", at: "2026-03-01T10:00:00.000Z" };

function project(changes = {}) {
  const documents = [
    { id: 3, name: "Ada.txt", path: "class/Ada.txt", format: "plain", template: false, origin: ORIGIN, text: SOURCE },
    { id: 5, name: "Grace.html", path: "class/Grace.html", format: "html", template: false, text: `<p>${COPY}</p>` },
    { id: 9, name: "Alan.txt", path: "class/Alan.txt", format: "plain", template: false, text: OTHER },
  ];
  const verdicts = [{ a: 3, b: 5, verdict: "copied", note: "=1+1, said she,\n\"quoted\" and <b>bold</b>", at: "2026-03-01T10:00:00.000Z" }];
  return { kind: "twinprint-project", version: 1, recipe: "", options: { ...OPTIONS, ...CLASS }, documents, verdicts, ...changes };
}

async function open(content, name = "class.twinprint") {
  await choose(visit.page, { [name]: typeof content === "string" ? content : JSON.stringify(content) });
}

test("a project file brings back documents, options, verdicts and notes, and is the same when it is saved again", async () => {
  const { page } = visit;
  await open(project());
  await page.waitForSelector(".note");
  await settled(page);
  assert.deepEqual((await documents(page)).map(({ name }) => name), ["Ada.txt", "Grace.html", "Alan.txt"]);
  const [before, recipe] = [await rows(page), await page.textContent("#recipe code")];
  const { name, text } = await saveFile(visit, { kind: "project" });
  assert.equal(name, "twinprint.twinprint");
  const saved = JSON.parse(text);
  assert.deepEqual([saved.documents, saved.verdicts, saved.options], [project().documents, project().verdicts, project().options]);
  await page.click("#clear");
  await open(text);
  await page.waitForFunction(() => document.querySelectorAll(".document").length === 3);
  await settled(page);
  assert.deepEqual(await rows(page), before);
  assert.equal(await page.textContent("#recipe code"), recipe);
  const said = await page.locator(".document", { hasText: "Ada.txt" }).innerText();
  assert.match(said.replaceAll("\u00a0", " "), /1 without text\s+Not compared: 2 hidden words\. 3 words are drawn with other letters than the file says\./);
});

test("a project opens in place of what was here, which one click brings back", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  const before = await rows(page);
  await open(project());
  await page.click(".note >> text=Undo");
  await settled(page);
  assert.deepEqual((await documents(page)).map(({ name }) => name), ["Text 1", "Text 2"]);
  assert.deepEqual(await rows(page), before);
});

test("a project that is broken or hostile is refused with what is wrong, and nothing here is lost", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  const before = await rows(page);
  const [ada, grace] = project().documents;
  const cases = [
    ["", /it is not complete JSON/],
    [JSON.stringify(project()).slice(0, -20), /it is not complete JSON/],
    ["[]", /“the file” in it is not valid/],
    ["null", /“the file” in it/],
    ["{}", /it is not a Twinprint project/],
    [project({ version: 4 }), /another version of Twinprint/],
    [project({ version: 1.5 }), /another version of Twinprint/],
    [project({ taken_out: [{ ...TAKEN, a: 4 }] }), /“taken_out\[0\]” in it/],
    [project({ taken_out: [{ ...TAKEN, all: 1 }] }), /“taken_out\[0\]\.all” in it/],
    [project({ taken_out: [{ ...TAKEN, texts: ["x"] }] }), /“taken_out\[0\]\.texts” in it/],
    [project({ taken_out: [{ ...TAKEN, reason: "toString" }] }), /“taken_out\[0\]\.reason” in it/],
    [project({ taken_out: [{ ...TAKEN, words: "w".repeat(5000) }] }), /“taken_out\[0\]\.words” in it/],
    [project({ taken_out: [{ ...TAKEN, at: "soon" }] }), /“taken_out\[0\]\.at” in it/],
    [project({ documents: {} }), /“documents” in it/],
    [project({ documents: [null] }), /“documents\[0\]” in it/],
    [project({ documents: [{ ...ada, id: -1 }] }), /“documents\[0\]\.id” in it/],
    [project({ documents: [{ ...ada, id: 1e300 }] }), /“documents\[0\]\.id” in it/],
    [project({ documents: [{ ...ada, text: { length: 5 } }] }), /“documents\[0\]\.text” in it/],
    [project({ documents: [{ ...ada, name: "n".repeat(5000) }] }), /“documents\[0\]\.name” in it/],
    [project({ documents: [{ ...ada, format: "script" }] }), /“documents\[0\]\.format” in it/],
    [project({ documents: [{ ...ada, origin: { ...ORIGIN, sha256: "<b>" } }] }), /“documents\[0\]\.origin\.sha256” in it/],
    [project({ documents: [{ ...ada, origin: { kind: "exe" } }] }), /“documents\[0\]\.origin\.kind” in it/],
    [project({ documents: [{ ...ada, origin: { ...ORIGIN, asides: [{ kind: "toString", words: 1, text: "" }] } }] }), /“documents\[0\]\.origin\.asides\[0\]\.kind” in it/],
    [project({ documents: [ada, { ...grace, id: 3 }], verdicts: [] }), /two documents in it have the same number/],
    [project({ verdicts: [{ a: 3, b: 4, verdict: "copied" }] }), /“verdicts\[0\]” in it/],
    [project({ verdicts: [{ a: 3, b: 5, verdict: "<script>" }] }), /“verdicts\[0\]\.verdict” in it/],
    [project({ options: { shingle: { valueOf: 1 } } }), /“options” in it/],
    [project({ options: { authors: { rule: { by: "platform" }, names: { "moodle 1": { length: 5 } } } } }), /“options\.authors\.names” in it/],
    [JSON.stringify(project()).replace('"options":{', '"options":{"__proto__":{"shingle":1},'), /“options” in it/],
    [`${"[".repeat(100_000)}`, /it is not complete JSON/],
  ];
  for (const [content, said] of cases) {
    await open(content);
    const note = page.locator(".note").last();
    assert.match(await note.textContent(), said);
    assert.match(await note.textContent(), /nothing here was changed/);
    await note.locator("[aria-label=Dismiss]").click();
  }
  assert.deepEqual(await rows(page), before);
  assert.equal(await page.evaluate(() => ({}).shingle), undefined);
});

test("options that this version does not know are refused in words, and the documents come all the same", async () => {
  const { page } = visit;
  await open(project({ options: { shingle: 1000 } }));
  await page.waitForSelector(".note >> text=is not a value of this option");
  await settled(page);
  assert.equal((await documents(page)).length, 3);
});

test("a table for spreadsheets has names, all numbers, verdicts and notes, and no cell is a formula", async () => {
  const { page } = visit;
  await open(project());
  await settled(page);
  await page.click(".document-name >> nth=0");
  await page.fill(".document-panel input[type=text]", '=HYPERLINK("//x.test")');
  await page.press(".document-panel input[type=text]", "Enter");
  await settled(page);
  const { name, text } = await saveFile(visit, { kind: "csv" });
  assert.equal(name, "twinprint.csv");
  assert.equal(text[0], "\ufeff");
  const [header, ...lines] = parsed(text.slice(1));
  const column = (line, name) => line[header.indexOf(name)];
  assert.equal(lines.length, 3);
  assert.ok(lines.every((line) => line.length === header.length));
  assert.equal(column(lines[0], "a"), `'=HYPERLINK("//x.test")`);
  assert.equal(column(lines[0], "b"), "Grace.html");
  assert.equal(column(lines[0], "verdict"), "copied");
  assert.equal(column(lines[0], "note"), `'=1+1, said she,\n"quoted" and <b>bold</b>`);
  const shown = (await rows(page))[0];
  assert.equal(column(lines[0], "longest_run"), shown[4]);
  assert.match(column(lines[0], "containment_a"), /^0\.\d{1,6}$/);
  assert.equal(column(lines.at(-1), "resemblance"), "0");
});

test("data for programs has the same, under the numbers of the documents", async () => {
  const { page } = visit;
  await open(project());
  await settled(page);
  const { name, text } = await saveFile(visit, { kind: "json" });
  assert.equal(name, "twinprint.json");
  const { kind, documents, pairs, recipe, options } = JSON.parse(text);
  assert.equal(kind, "twinprint-pairs");
  assert.deepEqual(options, { ...OPTIONS, common: 1, authors: { rule: { by: "platform" }, within: false, asOne: false } });
  assert.match(recipe.id, /^[0-9a-f]{32}$/);
  assert.deepEqual(documents.map(({ id, name }) => [id, name]), [[3, "Ada.txt"], [5, "Grace.html"], [9, "Alan.txt"]]);
  const [first] = pairs;
  assert.deepEqual([first.a, first.b, first.verdict, first.judged], [3, 5, "copied", "2026-03-01T10:00:00.000Z"]);
  assert.ok(first.shared_words_a > 10 && first.passages === 1 && first.resemblance > 0.5);
});

test("verdicts and notes are in a report, unless they are to stay here", async () => {
  const { page } = visit;
  await open(project());
  await settled(page);
  const { path, text } = await saveFile(visit);
  assert.notEqual(text.search(/said she/), -1);
  const report = await opened(path);
  assert.match(await report.page.textContent("#pair-1 .judgement"), /Copied March 1, 2026 at 10:00.AM=1\+1, said she,\n"quoted" and <b>bold<\/b>/);
  assert.match(await recomputed(report.page), /^All/);
  await report.close();
  await page.click(".exports >> text=Save…");
  await page.uncheck("#save >> text=Include verdicts and notes");
  await page.click("#save >> text=Cancel");
  assert.equal((await saveFile(visit)).text.search(/said she/), -1);
});

test("only the pairs that were judged are saved, if that is wanted", async () => {
  await open(project());
  await settled(visit.page);
  const { text } = await saveFile(visit, { kind: "json", which: "copied" });
  assert.deepEqual(JSON.parse(text).pairs.map(({ a, b }) => [a, b]), [[3, 5]]);
});
