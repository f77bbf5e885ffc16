// Looking for other words in all pairs: a column of the table, on demand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, essay, open, pageTests, paste, rows, settled } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { saveFile } from "./saving.mjs";

const text = (name) => readFileSync(new URL(`../../reworded/${name}.txt`, import.meta.url), "utf8");
const FILES = { "chronicle.txt": text("chronicle"), "retold.txt": text("retold"), "other.txt": `${essay(3, 40)}.`, "more.txt": `${essay(4, 40)}.` };

const button = (page) => page.locator(".further button:has-text('Look for reworded passages')");

/** The column of other words, by the names of the pairs. */
async function column(page) {
  const cells = await page.$$eval(".rows .row", (rows) => rows.map((row) => ["a", "b", "reworded"].map((key) => row.querySelector(`.cell.${key}`).textContent)));
  return Object.fromEntries(cells.map(([a, b, words]) => [[a, b].sort().join(" "), words]));
}

const visit = pageTests();

test("all pairs are looked at when it is asked for, and the table has a column of it that sorts", async () => {
  const { page } = visit;
  await choose(page, FILES);
  await settled(page);
  assert.equal(await page.isVisible(".head .cell.reworded"), false);
  const before = (await rows(page)).map((cells) => cells.slice(0, 8));
  assert.match(await button(page).getAttribute("title"), /^Compares 6.pairs sentence by sentence, which takes a second or two;/);
  await button(page).click();
  await page.waitForSelector(".further >> text=1 pair with reworded passages, maybe by chance");
  await settled(page);
  const found = await column(page);
  assert.deepEqual(found, {
    "chronicle.txt retold.txt": "34", "chronicle.txt other.txt": "0", "chronicle.txt more.txt": "0",
    "other.txt retold.txt": "0", "more.txt retold.txt": "0", "more.txt other.txt": "0",
  });
  assert.deepEqual((await rows(page)).map((cells) => cells.slice(0, 8)), before, "no other number changes");
  await page.click(".head .cell.reworded button");
  await settled(page);
  assert.equal(await page.getAttribute(".rows .row .cell.reworded", "aria-label"), "34\u00a0words in other words");
  assert.equal(await page.isVisible(".further button"), false, "there is nothing more to look at");
  await open(page);
  assert.match(await page.textContent("#pair-page h1"), /chronicle.txt.*retold.txt/);
});

test("a document that comes later is offered to be looked at, and no number of an old text stays", async () => {
  const { page } = visit;
  await choose(page, FILES);
  await settled(page);
  await button(page).click();
  await page.waitForSelector(".further >> text=1 pair with reworded passages");
  await paste(page, text("retold").replace("uncle", "aunt"));
  await settled(page);
  assert.match(await page.textContent(".further button:visible"), /^Look for reworded passages in 4.more pairs$/);
  await page.click(".further button:visible");
  await page.waitForSelector(".further >> text=3 pairs with reworded passages");
  await page.click("#open-options");
  await page.fill("#options input[type=number] >> nth=0", "6");
  await page.click("#options button:has-text('Done')");
  await settled(page);
  await page.waitForSelector(".pairs.looked", { state: "detached" });
  assert.equal(await button(page).isVisible(), true);
});

test("CSV and JSON have what was found in all pairs", async () => {
  const { page } = visit;
  await choose(page, FILES);
  await settled(page);
  await button(page).click();
  await page.waitForSelector(".further >> text=1 pair with reworded passages");
  const { pairs } = JSON.parse((await saveFile(visit, { kind: "json", which: { index: 0 } })).text);
  assert.deepEqual(pairs.map((pair) => pair.reworded_words).sort((x, y) => y - x)[0], 34);
});

inEveryLook((window, suffix) => {
  const visit = pageTests(window);

  test("the column of other words overflows nowhere, and axe finds nothing in it", async () => {
    const { page } = visit;
    await choose(page, FILES);
    await settled(page);
    await look(page, `reworded-all-offered-${suffix}`);
    await button(page).click();
    await page.waitForSelector(".further >> text=1 pair with reworded passages");
    await settled(page);
    await look(page, `reworded-all-${suffix}`);
  });
});
