// Documents that are kept on this device, in two tabs at once, and what may come between: both add, both judge, one removes, one
// erases, one is of an earlier version, there is no room, the page crashes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints } from "../chromium.mjs";
import { COPY, documents, essay, open, option, OTHER, pageTests, paste, rows, settled, SOURCE, until } from "./harness.mjs";

const visit = pageTests();

/** Another tab of the same browser. */
async function tab() {
  const page = await visit.context.newPage();
  const heard = complaints(page);
  await page.goto(visit.address);
  return Object.assign(page, { heard });
}

const names = async (page) => (await documents(page)).map(({ name }) => name);
const notes = async (page) => (await page.$$eval(".note", (notes) => notes.map((note) => note.textContent).join("\n"))).replaceAll("\u00a0", " ");
const pressed = (page) => page.$$eval(".verdict-bar [aria-pressed=true]", (buttons) => buttons.map((button) => button.textContent));
const pairOf = (page, a, b) => page.locator(".rows .row", { hasText: a }).filter({ hasText: b });
const judgedOf = (page, a, b) => pairOf(page, a, b).locator(".judged .spoken").textContent();

/** Waits until a tab lists so many documents, and has compared them. */
async function lists(page, count) {
  await page.bringToFront();
  await until(page, (count) => document.querySelectorAll(".document").length === count, count);
  await settled(page);
}

/** All that is kept, but for the texts. */
function all(page) {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "twinprint")) return { documents: [], verdicts: [] };
    const result = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await result(indexedDB.open("twinprint"));
    const of = (store) => result(database.transaction(store).objectStore(store).getAll());
    const [documents, verdicts] = await Promise.all([of("documents"), of("verdicts")]).finally(() => database.close());
    return { documents: documents.map(({ name }) => name), verdicts };
  });
}

/** Waits until so many documents and verdicts are kept, and the verdicts are what `holds` says. */
async function kept(page, documents, verdicts = 0, holds = () => true) {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await all(page);
    if (found.documents.length === documents && found.verdicts.length === verdicts && holds(found.verdicts)) return;
    if (Date.now() > end) throw new Error(`${documents} documents and ${verdicts} verdicts were to be kept, not ${JSON.stringify(found)}`);
    await page.waitForTimeout(20);
  }
}

async function name(page, index, given) {
  await page.bringToFront();
  await page.click(`.document-name >> nth=${index}`);
  const field = page.locator(".document-panel input[type=text]").first();
  await field.fill(given);
  await field.press("Enter");
  await page.click(`.document-name >> nth=${index}`);
}

/** Two tabs that keep the same two texts. */
async function both() {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await page.check("#keep");
  await kept(page, 2);
  const other = await tab();
  await lists(other, 2);
  return [page, other];
}

async function judge(page, row, key) {
  await page.bringToFront();
  await row.locator("a").click();
  await page.waitForFunction(() => document.querySelectorAll(".pane .block").length >= 2);
  await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await settled(page);
}

/** Keeps two texts that share a passage. */
async function keepTwo(page) {
  await paste(page, SOURCE);
  await paste(page, COPY);
  await page.check("#keep");
  await kept(page, 2);
  await settled(page);
}

test("two tabs that both add and both judge show the same, and after a reload all of it is there", async () => {
  const [page, other] = await both();
  await Promise.all([paste(page, OTHER), paste(other, essay(1))]);
  for (const tab of [page, other]) await lists(tab, 4);
  // Each gave its text the same name and, before it heard of the other, the same number.
  assert.deepEqual((await names(page)).toSorted(), (await names(other)).toSorted());
  await judge(page, pairOf(page, "Text 1", "Text 2"), "c");
  await judge(other, other.locator(".rows .row").nth(1), "f");
  await kept(page, 4, 2);
  for (const tab of [page, other]) {
    await settled(tab);
    assert.deepEqual((await rows(tab)).map((row) => row.at(-1)).filter(Boolean).toSorted(), ["Copied", "No problem"]);
    await tab.reload();
    await lists(tab, 4);
    assert.deepEqual((await rows(tab)).map((row) => row.at(-1)).filter(Boolean).toSorted(), ["Copied", "No problem"]);
    assert.equal(await judgedOf(tab, "Text 1", "Text 2"), "Copied");
  }
  assert.deepEqual(await rows(page), await rows(other));
  assert.deepEqual(other.heard, []);
});

test("a tab that had texts of its own before it kept them adds them to what another keeps, and shows that, too", async () => {
  const { page } = visit;
  const other = await tab();
  await paste(page, SOURCE);
  await paste(other, COPY);
  await name(page, 0, "mine");
  await name(other, 0, "yours");
  await page.check("#keep");
  await kept(page, 1);
  assert.equal((await names(other)).length, 1, "a tab that keeps nothing is left alone");
  await other.check("#keep");
  for (const tab of [page, other]) {
    await lists(tab, 2);
    assert.deepEqual((await names(tab)).toSorted(), ["mine", "yours"]);
  }
  assert.match(await notes(other), /1 document that another tab keeps is here now, too\./);
});

test("a pair that is open is the one that is open after a reload, whatever numbers its documents have then", async () => {
  const { page } = visit;
  const other = await tab();
  for (const [tab, texts] of [[page, [essay(1), essay(2)]], [other, [SOURCE, COPY]]]) {
    for (const text of texts) await paste(tab, text);
    await lists(tab, 2);
  }
  for (const [index, given] of ["yours", "theirs"].entries()) await name(other, index, given);
  await page.check("#keep");
  await kept(page, 2);
  await other.bringToFront();
  await other.check("#keep");
  await lists(other, 4);
  await kept(other, 4);
  await pairOf(other, "yours", "theirs").locator("a").click();
  await other.waitForSelector(".pane .block");
  await other.reload();
  await other.waitForSelector(".pane .block");
  assert.match(await other.textContent("#pair-page h1"), /(yours\s*and\s*theirs|theirs\s*and\s*yours)/);
});

test("an author who is corrected in one tab is corrected in the other, for documents to come, too", async () => {
  const { page } = visit;
  const file = (number) => ({ name: `Li Na_${number}_assignsubmission_file_${number}.txt`, mimeType: "text/plain", buffer: Buffer.from(essay(number)) });
  await page.setInputFiles("#files", [file(101), file(102)]);
  await page.check("#keep");
  await kept(page, 2);
  const other = await tab();
  await lists(other, 2);
  await page.bringToFront();
  await page.click("#authors-found");
  await page.click(".person-list .person >> nth=0");
  await page.locator(".person-panel label", { hasText: "Same person as" }).locator("select").selectOption({ index: 1 });
  await until(other, () => document.querySelector("#authors-found").textContent === "1\u00a0author");
  await other.bringToFront();
  await other.setInputFiles("#files", [{ ...file(101), name: "Li Na_101_assignsubmission_file_more.txt" }]);
  for (const tab of [page, other]) {
    await until(tab, () => document.querySelectorAll(".document").length === 3);
    assert.equal((await tab.textContent("#authors-found")).replace("\u00a0", " "), "1 author");
  }
});

test("what is added while the page still opens what was kept is kept, too", async () => {
  const [page] = await both();
  await page.addInitScript(() => {
    const { databases } = IDBFactory.prototype;
    const opened = new Promise((resolve) => (globalThis.openNow = resolve));
    IDBFactory.prototype.databases = async function () {
      await opened;
      return databases.call(this);
    };
  });
  await page.reload();
  await paste(page, OTHER);
  await lists(page, 1);
  await page.evaluate(() => globalThis.openNow());
  await lists(page, 3);
  await kept(page, 3);
});

test("of two verdicts on a pair that tabs gave while nothing was kept, the later stands in both", async () => {
  const [page, other] = await both();
  await page.uncheck("#keep");
  await other.waitForSelector(".note >> text=Another tab erased what was kept on this device");
  await judge(page, page.locator(".rows .row"), "c");
  await judge(other, other.locator(".rows .row"), "f");
  await page.check("#keep");
  await kept(page, 2, 1, ([{ verdict }]) => verdict === "copied");
  await other.check("#keep");
  await kept(page, 2, 1, ([{ verdict }]) => verdict === "fine");
  await until(page, () => document.querySelector(".rows .judged .spoken")?.textContent === "No problem");
  assert.equal(await other.textContent(".rows .judged .spoken"), "No problem");
});

test("names, templates, authors, texts and options that change in one tab change in the other", async () => {
  const [page, other] = await both();
  await name(page, 0, "The keeper");
  await page.click(".document-name >> nth=1");
  await page.check(".document-panel input[type=checkbox]");
  const author = page.locator(".document-panel label", { hasText: "Author" }).locator("input");
  await author.fill("Jane Doe");
  await author.press("Tab");
  await page.locator(".document-panel textarea").fill(OTHER);
  await option(page, "Quotations");
  await until(other, () => document.querySelector("#document-list").textContent.includes("The keeper") && document.querySelector(".document.template"));
  await until(other, () => [...document.querySelectorAll(".document-size")].at(-1).textContent.includes("22"));
  await settled(other);
  await other.click(".document-name >> nth=1");
  assert.equal(await other.locator(".document-panel label", { hasText: "Author" }).locator("input").inputValue(), "Jane Doe");
  assert.equal(await other.locator(".document-panel textarea").inputValue(), OTHER);
  await other.click("#open-options");
  await until(other, () => ![...document.querySelectorAll("#options label")].find((label) => label.textContent.includes("Quotations")).querySelector("input").checked);
});

test("a document that one tab removes is gone in both, and comes back to both with its verdict", async () => {
  const [page, other] = await both();
  await judge(page, page.locator(".rows .row"), "c");
  await until(other, () => document.querySelector(".rows .judged .spoken")?.textContent === "Copied");
  await page.click("[aria-label^=Remove] >> nth=0");
  for (const tab of [page, other]) await lists(tab, 1);
  await kept(page, 1, 0);
  await paste(other, OTHER);
  await lists(page, 2);
  await page.click(".note >> text=Undo");
  for (const tab of [page, other]) {
    await lists(tab, 3);
    assert.equal(await judgedOf(tab, "Text 1", "Text 2"), "Copied");
    assert.equal(await tab.locator(".rows .judged .spoken").count(), 1, "and no other pair has it");
  }
});

test("a verdict and a note show in a pair that is open in the other tab, and what is being written there stays", async () => {
  const [page, other] = await both();
  for (const tab of [page, other]) await open(tab);
  await page.bringToFront();
  await page.keyboard.press("c");
  await until(other, () => document.querySelector(".verdict-bar [aria-pressed=true]")?.textContent === "Copied");
  await page.keyboard.press("w");
  await page.keyboard.type("Seen by one");
  await page.keyboard.press("Tab");
  await until(other, () => document.querySelector(".verdict-bar textarea").value === "Seen by one");
  assert.equal(await other.isVisible(".verdict-bar textarea"), true);
  await other.keyboard.press("Escape");
  await kept(page, 2, 1, ([{ note }]) => note === "Seen by one");
  await open(other);
  await other.click(".verdict-bar textarea");
  await other.keyboard.press("End");
  await other.keyboard.type(" and the other");
  await page.bringToFront();
  await page.click("#pair-page h1");
  await page.keyboard.press("f");
  await kept(page, 2, 1, ([{ note, verdict }]) => note === "Seen by one and the other" && verdict === "fine");
  assert.equal(await other.inputValue(".verdict-bar textarea"), "Seen by one and the other");
  assert.deepEqual(await pressed(other), ["No problem"]);
});

for (const [how, erase] of [["keeps no more", (page) => page.uncheck("#keep")], ["clears everything", (page) => page.click("#clear")]]) {
  test(`where one tab ${how}, the other says that it keeps nothing now, and loses nothing it shows`, async () => {
    const [page, other] = await both();
    await judge(other, other.locator(".rows .row"), "c");
    await erase(page);
    await other.waitForSelector(".note >> text=Another tab erased what was kept on this device");
    assert.equal(await other.isChecked("#keep"), false);
    assert.deepEqual(await names(other), ["Text 1", "Text 2"]);
    await until(other, async () => (await indexedDB.databases()).length === 0);
    assert.match(await other.textContent("#unsaved"), /is not kept yet/);
    await other.check("#keep");
    await kept(other, 2, 1);
    assert.equal((await names(page)).length, how === "keeps no more" ? 2 : 0);
  });
}

/** Makes what version 2 of the database kept: two texts under the running numbers of a tab, and a verdict on both. */
async function keptBefore(page) {
  await page.evaluate(async ([a, b]) => {
    const request = indexedDB.open("twinprint", 2);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("documents", { keyPath: "id" });
      request.result.createObjectStore("options");
      request.result.createObjectStore("verdicts", { keyPath: ["a", "b"] });
    };
    const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const transaction = database.transaction(["documents", "verdicts", "options"], "readwrite");
    for (const [id, source] of [[3, a], [7, b]]) transaction.objectStore("documents").put({ id, name: `Text ${id}`, path: `Text ${id}`, source, format: "plain", template: false, author: "", authorByHand: false });
    transaction.objectStore("verdicts").put({ a: 3, b: 7, verdict: "copied", note: "Seen", at: "2026-03-01T10:00:00.000Z" });
    transaction.objectStore("options").put({ shingle: 2 }, 0);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    globalThis.before = database;
  }, [SOURCE, COPY]);
}

test("what the version before kept opens with its verdicts, notes and options, under the same numbers", async () => {
  const { page } = visit;
  await keptBefore(page);
  await page.evaluate(() => globalThis.before.close());
  await page.goto("about:blank");
  await page.goto(`${visit.address}#pair=3,7`);
  await page.waitForSelector(".pane .block");
  assert.deepEqual(await pressed(page), ["Copied"]);
  assert.equal(await page.inputValue(".verdict-bar textarea"), "Seen");
  assert.equal(await page.isChecked("#keep"), true);
  await page.keyboard.press("f");
  await page.reload();
  await page.waitForSelector(".pane .block");
  assert.deepEqual(await pressed(page), ["No problem"]);
  await page.click("#open-options");
  assert.equal(await page.getByLabel("Words per shingle").inputValue(), "2");
});

test("a tab of the version before that is still open is named, and all opens once it is closed", async () => {
  const { page } = visit;
  await keptBefore(page);
  const other = await tab();
  await other.waitForSelector(".note >> text=Another tab has an earlier version of this page");
  await page.close();
  await lists(other, 2);
  assert.equal(await judgedOf(other, "Text 3", "Text 7"), "Copied, with a note");
});

/** Lets the device have room for no record, or for none with a text longer than `most`; or for all again. */
function room(page, most) {
  return page.evaluate((most) => {
    globalThis.put ??= IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, ...key) {
      if (most !== undefined && (value.source?.length ?? 0) >= most) throw new DOMException("There is no room", "QuotaExceededError");
      return globalThis.put.call(this, value, ...key);
    };
  }, most);
}

test("where there is no room it is said, nothing here is lost, and all is kept once there is room", async () => {
  const { page } = visit;
  await keepTwo(page);
  await room(page, 0);
  await judge(page, page.locator(".rows .row"), "c");
  await page.waitForSelector(".note >> text=could not be kept on this device, probably for want of room");
  await paste(page, essay(1));
  await settled(page);
  assert.equal(await page.locator(".note").count(), 1, "it is said once");
  assert.deepEqual(await names(page), ["Text 1", "Text 2", "Text 3"]);
  assert.equal(await page.textContent(".rows .judged .spoken"), "Copied");
  assert.match(await page.textContent("#unsaved"), /is not kept yet/);
  assert.equal(await page.isChecked("#keep"), true);
  assert.equal((await all(page)).documents.length, 2, "what was kept before stays");
  await room(page);
  await paste(page, OTHER);
  await kept(page, 4, 1);
  await until(page, () => document.querySelector("#unsaved").hidden);
  await page.reload();
  await lists(page, 4);
  assert.equal(await judgedOf(page, "Text 1", "Text 2"), "Copied");
});

test("one text for which there is no room keeps no other from being kept", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await page.check("#keep");
  await kept(page, 1);
  await room(page, 10_000);
  await paste(page, essay(1, 5000));
  await page.waitForSelector(".note >> text=could not be kept on this device");
  await paste(page, OTHER);
  await kept(page, 2);
  assert.deepEqual((await all(page)).documents.toSorted(), ["Text 1", "Text 3"]);
  assert.deepEqual(await names(page), ["Text 1", "Text 2", "Text 3"]);
});

test("a page that crashes right after a verdict has lost nothing that it was to keep", async () => {
  const { page } = visit;
  await keepTwo(page);
  await open(page);
  await page.keyboard.press("c");
  const client = await visit.context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  client.send("Page.crash").catch(() => undefined);
  await crashed;
  const other = await tab();
  await lists(other, 2);
  assert.equal((await rows(other))[0].at(-1), "Copied");
});
