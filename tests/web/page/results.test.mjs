// The results of many documents: sorted, filtered, as a table and as a matrix, and saved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile } from "./saving.mjs";
import { choose, COPY, essay, OTHER, pageTests, paste, rows, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();

/** Twenty essays; the i-th has the first 10 + 5 i words of a common source, which counts. */
async function twenty() {
  const source = essay(99, 200).split(" ");
  const files = {};
  for (let i = 0; i < 20; i++) files[`Essay ${i + 1}.txt`] = `${essay(i, 100)} ${source.slice(0, 10 + 5 * i).join(" ")}`;
  await choose(visit.page, files);
  await settled(visit.page);
  await visit.page.click(".common-found button");
  await settled(visit.page);
}

test("identical is 100 %, and nothing else is", async () => {
  const text = essay(1, 5000);
  await choose(visit.page, { "a.txt": text, "b.txt": text, "c.txt": `${text} more` });
  await settled(visit.page);
  const shown = (await rows(visit.page)).map((row) => [row[0], row[1], row[7]]);
  assert.deepEqual(shown, [["a.txt", "b.txt", "100 %"], ["a.txt", "c.txt", "99.9 %"], ["b.txt", "c.txt", "99.9 %"]]);
});

test("pairs are sorted by what was copied, and by any column", async () => {
  await twenty();
  const words = async () => (await rows(visit.page)).map((row) => Number(row[3]));
  const falling = await words();
  assert.deepEqual(falling, falling.toSorted((x, y) => y - x));
  assert.equal(falling[0], 100);
  await visit.page.click(".heading:has-text('Words shared')");
  assert.match(visit.page.url(), /sort=-copied/);
  await visit.page.click(".heading:has-text('Words shared')");
  assert.match(visit.page.url(), /sort=copied/);
  await settled(visit.page);
  assert.equal((await words())[0], 10);
  await visit.page.click(".head .cell.b .heading");
  await settled(visit.page);
  assert.equal((await rows(visit.page))[0][1], "Essay 2.txt");
  assert.equal(await visit.page.getAttribute("[role=columnheader].b", "aria-sort"), "ascending");
});

test("pairs are filtered by name, words and percent", async () => {
  await twenty();
  await visit.page.fill("input[type=search]", "Essay 20");
  await settled(visit.page);
  assert.equal((await rows(visit.page)).every((row) => row[0] === "Essay 20.txt" || row[1] === "Essay 20.txt"), true);
  assert.match(await visit.page.textContent("#summary"), /19.shown/);
  await visit.page.fill(".filters input >> nth=1", "90");
  await settled(visit.page);
  assert.match(await visit.page.textContent("#summary"), /3.shown/);
  await visit.page.fill("input[type=search]", "nobody");
  await settled(visit.page);
  assert.equal((await rows(visit.page)).length, 0);
});

test("the matrix says what each cell shows, moves by arrow keys and opens a pair", async () => {
  await twenty();
  await visit.page.click("text=Matrix");
  await settled(visit.page);
  await visit.page.focus(".matrix-cursor");
  const told = () => visit.page.getAttribute(".matrix-cursor", "aria-label");
  const press = async (key, until) => {
    for (let presses = 0; !until.test(await told()) && presses < 20; presses++) await visit.page.keyboard.press(key);
  };
  await press("ArrowDown", /^[^\u2068]*\u2068Essay 2\.txt\u2069/);
  await visit.page.keyboard.press("Home");
  await press("ArrowRight", /in \u2068Essay 20\.txt/);
  const label = await told();
  assert.match(label, /% of \u2068Essay 2\.txt\u2069 is in \u2068Essay 20\.txt\u2069: 15.words, longest identical run 15/);
  await visit.page.waitForFunction((label) => document.querySelector("#spoken").textContent === label, label);
  await visit.page.keyboard.press("Enter");
  await visit.page.waitForSelector(".pane .block");
  assert.match(await visit.page.textContent("#pair-page h1"), /Essay 2\.txt\s*and\s*Essay 20\.txt/);
});

test("a screen reader hears how many pairs there are", async () => {
  await paste(visit.page, SOURCE);
  await paste(visit.page, COPY);
  await paste(visit.page, OTHER);
  await settled(visit.page);
  assert.match(await visit.page.textContent("#spoken"), /3.pairs, 1 with shared passages/);
});

test("a name that changed is the one that is saved", async () => {
  await paste(visit.page, SOURCE);
  await paste(visit.page, COPY);
  await visit.page.click(".document-name >> nth=0");
  await visit.page.fill(".document-panel input[type=text]", "The original");
  await visit.page.press(".document-panel input[type=text]", "Enter");
  await settled(visit.page);
  const { text } = await saveFile(visit, { kind: "csv" });
  assert.match(text, /The original/);
});

test("other options give other numbers and another recipe, and a wrong one is refused in words", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  const recipe = () => page.textContent("#recipe code");
  const [before, [row]] = [await recipe(), await rows(page)];
  await page.click("#open-options");
  const shingle = page.getByLabel("Words per shingle");
  await shingle.fill("1");
  await shingle.press("Tab");
  await page.waitForFunction((before) => document.querySelector("#recipe code").textContent !== before, before);
  await settled(page);
  assert.notEqual((await rows(page))[0][7], row[7]);
  await shingle.fill("1000");
  await shingle.press("Tab");
  await page.waitForSelector("#options .error:not(:empty)");
  assert.match(await page.textContent("#options .error"), /"1000" is not a value of this option; use/);
  await page.click("text=Reset to defaults");
  await page.waitForFunction((before) => document.querySelector("#recipe code").textContent === before, before);
  await page.click("#options >> text=Done");
  await settled(page);
  assert.deepEqual((await rows(page))[0], row);
});

test("short answers are compared by single words and runs of three, the most alike first, until that is taken back", async () => {
  const { page } = visit;
  const answers = [
    "The heart pumps blood through the body by contracting its four chambers.",
    "By contracting its four chambers, the heart pumps blood through the body.",
    "The chambers of the heart contract, and so blood is pumped through the body.",
    "Photosynthesis turns light into sugar.",
  ];
  for (const answer of answers) await paste(page, answer);
  await settled(page);
  const before = await rows(page);
  await page.click("#open-options");
  const short = page.getByLabel("Short answers");
  await short.check();
  await page.waitForFunction(() => location.hash === "#by=share&sort=-resemblance");
  await settled(page);
  const field = (label) => page.getByLabel(label).inputValue();
  const chosen = ["Shortest passage, in words", "Words per shingle", "Ignore word endings"];
  assert.deepEqual(await Promise.all(chosen.map(field)), ["3", "1", "en"]);
  assert.match(await page.getByLabel("Short answers").getAttribute("aria-describedby"), /short-hint/);
  await page.click("#options >> text=Done");
  const resemblances = (await rows(page)).map((row) => Number.parseFloat(row[7]));
  assert.deepEqual(resemblances, resemblances.toSorted((a, b) => b - a));
  assert.equal(resemblances[0], 100, "the same words in another order");
  assert.ok(resemblances[1] > 40 && resemblances.at(-1) < 10, `${resemblances}`);

  await page.click("#open-options");
  await short.uncheck();
  await page.waitForFunction(() => location.hash === "");
  await page.click("#options >> text=Done");
  await settled(page);
  assert.deepEqual(await rows(page), before);
  await page.click("#open-options");
  await page.getByLabel("Words per shingle").fill("1");
  await page.getByLabel("Shortest passage, in words").fill("3");
  await page.getByLabel("Shortest passage, in words").press("Tab");
  assert.ok(await short.isChecked(), "the same, chosen by hand");
});

test("another language is loaded when it is chosen", async () => {
  const { page } = visit;
  await paste(page, "Die Wächter stiegen jeden Abend die alten Treppen hinauf und putzten die großen Lampen der Türme.");
  await paste(page, "Der Wächter stieg jeden Abend die alte Treppe hinauf und putzte die große Lampe des Turmes.");
  await settled(page);
  const before = await page.textContent("#recipe code");
  await page.click("#open-options");
  await page.getByLabel("Ignore word endings").selectOption("de");
  await page.waitForFunction((before) => document.querySelector("#recipe code").textContent !== before, before);
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  assert.equal(await page.textContent("#options .error"), "");
});
