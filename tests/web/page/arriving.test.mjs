// How documents come in, and what becomes of each.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { choose, COPY, documents, essay, OTHER, pageTests, paste, rows, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();
const names = async () => (await documents(visit.page)).map(({ name }) => name);

test("the empty page says what it does, and that nothing leaves it", async () => {
  const text = await visit.page.textContent("body");
  assert.match(text, /Find text that documents\s+share\./);
  assert.match(text, /Nothing leaves this page\./);
  assert.equal(await visit.page.isVisible("#results"), false);
});

test("the example shows what was copied, at once", async () => {
  await visit.page.click("#example");
  await settled(visit.page);
  const [first] = await rows(visit.page);
  assert.deepEqual(first.slice(0, 2), ["The keeper and the lamp.txt", "Essay, first pupil.txt"]);
  assert.equal((await rows(visit.page)).length, 3);
});

test("each paste is a document, and two are compared without a button", async () => {
  await paste(visit.page, SOURCE);
  assert.equal(await visit.page.inputValue("#draft"), "");
  await paste(visit.page, COPY);
  await settled(visit.page);
  assert.deepEqual(await names(), ["Text 1", "Text 2"]);
  const [[a, b, , words]] = await rows(visit.page);
  assert.deepEqual([a, b], ["Text 1", "Text 2"]);
  assert.equal(Number(words), 22);
});

test("a text that is typed is compared while it grows", async () => {
  await paste(visit.page, SOURCE);
  await visit.page.fill("#draft", SOURCE.slice(0, 80));
  await settled(visit.page);
  const before = (await rows(visit.page))[0];
  await visit.page.fill("#draft", SOURCE);
  await settled(visit.page);
  const after = (await rows(visit.page))[0];
  assert.notEqual(before[6], "100 %");
  assert.equal(after[6], "100 %");
  await visit.page.click("#add-draft");
  assert.equal(await visit.page.inputValue("#draft"), "");
  assert.deepEqual(await names(), ["Text 1", "Text 2"]);
});

test("a paste of more than 100 KB becomes a card and never enters a text field", async () => {
  const text = essay(1, 20_000);
  await paste(visit.page, text);
  await paste(visit.page, text, "#draft");
  await settled(visit.page);
  assert.equal(await visit.page.inputValue("#draft"), "");
  assert.equal((await rows(visit.page))[0][7], "100 %");
  await visit.page.click(".document-name");
  assert.equal(await visit.page.locator(".document-panel textarea").count(), 0);
  assert.match(await visit.page.textContent(".document-panel"), /Too long to edit here/);
});

test("a document is renamed, edited, removed and brought back", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, OTHER);
  await settled(page);
  await page.click(".document-name >> nth=1");
  await page.fill(".document-panel input[type=text]", "The essay");
  await page.fill(".document-panel textarea", SOURCE);
  await settled(page);
  assert.deepEqual(await names(), ["Text 1", "The essay"]);
  assert.equal((await rows(page))[0][7], "100 %");
  await page.click("[aria-label='Remove \u2068The essay\u2069']");
  await settled(page);
  assert.deepEqual(await names(), ["Text 1"]);
  await page.click(".note button:has-text('Undo')");
  await settled(page);
  assert.deepEqual(await names(), ["Text 1", "The essay"]);
  assert.equal((await rows(page))[0][7], "100 %");
});

test("what is shared with a template does not count, and the template is in no pair", async () => {
  const { page } = visit;
  const task = "Describe in your own words what a keeper did each evening and why it mattered to ships.";
  await choose(page, { "task.txt": task, "a.txt": `${task} ${essay(1, 40)}`, "b.txt": `${task} ${essay(2, 40)}` });
  await settled(page);
  assert.equal((await rows(page)).length, 3);
  await page.click(".document-name >> nth=0");
  await page.check(".document-panel input[type=checkbox]");
  await settled(page);
  assert.match((await documents(page))[0].size, /Template/);
  const left = await rows(page);
  assert.equal(left.length, 1);
  assert.deepEqual([left[0][3], left[0][7]], ["0", "0 %"]);
  await page.uncheck(".document-panel input[type=checkbox]");
  await settled(page);
  assert.equal((await rows(page)).length, 3);
});

test("results are busy until a slow worker has answered, too, when a template is chosen or is one no more", async () => {
  const { page } = visit;
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...message) {
      setTimeout(() => postMessage.apply(this, message), 300);
    };
  });
  await choose(page, { "a.txt": SOURCE, "b.txt": COPY, "c.txt": OTHER });
  await settled(page);
  await page.click(".document-name >> nth=0");
  await page.check(".document-panel input[type=checkbox]");
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  await page.uncheck(".document-panel input[type=checkbox]");
  await settled(page);
  assert.equal((await rows(page)).length, 3);
});

test("two files of the same name are told apart", async () => {
  const { page } = visit;
  await choose(page, [["essay.txt", SOURCE], ["essay.txt", COPY]]);
  await settled(page);
  assert.deepEqual(await names(), ["essay.txt", "essay.txt (2)"]);
});

test("a folder gives its texts under their paths, and says what it left out", async () => {
  const { page, folder } = visit;
  await mkdir(join(folder, "class/one"), { recursive: true });
  await mkdir(join(folder, "class/two"), { recursive: true });
  await writeFile(join(folder, "class/one/essay.txt"), SOURCE);
  await writeFile(join(folder, "class/two/essay.txt"), COPY);
  await writeFile(join(folder, "class/two/page.html"), `<p>${OTHER}</p>`);
  await writeFile(join(folder, "class/photo.png"), Buffer.from([137, 80, 78, 71]));
  await page.setInputFiles("#folder", join(folder, "class"));
  await settled(page);
  assert.deepEqual((await names()).sort(), ["class/one/essay.txt", "class/two/essay.txt", "page.html"]);
  assert.match(await page.textContent("#notes"), /Skipped, unsupported file type: \u2068photo\.png\u2069/);
  assert.equal((await rows(page)).length, 3);
});

test("dropped files and folders are read, and one that cannot be opened is named", async () => {
  const { page } = visit;
  await page.evaluate(async (text) => {
    const file = (name) => ({
      isFile: true,
      name,
      fullPath: `/class/${name}`,
      file: (opened, failed) => (name === "locked.txt" ? failed(new DOMException("no", "NotReadableError")) : opened(new File([text], name))),
    });
    let batches = [[file("a.txt"), file("b.txt")], [file("locked.txt")], []];
    const folder = {
      isDirectory: true,
      name: "class",
      fullPath: "/class",
      createReader: () => ({ readEntries: (done) => done(batches.shift()) }),
    };
    const event = new Event("drop", { bubbles: true, cancelable: true });
    event.dataTransfer = { items: [{ kind: "file", webkitGetAsEntry: () => folder }], files: [] };
    document.body.dispatchEvent(event);
  }, SOURCE);
  await page.waitForSelector(".document >> nth=2");
  await settled(page);
  const list = await documents(page);
  assert.deepEqual(list.map(({ name }) => name), ["a.txt", "b.txt", "locked.txt"]);
  assert.match(list[2].problem, /could not be opened.*check that you may read it/);
  assert.equal((await rows(page)).length, 1);
});
