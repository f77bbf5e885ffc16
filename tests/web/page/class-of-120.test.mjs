// A class of 120 with the truth known, from the archive to the printed report.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import { classOf120, SIZE } from "./class/of-120.mjs";
import { ARTIFACTS, documents, pageTests, picture, settled } from "./harness.mjs";
import { bring } from "./reading.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const visit = pageTests();
let given;
before(async () => {
  given = await classOf120();
});

const plain = (text) => text.replaceAll("\u00a0", " ").replace(/[\u2068\u2069]/g, "");
const pairOf = (persons) => persons.toSorted().join(" / ");

/** Persons and score of the pairs in sight. */
async function listed(page) {
  const rows = await page.$$eval(".pairs:not(.persons-view *) .rows .row", (rows) => rows.map((row) => {
    const of = (key) => row.querySelector(`.cell.${key}`);
    return { persons: ["a", "b"].map((side) => of(side).querySelector(".who").textContent), score: Number(of("score").textContent) };
  }));
  return rows.map(({ persons, ...rest }) => ({ pair: pairOf(persons.map(plain)), ...rest }));
}

async function withClass(page) {
  page.setDefaultTimeout(30_000);
  await bring(page, { "class.zip": given.archive });
}

test("every pair that was planted stands out and comes first, no innocent pair does, a group is a group, and all of it is printed", async () => {
  const { page, folder } = visit;
  await withClass(page);
  const read = await documents(page);
  assert.equal(read.length, SIZE);
  assert.deepEqual(read.filter(({ problem }) => problem), []);

  const planted = new Set(given.planted.map(({ pair }) => pairOf(pair)));
  const first = (await listed(page)).slice(0, planted.size);
  assert.deepEqual(new Set(first.map(({ pair }) => pair)), planted);
  assert.deepEqual(first[0], { pair: pairOf(given.planted.find(({ how }) => how === "the whole document").pair), score: 100 });
  assert.match(plain(await page.textContent(".spread-said")), new RegExp(`^${planted.size} of [\\d,]+ pairs stand out: a score of`));
  assert.match(plain(await page.textContent(".common-found")), /^119 of 120 documents have text that more than half of the authors have/);
  await picture(page, "class-of-120");

  await page.click(".switch >> text=Persons");
  await page.waitForFunction(() => document.querySelectorAll(".persons-view .rows .row").length > 0 && !document.querySelector(".persons-view .rows").textContent.includes("…"));
  const groups = await page.locator(".groups li").allInnerTexts();
  assert.equal(groups.length, 1);
  assert.deepEqual(given.persons.filter((person) => groups[0].includes(person)), given.group);
  await picture(page, "class-of-120-persons");

  // From the pair to the report: judged, saved, opened from disk, computed again, and printed.
  await page.click(".switch >> text=Table");
  await page.click(".spread-head >> text=Show these 8");
  await settled(page);
  assert.equal((await listed(page)).length, planted.size);
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block >> nth=1");
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  const { path } = await saveFile({ page, folder }, { title: "Essay 1", by: "The examiner" });
  const report = await opened(path);
  assert.match(plain(await report.page.innerText("#finding")), /Judged by The examiner: 1 .Copied.; 7 pairs not judged/);
  assert.match(await recomputed(report.page), /as printed/);
  assert.equal(await report.page.locator("#persons tbody tr").count(), new Set(given.planted.flatMap(({ pair }) => pair)).size);
  const printed = await PDFDocument.load(await report.page.pdf({ path: join(ARTIFACTS, "class-of-120.pdf"), format: "A4", preferCSSPageSize: true }));
  assert.deepEqual(report.heard, []);
  assert.ok(printed.getPageCount() <= 10, `${printed.getPageCount()} pages`);
  await report.close();
});

test("what two quote and mark is no passage of theirs, and what is said in other words is found where it is looked for", async () => {
  const { page } = visit;
  await withClass(page);
  const between = async ([one, other]) => {
    await page.fill(".filters input[type=search]", `"${one}" "${other}"`);
    await settled(page);
    return (await listed(page)).find(({ pair }) => pair === pairOf([one, other]));
  };
  assert.equal((await between(given.quoting)).score, 0);
  assert.equal((await between(given.reworded)).score, 0);
  await page.click(".further button:has-text('Look for reworded passages')");
  await page.waitForSelector(".further >> text=/with reworded passages/", { timeout: 120_000 });
  await page.click(".head .cell.reworded button");
  await settled(page);
  const reworded = await page.locator(".rows .row").first().locator(".cell.reworded").textContent();
  assert.ok(Number(reworded) >= 30, reworded);
});
