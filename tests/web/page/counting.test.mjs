// What does not count, and what that changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, documents, essay, open, option, pageTests, picture, rows, settled } from "./harness.mjs";

const visit = pageTests();

const QUOTE = "all happy families are alike each unhappy family is unhappy in its own way";
const REFERENCES = "References\n\nDoe, J. (2004). The art of copying. Oxford University Press.\nRoe, A. (2011). On shingles and other stones. Cambridge.";

/** The words shared and the longest run of the first pair. */
async function first() {
  const [row] = await rows(visit.page);
  return [Number(row[3]), Number(row[4])];
}

test("two that share only a quotation and a bibliography share nothing that counts", async () => {
  await choose(visit.page, {
    "a.txt": `${essay(1)}. “${QUOTE}” ${essay(2)}\n\n${REFERENCES}`,
    "b.txt": `${essay(3)}: “${QUOTE}”. ${essay(4)}\n\n${REFERENCES}`,
  });
  await settled(visit.page);
  assert.deepEqual(await first(), [0, 0]);
});

test("each kind is switched on and off, and the numbers go with it", async () => {
  await choose(visit.page, { "a.txt": `${essay(1)}. “${QUOTE}” and on`, "b.txt": `${essay(3)}: “${QUOTE}”.` });
  await settled(visit.page);
  await option(visit.page, "Quotations");
  assert.deepEqual(await first(), [14, 14]);
  await option(visit.page, "Quotations");
  assert.deepEqual(await first(), [0, 0]);
});

test("what does not count is marked with its kind, counted, and its effect on the numbers shown", async () => {
  const { page } = visit;
  const shared = essay(9, 20);
  await choose(page, {
    "a.txt": `${essay(1)} ${shared}. “${QUOTE}”\n\n> ${essay(8, 12)}\n\n${REFERENCES}`,
    "b.txt": `${essay(3)} ${shared}: “${QUOTE}”.`,
  });
  await settled(page);
  await open(page);
  const kinds = await page.$$eval(".pane >> nth=0 >> [data-begins]", (all) => all.map((one) => one.dataset.kind));
  assert.deepEqual(kinds, ["quotations", "block-quotes", "bibliography"]);
  const said = await page.$eval(".left-out[data-kind=quotations]", (one) => getComputedStyle(one, "::before").content);
  assert.equal(said, "\"quotation\"");
  assert.match((await page.textContent(".ignored")).replaceAll("\u00a0", " "), /12 words in block quotes, 14 words in quotations/);
  await page.click("text=Numbers with and without what is left out");
  await page.waitForSelector(".effects table");
  const table = await page.$$eval(".effects tbody tr", (lines) => lines.map((line) => [...line.cells].slice(0, 3).map((cell) => cell.textContent)));
  assert.deepEqual(table, [
    ["As shown above", "20", "20"],
    ["Counting the bibliography", "20", "20"],
    ["Counting block quotes", "20", "20"],
    ["Counting quotations", "34", "34"],
  ]);
  await picture(page, "counting-pair");
});

test("a document says how much of it does not count", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `${essay(1)}. “${QUOTE}”`, "b.txt": essay(2) });
  await settled(page);
  await page.click(".document-name >> nth=0");
  await page.waitForSelector("text=/Not counted: 14.words in quotations/");
});

test("a document all of which is quoted says that there is nothing to compare", async () => {
  await choose(visit.page, { "a.txt": `“${QUOTE}”`, "b.txt": essay(2), "c.txt": essay(3) });
  await settled(visit.page);
  assert.match((await documents(visit.page))[0].problem, /Every word of it is in the template or left out/);
});

test("what many have does not count when asked, and counts again without one that has it", async () => {
  const { page } = visit;
  const common = essay(50, 30);
  await choose(page, {
    "a.txt": `${essay(1)} ${common}`, "b.txt": `${common} ${essay(2)}`, "c.txt": `${essay(3)} ${common} ${essay(4)}`, "d.txt": essay(5),
  });
  await settled(page);
  assert.deepEqual(await first(), [30, 30]);
  await page.click("#open-options");
  await page.locator("#options label", { hasText: "% of authors" }).locator("input").fill("50");
  await page.click("#options button:has-text('Done')");
  await settled(page);
  assert.deepEqual(await first(), [0, 0]);
  await page.click("[aria-label*='Remove \u2068c.txt']");
  await settled(page);
  assert.deepEqual(await first(), [30, 30]);
});

test("pairs are ordered by what was copied: what one other has before what all have", async () => {
  const { page } = visit;
  const [all, two] = [essay(60, 40), essay(61, 40)];
  await choose(page, {
    "a.txt": `${essay(1)} ${all}`, "b.txt": `${essay(2)} ${all}`, "c.txt": `${essay(3)} ${all}`,
    "d.txt": `${essay(4)} ${all}`, "e.txt": `${essay(5)} ${two}`, "f.txt": `${essay(6)} ${two}`,
  });
  await settled(page);
  const order = (await rows(page)).map(([a, b]) => `${a} ${b}`);
  assert.equal(order[0], "e.txt f.txt");
  assert.equal(order[1], "a.txt b.txt");
  assert.match(await page.getAttribute(".rows .row >> nth=0 >> .cell.score", "title"), /40.words in a row.*100.% of what they share/);
});

test("what is left out is kept with the documents", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `${essay(1)}. “${QUOTE}” and on`, "b.txt": `${essay(3)}: “${QUOTE}”.` });
  await page.check("#keep");
  await option(visit.page, "Quotations");
  await page.reload();
  await page.waitForSelector(".rows .row");
  await settled(page);
  assert.deepEqual(await first(), [14, 14]);
});

test("what most of a class has is taken for its assignment and does not count, unless a person wants it to", async () => {
  const { page } = visit;
  const task = essay(60, 40);
  const copied = essay(61, 40);
  const of = (n, more) => `${essay(n)} ${task} ${essay(n + 20)} ${more}`;
  // Three copied from one place: that counts.
  await choose(page, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.txt`, of(i + 1, i < 3 ? copied : essay(i + 40))])));
  await settled(page);
  const said = page.locator(".common-found");
  const spaced = async () => (await said.locator("span").textContent()).replaceAll("\u00a0", " ");
  assert.equal(await spaced(), "8 of 8 documents have text that more than half of the authors have, perhaps the assignment. It does not count: up to 40 words a document.");
  const shared = async () => (await rows(page)).map((row) => Number(row[3])).sort((a, b) => b - a);
  assert.deepEqual((await shared()).slice(0, 4), [40, 40, 40, 0]);
  await picture(page, "common");
  await said.locator("button").click();
  await settled(page);
  assert.equal(await said.isVisible(), false);
  assert.deepEqual(new Set(await shared()), new Set([80, 40]));
  await page.click("#open-options");
  const share = page.locator("#options label", { hasText: "% of authors" }).locator("input");
  assert.equal(await share.inputValue(), "100");
  await share.fill("");
  await page.click("#options button:has-text('Done')");
  await settled(page);
  assert.deepEqual((await shared()).slice(0, 4), [40, 40, 40, 0]);
});

test("in a class of five what all have counts: as many may have copied it", async () => {
  await choose(visit.page, Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.txt`, `${essay(n)} ${essay(60, 40)}`])));
  await settled(visit.page);
  assert.deepEqual(await first(), [40, 40]);
  assert.equal(await visit.page.locator(".common-found").isVisible(), false);
});

test("what is most of most documents is no assignment: copies of one text have everything in common", async () => {
  const { page } = visit;
  await choose(page, Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.txt`, n < 6 ? essay(1) : `${essay(1)} ${essay(2)}`])));
  await settled(page);
  assert.equal((await rows(page)).length, 15);
  assert.deepEqual(await first(), [120, 120]);
  assert.equal(await page.locator(".common-found").isVisible(), false);
  assert.deepEqual((await documents(page)).filter(({ problem }) => problem), []);
});
