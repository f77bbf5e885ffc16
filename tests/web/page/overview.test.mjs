// All pairs at once: the histogram, the graph, the matrix in the order of its groups.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, essay, pageTests, rows, settled } from "./harness.mjs";

const visit = pageTests();

/** Twelve essays that share nothing but: 3, 4 and 5 a long passage in a chain, 8 and 9 another. 3 and 5 have nothing in common. */
async function twelve() {
  const texts = Array.from({ length: 12 }, (_, i) => [essay(i + 1, 100)]);
  const share = (seed, words, ...numbers) => numbers.forEach((number) => texts[number - 1].push(essay(seed, words)));
  share(101, 60, 3, 4);
  share(102, 40, 4, 5);
  share(103, 80, 8, 9);
  share(104, 9, 1, 2);
  await choose(visit.page, Object.fromEntries(texts.map((text, i) => [`Essay ${i + 1}.txt`, text.join("\n")])));
  await settled(visit.page);
}

const said = () => visit.page.textContent(".spread-said");
const summary = () => visit.page.textContent("#summary");

async function graph() {
  await visit.page.click(".switch >> text=Graph");
  await visit.page.waitForSelector(".graph-sum:not(:empty)");
  await settled(visit.page);
}

test("a sentence says how many pairs stand out and from where on, and a click shows them", async () => {
  const { page } = visit;
  await twelve();
  await page.selectOption(".spread select", "share");
  assert.match(await said(), /^4 of 66.pairs stand out: 6.% or more\.$/);
  await page.click("text=Show these 4");
  await settled(page);
  assert.match(await summary(), /4.shown/);
  assert.match(page.url(), /percent=6$/);
  await page.click("text=Show all pairs");
  await settled(page);
  assert.equal((await rows(page)).length > 3, true);
  assert.doesNotMatch(page.url(), /percent/);
});

test("the slider of the histogram filters the table by arrow keys and says what it does", async () => {
  const { page } = visit;
  await twelve();
  await page.selectOption(".spread select", "share");
  const slider = page.getByLabel("Show pairs from");
  await slider.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await slider.getAttribute("aria-valuetext"), /^3.% or more: 4.pairs$/);
  assert.match(await summary(), /4.shown/);
  assert.equal(await page.inputValue(".filters input >> nth=2"), "3");
  await page.waitForURL(/percent=3/);
});

test("a bar of the histogram shows the pairs from there on", async () => {
  const { page } = visit;
  await twelve();
  await page.locator(".bin").last().click();
  await settled(page);
  assert.match(await summary(), /1.shown/);
});

test("pairs are measured by words shared and by the longest run, and the address says so", async () => {
  const { page } = visit;
  await twelve();
  await page.selectOption(".spread select", "run");
  assert.match(await said(), /4 of 66.pairs stand out: 9.words in a row or more\./);
  await page.click("text=Show these 4");
  await settled(page);
  assert.match(page.url(), /by=run/);
  assert.match(page.url(), /run=9/);
  assert.equal((await rows(page)).length, 4);
  await page.selectOption(".spread select", "words");
  assert.match(await said(), /9.words or more/);
});

test("pairs are measured by their score, which also orders the table, in the histogram and in the graph", async () => {
  const { page } = visit;
  await twelve();
  assert.match(await said(), /^4 of 66.pairs stand out: a score of \d+ or more\.$/);
  const from = Number(/score of (\d+)/.exec(await said())[1]);
  await page.click("text=Show these 4");
  await settled(page);
  assert.match(page.url(), new RegExp(`#score=${from}$`));
  const scores = (await rows(page)).map((row) => Number(row[2]));
  assert.equal(scores.length, 4);
  assert.ok(scores.every((score) => score >= from), String(scores));
  await graph();
  assert.match(await page.textContent(".graph-list li"), /a score of \d+$/);
});

test("where no pair passes the filter the page says so, and what would help", async () => {
  const { page } = visit;
  await twelve();
  await page.fill(".filters input[type=search]", "no such name");
  await page.waitForSelector("text=No pair matches these filters");
  assert.equal(await page.isVisible(".pairs"), false);
  await page.fill(".filters input[type=search]", "");
  await page.waitForSelector(".rows .row");
});

test("few pairs are all in sight and have no histogram", async () => {
  await choose(visit.page, { "a.txt": essay(1), "b.txt": essay(1), "c.txt": essay(2) });
  await settled(visit.page);
  assert.equal(await visit.page.isVisible(".spread"), false);
});

test("the graph says who hangs together, as a picture and as a list", async () => {
  const { page } = visit;
  await twelve();
  await page.getByLabel("Show pairs from").fill("20");
  await graph();
  assert.match(page.url(), /graph/);
  assert.match(await page.textContent(".graph-sum"), /^5 of 12.documents in 2.clusters, by 3.pairs\.$/);
  assert.deepEqual(await page.$$eval(".graph-list h3", (heads) => heads.map((head) => head.textContent.replaceAll("\u00a0", " "))), [
    "Cluster 1: 3 documents, 2 pairs",
    "Cluster 2: 2 documents, 1 pair",
  ]);
  assert.equal(await page.isVisible(".graph-plot canvas"), true);
  await page.click(".graph-list a >> nth=2");
  await page.waitForSelector(".pane .block");
  assert.match(await page.textContent("#pair-page h1"), /Essay 8\.txt\s*and\s*Essay 9\.txt/);
});

test("documents that have a few words in common, in no passage, are not joined in the graph", async () => {
  const { page } = visit;
  const words = "upon the harbour wall";
  const texts = { "a.txt": `${essay(71, 20)} ${words}`, "b.txt": `${essay(72, 20)} ${words}`, "c.txt": essay(73, 40), "d.txt": essay(73, 40) };
  await choose(page, texts);
  await settled(page);
  const [, second] = await rows(page);
  assert.deepEqual(second.slice(0, 2), ["a.txt", "b.txt"]);
  assert.notEqual(second[5], "0\u00a0%", "the two share something");
  await graph();
  assert.match(await page.textContent(".graph-sum"), /^2 of 4.documents in 1.cluster, by 1.pair\.$/);
});

test("arrow keys go through the graph's documents and their pairs, and Enter opens either", async () => {
  const { page } = visit;
  await twelve();
  await page.selectOption(".spread select", "share");
  await page.getByLabel("Show pairs from").fill("20");
  await graph();
  await page.focus(".graph-cursor");
  const label = () => page.getAttribute(".graph-cursor", "aria-label");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.match(await label(), /^\u2068Essay 4\.txt\u2069: shares with 2 in cluster 1/);
  await page.waitForFunction((label) => document.querySelector("#spoken").textContent === label, await label());
  await page.keyboard.press("ArrowDown");
  assert.match(await label(), /^\u2068Essay 3\.txt\u2069 and \u2068Essay 4\.txt\u2069: \d\d\.\d.%/);
  await page.keyboard.press("ArrowDown");
  assert.match(await label(), /^\u2068Essay 4\.txt\u2069 and \u2068Essay 5\.txt\u2069/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane .block");
  assert.match(await page.textContent("#pair-page h1"), /Essay 4\.txt\s*and\s*Essay 5\.txt/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.matches(".graph-cursor"));
  await page.keyboard.press("End");
  assert.match(await label(), /Essay [89]\.txt/);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".rows .row");
  await settled(page);
  assert.equal((await rows(page)).length, 11, "all pairs of one document, and of no other whose name begins alike");
});

test("the graph is pointed at and clicked", async () => {
  const { page } = visit;
  await twelve();
  await page.getByLabel("Show pairs from").fill("20");
  await graph();
  await page.focus(".graph-cursor");
  await page.keyboard.press("ArrowRight");
  const box = await page.locator(".graph-cursor").boundingBox();
  await page.keyboard.press("End");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert.match(await page.textContent(".graph-caption"), /Essay 4\.txt/);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForURL(/names=/);
  await settled(page);
  assert.equal((await rows(page)).every((row) => row[0] === "Essay 4.txt" || row[1] === "Essay 4.txt"), true);
});

test("the graph is the same each time, and follows the slider", async () => {
  const { page } = visit;
  await twelve();
  await graph();
  const picture = () => page.evaluate(() => document.querySelector(".graph-plot canvas").toDataURL());
  const before = await picture();
  assert.match(await page.textContent(".graph-sum"), /7 of 12.documents in 3.clusters/);
  const slider = page.getByLabel("Show pairs from");
  await slider.fill("20");
  await page.waitForFunction(() => document.querySelectorAll(".graph-list h3").length === 2);
  await slider.fill("0");
  await page.waitForFunction(() => document.querySelectorAll(".graph-list h3").length === 3);
  await settled(page);
  assert.equal(await picture(), before);
  await slider.fill(await slider.getAttribute("max"));
  await page.waitForFunction(() => document.querySelector(".graph-sum").textContent.startsWith("No pair"));
});

test("the graph is loaded when it is first shown, and not before", async () => {
  const { page } = visit;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await twelve();
  assert.deepEqual(asked.filter((url) => /graph/.test(url)), []);
  await graph();
  assert.equal(asked.filter((url) => /graph-view-\w+\.js/.test(url)).length, 1);
});

test("the matrix sets documents that share side by side", async () => {
  const { page } = visit;
  await twelve();
  await page.click(".switch >> text=Matrix");
  await settled(page);
  await page.focus(".matrix-cursor");
  await page.keyboard.press("Home");
  const names = [];
  for (let row = 0; row < 6; row++) {
    names.push(Number(/Essay (\d+)\.txt\u2069( itself| is in)/.exec(await page.getAttribute(".matrix-cursor", "aria-label"))[1]));
    await page.keyboard.press("ArrowDown");
  }
  assert.deepEqual(names.slice(0, 3).sort(), [3, 4, 5]);
  assert.deepEqual(names.slice(3, 5).sort(), [1, 2]);
  assert.ok([8, 9].includes(names[5]));
});

test("a cell of the matrix that is clicked opens its pair", async () => {
  const { page } = visit;
  await twelve();
  await page.click(".switch >> text=Matrix");
  await settled(page);
  await page.focus(".matrix-cursor");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const box = await page.locator(".matrix-cursor").boundingBox();
  await page.keyboard.press("End");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(".pane .block");
});
