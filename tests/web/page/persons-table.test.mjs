// One row a person: whom each shares most with, how many words of theirs stand elsewhere, in how many sources, and who is a group;
// by the pairs that pass the filter, and in a report as a class summary.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { choose, essay, pageTests, settled } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const own = (seed, n = 90) => essay(100 + seed, n);
const [BC, CD, EF] = [essay(60, 45), essay(61, 40), essay(62, 30)];

/** Twelve persons: Bea, Cid and Dan are joined by what they share, Eve and Fay are two, the others share nothing. Cid has two documents;
 * what Bea and Dan share with his overlap by ten words. */
const FILES = Object.fromEntries([
  ...["Ada", "Gil", "Hal", "Ida", "Jan", "Kim", "Lea"].map((name, i) => [`${name}_${i + 1}_assignsubmission_file_a.txt`, own(i)]),
  ["Bea_11_assignsubmission_file_a.txt", `${own(11)} ${BC}`],
  ["Cid_12_assignsubmission_file_a.txt", `${own(12)} ${BC} ${own(13, 40)} ${CD}`],
  ["Cid_12_assignsubmission_file_b.txt", own(14, 50)],
  ["Dan_13_assignsubmission_file_a.txt", `${own(15)} ${BC.split(" ").slice(0, 10).join(" ")} ${own(16, 40)} ${CD}`],
  ["Eve_14_assignsubmission_file_a.txt", `${own(17)} ${EF}`],
  ["Fay_15_assignsubmission_file_a.txt", `${EF} ${own(18)}`],
]);

async function withPersons(page) {
  page.setDefaultTimeout(8_000);
  await choose(page, FILES);
  await settled(page);
  await page.click(".switch >> text=Persons");
  await page.waitForFunction(() => document.querySelectorAll(".persons-view .rows .row").length > 0 && !document.querySelector(".persons-view .rows").textContent.includes("…"));
  await settled(page);
}

async function rows(page) {
  const all = await page.locator(".persons-view .rows .row").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll(".cell")].map((cell) => (cell.querySelector(".who") ?? cell).innerText)));
  return all.map((cells) => cells.map((text) => text.replaceAll("\u00a0", " ")));
}

describe("the table of persons", () => {
  const visit = pageTests();

  test("has whom each shares most with, the words that stand elsewhere, each counted once, the sources and the group", async () => {
    const { page } = visit;
    await withPersons(page);
    const table = await rows(page);
    assert.equal(table.length, 12);
    const of = (name) => table.find(([person]) => person === name).toSpliced(2, 1);
    const words = (of, all) => new RegExp(`^${of}, ${((100 * of) / all).toFixed(1)} %$`);
    assert.deepEqual(of("Bea").toSpliced(2, 1), ["Bea", "Cid", "2", "Group 1"]);
    assert.match(of("Bea")[2], words(45, 135));
    // Ten of these Bea and Dan have both.
    assert.match(of("Cid")[2], words(85, 265));
    assert.deepEqual(of("Eve").toSpliced(2, 1), ["Eve", "Fay", "1", ""]);
    assert.deepEqual(of("Ada"), ["Ada", "shares no passage", "0, 0 %", "0", ""]);
    const scores = table.map(([, , score]) => Number(score));
    assert.deepEqual(scores, scores.toSorted((x, y) => y - x));
    assert.equal((await page.textContent(".groups li")).replace(/[\u2068\u2069]/g, "").match(/Bea|Cid|Dan|Eve/g).sort().join(), "Bea,Cid,Dan");
  });

  test("opens the strongest pair of a person, and the keyboard comes back to the row", async () => {
    const { page } = visit;
    await withPersons(page);
    await page.locator(".persons-view .rows a").first().focus();
    await page.keyboard.press("ArrowDown");
    const name = await page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".pane .block").length >= 2);
    assert.match(await page.textContent("#pair-page h1"), new RegExp(name.slice(0, 3)));
    await page.keyboard.press("Escape");
    await page.waitForFunction((name) => document.activeElement.textContent === name, name);
    assert.equal(await page.locator(".persons-view .rows [tabindex='0']").count(), 1);
  });

  test("tells of the pairs that pass the filter alone, and is sorted by its headings", async () => {
    const { page } = visit;
    await withPersons(page);
    await page.fill(".filters input[type=search]", "dan");
    await settled(page);
    await page.waitForFunction(() => !document.querySelector(".persons-view .rows").textContent.includes("…") && document.querySelector(".persons-view .rows .link").textContent.includes("Dan"));
    const cid = (await rows(page)).find(([person]) => person === "Cid");
    assert.deepEqual([cid[1], cid[4]], ["Dan", "1"]);
    assert.match(cid[3], /^50, /);
    await page.fill(".filters input[type=search]", "");
    await settled(page);
    await page.click(".persons-view .head >> text=Person");
    await page.waitForFunction(() => document.querySelector(".persons-view [aria-sort]").textContent === "Person");
    const names = (await rows(page)).map(([person]) => person);
    assert.deepEqual(names, names.toSorted());
    await page.reload();
    await page.waitForFunction(() => location.hash.includes("persons"));
  });

  test("is in a report as a summary of the class, unless that is not wanted", async () => {
    const { page } = visit;
    await withPersons(page);
    const table = await rows(page);
    const { path } = await saveFile(visit);
    const report = await opened(path);
    const printed = await report.page.locator("#persons tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(printed.map(([name, other, score]) => [name, other, score]), table.map(([name, other, score]) => [name, other, score || "0"]));
    assert.match(await recomputed(report.page), /^All/);
    await report.close();
    const unnamed = await opened((await saveFile(visit, { anonymous: true })).path);
    assert.doesNotMatch(await unnamed.page.textContent("#persons"), /Bea|Cid|Dan/);
    await unnamed.close();
    await page.click(".exports >> text=Save…");
    await page.uncheck("#save >> text=Class summary");
    await page.click("#save >> text=Cancel");
    const without = await opened((await saveFile(visit)).path);
    assert.equal(await without.page.locator("#persons").count(), 0);
    await without.close();
  });
});

inEveryLook((options, name) => {
  const visit = pageTests(options);

  test("the table of persons, and the summary of a report", async () => {
    const { page } = visit;
    await withPersons(page);
    await page.locator(".persons-view .pairs").scrollIntoViewIfNeeded();
    await look(page, `persons-table-${name}`);
    const report = await opened((await saveFile(visit)).path, { viewport: options.viewport, colorScheme: options.colorScheme });
    await report.page.locator("#persons").scrollIntoViewIfNeeded();
    await look(report.page, `persons-report-${name}`);
    await report.close();
  });
});
