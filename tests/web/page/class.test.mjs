// A class of forty essays as a learning platform hands it over, dropped on the page.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { classFiles, classZip, COPIES, ESSAYS, INNOCENT, TRANSLATED } from "./class/class.mjs";
import { documents, open, option, pageTests, picture, rows, settled } from "./harness.mjs";
import { bring, kept } from "./reading.mjs";

const visit = pageTests();

const titleOf = (author) => ESSAYS.find((essay) => essay.author === author).title.toLowerCase();
const nameOf = (label) => label.replace(/\.\w+$/, "");
const pairOf = (a, b) => [a, b].sort().join(" / ");
const COPIED = COPIES.flatMap(({ by, from, how }) => from.map((source) => ({ pair: pairOf(titleOf(by), titleOf(source)), how })));

test("the archive gives forty essays, and who copied is on top: what another quotes, where quotations count", async () => {
  const { page } = visit;
  await bring(page, { "class.zip": await classZip() });
  const listed = await documents(page);
  assert.equal(listed.length, 40);
  assert.deepEqual(listed.filter(({ problem }) => problem), []);
  const top = async (n) => (await rows(page)).slice(0, n).map(([a, b]) => pairOf(nameOf(a), nameOf(b))).sort();
  const others = COPIED.filter(({ how }) => how !== "a quotation without its marks");
  assert.equal(others.length, COPIED.length - 1);
  assert.deepEqual(await top(others.length), others.map(({ pair }) => pair).sort());
  await picture(page, "class");
  await option(page, "Quotations");
  assert.deepEqual(await top(COPIED.length), COPIED.map(({ pair }) => pair).sort());
});

test("every essay has its words and no others, whatever it was read from", async () => {
  const { page } = visit;
  await bring(page, { "class.zip": await classZip() });
  const docs = Object.values(await kept(page));
  const words = (text) => text.match(/[\p{L}\p{M}\p{N}]+/gu).join(" ");
  for (const { author, title, kind, paragraphs } of ESSAYS) {
    const doc = docs.find(({ path }) => path.includes(`/${author}_`));
    assert.match(doc.path, /^class\.zip\/.+_assignsubmission_file_\/.+\.\w+$/);
    const code = kind === "notebook" ? ["import math"] : [];
    const expected = [title, paragraphs[0], ...code, ...paragraphs.slice(1)].join(" ");
    const source = kind === "html" ? doc.source.replace(/<title>.*<\/title>|<[^>]+>/g, " ").replaceAll("&quot;", '"') : doc.source;
    assert.equal(words(source), words(expected), `${title}, ${kind}`);
  }
});

test("a translation shares nothing, and two who quote the same share the quotation alone, where quotations count", async () => {
  const { page } = visit;
  await bring(page, { "class.zip": await classZip() });
  const first = async (author) => {
    await page.fill(".filters input[type=search]", titleOf(author));
    await settled(page);
    const [[a, b, , words], [, , , next]] = await rows(page);
    return { pair: pairOf(nameOf(a), nameOf(b)), words: Number(words), next: Number(next) };
  };
  assert.equal((await first(TRANSLATED.by)).words, 0);
  const [one, other] = INNOCENT[0].authors;
  assert.equal((await first(one)).words, 0);
  await option(page, "Quotations");
  assert.deepEqual(await first(one), { pair: pairOf(titleOf(one), titleOf(other)), words: 18, next: 0 });
});

test("the page of a passage is said beside a PDF, and a kept class comes back without its files", async () => {
  const { page } = visit;
  await bring(page, { "class.zip": await classZip() });
  const docs = await kept(page);
  await page.fill(".filters input[type=search]", titleOf("Ben Turner"));
  await settled(page);
  await open(page);
  await page.keyboard.press("n");
  const pages = await page.$$eval(".pane h2", (titles) => titles.map((title) => title.textContent));
  const expected = pages.map((name) => {
    const passage = docs[name].source.indexOf("A lamp told more than the way.");
    const { pages } = docs[name];
    return `page ${pages.filter((start) => start <= passage).length} of ${pages.length}`;
  });
  assert.deepEqual(await page.$$eval(".pane-head .page", (pages) => pages.map((one) => one.textContent.replace("\u00a0", " "))), expected);
  await picture(page, "class-pair");
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector(".document >> nth=39", { state: "attached" });
  await settled(page);
  assert.deepEqual(await kept(page), docs);
  assert.deepEqual((await documents(page)).filter(({ problem }) => problem), []);
});

test("a program that is added by itself is compared word for word, and says what that is worth", async () => {
  const { page } = visit;
  const program = "def mean(values):\n  total = 0\n  for value in values:\n    total += value\n  return total / len(values)\nprint(mean([1, 2]))\n";
  await bring(page, { "a.py": program, "b.py": program, "essay.txt": "Rivers are wide where they meet the sea." });
  const [first, second, essay] = await documents(page);
  for (const { problem } of [first, second]) assert.match(problem, /^A program: only word-for-word copies are found/);
  assert.equal(essay.problem, "");
  await open(page);
  assert.match(await page.textContent(".ignored"), /A and B are programs: only word-for-word copies are found/);
});

test("a folder gives what can be read, and names what it left out", async () => {
  const { page, folder } = visit;
  for (const [path, bytes] of [...(await classFiles()).slice(0, 8), ["Jane Doe/photo.png", Buffer.from([137, 80, 78, 71])], ["Jane Doe/.DS_Store", "x"]]) {
    await mkdir(join(folder, "class", dirname(path)), { recursive: true });
    await writeFile(join(folder, "class", path), bytes);
  }
  const program = "int sum(int a, int b) {\n  int c = a + b;\n  return c;\n}\nint main() {\n  return sum(1, 2);\n}\n";
  await writeFile(join(folder, "class/Jane Doe/main.c"), program);
  await page.setInputFiles("#folder", join(folder, "class"));
  await settled(page);
  assert.equal((await documents(page)).length, 8);
  assert.match((await page.textContent("#notes")).replaceAll("\u00a0", " "), /1 program left out: \u2068main\.c\u2069\. Twinprint compares prose; compare programs with Dolos or JPlag\./);
  assert.match(await page.textContent("#notes"), /Skipped, unsupported file type: \u2068photo\.png\u2069\./);
});
