// The signatures of a pair: asked for only when they are opened, and true to the texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { COPY, essay, open, pageTests, paste, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();

async function compared(...texts) {
  for (const text of texts) await paste(visit.page, text);
  await settled(visit.page);
  await open(visit.page);
}

async function opened() {
  await visit.page.click(".signatures > summary");
  await told();
}

const told = () => visit.page.waitForSelector(".signature-parts section");

const asked = () => visit.requests.filter((path) => /\.twm$|assets\/twinprint_bg-.*\.wasm$/.test(path));

test("nothing is fetched for signatures before they are opened, and the model only for methods that weigh", async () => {
  const { page, context } = visit;
  // Without the service worker, which keeps these files once the page is idle.
  await context.addInitScript(() => (navigator.serviceWorker.register = () => new Promise(() => undefined)));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await page.reload();
  visit.requests.length = 0;
  await compared(SOURCE, COPY);
  assert.deepEqual(asked().filter((path) => path.endsWith(".twm")), []);
  const modules = asked().length;
  await page.evaluate(() => (document.querySelector(".signatures select").value = "henzinger06-c"));
  await opened();
  assert.equal(asked().length, modules + 1);
  assert.deepEqual(asked().filter((path) => path.endsWith(".twm")), []);
  await page.selectOption(".signatures select", "fusion:bits=64");
  await page.waitForFunction(() => document.querySelectorAll(".signature-parts section").length === 5);
  assert.equal(asked().filter((path) => path.endsWith(".twm")).length, 1);
});

test("each lexicon has both prints, the digits that differ are marked, and the words that did it are named", async () => {
  const { page } = visit;
  await compared("The keeper climbed the stairs at dusk.", "The keeper climbed the steps at dusk.");
  await opened();
  const parts = await page.$$eval(".signature-parts section", (sections) =>
    sections.map((section) => ({
      name: section.querySelector("h3").textContent,
      apart: section.querySelector(".apart").textContent.replaceAll("\u00a0", " "),
      prints: [...section.querySelectorAll(".digits")].map((digits) => digits.textContent),
      marked: [...section.querySelectorAll(".digits")].map((digits) => [...digits.querySelectorAll("mark")].map((mark) => mark.textContent).join("")),
      words: [...section.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    })),
  );
  assert.deepEqual(parts.map(({ name }) => name), ["All words", "Lexicon 2", "Lexicon 3", "Lexicon 4", "Lexicon 5"]);
  const [all] = parts;
  assert.match(all.apart, /^\d+ of 64 bits differ$/);
  const [a, b] = all.prints;
  assert.match(a, /^[0-9a-f]{16}$/);
  const differing = [...a].filter((digit, at) => digit !== b[at]).join("");
  assert.ok(differing.length > 0);
  assert.equal(all.marked[0], differing);
  const counts = Object.fromEntries(all.words.map(([word, first, second]) => [word, `${first} ${second}`]));
  assert.equal(counts["stair dusk"], "1 0");
  assert.deepEqual(Object.keys(counts).filter((word) => !/stair|step/.test(word)), []);
  assert.match(await page.textContent(".verdict"), /^(Near-duplicates|Not near-duplicates) by this method, which requires at most 3 bits apart in any lexicon; here it is \d+\./);
  // The distances over the lexicons by every rule: of the sections' own distances the least, the middle and the sum.
  const distances = parts.map(({ apart }) => Number.parseInt(apart)).sort((a, b) => a - b);
  const [any, majority, sum] = [distances[0], distances[2], distances.reduce((sum, distance) => sum + distance)];
  assert.equal(
    (await page.textContent(".lexicons")).replaceAll("\u00a0", " "),
    `Bits that differ in the nearest lexicon (any): ${any}; at most, in most lexicons (majority): ${majority}; in all together (sum): ${sum}.`,
  );
  await page.selectOption(".signatures select", "manku07");
  await page.waitForFunction(() => document.querySelectorAll(".signature-parts section").length === 1);
  assert.equal(await page.textContent(".lexicons"), "");
  await page.selectOption(".signatures select", "fusion:bits=64");
  await page.waitForFunction(() => document.querySelectorAll(".signature-parts section").length === 5);
  assert.match(await page.textContent(".signature-recipe pre"), /sketch simhash 64 leave-out 333 seeds [0-9a-f ]+/);
});

test("every method of the choice is answered, without a complaint", async () => {
  const { page } = visit;
  await compared(`${SOURCE}\n${essay(1)}`, `${COPY}\n${essay(1)}`);
  await opened();
  const lines = await page.$$eval(".signatures option", (options) => options.map((option) => option.value));
  assert.ok(lines.length >= 10);
  let before = await page.textContent(".signature-recipe pre");
  for (const line of lines.slice(1)) {
    await page.selectOption(".signatures select", line);
    await page.waitForFunction((before) => {
      const recipe = document.querySelector(".signature-recipe");
      return !recipe.hidden && recipe.textContent !== before;
    }, `Settings${before}`);
    before = await page.textContent(".signature-recipe pre");
    assert.match(await page.textContent(".verdict"), /^(Near-duplicates|Not near-duplicates) by this method/, line);
  }
});

test("words are shown as text, whatever they look like", async () => {
  const { page } = visit;
  await compared("rose <img src=x onerror=alert(1)> \u202e garden tea", "rose garden <b>tea</b> bush");
  await opened();
  await page.selectOption(".signatures select", "ye08");
  await page.waitForFunction(() => document.querySelector(".signature-parts h3")?.textContent === "Shingles");
  assert.equal(await page.locator(".signatures :is(img, b:not(.verdict b))").count(), 0);
});

test("another pair and another text are signed anew, and only while the disclosure is open", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY, `${COPY} ${essay(3, 20)}`);
  await opened();
  const prints = () => page.$$eval(".digits", (digits) => digits.map((code) => code.textContent).join());
  const first = await prints();
  await page.keyboard.press("]");
  await page.waitForFunction((first) => {
    const now = [...document.querySelectorAll(".digits")].map((code) => code.textContent).join();
    return now !== "" && now !== first;
  }, first);
});

test("the keyboard opens them and chooses a method", async () => {
  const { page } = visit;
  await compared(SOURCE, COPY);
  await page.focus(".signatures > summary");
  await page.keyboard.press("Enter");
  await told();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "SELECT");
  await page.keyboard.type("min");
  await page.waitForFunction(() => document.querySelector(".signature-parts h3")?.textContent === "Min-values");
});

test("with the network off they are there, once the page has been idle", async () => {
  const { page, context } = visit;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => {
      for (const name of await caches.keys()) {
        const urls = (await (await caches.open(name)).keys()).map(({ url }) => url);
        if (urls.some((url) => url.endsWith(".twm")) && urls.filter((url) => url.endsWith(".wasm")).length === 6) return true;
      }
      return false;
    };
    while (!navigator.serviceWorker.controller || !(await kept())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.reload();
  await compared(SOURCE, COPY);
  await opened();
  assert.equal(await page.locator(".signature-parts section").count(), 5);
  await context.setOffline(false);
});

test("where they cannot be loaded it is said, and they can be asked for again", async () => {
  const { page, context } = visit;
  await context.route("**/*.twm", (route) => route.fulfill({ status: 404 }));
  await context.addInitScript(() => (navigator.serviceWorker.register = () => new Promise(() => undefined)));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await page.reload();
  await compared(SOURCE, COPY);
  await page.click(".signatures > summary");
  await page.waitForFunction(() => /could not be loaded/.test(document.querySelector(".verdict").textContent));
  await context.unroute("**/*.twm");
  await page.click(".signatures > summary");
  await opened();
});

test("documents are compared as wholes by their fingerprints, beside the resemblance that these estimate", async () => {
  const { page } = visit;
  const text = essay(3, 300);
  let number = 0;
  await compared(text, text.replace(/\p{L}+/gu, (word) => (++number % 10 === 0 ? `changed${number}` : word)));
  await opened();
  const said = (await page.textContent(".wholes")).replaceAll("\u00a0", " ");
  const [, distance, low, high, exact] = /^Near-duplicates as wholes by fingerprints of 40 bytes: (\d+) of 320 bits differ.* \((\d+) to (\d+)\); counted, it is ([\d.]+) %/.exec(said).map(Number);
  assert.ok(distance > 0 && distance <= 85 && low <= exact && exact <= high, said);
});

test("two texts of other words are no near-duplicates as wholes", async () => {
  const { page } = visit;
  await compared(essay(4, 200), essay(5, 200));
  await opened();
  assert.match(await page.textContent(".wholes"), /^Not near-duplicates as wholes/);
});

test("a text that is too short to be known as a whole is said to be", async () => {
  const { page } = visit;
  await compared("The keeper climbed the stairs.", "The keeper climbed the steps.");
  await opened();
  assert.match(await page.textContent(".wholes"), /too short .* eight words/);
});
