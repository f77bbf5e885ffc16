// Passages that were edited until no run of words is left in them that would count as copied: found, and never called copied.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, essay, open, OTHER, pageTests, rows, settled, until } from "./harness.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const EDITED = {
  "log.txt": "My grandmother kept every letter he sent during those years. Rain had ruined several, yet most could be read by candlelight. The harbour master counted forty seals and a walrus on the slipway, wrote their number in a blue ledger and rowed home before the tide turned.",
  "letter.txt": "The harbour keeper counted forty otters and a badger on the jetty, wrote their names in a green ledger and walked home before a tide turned. Few people visit our museum after October. Its catalogue lists boats, lamps, nets, charts.",
};

const visit = pageTests();
const plain = (text) => text.replaceAll("\u00a0", " ");

async function comparing(files) {
  await choose(visit.page, files);
  await settled(visit.page);
}

test("a pair that has nothing but an edited passage counts as found, by words of its own", async () => {
  const { page } = visit;
  await comparing({ ...EDITED, "other.txt": OTHER });
  assert.match(plain(await page.textContent("#summary")), /^3 pairs, 1 with shared passages/);
  const [first, second] = await rows(page);
  assert.deepEqual([first[0], first[1], plain(first[3])], ["log.txt", "letter.txt", "18 edited"]);
  assert.equal(second[3], "0");
  assert.equal(plain(await page.getAttribute(".row .cell.copied[role=gridcell] >> nth=0", "aria-label")), "18 words, edited");
  assert.match(plain(await page.getAttribute(".row .cell.score[role=gridcell] >> nth=0", "title")), /^18 words, edited; .*1 separate passage/);
  assert.equal(await page.locator(".row.nothing").count(), 2);
});

test("an edited passage is marked as one in both texts, and told with how rarely its like arises by chance", async () => {
  const { page } = visit;
  await comparing(EDITED);
  await open(page);
  const chips = await page.$$eval(".chip", (chips) => chips.map((chip) => [chip.textContent, chip.getAttribute("aria-label")]));
  assert.deepEqual(chips, Array(2).fill(["1 edited", "Passage 1 edited"]));
  assert.equal(plain(await page.textContent(".position")), "1 edited passage");
  const figures = await page.$$eval(".figures div", (figures) => figures.map((figure) => [...figure.children].map((part) => part.textContent)));
  assert.deepEqual(figures.slice(0, 2), [["Words shared", "0"], ["Words edited", "18"]]);
  await page.keyboard.press("n");
  const why = plain(await page.textContent(".why"));
  assert.match(why, /^Edited Passage 1: 18 words are the same, in 9 runs of up to 2; something as rare is found in one of 200,000 or more pairs of unrelated books; 8 changes: /);
});

test("where copied words alone are looked for an edited passage is not shown, and is again where edits are", async () => {
  const { page } = visit;
  await comparing(EDITED);
  await open(page);
  await page.click(".switch.reach button >> text=Copied");
  await page.waitForSelector(".chip", { state: "detached" });
  await until(page, () => /No passage is copied; Edited looks further/.test(document.querySelector(".why").textContent));
  assert.equal(await page.getAttribute(".switch.reach button >> text=Copied", "aria-pressed"), "true");
  assert.equal(await page.locator(".figures dt >> text=Words edited").count(), 0);
  await page.click(".switch.reach button >> text=Edited");
  await page.waitForSelector(".chip");
  assert.equal(await page.locator(".chip").count(), 2);
});

for (const whole of [true, false]) {
  test(`a report of ${whole ? "whole documents" : "passages alone"} calls an edited passage edited, and its numbers still follow from it`, async () => {
    const [log, letter] = Object.values(EDITED);
    const copied = essay(7, 20);
    await comparing({ "a.txt": `${copied}. ${essay(1, 80)}. ${log}`, "b.txt": `${letter} ${essay(2, 80)}. ${copied}.` });
    const { path } = await saveFile(visit, { whole });
    const { page, heard, close } = await opened(path);
    try {
      const chips = await page.$$eval(`#pair-1 ${whole ? ".whole " : ""}.chip`, (chips) => chips.map((chip) => chip.textContent));
      assert.deepEqual(chips.toSorted(), ["1", "1", "2 edited", "2 edited"]);
      const told = plain(await page.textContent(whole ? ".passages li:nth-child(2)" : ".passage:nth-of-type(2) h3"));
      assert.match(told, /18 words the same, 2 in a row, edited; something as rare is found in one of 200,000 or more pairs of unrelated books A line 1; B line 1$/);
      assert.equal(await page.textContent('#pair-1 .figures [data-figure="pair-1 shared"]'), "20");
      assert.equal(await page.textContent('#pair-1 .figures [data-figure="pair-1 in-passages"]'), "38");
      assert.match(await recomputed(page), /^All \d+ numbers are as printed, and so are \d texts with their marks\./);
      assert.equal(await page.getAttribute('#pair-1 .figures [data-figure="pair-1 in-passages"]', "data-found"), "same");
      assert.equal(await page.getAttribute('#pair-1 .figures [data-figure="pair-1 shared"]', "data-found"), whole ? "same" : "unknown");
      assert.deepEqual(heard, []);
    } finally {
      await close();
    }
  });
}
