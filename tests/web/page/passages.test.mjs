// The list of a pair's passages: sorted, filtered, gone through by keys; as quick with hundreds as with three.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { choose, essay, open, pageTests, settled } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";

/** Three copied passages of 12, 30 and 20 words, in another order in B; the second has a quotation beside it. */
const [SHORT, LONG, MIDDLE] = [essay(41, 12), essay(42, 30), essay(43, 20)];
const QUOTED = `“${essay(44, 14)}”`;
const A = `${essay(1, 40)}. ${SHORT}. ${essay(2, 30)}. ${LONG}. ${QUOTED} ${essay(3, 30)}. ${MIDDLE}. ${essay(4, 20)}.`;
const B = `${MIDDLE}. ${essay(5, 40)}. ${QUOTED} ${essay(6, 30)}. ${LONG}. ${essay(7, 30)}. ${SHORT}.`;

/** Two texts with this many passages in common, of 9 to 20 words. */
function many(n) {
  const passages = Array.from({ length: n }, (_, i) => essay(1000 + i, 9 + (i % 12)));
  const text = (seed) => passages.map((passage, i) => `${passage}. ${essay(seed + i, 26)}.`).join("\n\n");
  return { "Long A.txt": text(3000), "Long B.txt": text(6000) };
}

async function opened(page, files) {
  await choose(page, files);
  await settled(page);
  await open(page);
}

async function withList(page) {
  await opened(page, { "Ada.txt": A, "Grace.txt": B });
  await page.click("#pair-page >> text=List");
  await page.waitForSelector(".passage-row");
}

const rows = async (page) => (await page.locator(".passage-row .passage-about").allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
const position = async (page) => (await page.textContent(".position")).replaceAll("\u00a0", " ");
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-posinset"));

describe("the list of passages", () => {
  const visit = pageTests();

  test("has each with its number, kind and words, by place, by length or by rarity", async () => {
    const { page } = visit;
    await withList(page);
    assert.deepEqual(await rows(page), ["1 Copied 12 words", "2 Copied 30 words", "3 Copied 20 words"]);
    await page.selectOption(".passages select", "length");
    assert.deepEqual(await rows(page), ["2 Copied 30 words", "3 Copied 20 words", "1 Copied 12 words"]);
    await page.selectOption(".passages select", "rarity");
    assert.deepEqual((await rows(page)).at(-1), "1 Copied 12 words");
    // Next and previous go in its order, while it is open.
    await page.keyboard.press("Escape");
    await open(page);
    await page.locator(".passages").waitFor();
    await page.locator("#pair-page h1").focus();
    await page.keyboard.press("n");
    assert.equal(await position(page), "1 of 3");
    assert.match(await page.textContent(".why"), /Passage 2:/);
    assert.equal(await page.locator(".passage-row[aria-selected=true] .number").innerText(), "2");
  });

  test("is gone through by arrows as one stop, and Enter goes to the passage in both texts", async () => {
    const { page } = visit;
    await opened(page, { "Ada.txt": A, "Grace.txt": B });
    await page.keyboard.press("i");
    assert.equal(await focused(page), "1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    assert.equal(await focused(page), "3");
    assert.equal(await position(page), "3 passages");
    await page.keyboard.press("Enter");
    assert.equal(await position(page), "3 of 3");
    assert.deepEqual(await page.locator(".pane").evaluateAll((panes) => panes.map((pane) => pane.querySelector("mark.current")?.textContent.slice(0, 7))), [MIDDLE.slice(0, 7), MIDDLE.slice(0, 7)]);
    assert.equal(await focused(page), "3");
    assert.equal(await page.locator(".passage-row[tabindex='0']").count(), 1);
    await page.keyboard.press("i");
    assert.equal(await page.isVisible(".passages"), false);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "List");
  });

  test("lists what is quoted if that is wanted, and goes to it", async () => {
    const { page } = visit;
    await withList(page);
    const pressed = await page.locator(".kinds button").evaluateAll((buttons) => buttons.map((button) => [button.textContent, button.getAttribute("aria-pressed")]));
    assert.deepEqual(pressed, [["Copied 3", "true"], ["Quoted 2", "false"]]);
    await page.click(".kinds >> text=Copied");
    assert.deepEqual(await rows(page), []);
    assert.match(await page.innerText(".passages"), /Nothing of these kinds/);
    await page.click(".kinds >> text=Quoted");
    assert.deepEqual(await rows(page), ["Quoted 14 words, in A", "Quoted 14 words, in B"]);
    await page.locator(".passage-row").nth(1).click();
    assert.match(await page.textContent(".why"), /^Quoted 14.words, not counted\.$/);
    assert.equal(await page.locator(".pane").nth(1).locator(".here").count(), 1);
    assert.equal(await page.locator(".passage-row[aria-selected=true]").count(), 1);
  });

  test("takes a passage out and puts it back by the key x", async () => {
    const { page } = visit;
    await withList(page);
    await page.locator(".passage-row").nth(1).focus();
    await page.keyboard.press("x");
    assert.match(await page.textContent("#taking-out blockquote"), new RegExp(LONG.slice(0, 20)));
    await page.keyboard.press("Enter");
    await page.locator(".passage-row.taken-out").waitFor();
    assert.deepEqual(await rows(page), ["1 Copied 12 words", "Taken out 30 words, set phrase", "2 Copied 20 words"]);
    await page.locator(".passage-row.taken-out").click();
    assert.match(await page.textContent(".why"), /^Taken out set phrase, in this pair\.$/);
    assert.equal(await page.isVisible(".passage-actions >> text=Put back"), true);
    await page.keyboard.press("x");
    await page.locator(".passage-row.taken-out").waitFor({ state: "detached" });
    assert.equal((await rows(page)).length, 3);
  });

  test("of hundreds draws only what is in sight, and is there by itself on a wide page", async () => {
    const { page } = visit;
    await opened(page, many(323));
    await page.locator(".passages").waitFor();
    assert.equal(await position(page), "323 passages");
    assert.ok((await page.locator(".passage-row").count()) < 40);
    await page.locator(".passage-row").first().focus();
    await page.keyboard.press("End");
    assert.equal(await focused(page), "323");
    await page.keyboard.press("Enter");
    assert.equal(await position(page), "323 of 323");
    assert.equal(await page.locator(".passage-row[aria-selected=true]").getAttribute("aria-posinset"), "323");
    await page.keyboard.press("Escape");
  });
});

inEveryLook((options, name) => {
  const visit = pageTests(options);

  test("the list beside the texts, and above them on a phone", async () => {
    const { page } = visit;
    await withList(page);
    await page.click(".kinds >> text=Quoted");
    await page.locator(".passage-row").nth(1).click();
    await page.click("text=Take out…");
    await page.click("#taking-out button[type=submit]");
    await page.locator(".passage-row.taken-out").waitFor();
    await page.click(".note [aria-label=Dismiss]");
    await page.locator(".passage-row.taken-out").click();
    await look(page, `passages-${name}`);
  });

  test("hundreds of them", async () => {
    const { page } = visit;
    await opened(page, many(60));
    if (!(await page.isVisible(".passages"))) await page.click("#pair-page >> text=List");
    await page.locator(".passage-row").nth(4).click();
    await look(page, `passages-many-${name}`);
  });
});
