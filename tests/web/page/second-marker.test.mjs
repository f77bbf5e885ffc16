// A second marker's project: its verdicts and notes stand beside those that are here, with names and times, and where they differ it is seen.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { choose, COPY, essay, open, OTHER, pageTests, rows, settled, SOURCE } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ").replace(/[\u2068\u2069]/g, "");
const FILES = { "Ada.txt": SOURCE, "Grace.txt": COPY, "Alan.txt": OTHER, "Eve.txt": essay(3), "Fay.txt": essay(4) };
const NOTE = "One sentence, and\nan old saying.";

/** What the second marker saved: the same documents, which have other numbers there and lie elsewhere. */
function project(changes = {}) {
  const documents = [["Alan.txt", OTHER], ["Grace.txt", COPY], ["Ada.txt", SOURCE]].map(([name, text], i) => ({ id: 11 + i, name, path: `of the second marker/${name}`, format: "plain", template: false, text }));
  const verdicts = [
    { a: 12, b: 13, verdict: "fine", note: NOTE, at: "2026-03-02T09:30:00.000Z" },
    { a: 11, b: 13, verdict: "again", note: "", at: "2026-03-02T09:40:00.000Z" },
  ];
  return JSON.stringify({ kind: "twinprint-project", version: 3, by: "M. Second", recipe: "", options: {}, documents, verdicts, ...changes });
}

/** Judges the pair that shares most, and brings the second marker's project in. */
async function judgedTwice(page, file = project()) {
  await choose(page, FILES);
  await settled(page);
  await open(page);
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await choose(page, { "marks.twinprint": file });
  await page.waitForSelector("#second-marker[open]");
}

async function put(page) {
  await page.click("#second-marker button[type=submit]");
  await page.waitForSelector(".note >> text=are here now");
  await settled(page);
}

/** What the first two rows say of verdicts. */
const verdictsSaid = (page) => page.$$eval(".rows .row .judged", (cells) => cells.map((cell) => cell.querySelector(".spoken")?.textContent ?? ""));

describe("a second marker's project", () => {
  const visit = pageTests();

  test("puts its verdicts beside those that are here, and the table and the pair show where they differ", async () => {
    const { page } = visit;
    await judgedTwice(page);
    assert.match(plain(await page.innerText("#second-marker")), /“marks\.twinprint” has 3 documents that are here, too, and 2 pairs with verdicts or notes/);
    assert.equal(await page.inputValue("#second-marker input"), "M. Second");
    await put(page);
    assert.match(plain(await page.innerText(".note >> nth=-1")), /2 pairs with verdicts or notes by M\. Second are here now; 1 pair with verdicts that differ\./);
    const said = (await verdictsSaid(page)).filter(Boolean);
    assert.deepEqual(said, ["Copied, M. Second: No problem with a note, The verdicts differ.", "M. Second: Review later"]);
    assert.equal(await page.locator(".rows .differ").count(), 1);
    await page.selectOption(".filters select", "differ");
    await settled(page);
    assert.equal((await rows(page)).length, 1);
    assert.match(page.url(), /verdict=differ/);
    await page.locator(".rows .row a").click();
    await page.waitForSelector(".pane .block >> nth=1");
    const opinion = plain(await page.innerText(".opinions li"));
    assert.match(opinion, /M\. Second\s+No problem\s+March 2, 2026/);
    assert.ok(opinion.includes(NOTE.split("\n")[1]));
    assert.equal(await page.isVisible(".verdict-bar .differ"), true);
    // Who comes to think the same, differs no more.
    await page.keyboard.press("f");
    assert.equal(await page.isVisible(".verdict-bar .differ"), false);
  });

  test("stands in the report with names and times, in tables, data and the project, and comes back from all that is kept", async () => {
    const { page } = visit;
    await judgedTwice(page);
    await put(page);
    const { path } = await saveFile(visit, { by: "M. First" });
    const report = await opened(path);
    assert.match(plain(await report.page.innerText("#finding")), /Judged by M\. First: 1 “Copied”; 9 pairs not judged\.\s+Also judged by M\. Second: the verdicts on 1 pair differ\./);
    const pair = plain(await report.page.innerText("#pair-1"));
    assert.match(pair, /The verdicts differ\.\s+Verdict: Copied M\. First, [\s\S]*Verdict: No problem M\. Second, March 2, 2026[\s\S]*an old saying/);
    assert.match(await recomputed(report.page), /as printed/);
    assert.deepEqual(report.heard, []);
    await report.close();
    assert.match((await saveFile(visit, { kind: "csv" })).text, /M\. Second: fine; One sentence/);
    const { pairs } = JSON.parse((await saveFile(visit, { kind: "json" })).text);
    assert.deepEqual(pairs.find(({ verdict }) => verdict === "copied").others, [{ by: "M. Second", verdict: "fine", note: NOTE, at: "2026-03-02T09:30:00.000Z" }]);
    const saved = await saveFile(visit, { kind: "project", by: "M. First" });
    assert.equal(JSON.parse(saved.text).by, "M. First");
    const before = await verdictsSaid(page);
    await page.check("#keep");
    await page.waitForFunction(async () => (await indexedDB.databases()).length > 0);
    await settled(page);
    await page.reload();
    await page.waitForSelector(".rows .differ");
    assert.deepEqual(await verdictsSaid(page), before);
    await page.click("#clear");
    await choose(page, { "mine.twinprint": saved.text });
    await page.waitForSelector(".rows .differ");
    assert.deepEqual(await verdictsSaid(page), before);
  });

  test("is taken away again by one click, opens in place of what is here where that is wished, and one of other documents is not asked about", async () => {
    const { page } = visit;
    await judgedTwice(page);
    await put(page);
    await page.click(".note >> nth=-1 >> text=Undo");
    await settled(page);
    assert.deepEqual((await verdictsSaid(page)).filter(Boolean), ["Copied"]);
    await choose(page, { "marks.twinprint": project() });
    await page.click("#second-marker >> text=Open in place of mine");
    await page.waitForSelector(".note >> text=replaces what was here");
    await settled(page);
    assert.deepEqual((await verdictsSaid(page)).filter(Boolean).sort(), ["No problem, with a note", "Review later"]);
    const others = [["x.txt", "Nothing of it is here, whatever one looks at."], ["y.txt", "And nothing of this one is here either."]];
    await choose(page, { "others.twinprint": project({ documents: others.map(([name, text], i) => ({ id: 12 + i, name, path: name, format: "plain", template: false, text })), verdicts: [{ a: 12, b: 13, verdict: "fine", note: "", at: "" }] }) });
    await page.waitForFunction(() => document.querySelectorAll(".document").length === 2);
    assert.equal(await page.locator("#second-marker").count(), 0);
  });
});

inEveryLook((window, suffix) => {
  const visit = pageTests(window);

  test("what two markers say is readable in the table and on the pair, and axe finds nothing", async () => {
    const { page } = visit;
    await judgedTwice(page);
    await look(page, `second-marker-asked-${suffix}`);
    await put(page);
    await page.locator(".note button >> nth=-1").click();
    await look(page, `second-marker-table-${suffix}`);
    await open(page);
    await look(page, `second-marker-pair-${suffix}`);
  });
});
