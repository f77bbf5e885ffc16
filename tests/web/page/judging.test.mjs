// What the reader makes of a pair: changes gone through, citations, page numbers, verdicts and notes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, COPY, drawn, essay, open, OTHER, pageTests, paste, rows, settled, SOURCE, until } from "./harness.mjs";

const visit = pageTests({ permissions: ["clipboard-read", "clipboard-write"] });

async function compared(...texts) {
  for (const text of texts) await paste(visit.page, text);
  await settled(visit.page);
  await open(visit.page);
}

/** Twelve essays that all share a line, so that there are pairs to filter. */
async function twelve() {
  const line = essay(77, 20);
  await choose(visit.page, Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Essay ${i + 1}.txt`, `${essay(i + 1, 40)}\n${line}`])));
  await settled(visit.page);
}

const pressed = () => visit.page.$$eval(".verdict-bar [aria-pressed=true]", (buttons) => buttons.map((button) => button.textContent));
const why = () => visit.page.textContent(".why");

test("a pair says why it matches: what kind it is, words in a row, what was changed", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  assert.match(await why(), /^Score \d+ of 100: 12.words in a row are the same; .*of one document is in the other; 1.separate passage/);
  await page.keyboard.press("n");
  assert.match(await why(), /^With changes Passage 1: 22.words are the same, in 2 runs of up to 12; 1.change: “long” is only in B\.$/);
});

test("essays with the same words have 100 points, though others have most of them, too", async () => {
  const { page } = visit;
  const form = essay(70, 60);
  await choose(page, Object.fromEntries([1, 1, 2, 3, 4].map((n, i) => [`${i}.txt`, `${form} ${essay(n, 20)}`])));
  await settled(page);
  const [[a, b, first], [, , second]] = await rows(page);
  assert.deepEqual([a, b, first], ["0.txt", "1.txt", "100"]);
  assert.ok(Number(second) < 60, `${second} of 100 for a form`);
  await open(page);
  assert.equal(await why(), "Score 100 of 100: all the words that count are in both.");
});

test("letters that were swapped for others that look alike are said to be a disguise", async () => {
  const { page } = visit;
  await compared(SOURCE, `${OTHER} ${SOURCE.replace("dusk", "d\u0443sk").replace("wick", "w\u0456ck")}`);
  await page.keyboard.press("n");
  assert.match(await why(), /^Disguised Passage 1: .*disguised characters undone: 2 words with look-alike letters/);
});

test("next and previous change go through what differs within passages, in both texts and in words", async () => {
  const { page } = visit;
  const words = essay(5, 60).split(" ");
  const changed = words.with(15, "altered").toSpliced(30, 0, "put", "in").toSpliced(50, 1);
  await compared(words.join(" "), changed.join(" "));
  const here = () => page.$$eval(".pane", (panes) => panes.map((pane) => pane.querySelector(".here")?.textContent.trim() ?? "nothing"));
  await page.keyboard.press("d");
  assert.match(await why(), new RegExp(`^Change 1 of 3, in passage 1: “${words[15]}” became “altered”\\.$`));
  assert.deepEqual(await here(), [words[15], "altered"]);
  await page.click("[aria-label='Next change (d)']");
  assert.match(await why(), /^Change 2 of 3, in passage 1: “put in” is only in B\.$/);
  await page.keyboard.press("d");
  assert.match(await why(), /^Change 3 of 3, in passage 1: “.+” is only in A\.$/);
  await page.keyboard.press("d");
  assert.match(await why(), /^Change 1 of 3/);
  await page.keyboard.press("Shift+D");
  assert.match(await why(), /^Change 3 of 3/);
  await page.keyboard.press("n");
  assert.equal(await page.locator(".here").count(), 0);
});

test("what is said of a change stays while text scrolls beneath a pointer that rests", async () => {
  const { page } = visit;
  const words = essay(5, 400).split(" ");
  const changed = [20, 200, 380].reduce((words, place) => words.with(place, `altered${place}`), words);
  await compared(words.join(" "), changed.join(" "));
  const pane = await page.locator(".pane-body").first().boundingBox();
  await page.mouse.move(pane.x + pane.width / 3, pane.y + pane.height / 2);
  assert.match(await why(), /^With changes Passage 1/);
  await page.mouse.move(pane.x + pane.width / 3, pane.y - 30);
  for (const change of [1, 2, 3]) {
    await page.keyboard.press("d");
    await settled(page);
    assert.match(await why(), new RegExp(`^Change ${change} of 3`));
  }
  // It rests amid the text, which is moved beneath it.
  await page.mouse.move(pane.x + pane.width / 3, pane.y + pane.height / 2);
  assert.match(await why(), /^With changes Passage 1/);
  await page.keyboard.press("d");
  await settled(page);
  const said = await why();
  await page.mouse.wheel(0, 200);
  await drawn(page);
  assert.equal(await why(), said);
});

test("where nothing was changed there is no change to go to", async () => {
  await compared(SOURCE, SOURCE);
  assert.equal(await visit.page.isDisabled("[aria-label='Next change (d)']"), true);
});

test("a passage is copied as a quotation, with the names of both documents", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.keyboard.press("n");
  await page.keyboard.press("q");
  await page.waitForSelector(".note");
  const cited = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(cited.replaceAll("\u00a0", " "), [
    "“The keeper climbed the stairs at dusk and trimmed the wick so that the flame would not smoke before the morning came” (Text 1)",
    "“the keeper climbed the stairs at dusk and trimmed the long wick so that the flame would not smoke before the morning came” (Text 2)",
    "22 words the same, found by Twinprint",
  ].join("\n"));
});

test("without a passage picked out all are copied", async () => {
  const { page } = visit;
  const [x, y] = [essay(1, 12), essay(2, 15)];
  await compared(`${x}. ${OTHER} ${y}.`, `${y}. ${essay(3, 30)} ${x}.`);
  await page.click("text=Copy as quotation");
  await page.waitForSelector(".note");
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).match(/found by Twinprint/g).length, 2);
});

test("the strip beside a text says where one is, and scrolls by keys", async () => {
  const { page } = visit;
  const shared = essay(7, 40);
  const lines = (seed) => Array.from({ length: 80 }, (_, i) => essay(seed + i, 12)).join("\n");
  await compared(`${lines(100)}\n${shared}\n${lines(200)}`, `${shared}\n${lines(300)}`);
  const strip = page.getByRole("scrollbar", { name: "Where you are in Text 1" });
  assert.equal(await strip.getAttribute("aria-valuetext"), "0 % of the way down");
  await strip.focus();
  await page.keyboard.press("End");
  await page.waitForFunction((strip) => strip.getAttribute("aria-valuenow") === "100", await strip.elementHandle());
  await page.keyboard.press("n");
  await page.waitForFunction((strip) => /at passage 1$/.test(strip.getAttribute("aria-valuetext")), await strip.elementHandle());
  assert.equal(await page.evaluate((id) => document.getElementById(id).className, await strip.getAttribute("aria-controls")), "text");
});

test("texts scroll freely once the switch is off, and together once it is on", async () => {
  const { page } = visit;
  const lines = (seed) => Array.from({ length: 80 }, (_, i) => essay(seed + i, 12)).join("\n");
  const shared = Array.from({ length: 80 }, (_, i) => essay(500 + i, 12)).join("\n");
  await compared(`${shared}\n${lines(100)}`, `${lines(300)}\n${shared}`);
  const scroll = async (top) => {
    await page.hover(".pane >> nth=0 >> .text");
    await page.$eval(".pane .text", (text, top) => (text.scrollTop = top), top);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.$$eval(".pane .text", (texts) => texts[1].scrollTop);
  };
  const together = await scroll(600);
  assert.ok(together > 1000, `the second text is at its copy, ${together} down`);
  await page.keyboard.press("s");
  assert.equal(await scroll(100), together);
  await page.keyboard.press("s");
  assert.notEqual(await scroll(300), together);
});

test("a verdict and a note are given by keys, shown in the table and taken back", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY, OTHER);
  await page.keyboard.press("c");
  assert.deepEqual(await pressed(), ["Copied"]);
  assert.equal(await page.textContent("#spoken"), "Verdict: Copied.");
  await page.keyboard.press("w");
  await page.keyboard.type("Ask about the lamp");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal((await rows(page))[0].at(-1), "Copied, with a note");
  assert.equal(await page.getAttribute(".rows .cell.judged >> nth=0", "title"), "Ask about the lamp");
  await open(page);
  assert.equal(await page.inputValue(".verdict-bar textarea"), "Ask about the lamp");
  await page.keyboard.press("l");
  assert.deepEqual(await pressed(), ["Review later"]);
  await page.keyboard.press("l");
  assert.deepEqual(await pressed(), []);
});

test("keys typed into a note are words, not verdicts", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.keyboard.press("w");
  await page.keyboard.type("cfl [n]");
  assert.deepEqual(await pressed(), []);
  assert.equal(await page.inputValue(".verdict-bar textarea"), "cfl [n]");
});

test("pairs are filtered by verdict, and those without one are a click away", async () => {
  const { page } = visit;
  await twelve();
  await open(page);
  await page.keyboard.press("f");
  await page.keyboard.press("]");
  await page.waitForFunction(() => document.querySelectorAll(".verdict-bar [aria-pressed=true]").length === 0);
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await settled(page);
  const filter = async (verdict) => {
    await page.getByLabel("Verdict", { exact: true }).selectOption(verdict);
    await settled(page);
    return (await page.textContent("#summary")).replaceAll("\u00a0", " ");
  };
  assert.match(await filter("fine"), /1.shown/);
  assert.match(page.url(), /verdict=fine/);
  assert.match(await filter("copied"), /1.shown/);
  assert.match(await filter("none"), /64.shown/);
  assert.match(await filter("again"), /0.shown/);
  assert.doesNotMatch(await filter(""), /shown$/);
});

test("verdicts and notes are kept with the documents, and survive a reload", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await page.check("#keep");
  await settled(page);
  await open(page);
  await page.keyboard.press("c");
  await page.keyboard.press("w");
  await page.keyboard.type("Seen");
  await page.keyboard.press("Tab");
  await until(page, async () => {
    const database = await new Promise((resolve) => (indexedDB.open("twinprint").onsuccess = (event) => resolve(event.target.result)));
    const kept = await new Promise((resolve) => (database.transaction("verdicts").objectStore("verdicts").getAll().onsuccess = (event) => resolve(event.target.result)));
    database.close();
    return kept.length === 1 && kept[0].verdict === "copied" && kept[0].note === "Seen" && !Number.isNaN(Date.parse(kept[0].at));
  });
  await page.reload();
  await page.waitForSelector(".pane .block");
  assert.deepEqual(await pressed(), ["Copied"]);
  assert.equal(await page.inputValue(".verdict-bar textarea"), "Seen");
});

test("without keeping, a verdict is gone with the page, and nothing is written", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.keyboard.press("c");
  assert.equal(await page.evaluate(async () => (await indexedDB.databases()).length), 0);
});

test("a verdict goes with a document that is removed and comes back with it", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await settled(page);
  await page.click("[aria-label^=Remove] >> nth=1");
  await settled(page);
  await page.click(".note >> text=Undo");
  await settled(page);
  assert.equal((await rows(page))[0].at(-1), "Copied");
});

test("documents kept by an earlier version of the page come back, and verdicts are kept with them from then on", async () => {
  const { page } = visit;
  await page.evaluate(async ([a, b]) => {
    const request = indexedDB.open("twinprint", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("documents", { keyPath: "id" });
      request.result.createObjectStore("options");
    };
    const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const transaction = database.transaction("documents", "readwrite");
    for (const [id, source] of [[1, a], [2, b]]) transaction.objectStore("documents").put({ id, name: `Text ${id}`, path: `Text ${id}`, source, format: "plain", template: false });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, [SOURCE, COPY]);
  await page.reload();
  await page.waitForSelector(".rows .row");
  await settled(page);
  await open(page);
  await page.keyboard.press("f");
  await page.reload();
  await page.waitForSelector(".pane .block");
  assert.deepEqual(await pressed(), ["No problem"]);
});

test("single letters are no keys once they are switched off in Help, and that is remembered", async () => {
  const { page } = visit;
  await page.click("#open-help");
  await page.uncheck("#help input[type=checkbox]");
  await page.click("#help >> text=Done");
  await page.reload();
  await compared(SOURCE, COPY, OTHER);
  for (const key of ["n", "c", "w", "?"]) await page.keyboard.press(key);
  assert.equal(await page.textContent(".position"), "1\u00a0passage");
  assert.deepEqual(await pressed(), []);
  assert.equal(await page.isVisible("#help"), false);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".pairs"), true);
});
