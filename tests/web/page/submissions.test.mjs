// Times and labels from a table: who came first is seen in the table, on the pair and in the report, and what is old is not compared with
// what is old.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { choose, documents, essay, pageTests, rows, settled, until } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ").replace(/[\u2068\u2069]/g, "");
const [TAKEN, OLD] = [essay(71, 60), essay(72, 60)];
const file = (name, number, text) => [`${name}_${number}_assignsubmission_file_a.txt`, text];

/** Ada took from Cid, of the year before; what Cid and Dan share is old. */
const FILES = [
  file("Ada", 1, `${essay(1)} ${TAKEN}`),
  file("Bea", 2, essay(2)),
  file("Cid", 3, `${essay(3)} ${TAKEN} ${OLD}`),
  file("Dan", 4, `${essay(4)} ${OLD}`),
];
const LIST = "\ufeffPerson;Time;Label\r\nAda;7.1.2026 10:11;2026\r\n\"Bea\";8.1.2026 09:00;2026\r\nCid;5.1.2025 10:11;2025\r\nDan;5.1.2025 10:11:00;2025\r\nGil;5.1.2025 12:00;2025\r\n";

/** Documents and a list, in one go. */
async function withList(page, list = LIST) {
  await choose(page, [["handed in.csv", list], ...FILES]);
  await page.waitForFunction(() => document.querySelectorAll(".document").length === 4);
  await settled(page);
}

async function old(page, cohort, checked) {
  await page.click("#open-options");
  await page.locator(".cohorts li", { hasText: cohort }).locator("input").setChecked(checked);
  await page.click("#options button:has-text('Done')");
  await settled(page);
}

const persons = (page) => page.$$eval(".rows .row", (rows) => rows.map((row) => [...row.querySelectorAll(".who")].map((who) => who.textContent).join(" ")));

describe("a list of what was handed in", () => {
  const visit = pageTests();

  test("is no document, and says in the table and on the pair who came first", async () => {
    const { page } = visit;
    await withList(page);
    assert.equal((await documents(page)).length, 4);
    await page.click("#open-options");
    await page.setInputFiles("#submissions-file", { name: "handed in.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
    await page.waitForSelector("#options >> text=4\u00a0documents with a time or a label. 1\u00a0line of the table is of no document that is here.");
    await page.click("#options button:has-text('Done')");
    assert.equal((await rows(page)).length, 6);
    const row = page.locator(".rows .row", { hasText: "Ada" }).filter({ hasText: "Cid" });
    assert.equal(await row.locator(".cell.b .came-first").getAttribute("title"), "Handed in 367 days before the other");
    assert.equal(await row.locator(".cell.a .came-first").count(), 0);
    assert.deepEqual(await row.locator(".cohort").allTextContents(), ["2026", "2025"]);
    assert.match(await row.locator("a").getAttribute("aria-label"), /B came first, by 367 days\.$/);
    assert.equal(await page.locator(".rows .row", { hasText: "Dan" }).filter({ hasText: "Cid" }).locator(".came-first").count(), 0, "both at one time");
    await row.locator("a").click();
    await page.waitForSelector(".pane .block >> nth=1");
    assert.match(plain(await page.innerText(".handed-in")), /^A: handed in January 7, 2026 at 10:11 AM, 2026\. B: handed in January 5, 2025 at 10:11 AM, 2025\. B came first, by 367 days\.$/);
  });

  test("names what is old: this year's are compared with each other and with last year's, and those not among themselves", async () => {
    const { page } = visit;
    await withList(page);
    assert.ok((await persons(page)).includes("Cid Dan"));
    await old(page, "2025", true);
    assert.equal((await rows(page)).length, 5);
    assert.ok(!(await persons(page)).includes("Cid Dan"));
    await page.click(".switch >> text=Persons");
    await page.waitForSelector(".persons-view .rows .row");
    assert.match(plain(await page.locator(".persons-view .rows .row", { hasText: /^Dan/ }).innerText()), /shares no passage/);
    await page.click(".switch >> text=Table");
    await old(page, "2026", true);
    assert.match(plain(await page.innerText("#results .waiting")), /All 4 documents are of what you call old/);
    await old(page, "2026", false);
    await old(page, "2025", false);
    assert.equal((await rows(page)).length, 6);
    assert.ok((await persons(page)).includes("Cid Dan"));
  });

  test("stands in the report, in tables, data and the project, and comes back from all that is kept", async () => {
    const { page } = visit;
    await withList(page);
    await old(page, "2025", true);
    const { path } = await saveFile(visit);
    const report = await opened(path);
    assert.match(plain(await report.page.innerText("#pair-1")), /A: handed in January 7, 2026 at 10:11 AM, 2026\. B: handed in January 5, 2025 at 10:11 AM, 2025\. B came first, by 367 days\./);
    assert.match(plain(await report.page.innerText("#documents")), /Handed in[\s\S]*January 8, 2026 at 9:00 AM 2026/);
    assert.match(await recomputed(report.page), /as printed/);
    await report.close();
    const [at, cohort] = [new Date(2025, 0, 5, 10, 11).toISOString(), "2025"];
    assert.match((await saveFile(visit, { kind: "csv" })).text, new RegExp(`${at},2026,${cohort}`));
    // Times would tell whose a document is.
    const nameless = await opened((await saveFile(visit, { anonymous: true })).path);
    const said = plain(await nameless.page.innerText("main"));
    assert.match(said, /B came first, by 367 days\./);
    assert.doesNotMatch(said, /handed in January/);
    await nameless.close();
    const saved = await saveFile(visit, { kind: "project" });
    const project = JSON.parse(saved.text);
    assert.deepEqual(project.documents.find(({ name }) => name.startsWith("Cid")).handed_in, at);
    assert.deepEqual(project.options.authors.old, ["2025"]);
    await page.check("#keep");
    await until(page, async () => (await indexedDB.databases()).length > 0);
    await settled(page);
    await page.reload();
    await page.waitForSelector(".rows .came-first", { state: "attached" });
    await settled(page);
    assert.equal((await rows(page)).length, 5);
    await page.click("#clear");
    await choose(page, { "mine.twinprint": saved.text });
    await page.waitForSelector(".rows .came-first");
    await settled(page);
    assert.equal((await rows(page)).length, 5);
  });

  test("is read as platforms give it, refused where its dates have two meanings, and any other table is a document", async () => {
    const { page } = visit;
    const moodle = 'Identifier,"Full name","Last modified (submission)"\r\n"Participant 2","Bea B.","Thursday, 8 January 2026, 9:00 AM"\r\n"Participant 1","Ada A.","Wednesday, 7 January 2026, 10:11 AM"\r\n';
    await withList(page, moodle);
    await page.waitForSelector(".note >> text=/A table with 2.lines of times or labels is here/");
    assert.equal(await page.locator(".rows .came-first").getAttribute("title"), "Handed in 22 hours before the other");
    await choose(page, [["us.csv", "file,submitted\nAda.txt,1/7/2026 10:11\nBea.txt,1/8/2026 09:00\n"]]);
    await page.waitForSelector(".note >> text=/its dates may be read in two ways/");
    await choose(page, [["poem.csv", "A table of words, and no list,\nof anything that was handed in,\nwhatever one may think of it.\n"]]);
    await page.waitForFunction(() => document.querySelectorAll(".document").length === 5);
  });
});

inEveryLook((window, suffix) => {
  const visit = pageTests(window);

  test("times and labels are readable in the options, in the table and on the pair, and axe finds nothing", async () => {
    const { page } = visit;
    await withList(page);
    await page.click("#open-options");
    await page.locator("#options legend", { hasText: "Times and labels" }).scrollIntoViewIfNeeded();
    await look(page, `submissions-options-${suffix}`);
    await page.click("#options button:has-text('Done')");
    for (const close of await page.locator(".note button").all()) await close.click();
    await look(page, `submissions-table-${suffix}`);
    await page.locator(".rows .row a").first().click();
    await page.waitForSelector(".pane .block >> nth=1");
    await look(page, `submissions-pair-${suffix}`);
  });
});
