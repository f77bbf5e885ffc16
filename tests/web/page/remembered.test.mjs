// "Have I read this before?": texts that the checking page remembers on the device, on request, and nothing of which leaves it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { checkingTests, OWN, SOURCE } from "./checking.mjs";
import { essay } from "./harness.mjs";

const visit = checkingTests({ index: { essays: 5 }, acceptDownloads: true });

const DEVICE = "device:";

test("a text is new, then known, then known after one word in ten was changed, and nothing of it left the page", async () => {
  const { page, site } = visit;
  await chooseDevice(page);
  assert.match(await about(page), /^No text is remembered yet/);
  await recall(page, SOURCE);
  assert.match(await verdict(page), /^New: no text is remembered on this device yet\.$/);
  await remember(page);
  assert.match(await about(page), /^1 text is remembered here/);

  await recall(page, SOURCE);
  assert.match(await verdict(page), /^Known: a near-duplicate of 1 text remembered on this device, of 1 text in all\.$/);
  await recall(page, edited(SOURCE, 10));
  assert.match(await verdict(page), /^Known/);
  const [low, high] = /about \d+ % resemblance \((\d+) to (\d+)\)/.exec(await row(page)).slice(1).map(Number);
  const exact = 100 * resemblance(SOURCE, edited(SOURCE, 10));
  assert.ok(low <= exact && exact <= high, `${exact} is not between ${low} and ${high}`);

  await recall(page, OWN);
  assert.match(await verdict(page), /^New: not near the text remembered on this device\.$/);
  assert.equal(await page.textContent("#receipt"), "Nothing leaves this page.");
  assert.deepEqual(site.requests.map(({ method, url }) => `${method} ${url}`), []);
});

test("texts of the length of an essay are told apart, and each is found by its edited copy", async () => {
  const { page } = visit;
  await chooseDevice(page);
  const essays = [1, 2, 3, 4, 5].map((number) => essay(number, 300));
  for (const text of essays) {
    await recall(page, text);
    assert.match(await verdict(page), /^New/);
    await remember(page);
  }
  for (const text of essays) {
    await recall(page, edited(text, 10));
    assert.match(await verdict(page), /^Known: a near-duplicate of 1 text remembered on this device, of 5 texts in all\.$/);
  }
});

test("what is remembered is there after the page was left, and in every tab", async () => {
  const { page, context, site } = visit;
  const other = await context.newPage();
  await other.goto(`${site.address}check.html`);
  await chooseDevice(other);
  await chooseDevice(page);
  await recall(page, SOURCE);
  await remember(page);
  await recall(other, SOURCE);
  assert.match(await verdict(other), /^Known/);
  await recall(other, OWN);
  await remember(other);
  await page.reload();
  await chooseDevice(page);
  assert.match(await about(page), /^2 texts are remembered here/);
  await recall(page, OWN);
  assert.match(await verdict(page), /^Known/);
});

test("two tabs that remember one text at once remember it once", async () => {
  const { page, context, site } = visit;
  const other = await context.newPage();
  await other.goto(`${site.address}check.html`);
  for (const tab of [page, other]) {
    await chooseDevice(tab);
    await recall(tab, SOURCE);
  }
  await Promise.all([page, other].map((tab) => remember(tab)));
  await page.reload();
  await chooseDevice(page);
  assert.match(await about(page), /^1 text is remembered here/);
});

test("one text is forgotten, or all of them, and comes back when the person wants that", async () => {
  const { page } = visit;
  await chooseDevice(page);
  await recall(page, SOURCE);
  await remember(page);
  await recall(page, SOURCE);
  await page.click(".near-list button");
  await says(page, /^New/);
  await page.click(".note button");
  await says(page, /^Known/);

  await unfold(page);
  await page.click("text=Forget all");
  await page.waitForSelector(".memory >> text=No text is remembered yet");
  await page.click(".note >> text=Undo");
  await page.waitForSelector(".memory >> text=1 text is remembered here");
});

test("what is remembered is taken to another device as a file", async () => {
  const { page, context, site, folder } = visit;
  await chooseDevice(page);
  await recall(page, SOURCE);
  await remember(page);
  await unfold(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".memory >> text=Export")]);
  assert.equal(download.suggestedFilename(), "twinprint-remembered.json");
  const path = join(folder, "remembered.json");
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, "utf8"));
  assert.equal(file.records.length, 1);
  assert.doesNotMatch(await readFile(path, "utf8"), /lighthouse|keeper/, "no text is kept");

  await page.click("text=Forget all");
  await page.waitForSelector(".memory >> text=No text is remembered yet");
  await page.setInputFiles(".memory input[type=file]", path);
  await page.waitForSelector(".memory >> text=1 text is remembered here");
  await page.setInputFiles(".memory input[type=file]", path);
  await page.waitForSelector(".note >> text=0 texts imported");

  for (const [content, problem] of [
    ["Call me Ishmael.", /This file has no remembered texts\. Choose a file that “Export” made\./],
    [JSON.stringify({ ...file, design: "0" }), /another design/],
    [JSON.stringify({ ...file, records: [...file.records, { id: 5 }] }), /records\[1\]/],
  ]) {
    await writeFile(path, content);
    await page.setInputFiles(".memory input[type=file]", path);
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".memory .error").textContent), problem.source);
  }
  const other = await context.newPage();
  await other.goto(`${site.address}check.html`);
  await chooseDevice(other);
  assert.match(await about(other), /^1 text is remembered here/, "a bad file changes nothing");
});

test("a text of less than eight words is refused with the reason", async () => {
  const { page } = visit;
  await chooseDevice(page);
  await page.fill("#draft", "Call me Ishmael.");
  await page.click("#check:enabled");
  await page.waitForSelector(".problem");
  assert.match(await page.textContent(".problem"), /3 words.*8/s);
});

test("where the browser keeps nothing for the site, the page says so and what to do", async () => {
  const { page, context } = visit;
  await context.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const refused = 'Object.defineProperty(self, "indexedDB", { value: { open() { throw new Error("denied"); } } });';
    await route.fulfill({ response, body: body.includes("indexedDB.open") ? refused + body : body });
  });
  await page.reload();
  await unfold(page);
  await page.selectOption("#index", DEVICE);
  await page.waitForSelector(".memory .error");
  assert.match(await page.textContent(".memory .error"), /What is remembered on this device could not be read or kept\. Allow this site to keep data/);
  assert.equal(await page.isDisabled("#check"), true);
});

test("what the browser deleted meanwhile is gone, and a text is remembered all the same", async () => {
  const { page } = visit;
  await chooseDevice(page);
  await recall(page, SOURCE);
  await remember(page);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
  });
  await recall(page, SOURCE);
  assert.match(await verdict(page), /^New/);
  await remember(page);
  assert.match(await about(page), /^1 text is remembered here/);
});

/** Chooses the texts remembered on this device, and waits until they are counted. */
async function chooseDevice(page) {
  await page.bringToFront();
  await unfold(page);
  await page.selectOption("#index", DEVICE);
  await page.waitForFunction(() => /remembered (yet|here)/.test(document.querySelector(".memory [role=status]").textContent));
}

async function unfold(page) {
  if (!(await page.isVisible("#index"))) await page.click(".asking-details summary");
}

/** Types a text, checks whether it is remembered, and waits until that is said of it. */
async function recall(page, text) {
  await page.bringToFront();
  await page.evaluate(() => document.querySelector(".near .verdict")?.remove());
  await page.fill("#draft", text);
  await page.click("#check:enabled");
  await page.waitForSelector(".near .verdict");
}

async function remember(page) {
  await page.click("#remember");
  await page.waitForFunction(() => /is remembered now|the first text remembered|^Known/.test(document.querySelector(".near .verdict").textContent));
}

async function says(page, pattern) {
  await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".near .verdict")?.textContent), pattern.source);
}

const text = (page, selector) => page.textContent(selector).then((text) => text.replaceAll("\u00a0", " "));
const verdict = (page) => text(page, ".near .verdict");
const row = (page) => text(page, ".near-list li");
const about = (page) => text(page, ".memory [role=status]");

/** A text with this percentage of its words changed. */
function edited(text, percent) {
  const every = 100 / percent;
  let number = 0;
  return text.replace(/\p{L}+/gu, (word) => (++number % every === 0 ? `changed${number}` : word));
}

/** The resemblance of two texts by their sets of two words that follow each other. */
function resemblance(left, right) {
  const shingles = (text) => {
    const words = text.toLowerCase().match(/\p{L}+/gu);
    return new Set(words.slice(1).map((word, before) => `${words[before]} ${word}`));
  };
  const [ours, theirs] = [shingles(left), shingles(right)];
  const both = [...ours].filter((one) => theirs.has(one)).length;
  return both / (ours.size + theirs.size - both);
}
