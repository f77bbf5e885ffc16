// What two documents say in other words: offered where little is copied, looked for when asked, shown and saved apart.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, COPY, essay, open, pageTests, paste, settled, SOURCE, until } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, saveFile } from "./saving.mjs";

const text = (name) => readFileSync(new URL(`../../reworded/${name}.txt`, import.meta.url), "utf8");
const RETOLD = { "chronicle.txt": text("chronicle"), "retold.txt": text("retold") };

/** What waits for the program that looks for other words, until it is let go. */
const held = { wanted: false, release: () => undefined };

/** The smallest of the modules that are loaded on demand is larger than this. */
const ON_DEMAND = 700_000;

/** Keeps that program back while it is wanted held. */
async function rewrite(file, body) {
  if (held.wanted && /\.wasm$/.test(file) && body.length > ON_DEMAND) await new Promise((resolve) => (held.release = resolve));
  return body;
}

async function opening(page, files) {
  await choose(page, files);
  await settled(page);
  await open(page);
}

const plain = (text) => text.replaceAll("\u00a0", " ");
const looked = (page) => page.waitForSelector(".sentences:not([hidden]) tbody tr");
const offer = (page) => page.locator(".reach-bar button:has-text('Look for reworded passages')");
const looking = (page) => page.workers().filter((worker) => /rewording/.test(worker.url())).length;

const visit = pageTests({ rewrite });

test("where little is copied it is offered, with what it costs, and nothing is started before it is asked for", async () => {
  const { page } = visit;
  await opening(page, RETOLD);
  assert.match(plain(await page.textContent(".reach-bar")), /Less than 10 % of the shorter document .* Looking takes a second or two/);
  assert.equal(looking(page), 0);
  await offer(page).click();
  await looked(page);
  assert.equal(looking(page), 1);
  assert.equal(await page.getAttribute(".switch.reach button >> text=Reworded", "aria-pressed"), "true");
});

test("a passage in other words is marked in both texts, with the sentences that answer to each other", async () => {
  const { page } = visit;
  await opening(page, RETOLD);
  const figures = await page.textContent(".figures");
  await page.click(".switch.reach button >> text=Reworded");
  await looked(page);
  const sentences = await page.$$eval(".sentences tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(sentences.map((row) => row.map(plain)), [
    ["The harbour was closed for a week after the storm", "After the storm they closed the harbour for a whole week", "58.6 %"],
    ["Fishermen repaired their torn nets on the quay and waited for calmer weather", "On the quay the fishermen were repairing torn nets, waiting until the\nweather calmed", "39.6 %"],
    ["Nobody in the village remembered such high waves", "No villager could remember waves as high as these", "23.4 %"],
  ]);
  assert.deepEqual(await page.$$eval(".sentences tbody tr:first-child td[data-side=A] u", (words) => words.map((word) => word.textContent)), ["harbour", "closed", "week", "after", "storm"]);
  assert.deepEqual(await page.$$eval(".chip.other-words", (chips) => chips.map((chip) => [chip.textContent, chip.getAttribute("aria-label")])), Array(2).fill(["≈1", "Passage in other words 1"]));
  for (const pane of [0, 1]) {
    const marked = await page.$$eval(".pane", (panes, pane) => [...panes[pane].querySelectorAll(".reworded, .in-both")].map((piece) => piece.textContent).join(""), pane);
    assert.match(marked, /^(The harbour was|After the storm)[^]*(such high waves|as high as these)$/);
  }
  assert.match(plain(await page.textContent(".why")), /^Reworded Passage ≈1: 40\.1 % alike as a whole; 3 sentences of A answer to sentences of B\. They may do so by chance/);
  assert.equal(await page.textContent(".position"), "1 of 1");
  assert.equal(await page.textContent(".figures"), figures, "no number of what is copied changes");
});

test("it is looked for and left by a key, goes on with the next pair, and passages that are copied or edited come first", async () => {
  const { page } = visit;
  // More than what joins sentences lies between what is copied and what is retold.
  const between = (seed) => Array.from({ length: 8 }, (_, i) => `${essay(seed + i, 9)}.`).join(" ");
  await opening(page, { "a.txt": `${SOURCE}\n\n${between(10)}\n\n${text("chronicle")}`, "b.txt": `${COPY}\n\n${between(20)}\n\n${text("retold")}` });
  assert.equal(await page.isVisible(".reach-bar"), false, "much is copied");
  await page.keyboard.press("r");
  await page.waitForSelector(".chip.other-words");
  assert.equal(plain(await page.textContent(".position")), "3 of 3");
  await page.keyboard.press("Escape");
  await settled(page);
  await open(page);
  await page.waitForSelector(".chip.other-words");
  await page.keyboard.press("n");
  assert.match(await page.textContent(".why"), /Passage 1:/);
  await page.keyboard.press("n");
  assert.match(await page.textContent(".why"), /^Edited Passage 2:/);
  await page.keyboard.press("n");
  assert.match(plain(await page.textContent(".why")), /Passage ≈1:.* Part of it is an edited passage, too\.$/);
  await page.keyboard.press("r");
  await page.waitForSelector(".chip.other-words", { state: "detached" });
  assert.equal(await page.isVisible(".sentences"), false);
});

test("the way is open to the keyboard alone, and what comes of it is said", async () => {
  const { page } = visit;
  await opening(page, RETOLD);
  await offer(page).focus();
  await page.keyboard.press("Enter");
  await looked(page);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Reworded");
  assert.match(plain(await page.textContent(".reach-bar [role=status]")), /^1 passage in other words\. Sentences may say much the same by chance/);
  assert.match(await page.getAttribute(".sentences", "aria-label"), /^Which sentences of passage ≈1 answer to which/);
});

test("looking can be stopped, and be begun again", async () => {
  const { page } = visit;
  await opening(page, RETOLD);
  held.wanted = true;
  await offer(page).click();
  await page.waitForSelector(".reach-bar progress:not([hidden])");
  await page.click(".reach-bar button:has-text('Stop')");
  await page.waitForSelector(".reach-bar >> text=Stopped looking.");
  await until(page, () => !document.querySelector(".reach-bar progress:not([hidden])"));
  assert.equal(await page.getAttribute(".switch.reach button >> text=Edited", "aria-pressed"), "true");
  held.wanted = false;
  held.release();
  await offer(page).click();
  await looked(page);
});

test("texts that say other things have nothing in other words, and it is said", async () => {
  const { page } = visit;
  await opening(page, { "a.txt": text("chronicle"), "b.txt": SOURCE });
  await offer(page).click();
  await page.waitForSelector(".reach-bar >> text=No passage says much the same in other words.");
  assert.equal(await page.isVisible(".sentences"), false);
});

test("what does not count is in no passage in other words", async () => {
  const { page } = visit;
  await choose(page, { ...RETOLD, "task.txt": text("retold") });
  await page.click(".document-name >> text=task.txt");
  await page.check(".document-panel input[type=checkbox]");
  await settled(page);
  await paste(page, `${text("retold")}\n\nThe cellar stayed empty after that, and nobody asked for the key.`);
  await settled(page);
  await open(page);
  await page.keyboard.press("r");
  await page.waitForSelector(".reach-bar >> text=No passage says much the same in other words.");
});

test("reports, JSON and CSV have it apart from what is copied, where it was looked for", async () => {
  const { page } = visit;
  await opening(page, RETOLD);
  const save = (choices) => saveFile(visit, { from: ".pair-way >> text=Save", ...choices });
  const before = JSON.parse((await save({ kind: "json" })).text);
  assert.equal("reworded" in before.pairs[0], false);
  await offer(page).click();
  await looked(page);
  const { pairs: [pair] } = JSON.parse((await save({ kind: "json" })).text);
  assert.deepEqual([pair.passages, pair.reworded.length, pair.reworded[0].sentences.length], [0, 1, 3]);
  const [header, row] = (await save({ kind: "csv" })).text.replace(/^\ufeff/, "").trimEnd().split("\r\n").map((line) => line.split(","));
  const cell = (name) => row[header.indexOf(name)];
  assert.deepEqual(["passages", "reworded_passages", "reworded_words"].map(cell), ["0", "1", "34"]);
  for (const whole of [true, false]) {
    const report = await opened((await save({ whole })).path);
    assert.match(plain(await report.page.textContent(".other-words caption")), /^≈1: 40\.1 % alike as a whole$/);
    assert.equal(await report.page.locator(".other-words tbody tr").count(), 3);
    assert.equal(await report.page.textContent(".other-words td:first-child u >> nth=0"), "harbour");
    assert.deepEqual(report.heard, []);
    await report.close();
  }
});

inEveryLook((window, suffix) => {
  const visit = pageTests(window);

  test("a passage in other words overflows nowhere, and axe finds nothing in it", async () => {
    const { page } = visit;
    await opening(page, RETOLD);
    await look(page, `reworded-offered-${suffix}`);
    await offer(page).click();
    await looked(page);
    await look(page, `reworded-${suffix}`);
    const { path } = await saveFile(visit, { from: ".pair-way >> text=Save" });
    const report = await opened(path, window);
    await look(report.page, `reworded-report-${suffix}`);
    await report.close();
  });
});
