// Whatever keeps the page from showing a pair is said in a sentence, with what helps; and nothing waits for ever.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, COPY, documents, essay, OTHER, pageTests, paste, picture, rows, settled, SOURCE } from "./harness.mjs";
import { zip } from "./made/zip.mjs";

/** What becomes of the script of the worker that compares. */
let ruined = (body) => body;
const visit = pageTests({
  rewrite(file, body) {
    // The service worker would keep what is to be asked for anew.
    if (file === "offline.js") return "";
    return /\/worker-/.test(file) ? ruined(body) : body;
  },
});

const reason = async () => (await visit.page.textContent("#results .waiting > p >> nth=0")).replace(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
const helps = () => visit.page.$$eval("#results .waiting button", (buttons) => buttons.map((button) => button.textContent));
const help = async (name) => {
  await visit.page.click(`#results .waiting >> text="${name}"`);
  await settled(visit.page);
};
const pairs = async () => (await rows(visit.page)).length;

async function template(index) {
  await visit.page.click(`.document-name >> nth=${index}`);
  await visit.page.locator(".document-panel input[type=checkbox]").last().check();
  await settled(visit.page);
}

test("one document asks for another, and opens where it is chosen", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await settled(page);
  assert.equal(await reason(), "Add one more document to compare.");
  await Promise.all([page.waitForEvent("filechooser"), page.click("#results .waiting >> text=Choose files")]);
});

test("where every document is refused, or all but one, it is said", async () => {
  const { page } = visit;
  await choose(page, { "empty.txt": "", "spaces.txt": " \n " });
  await settled(page);
  assert.equal(await reason(), "None of the documents can be compared; the list says why.");
  assert.deepEqual(await helps(), ["Choose files"]);
  await choose(page, { "essay.txt": SOURCE });
  await settled(page);
  assert.equal(await reason(), "Only one of 3 documents can be compared; the list says why.");
});

test("an archive without a text in it ends as it began, and says so", async () => {
  const { page } = visit;
  await page.setInputFiles("#files", { name: "empty.zip", mimeType: "application/zip", buffer: Buffer.from(zip([])) });
  await page.waitForSelector(".note >> text=There is no text in");
  await settled(page);
  assert.equal(await page.getAttribute("body", "class"), "empty");
  assert.equal(await page.isVisible(".reading-progress"), false);
});

test("templates alone, and documents of which nothing but template is left, are compared at a press", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": SOURCE, "b.txt": COPY });
  await settled(page);
  await template(0);
  await template(1);
  assert.equal(await reason(), "All documents are templates, and templates are not compared.");
  await help("Compare the templates, too");
  assert.equal(await pairs(), 1);
  await page.click("#clear");
  await choose(page, { "task.txt": SOURCE, "a.txt": SOURCE, "b.txt": SOURCE });
  await settled(page);
  await template(0);
  assert.equal(await reason(), "Every word of the documents is in the template or left out.");
  assert.deepEqual(await helps(), ["Compare the templates, too", "Choose what counts"]);
  await help("Compare the templates, too");
  assert.equal(await pairs(), 3);
});

test("documents that are nothing but quotation lead to what counts", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `“${SOURCE}”`, "b.txt": `“${SOURCE}”` });
  await settled(page);
  assert.equal(await reason(), "Every word of the documents is left out.");
  await page.click("#results .waiting >> text=Choose what counts");
  await page.locator("#options label", { hasText: "Quotations" }).locator("input").uncheck();
  await page.click("#options button:has-text('Done')");
  await settled(page);
  assert.equal(await pairs(), 1);
});

test("filters that leave no pair are taken back at a press", async () => {
  const { page } = visit;
  await choose(page, Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `${essay(i)} ${essay(i < 5 ? 9 : 10, 20)}`])));
  await settled(page);
  await page.fill(".filters input[type=search]", "nobody");
  await settled(page);
  assert.match(await reason(), /^No pair matches these filters\./);
  await picture(page, "none-chosen");
  await help("Show all pairs");
  assert.equal(await pairs(), 15);
  assert.equal(await page.inputValue(".filters input[type=search]"), "");
});

test("documents that share nothing are said to, and their pairs are a press away", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, OTHER);
  await settled(page);
  assert.equal(await reason(), "The two documents share no passage.");
  assert.equal(await page.isVisible(".pairs"), false);
  await picture(page, "nothing-shared");
  await paste(page, essay(3));
  await settled(page);
  assert.equal(await reason(), "None of 3 pairs shares a passage.");
  await help("Show pairs without shared passages");
  assert.equal(await pairs(), 3);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Pairs", "the keyboard stays near");
  await paste(page, COPY);
  await settled(page);
  assert.equal(await pairs(), 6);
});

test("a worker that falls whenever it is started is told, and started again at a press", async () => {
  const { page } = visit;
  ruined = () => "throw new Error('out of order')";
  await page.reload();
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  assert.equal(await reason(), "Comparing stopped and could not be started again. Your documents are still here.");
  assert.deepEqual((await documents(page)).map(({ problem }) => problem), Array(2).fill("Comparing stopped: start it again."));
  await picture(page, "comparing-stopped");
  ruined = (body) => body;
  await help("Start again");
  assert.equal(await pairs(), 1);
});

test("a worker that is gone without a word is missed, and what it left is said", async () => {
  const { page } = visit;
  ruined = () => "self.close()";
  await page.clock.install();
  await page.reload();
  await paste(page, SOURCE);
  await paste(page, COPY);
  await page.waitForFunction(() => document.querySelectorAll(".document").length === 2);
  await page.clock.runFor(125_000);
  await page.waitForSelector(".note >> text=Comparing stopped and was started again");
  await page.clock.runFor(125_000);
  await page.waitForSelector("#results .waiting >> text=Start again");
  ruined = (body) => body;
  await page.click("#results .waiting >> text=Start again");
  await page.clock.runFor(1000);
  await page.waitForSelector(".rows .row");
});
