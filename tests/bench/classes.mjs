// `node tests/bench/classes.mjs [ESSAYS..]`, after `cargo xtask page` and `npm ci` in tests/web: how the page bears whole classes
// in Chromium, as the table in docs/reference/figures.md. Essays are made of words that occur as often as in English, about 1,500 each; every
// tenth has a hundred words of another. A long task is one of the page's own thread beyond 50 ms; memory is the most that the page's
// process had in memory, worker and wasm included, and is read where the system tells it (Linux).

import { existsSync, readFileSync } from "node:fs";
import { launch } from "../web/chromium.mjs";
import { serve, settled } from "../web/page/harness.mjs";

const WORDS = 1_500;
const sizes = process.argv.slice(2).map(Number);
const site = await serve();

console.log("| essays | pairs | all numbers | longest task meanwhile | graph shown | longest task | slider to table | longest task | most memory |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const n of sizes.length > 0 ? sizes : [200, 1000]) await measure(n);
site.server.close();
site.server.closeAllConnections();

async function measure(n) {
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.setDefaultTimeout(1_200_000);
  await page.goto(site.address);
  await page.waitForSelector("#recipe code");
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: "longtask" });
  });
  await hold(page, n);
  const numbers = await timed(page, async () => {
    await page.evaluate(() => {
      const input = document.querySelector("#files");
      input.files = globalThis.chosen.files;
      input.dispatchEvent(new Event("change"));
    });
    await page.waitForFunction(() => performance.getEntriesByName("twinprint:numbers").length > 0 && !document.querySelector("#results[aria-busy]"), null, { polling: 50 });
  });
  const graph = await timed(page, async () => {
    await page.click(".switch >> text=Graph");
    await page.waitForSelector(".graph-sum:not(:empty)");
    await settled(page);
  });
  await page.click(".switch >> text=Table");
  await settled(page);
  const slider = await timed(page, async () => {
    await page.getByLabel("Show pairs from").fill("5");
    await settled(page);
    await page.waitForFunction(() => /\sshown/.test(document.querySelector("#summary").textContent), null, { polling: 10 });
  });
  const count = (x) => x.toLocaleString("en");
  const figures = [numbers, graph, slider].flatMap(({ ms, longest }) => [ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`, longest === 0 ? "none" : `${longest.toFixed(0)} ms`]);
  console.log(`| ${count(n)} | ${count((n * (n - 1)) / 2)} | ${figures.join(" | ")} | ${await memory(browser)} |`);
  await browser.close();
}

/** Puts the files into the page beforehand, so that handing them over is not timed. */
async function hold(page, n) {
  await page.evaluate(() => (globalThis.chosen = new DataTransfer()));
  for (let from = 0; from < n; from += 50) {
    const texts = Array.from({ length: Math.min(50, n - from) }, (_, i) => [`Essay ${from + i + 1}.txt`, essay(from + i)]);
    await page.evaluate((texts) => texts.forEach(([name, text]) => globalThis.chosen.items.add(new File([text], name, { type: "text/plain" }))), texts);
  }
}

/** How long something takes, and the longest task of the page's thread meanwhile; 0 if none was beyond 50 ms. */
async function timed(page, act) {
  const from = await page.evaluate(() => performance.now());
  await act();
  return page.evaluate(async (from) => {
    const to = performance.now();
    // Tasks are told a little after they end.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const within = globalThis.tasks.filter(({ startTime }) => startTime >= from && startTime < to);
    return { ms: to - from, longest: Math.max(0, ...within.map(({ duration }) => duration)) };
  }, from);
}

/** The most that any process of a page had in memory. */
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const status = `/proc/${id}/status`;
    return existsSync(status) ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) / 1000 : 0;
  });
  const most = Math.max(0, ...peaks);
  return most > 0 ? `${most.toFixed(0)} MB` : "not told";
}

/** An essay by Zipf's law over 20,000 made words. */
function essay(number) {
  const random = randomFrom(number);
  const words = Array.from({ length: WORDS }, () => word(Math.floor(20_000 ** random())));
  if (number % 10 === 9) words.splice(500, 100, ...Array.from(essay(number - 1 - (number % 7)).split(/\s+/)).slice(300, 400));
  return words.map((word, i) => (i % 15 === 14 ? `${word}.${i % 120 === 119 ? "\n\n" : ""}` : word)).join(" ");
}

function word(rank) {
  const syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu", "and", "ers", "ing", "our"];
  let text = "";
  for (let rest = rank; rest > 0; rest = Math.floor(rest / syllables.length)) text += syllables[rest % syllables.length];
  return text || "a";
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed) {
  let state = seed * 2_654_435_761 + 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
