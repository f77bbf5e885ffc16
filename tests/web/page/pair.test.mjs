// A pair side by side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, COPY, drawn, essay, open, OTHER, pageTests, paste, rows, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();

async function compared(...texts) {
  for (const text of texts) await paste(visit.page, text);
  await settled(visit.page);
  await open(visit.page);
}

test("shared words are marked in both texts and linked by a number, and what was changed is shown", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  const marked = await page.$$eval(".pane", (panes) => panes.map((pane) => [...pane.querySelectorAll("mark.same")].map((mark) => mark.textContent)));
  assert.deepEqual(marked[0], ["The keeper climbed the stairs at dusk and trimmed the", "wick so that the flame would not smoke before the morning came"]);
  assert.deepEqual(marked[1], ["the keeper climbed the stairs at dusk and trimmed the", "wick so that the flame would not smoke before the morning came"]);
  assert.equal(await page.textContent(".pane >> nth=1 >> .edited"), "long");
  assert.deepEqual(await page.$$eval(".chip", (chips) => chips.map((chip) => chip.textContent)), ["1", "1"]);
  assert.match(await page.locator(".why").textContent(), /12.words in a row are the same/);
});

test("next and previous go round the passages by key and button, and say why each is one", async () => {
  const { page } = visit;
  const [x, y] = [essay(1, 12), essay(2, 15)];
  await compared(`${x}. ${OTHER} ${y}.`, `${y}. ${essay(3, 30)} ${x}.`);
  const why = () => page.textContent(".why");
  await page.keyboard.press("n");
  assert.match(await why(), /Passage 1: 12.words in a row are the same\./);
  await page.click("button:has-text('Next')");
  assert.match(await why(), /Passage 2: 15.words in a row are the same\./);
  await page.keyboard.press("j");
  assert.match(await why(), /Passage 1:/);
  await page.keyboard.press("p");
  assert.match(await why(), /Passage 2:/);
  assert.match(await page.textContent(".position"), /2 of 2/);
  assert.match(page.url(), /passage=2/);
});

test("hovering over a passage picks out its partner", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.hover(".pane >> nth=0 >> mark.same >> nth=0");
  await page.waitForSelector(".pane:nth-child(2) mark.same.hovered");
  assert.match(await page.textContent(".why"), /22.words are the same, in 2 runs/);
});

test("what is said of the passage under the pointer does not move the texts away from beneath it", async () => {
  const { page } = visit;
  const text = essay(3, 300);
  let number = 0;
  await compared(text, text.replace(/\p{L}+/gu, (word) => (++number % 10 === 0 ? `changed${number}` : word)));
  const seen = () => page.evaluate(() => [document.querySelector(".panes").getBoundingClientRect().top, document.querySelector(".why").textContent]);
  const [top, before] = await seen();
  await page.hover(".pane >> nth=0 >> mark >> nth=0");
  await page.waitForFunction((before) => document.querySelector(".why").textContent !== before, before);
  assert.equal((await seen())[0], top);
});

test("a link leads to a pair and its passage, and back leads to the table", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY, OTHER);
  const address = page.url();
  await page.goBack();
  assert.equal(await page.isVisible(".pairs"), true);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), new URL(address).hash);
  await page.goForward();
  await page.waitForSelector(".pane .block");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".pairs"), true);
});

test("a link to a pair that is not there says so and shows the table", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  await page.evaluate(() => (location.hash = "#pair=1,77"));
  await page.waitForSelector(".note");
  assert.match(await page.textContent("#notes"), /not among these documents/);
  assert.equal(await page.isVisible(".pairs"), true);
});

test("both texts scroll together, past passages that stand far apart", async () => {
  const { page } = visit;
  const [x, y, z] = [1, 2, 3].map((seed) => essay(seed, 30));
  const lines = (seed, n) => Array.from({ length: n }, (_, i) => essay(seed + i, 12)).join("\n");
  await compared(`${x}\n${lines(100, 40)}\n${y}\n${lines(200, 60)}\n${z}`, `${lines(300, 80)}\n${x}\n${lines(400, 10)}\n${y}\n${lines(500, 90)}\n${z}`);
  const left = page.locator(".pane >> nth=0 >> .text");
  await left.hover();
  // Passage 2 is brought to eye level on the left alone; the right follows.
  await left.evaluate((text) => {
    const chip = text.querySelector("button[data-passage='1']");
    const scrolled = new Promise((resolve) => text.addEventListener("scroll", resolve, { once: true }));
    text.scrollTop += chip.getBoundingClientRect().top - text.getBoundingClientRect().top - text.clientHeight * 0.3;
    // The page heard of it before this does; where the right then is it hears of with the next frame.
    return scrolled.then(() => undefined);
  });
  await drawn(page);
  const at = await page.$$eval(".pane .text", (texts) =>
    texts.map((text) => text.querySelector("button[data-passage='1']").getBoundingClientRect().top - text.getBoundingClientRect().top),
  );
  assert.ok(Math.abs(at[0] - at[1]) < 80, `passage 2 stands at ${at}`);
});

test("a long text is laid out only where it is in sight, and every passage is reached", async () => {
  const { page } = visit;
  const shared = essay(7, 40);
  const text = (seed) => `${essay(seed, 60_000)}\n${shared}\n${essay(seed + 1, 60_000)}`;
  await choose(page, { "a.txt": text(20), "b.txt": text(40) });
  await settled(page);
  await open(page);
  assert.ok((await page.locator(".block").count()) < 60);
  await page.keyboard.press("n");
  for (const side of [0, 1]) {
    const shown = await page.$$eval(".pane .text", (texts, side) => {
      const box = texts[side].getBoundingClientRect();
      const chip = texts[side].querySelector("button[data-passage='0']").getBoundingClientRect();
      return chip.top >= box.top && chip.bottom <= box.bottom;
    }, side);
    assert.equal(shown, true, `passage 1 is in sight on side ${side}`);
  }
});

test("template is greyed and named, and disguised characters that were undone are counted", async () => {
  const { page } = visit;
  const task = "Describe in your own words what a keeper did each evening and why it mattered to ships.";
  await choose(page, { "task.txt": task, "a.txt": `${task}\n${SOURCE}`, "b.txt": `${task}\n${COPY.replace("stairs", "st\u200bairs")}` });
  await page.click(".document-name >> nth=0");
  await page.check(".document-panel input[type=checkbox]");
  await settled(page);
  await open(page);
  assert.match(await page.textContent(".pane >> nth=0 >> .template"), /Describe in your own words/);
  const ignored = await page.textContent(".ignored");
  assert.match(ignored, /in A: 17.words from a template \(\u2068task\.txt\u2069\)/);
  assert.match(ignored, /in B: .*1 invisible character/);
  assert.equal(await page.locator(".pane >> nth=1 >> .invisible").count(), 1);
});

test("the keyboard alone is enough, from the first paste to the last passage", async () => {
  const { page } = visit;
  const tabTo = async (found) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(found)) return;
    }
    assert.fail(`Tab does not lead to ${found}`);
  };
  await tabTo(() => document.activeElement.id === "draft");
  await page.keyboard.insertText(SOURCE);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.insertText(COPY);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.insertText(OTHER);
  await page.keyboard.press("Control+Enter");
  await settled(page);
  await tabTo(() => document.activeElement.closest(".rows") !== null);
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane .block");
  await page.keyboard.press("n");
  assert.match(await page.textContent(".why"), /Passage 1/);
  await tabTo(() => document.activeElement.matches(".chip.current"));
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".rows") !== null), true);
  assert.equal((await rows(page)).length, 3);
});

test("a dialog over a pair has the keys to itself, even where nothing in it has the focus", async () => {
  const { page } = visit;
  await page.click("#example");
  await settled(page);
  await open(page);
  await page.click("#open-help");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("c");
  assert.equal(await page.locator(".verdict-bar [aria-pressed=true]").count(), 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#help", { state: "hidden" });
  assert.equal(await page.isVisible(".panes"), true);
});

test("a pane that gets another width keeps the place that was read", async () => {
  const { page } = visit;
  const shared = essay(90, 30);
  await choose(page, { "a.txt": `${shared} ${essay(1, 900)}`, "b.txt": `${essay(2, 900)}\n\n${shared}` });
  await settled(page);
  await open(page);
  await page.keyboard.press("n");
  const inSight = () => page.$eval(".pane:nth-child(2) .chip", (chip) => {
    const [box, pane] = [chip.getBoundingClientRect(), chip.closest(".text").getBoundingClientRect()];
    return box.top >= pane.top && box.bottom <= pane.bottom;
  });
  assert.equal(await inSight(), true);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction(() => document.querySelector(".pane:nth-child(2) .text").clientWidth > 600);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await inSight(), true);
});
