// Passages that a person takes out by hand, with a reason: numbers follow at once, what was taken out is remembered and handed on,
// and it can be put back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { choose, documents, essay, open, pageTests, rows, settled } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, recomputed, saveFile } from "./saving.mjs";

const PHRASE = "with all due respect to everybody who has ever thought about this question";
const COPIED = essay(50, 40);

/** Ada and Grace share a phrase and forty words; Alan has the phrase alone. */
const FILES = {
  "Ada.txt": `${essay(1, 60)}. ${PHRASE}, ${essay(2, 30)}. ${COPIED}.`,
  "Grace.txt": `${COPIED}. ${essay(3, 50)}; ${PHRASE}; ${essay(4, 20)}.`,
  "Alan.txt": `${essay(5, 70)}, ${PHRASE}: ${essay(6, 10)}`,
};

const WORDS = 13;

async function compared(page) {
  await choose(page, FILES);
  await settled(page);
}

/** The words shared and the longest run of each pair, by the files' first letters. */
async function numbers(page) {
  const table = await rows(page);
  return Object.fromEntries(table.map(([a, b, , words, run]) => [`${a} ${b}`.replaceAll(".txt", ""), [Number(words), Number(run)]]));
}

async function figure(page, name) {
  return (await page.locator(".figures div", { hasText: name }).locator("dd").textContent()).replaceAll("\u00a0", " ");
}

/** Takes out the passage that is picked out. */
async function takeOut(page, { reason = "phrase", words = "", all = false } = {}) {
  await page.click("text=Take out…");
  await page.check(`#taking-out [value=${reason}]`);
  await page.fill("#taking-out textarea", words);
  await page.check(`#taking-out [name=where][value=${all ? "all" : "pair"}]`);
  await page.click("#taking-out button[type=submit]");
}

/** Opens the pair of two documents, and picks out the passage that begins with these words. */
async function openAt(page, [a, b], start) {
  await page.locator(".rows .row", { hasText: a }).filter({ hasText: b }).locator("a").click();
  await page.waitForFunction(() => document.querySelectorAll(".pane .block").length >= 2);
  for (let passage = 0; passage < 9; passage += 1) {
    await page.keyboard.press("n");
    if ((await page.locator(".pane mark.current").first().textContent()).startsWith(start)) return;
  }
  throw new Error(`no passage begins with ${start}`);
}

async function withPhraseOut(page, options) {
  await compared(page);
  await openAt(page, ["Ada", "Grace"], "with all");
  await takeOut(page, options);
  await page.waitForSelector(".pane .left-out");
}

const list = async (page) => (await page.locator("#pair-page .taken-list li").allTextContents()).map((text) => text.replaceAll("\u00a0", " "));

describe("a passage that is taken out", () => {
  const visit = pageTests();

  test("counts in no number of its pair, which the pair and the table show at once, and counts again when it is put back", async () => {
    const { page } = visit;
    await compared(page);
    const before = await numbers(page);
    assert.deepEqual(before, { "Ada Grace": [40 + WORDS, 40], "Ada Alan": [WORDS, WORDS], "Grace Alan": [WORDS, WORDS] });
    await openAt(page, ["Ada", "Grace"], "with all");
    const share = await figure(page, "Share of A found in B");
    await takeOut(page);
    await page.waitForSelector(".pane .left-out");
    assert.equal(await figure(page, "Words shared"), "40");
    assert.notEqual(await figure(page, "Share of A found in B"), share);
    assert.match(await page.locator(".pair-foot .ignored").innerText(), /in A: 13.words taken out by hand; in B: 13.words taken out by hand/);
    assert.match(await page.textContent("#spoken"), /^Now 1.shared passage, 40.words shared, 40 in a row/);
    assert.deepEqual(await list(page), [`“${PHRASE}” set phrase, in this pair Put back`]);
    await page.keyboard.press("Escape");
    await settled(page);
    assert.deepEqual(await numbers(page), { ...before, "Ada Grace": [40, 40] });
    assert.match(await page.locator(".rows .row", { hasText: "Ada" }).filter({ hasText: "Grace" }).innerText(), /1.passage taken out/);
    await page.click("#results .taken-list summary");
    await page.click("#results .taken-list >> text=Put back");
    await settled(page);
    assert.deepEqual(await numbers(page), before);
    assert.equal(await page.isVisible("#results .taken-list"), false);
  });

  test("moves its pair down the table, by its score", async () => {
    const { page } = visit;
    await choose(page, {
      "A.txt": `${essay(1, 50)} ${COPIED} ${essay(7, 30)}`, "B.txt": `${COPIED} ${essay(2, 80)}`,
      "C.txt": `${essay(3, 90)} ${essay(60, 30)}`, "D.txt": `${essay(60, 30)} ${essay(4, 90)}`,
    });
    await settled(page);
    assert.deepEqual((await rows(page)).slice(0, 2).map(([a, b]) => a + b), ["A.txtB.txt", "C.txtD.txt"]);
    await open(page);
    await page.keyboard.press("n");
    await takeOut(page);
    await page.waitForSelector(".pane .left-out");
    await page.waitForFunction(() => document.querySelector(".why").textContent === "These two documents share no passage but what was taken out by hand.");
    await page.keyboard.press("Escape");
    await settled(page);
    const [first] = await rows(page);
    assert.deepEqual(first.slice(0, 2), ["C.txt", "D.txt"]);
    const [, , score, words] = (await rows(page)).find(([a, b]) => a === "A.txt" && b === "B.txt");
    assert.deepEqual([score, words], ["0", "0"]);
  });

  test("for all pairs counts in none that shares its words, and every one of them says so and can put it back", async () => {
    const { page } = visit;
    await withPhraseOut(page, { all: true, reason: "method", words: "it is in the handbook" });
    await page.keyboard.press("Escape");
    await settled(page);
    assert.deepEqual(await numbers(page), { "Ada Grace": [40, 40], "Ada Alan": [0, 0], "Grace Alan": [0, 0] });
    await page.locator(".rows .row", { hasText: "Alan" }).filter({ hasText: "Ada" }).locator("a").click();
    await page.waitForSelector(".pane .left-out");
    assert.deepEqual(await list(page), [`“${PHRASE}” common method: it is in the handbook, in all pairs Put back`]);
    await page.click("#pair-page .taken-list summary");
    await page.click("#pair-page .taken-list >> text=Put back");
    await page.waitForSelector(".pane mark.same");
    assert.equal(await figure(page, "Words shared"), String(WORDS));
    await page.keyboard.press("Escape");
    await settled(page);
    assert.equal((await numbers(page))["Grace Alan"][0], WORDS);
  });

  test("is taken out by keys alone, and another reason must be in words", async () => {
    const { page } = visit;
    await compared(page);
    await open(page);
    // Where the keyboard is, it is again once all is done.
    await page.locator("h1[tabindex='-1']:visible").focus();
    assert.equal(await page.isDisabled("text=Take out…"), true);
    await page.keyboard.press("x");
    assert.equal(await page.isVisible("#taking-out"), false);
    await page.keyboard.press("n");
    await page.keyboard.press("x");
    await page.waitForSelector("#taking-out[open]");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.textContent("#taking-out .error"), /Write the reason/);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    await page.keyboard.type("we wrote it together");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".pane .left-out");
    assert.match((await list(page))[0], /”  ?we wrote it together, in this pair/);
    // What had the focus may be drawn anew meanwhile.
    await page.waitForFunction(() => document.activeElement && document.activeElement !== document.body);
    await page.click(".note >> text=Put back");
    await page.waitForFunction(() => !document.querySelector(".pane .left-out"));
    assert.equal(await figure(page, "Words shared"), String(40 + WORDS));
  });

  test("is kept on the device with the verdicts, until it is put back", async () => {
    const { page } = visit;
    await withPhraseOut(page);
    await page.keyboard.press("Escape");
    assert.match(await page.textContent("#unsaved"), /^What you decided on 1.pair .*is not kept yet/);
    await page.check("#keep");
    await page.waitForFunction(() => document.querySelector("#unsaved").hidden);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".document").length === 3);
    await settled(page);
    assert.deepEqual((await numbers(page))["Ada Grace"], [40, 40]);
    await page.click("#results .taken-list summary");
    await page.click("#results .taken-list >> text=Put back");
    await settled(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".document").length === 3);
    await settled(page);
    assert.deepEqual((await numbers(page))["Ada Grace"], [40 + WORDS, 40]);
  });

  test("is taken out in other tabs that keep the same", async () => {
    const { page, context, address } = visit;
    await compared(page);
    await page.check("#keep");
    const other = await context.newPage();
    await other.goto(address);
    await other.waitForFunction(() => document.querySelectorAll(".document").length === 3);
    await settled(other);
    await openAt(page, ["Ada", "Grace"], "with all");
    await takeOut(page, { all: true });
    await other.waitForSelector("#results .taken-list");
    await settled(other);
    assert.deepEqual(await numbers(other), { "Ada Grace": [40, 40], "Ada Alan": [0, 0], "Grace Alan": [0, 0] });
  });

  test("comes back with its project, and with its documents when their removal is undone", async () => {
    const { page } = visit;
    await withPhraseOut(page, { all: true, reason: "quotation", words: "of the minister" });
    await page.keyboard.press("Escape");
    await settled(page);
    const before = await numbers(page);
    const { text } = await saveFile(visit, { kind: "project" });
    const { version, taken_out: taken } = JSON.parse(text);
    assert.equal(version, 3);
    assert.deepEqual(taken.map(({ at, ...rest }) => rest), [{ a: 1, b: 2, all: true, texts: [PHRASE, PHRASE], reason: "quotation", words: "of the minister" }]);
    await page.click("[aria-label^=Remove][aria-label*='Grace.txt']");
    await settled(page);
    assert.equal((await numbers(page))["Ada Alan"][0], WORDS);
    await page.click(".note >> text=Undo");
    await settled(page);
    assert.deepEqual(await numbers(page), before);
    await page.click("#clear");
    await choose(page, { "class.twinprint": text });
    await page.waitForFunction(() => document.querySelectorAll(".document").length === 3);
    await settled(page);
    assert.deepEqual(await numbers(page), before);
    const plain = ({ a: _a, b: _b, ...rest }) => rest;
    assert.deepEqual(JSON.parse((await saveFile(visit, { kind: "project" })).text).taken_out.map(plain), taken.map(plain));
    assert.equal(await page.isVisible("#unsaved"), false);
  });

  test("stands with its reason in a report, which computes the same numbers again", async () => {
    const { page } = visit;
    await withPhraseOut(page, { reason: "other", words: "<b>said</b> by all" });
    await openAtNext(page);
    await takeOut(page, { all: true });
    await page.waitForFunction(() => document.querySelectorAll(".taken-list li").length >= 2);
    await page.keyboard.press("Escape");
    await settled(page);
    for (const whole of [true, false]) {
      const { path } = await saveFile(visit, { whole });
      const report = await opened(path);
      const said = (await report.page.locator("#pair-1 .taken li, #pair-2 .taken li, #pair-3 .taken li").allInnerTexts()).map((text) => text.replaceAll("\u00a0", " "));
      const counted = whole ? " (13 words of A, 13 of B)" : "";
      assert.ok(said.includes(`“${PHRASE}”${counted} <b>said</b> by all, in this pair`), said.join("\n"));
      assert.equal(said.filter((text) => text.includes("set phrase, in all pairs")).length, 1);
      assert.match(await recomputed(report.page), /^All/);
      assert.deepEqual(report.heard, []);
      await report.close();
    }
  });

  test("stands in the table for spreadsheets and in the data for programs", async () => {
    const { page } = visit;
    await withPhraseOut(page, { words: "=1+1" });
    await page.keyboard.press("Escape");
    await settled(page);
    const { text } = await saveFile(visit, { kind: "csv" });
    assert.match(text.split("\r\n")[0], /,taken_out,/);
    assert.match(text, new RegExp(`,“${PHRASE}” set phrase: =1\\+1, in this pair|"“${PHRASE}” set phrase: =1\\+1, in this pair"`));
    const { pairs } = JSON.parse((await saveFile(visit, { kind: "json" })).text);
    const [taken] = pairs.find(({ a, b }) => a === 1 && b === 2).taken_out;
    assert.deepEqual([taken.reason, taken.words, taken.all, taken.texts[1]], ["phrase", "=1+1", false, PHRASE]);
    assert.equal(pairs.filter((pair) => pair.taken_out).length, 1);
  });

  test("does not count in other words, either", async () => {
    const { page } = visit;
    await withPhraseOut(page);
    assert.equal(await page.locator(".effects").count(), 1);
    await page.click(".effects summary");
    assert.match((await page.locator(".effects tr").nth(2).innerText()).replaceAll("\u00a0", " "), new RegExp(`^Counting what was taken out by hand\\s+${40 + WORDS}\\s`));
  });
});

/** Picks out the passage after what was taken out. */
async function openAtNext(page) {
  await page.keyboard.press("n");
  await page.waitForSelector(".pane mark.current");
}

describe("project files of every version", () => {
  const visit = pageTests();
  for (const version of [1, 2, 3]) {
    test(`one of version ${version} opens with all that it has`, async () => {
      const { page } = visit;
      await choose(page, { "class.twinprint": readFileSync(new URL(`projects/${version}.twinprint`, import.meta.url)) });
      await page.waitForFunction(() => document.querySelectorAll(".document").length === 3);
      await settled(page);
      assert.deepEqual((await documents(page)).map(({ name }) => name), ["Ada.txt", "Alan.txt", "Grace.html"]);
      const { text } = await saveFile(visit, { kind: "project" });
      const { verdicts, taken_out: taken, documents: kept, options } = JSON.parse(text);
      const others = [{ by: "M. Second", verdict: "fine", note: "An old saying.", at: "2026-03-02T09:30:00.000Z" }];
      assert.deepEqual(verdicts, [{ a: 3, b: 9, verdict: "copied", note: "see me", at: "2026-03-01T10:00:00.000Z", ...(version > 2 ? { others } : {}) }]);
      assert.deepEqual([kept[0].handed_in, kept[0].cohort, options.authors?.old], version > 2 ? ["2025-01-05T10:11:00.000Z", "2025", ["2025"]] : [undefined, undefined, undefined]);
      assert.equal(taken.length, version > 1 ? 1 : 0);
      const shared = (await rows(page)).map(([, , , words]) => Number(words));
      assert.deepEqual(shared, version === 1 ? [22, 0, 0] : [0, 0, 0]);
    });
  }
});

inEveryLook((options, name) => {
  const visit = pageTests(options);

  test("the dialog, and the lists of what was taken out", async () => {
    const { page } = visit;
    await compared(page);
    await openAt(page, ["Ada", "Grace"], "with all");
    await page.click("text=Take out…");
    await page.click("#taking-out button[type=submit]");
    await page.waitForSelector(".pane .left-out");
    await page.click(".note [aria-label=Dismiss]");
    await openAtNext(page);
    await page.click("text=Take out…");
    await look(page, `taking-out-${name}`);
    await page.check("#taking-out [value=other]");
    await page.fill("#taking-out textarea", "Both quote the minister’s speech of May, which everybody was given");
    await page.check("#taking-out [name=where][value=all]");
    await page.click("#taking-out button[type=submit]");
    await page.waitForFunction(() => document.querySelectorAll("#pair-page .taken-list li").length === 2);
    await page.click(".note [aria-label=Dismiss]");
    await look(page, `taken-out-pair-${name}`);
    await page.click("#pair-page .taken-list summary");
    await look(page, `taken-out-list-${name}`);
    await page.click(".pair-way button");
    await settled(page);
    await page.click("#results .taken-list summary");
    await look(page, `taken-out-results-${name}`);
  });
});
