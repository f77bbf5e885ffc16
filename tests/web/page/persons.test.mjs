// Whom the page takes for an author, in a list in which that is corrected; and that corrections hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile } from "./saving.mjs";
import { choose, drawn, essay, open as openPair, pageTests, picture, rows, settled, until } from "./harness.mjs";
import { zip } from "./made/zip.mjs";

const visit = pageTests();
const SHARED = essay(9, 30);

/** Four essays of three persons, two of whom have one name. */
const CLASS = [
  ["Zhang Wei_101_assignsubmission_file_/essay.txt", `${essay(1)} ${SHARED}`],
  ["Zhang Wei_102_assignsubmission_file_/essay.txt", `${SHARED} ${essay(2)}`],
  ["Li Na_103_assignsubmission_file_/essay.txt", `${essay(3)} ${SHARED}`],
  ["Li Na_103_assignsubmission_file_/sources.txt", `${SHARED} ${essay(4)}`],
];

async function bring(files = CLASS) {
  await choose(visit.page, { "class.zip": zip(files) });
  await settled(visit.page);
}

const clean = (text) => text.replace(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
const count = async () => (await rows(visit.page)).length;

async function openList() {
  await visit.page.click("#open-options");
  await visit.page.waitForSelector(".person-list .person");
}

async function done() {
  await visit.page.click("#options button:has-text('Done')");
  await settled(visit.page);
}

/** Every author in the list, with what is said of each. */
const listed = async () => (await visit.page.$$eval(".person-list .person", (persons) => persons.map((person) => [...person.children].slice(1).map((part) => part.textContent).join(": ")))).map(clean);
const said = async () => clean(await visit.page.textContent(".persons [role=status]"));
const openPerson = (name) => visit.page.locator(".person-list .person", { hasText: name }).click();
const field = (label) => visit.page.locator(".person-panel label", { hasText: label }).locator("input, select");

async function fill(label, value) {
  await field(label).fill(value);
  await field(label).press("Enter");
}

test("the list has every person with the documents and the platform's number, and two of one name are two", async () => {
  await bring();
  await openList();
  assert.deepEqual(await listed(), ["Li Na: 2 documents, number 103", "Zhang Wei (101): 1 document", "Zhang Wei (102): 1 document"]);
  assert.match(clean(await visit.page.textContent(".persons > .hint >> nth=0")), /^3 authors of 4 documents/);
  await picture(visit.page, "persons");
  await done();
  assert.equal(await count(), 5, "all but the two of Li Na");
});

test("two persons who are one are merged, their documents no longer compared, and that is undone", async () => {
  const { page } = visit;
  await bring();
  await openList();
  await openPerson("Zhang Wei (101)");
  await field("Same person as").selectOption({ label: "Zhang Wei (102)" });
  assert.equal(await said(), "Zhang Wei (101) and Zhang Wei (102) are one person now.");
  assert.deepEqual(await listed(), ["Li Na: 2 documents, number 103", "Zhang Wei (102): 2 documents, number 101"]);
  assert.equal(await page.evaluate(() => document.activeElement.textContent.includes("Zhang Wei (102)")), true, "the keyboard is where the two went");
  await settled(page);
  assert.equal(await count(), 4);
  await page.click(".persons >> text=Undo the last correction");
  assert.deepEqual(await listed(), ["Li Na: 2 documents, number 103", "Zhang Wei (101): 1 document", "Zhang Wei (102): 1 document"]);
  assert.equal(await page.isVisible(".persons >> text=Undo all corrections"), false);
  await done();
  assert.equal(await count(), 5);
});

test("a document that is somebody else's is given to whom it belongs, and compared with the others of its former author", async () => {
  await bring();
  await openList();
  await openPerson("Li Na");
  await picture(visit.page, "person-open");
  await fill(/sources\.txt.? is by/, "Wang Fang");
  assert.equal(await said(), "sources.txt is by Wang Fang now.");
  assert.deepEqual((await listed())[1], "Wang Fang: 1 document, number 103");
  assert.equal(await visit.page.isVisible("#options[open]"), true, "Enter corrects and ends no dialog");
  await done();
  assert.equal(await count(), 6);
});

test("a new name holds for documents that come later, by any rule, after a reload and in a project", async () => {
  const { page } = visit;
  await bring();
  await openList();
  await openPerson("Li Na");
  await fill("Name", "Li, Na");
  assert.equal(await said(), "Li Na is Li, Na now.");
  await done();
  await bring([["Li Na_103_assignsubmission_file_/appendix.txt", `${essay(5)} ${SHARED}`]]);
  await choose(page, { "Li Na_103_assignsubmission_file_late.txt": `${essay(6)} ${SHARED}` });
  await settled(page);
  await openList();
  assert.equal((await listed())[0], "Li, Na: 4 documents, number 103");
  await page.locator("#options select", { hasText: "by a pattern" }).selectOption("none");
  await until(page, () => document.querySelectorAll(".person-list .person").length === 2);
  assert.deepEqual(await listed(), ["Li, Na: 4 documents, number 103", "no author: 2 documents"]);
  await page.locator("#options select", { hasText: "by a pattern" }).selectOption("platform");
  await done();
  const { text } = await saveFile(visit, { kind: "project" });
  const data = await saveFile(visit, { kind: "json", anonymous: true });
  assert.doesNotMatch(data.text, /Li,? Na/i, "what is anonymous has no name");
  await page.check("#keep");
  await until(page, async () => (await indexedDB.databases()).length > 0 && document.querySelector("#keep").checked);
  await settled(page);
  await page.reload();
  await until(page, () => document.querySelectorAll(".document").length === 6);
  await settled(page);
  await openList();
  assert.equal((await listed())[0], "Li, Na: 4 documents, number 103");
  await done();
  await page.click("#clear");
  await choose(page, { "class.twinprint": text });
  await until(page, () => document.querySelectorAll(".document").length === 6);
  await bring([["Li Na_103_assignsubmission_file_/third.txt", `${essay(7)} ${SHARED}`]]);
  await openList();
  assert.equal((await listed())[0], "Li, Na: 5 documents, number 103");
  await page.click(".persons >> text=Undo all corrections");
  assert.deepEqual(await listed(), ["Li Na: 5 documents, number 103", "Zhang Wei (101): 1 document", "Zhang Wei (102): 1 document"]);
});

test("a person who was renamed keeps the name when another of the former name comes", async () => {
  await bring([["Zhang Wei_101_assignsubmission_file_/essay.txt", `${essay(1)} ${SHARED}`], ["Li Na_103_assignsubmission_file_/essay.txt", SHARED]]);
  await openList();
  await openPerson("Zhang Wei");
  await fill("Name", "Zhang Wei the elder");
  await done();
  await bring([["Zhang Wei_102_assignsubmission_file_/essay.txt", `${SHARED} ${essay(2)}`], ["Zhang Wei_101_assignsubmission_file_/more.txt", essay(3)]]);
  await openList();
  assert.deepEqual(await listed(), ["Li Na: 1 document, number 103", "Zhang Wei (102): 1 document", "Zhang Wei the elder: 2 documents, number 101"]);
});

test("documents of nobody are listed last, and get an author there", async () => {
  await choose(visit.page, { "a.txt": `${essay(1)} ${SHARED}`, "b.txt": `${essay(2)} ${SHARED}` });
  await settled(visit.page);
  await openList();
  assert.deepEqual(await listed(), ["no author: 2 documents"]);
  await openPerson("no author");
  await fill(/a\.txt.? is by/, "Jane Doe");
  await openPerson("no author");
  await fill(/b\.txt.? is by/, "jane  doe");
  assert.deepEqual(await listed(), ["Jane Doe: 2 documents"]);
  await done();
  assert.equal(await visit.page.locator("#results .waiting >> text=Compare documents of one author, too").count(), 1);
});

test("beside the documents it is said how many authors were found, and that leads to the list", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": essay(1), "b.txt": essay(2) });
  await settled(page);
  assert.equal(await page.isVisible("#authors-found"), false, "nobody is found");
  await bring();
  assert.equal(clean(await page.textContent("#authors-found")), "3 authors");
  await page.click("#authors-found");
  await page.waitForSelector(".person-list .person");
  assert.equal(await page.isVisible(".person-list"), true);
  await drawn(page);
  assert.equal(await page.evaluate(() => document.querySelector(".person-list").getBoundingClientRect().top < innerHeight), true, "it is in sight");
});

test("persons stand first in the table, a pair, the matrix and the graph, their files second", async () => {
  const { page } = visit;
  await bring();
  const cells = await page.$$eval(".rows .row .cell.a", (cells) => cells.map((cell) => [...cell.querySelectorAll("bdi")].map((name) => name.textContent)));
  assert.deepEqual(cells.filter(([who]) => who === "Li Na"), []);
  assert.deepEqual(cells[0], ["Zhang Wei (101)", "essay.txt"], "the path is not needed to tell an author's only essay");
  assert.match(clean(await page.getAttribute(".rows .row a >> nth=0", "aria-label")), /^Zhang Wei \(101\), essay\.txt and .+, (essay|sources)\.txt$/);
  await picture(page, "persons-table");
  await openPair(page);
  assert.match(await page.textContent("#pair-page h1"), /Zhang Wei \(\d+\)\s*and\s*(Zhang Wei \(102\)|Li Na)/);
  assert.match(await page.title(), /Zhang Wei/);
  await picture(page, "persons-pair");
  await page.keyboard.press("Escape");
  await settled(page);
  await page.click(".switch >> text=Matrix");
  await settled(page);
  assert.match(clean(await page.getAttribute(".matrix-cursor", "aria-label")), /of (Zhang Wei \(10\d\)|Li Na), (essay|sources)\.txt is in (Zhang Wei \(10\d\)|Li Na), (essay|sources)\.txt/);
  await picture(page, "persons-matrix");
  await page.click(".switch >> text=Graph");
  await page.waitForSelector(".graph-list h3");
  assert.match(clean(await page.textContent(".graph-list li >> nth=0")), /^(Zhang Wei \(10\d\)|Li Na), (essay|sources)\.txt and /);
  await picture(page, "persons-graph");
});

test("pairs are filtered and sorted by persons, too", async () => {
  const { page } = visit;
  await bring([...CLASS, ...[6, 7, 8].map((number) => [`Ann Lee_20${number}_assignsubmission_file_/z.txt`, essay(number)])]);
  await page.fill(".filters input[type=search]", "li na");
  await settled(page);
  assert.equal(await count(), 10);
  await page.fill(".filters input[type=search]", "");
  for (const first of [/^Ann Lee \(206\)/, /^Zhang Wei \(102\)/]) {
    await page.click(".head .cell.a button");
    await settled(page);
    assert.match(await page.textContent(".rows .cell.a >> nth=0"), first);
  }
});

test("arrow keys go from one author to the next, with one stop for all", async () => {
  const { page } = visit;
  await bring();
  await openList();
  assert.equal(await page.locator(".person-list .person[tabindex='0']").count(), 1);
  await page.locator(".person-list .person >> nth=0").focus();
  const here = async () => clean(await page.evaluate(() => document.activeElement.children[1].textContent));
  for (const [key, name] of [["ArrowDown", "Zhang Wei (101)"], ["End", "Zhang Wei (102)"], ["ArrowDown", "Zhang Wei (102)"], ["ArrowUp", "Zhang Wei (101)"], ["Home", "Li Na"]]) {
    await page.keyboard.press(key);
    assert.equal(await here(), name);
  }
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute(".person-list .person >> nth=0", "aria-expanded"), "true");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.value), "Li Na");
});
