// `node tests/bench/page.mjs`, after `cargo xtask page` and `npm ci` in tests/web: how fast the page is in Chromium.
// Each figure is the median of five fresh pages, with the target beside it. Long tasks are those of the page's own
// thread beyond 50 ms, from the arrival of the documents to their numbers.

import { launch } from "../web/chromium.mjs";
import { choose, serve, settled } from "../web/page/harness.mjs";

const ROUNDS = 5;
const site = await serve();
const browser = await launch();

await report("page usable, processor slowed 4 times", 1000, usable);
await report("two texts of 1 MB, arrival to numbers", 100, (page) => pasteAndCompare(page, [1_000_000, 1_000_000]));
await report("a hundred essays of 5 KB, all pairs", 1000, (page) => pasteAndCompare(page, Array(100).fill(5_000)));
await report("a hundred essays of 3,000 words, other words in all pairs", 10_000, (page) => lookInAll(page, 100, 3_000));

await browser.close();
site.server.close();
site.server.closeAllConnections();

async function report(what, target, measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    rounds.push(await measure(page));
    await context.close();
  }
  rounds.sort((a, b) => a.ms - b.ms);
  const { ms, longest } = rounds[ROUNDS >> 1];
  const tasks = longest === undefined ? "" : `; longest task of the page's thread ${longest.toFixed(0)} ms (at most 50)`;
  const all = rounds.map((round) => round.ms.toFixed(0)).join(" ");
  console.log(`${what}: ${ms.toFixed(0)} ms (at most ${target}; all: ${all})${tasks}`);
}

/** From the start of navigation to a page that takes text and has its core. */
async function usable(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(site.address, { waitUntil: "commit" });
  await page.waitForSelector("#draft");
  return { ms: await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd) };
}

/** Pastes texts made inside the page, one after the other, and waits for the numbers of all pairs. */
async function pasteAndCompare(page, sizes) {
  await page.goto(site.address);
  await settled(page);
  await page.waitForTimeout(1500);
  return page.evaluate(async (sizes) => {
    const texts = sizes.map((size, seed) => {
      const words = [];
      let state = 7 + (seed % 3);
      for (let length = 0; length < size; ) {
        state = (state * 48_271) % 2_147_483_647;
        const word = ((state % 40_000) + 100).toString(36).replace(/\d/g, "e") + (state % 11 === 0 ? ".\n" : "");
        words.push(word);
        length += word.length + 1;
      }
      return words.join(" ").slice(0, size);
    });
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
    }).observe({ type: "longtask" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    longest = 0;
    const arrived = performance.now();
    for (const text of texts) {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const field = document.querySelector("#draft");
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      if (field.dispatchEvent(event)) {
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
      }
    }
    const pairs = (sizes.length * (sizes.length - 1)) / 2;
    const numbers = await new Promise((resolve) => {
      const look = () => {
        const done = performance.getEntriesByName("twinprint:numbers").at(-1);
        if (done && done.startTime > arrived && !document.querySelector("#results[aria-busy]")) resolve(done.startTime);
        else setTimeout(look, 10);
      };
      look();
    });
    if (pairs === 0) throw new Error("nothing to compare");
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { ms: numbers - arrived, longest };
  }, sizes);
}

/** Adds essays of words that are as often as those of a language, and looks for other words in all pairs. */
async function lookInAll(page, essays, words) {
  await page.goto(site.address);
  const random = generator(5);
  const syllables = "ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo str pre con ing ed er tion ment".split(" ");
  const spelt = (rank) => Array.from({ length: 1 + (rank > 50) + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]).join("");
  const vocabulary = Array.from({ length: 12_000 }, (_, rank) => spelt(rank));
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1];
  const essay = () => Array.from({ length: words }, (_, i) => word() + (i % 18 === 17 ? "." : "")).join(" ");
  await choose(page, Array.from({ length: essays }, (_, i) => [`essay ${i + 1}.txt`, essay()]));
  await settled(page);
  const pairs = (essays * (essays - 1)) / 2;
  return page.evaluate(async (pairs) => {
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
    }).observe({ type: "longtask" });
    const began = performance.now();
    document.querySelector(".further button").click();
    while (!document.querySelector(".further progress").hidden) await new Promise((resolve) => setTimeout(resolve, 20));
    const all = document.querySelector(".further progress").value;
    if (all !== pairs) throw new Error(`looked in ${all} of ${pairs} pairs`);
    return { ms: performance.now() - began, longest };
  }, pairs);
}

/** Numbers from 0 to 1, the same whenever they are drawn. */
function generator(state) {
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
