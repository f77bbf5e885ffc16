// <twinprint-compare> in a page that someone else wrote: texts in, marked passages out, for eyes, keyboards and screen readers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { execFileSync } from "node:child_process";
import { complaints, launch } from "../chromium.mjs";
import { emptyProject, install } from "./packed.mjs";
import { serve } from "./site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const A = "It begins otherwise. The quick brown fox jumps over the lazy dog by the river. It goes on.";
const B = "As we know, the quick brown fox jumps over the lazy dog! That is all.";
const [FOX_A, FOX_B] = ["The quick brown fox jumps over the lazy dog", "the quick brown fox jumps over the lazy dog"];

let browser;
let project;

before(async () => {
  project = emptyProject("element");
  install(project);
  browser = await launch();
});
after(() => browser?.close());

/** Opens a page with this body, which has imported the element; nothing may be complained about. */
async function visit(t, body, options = {}) {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
    <script type="module" src="/node_modules/twinprint/element.js"></script><main><h1>A page</h1>${body}</main>`;
  const address = await serve(t, project, { given: (path) => ({ "/index.html": html })[path] });
  const page = await browser.newPage(options);
  const heard = complaints(page);
  t.after(async () => {
    await page.close();
    assert.deepEqual(heard, []);
  });
  await page.goto(address);
  return page;
}

const status = (page) => page.getByRole("status");
const marked = (page) =>
  page.$$eval("twinprint-compare", ([element]) =>
    [...element.shadowRoot.querySelectorAll("mark")].map((mark) => [mark.closest("[part~=text]").id, mark.lastChild.textContent, mark.part.value]),
  );

test("texts given as attributes are shown with what they share marked, by name and in numbers", async (t) => {
  const page = await visit(t, `<twinprint-compare a="${A}" b="${B}" name-a="Essay"></twinprint-compare>`);
  await status(page).filter({ hasText: "shared" }).waitFor();
  assert.equal(await status(page).textContent(), "1 shared passage: 50% of the words of the first text, 60% of the second.");
  assert.deepEqual(await marked(page), [["text-a", FOX_A, "passage"], ["text-b", FOX_B, "passage"]]);
  assert.deepEqual(await page.locator("[part=name]").allTextContents(), ["Essay", "Second text"]);
  assert.equal(await page.locator("twinprint-compare").getAttribute("aria-busy"), "false");
  assert.deepEqual(await page.getByRole("region").evaluateAll((texts) => texts.map((text) => text.textContent)), [A.replace(FOX_A, `1${FOX_A}`), B.replace(FOX_B, `1${FOX_B}`)]);
});

test("the README's element shows what its two texts share", async (t) => {
  const readme = readFileSync(new URL("../../../pkg/README.md", import.meta.url), "utf8");
  const [, example] = readme.match(/```html\n(.*?)```/s);
  const page = await visit(t, example.replace(/<script.*<\/script>/, ""));
  await status(page).filter({ hasText: "1 shared passage" }).waitFor();
  assert.deepEqual(await page.locator("[part=name]").allTextContents(), ["Essay", "Source"]);
  assert.deepEqual(await marked(page), [["text-a", FOX_B, "passage"], ["text-b", FOX_A, "passage"]]);
});

test("texts in slots are compared, and again as they are edited", async (t) => {
  const page = await visit(t, `<twinprint-compare><p slot="a">${A}</p><textarea slot="b">Nothing of it.</textarea></twinprint-compare>`);
  await status(page).filter({ hasText: "No passage is in both texts." }).waitFor();
  await page.$eval("textarea", (field, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, B);
  await status(page).filter({ hasText: "1 shared passage" }).waitFor();
  assert.equal((await marked(page)).length, 2);
});

test("properties, also of HTML and of bytes, and set before the element is defined, are compared by the options given", async (t) => {
  const page = await visit(t, "");
  const told = await page.evaluate(async ([a, b]) => {
    const element = document.createElement("twinprint-compare");
    Object.assign(element, { a: { text: `<p>${a}</p>`, format: "html" }, b: { bytes: new TextEncoder().encode(b) }, options: { run: 4 } });
    const compared = () => new Promise((compared) => document.body.addEventListener("compared", ({ detail }) => compared(detail), { once: true }));
    const [first] = await Promise.all([compared(), document.body.append(element)]);
    element.options = { run: 20, reach: "copied" };
    const second = await compared();
    return [first.passages.length, first.text_a.trim() === a, first.text_b === b, second.passages.length];
  }, [A, B]);
  assert.deepEqual(told, [1, true, true, 0]);
});

test("what cannot be compared is said, and an error event has the error", async (t) => {
  const page = await visit(t, "<twinprint-compare a='one two'></twinprint-compare>");
  await status(page).filter({ hasText: "Two texts are needed." }).waitFor();
  const told = await page.$eval("twinprint-compare", (element) => {
    const heard = new Promise((heard) => element.addEventListener("error", ({ error }) => heard([error.name, error.kind, error.remedy])));
    element.b = " … ";
    return heard;
  });
  assert.deepEqual(told, ["TwinprintError", "no-words", "give a text with at least one word"]);
  assert.equal(await status(page).textContent(), "b: there are no words in it; give a text with at least one word");
});

test("what changes while it compares is compared at last, and an element that leaves and comes back works", async (t) => {
  const page = await visit(t, "<twinprint-compare></twinprint-compare>");
  await page.$eval("twinprint-compare", (element, [a, b]) => {
    element.a = a;
    for (const text of ["one", "two", "three", b]) element.b = text;
    setTimeout(() => {
      const { parentNode } = element;
      element.remove();
      parentNode.append(element);
    });
  }, [A, B]);
  await status(page).filter({ hasText: "1 shared passage" }).waitFor();
});

test("by the keyboard one goes from text to passage, and from a passage to the same in the other text", async (t) => {
  const page = await visit(t, `<twinprint-compare a="${A}" b="${B}"></twinprint-compare>`);
  await status(page).filter({ hasText: "shared" }).waitFor();
  const focused = () => page.$eval("twinprint-compare", ({ shadowRoot }) => {
    const { activeElement } = shadowRoot;
    return [activeElement.closest("[part~=text]").id, activeElement.ariaLabel ?? "the text"];
  });
  const button = "Passage 1, 9 words. Go to it in the other text.";
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(), ["text-a", "the text"]);
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(), ["text-a", button]);
  await page.keyboard.press("Enter");
  assert.deepEqual(await focused(), ["text-b", button]);
  await page.keyboard.press("Space");
  assert.deepEqual(await focused(), ["text-a", button]);
});

test("the words of the element can be put in another language", async (t) => {
  const page = await visit(t, `<twinprint-compare a="${A}" b="${B}"></twinprint-compare>`);
  await page.$eval("twinprint-compare", (element) => {
    element.lang = "de";
    element.words = { a: "Erster Text", found: (passages, a, b) => `${passages} Stelle: ${a} und ${b}` };
  });
  await status(page).filter({ hasText: /^1 Stelle: \d+\s% und \d+\s%$/ }).waitFor();
  assert.deepEqual(await page.locator("[part=name]").allTextContents(), ["Erster Text", "Second text"]);
});

for (const colorScheme of ["light", "dark"]) {
  test(`in ${colorScheme} colours nothing is in the way of anyone, by axe`, async (t) => {
    const page = await visit(t, `<twinprint-compare a="${A}" b="${B}"></twinprint-compare>`, { colorScheme, bypassCSP: true });
    await page.addStyleTag({ content: ":root { color-scheme: light dark; } body { color: canvastext; background: canvas; }" });
    await status(page).filter({ hasText: "shared" }).waitFor();
    const background = await page.locator("#text-a").evaluate((text) => getComputedStyle(text).backgroundColor);
    assert.equal(background, colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(28, 28, 30)");
    await page.evaluate(axe);
    const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    assert.ok(passes.some(({ id }) => id === "color-contrast"));
  });
}

test("custom properties and parts set how it looks", async (t) => {
  const page = await visit(t, `<twinprint-compare a="${A}" b="${B}"></twinprint-compare>`, { bypassCSP: true });
  await page.addStyleTag({ content: "twinprint-compare { --twinprint-passage: rgb(1, 2, 3); } twinprint-compare::part(text) { background: rgb(4, 5, 6); }" });
  await status(page).filter({ hasText: "shared" }).waitFor();
  const background = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.deepEqual([await background("mark"), await background("#text-a")], ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
});

test("where a server renders a page the element can be imported, and does nothing", () => {
  const script = 'import { TwinprintCompare } from "twinprint/element"; console.log(typeof TwinprintCompare);';
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: project, encoding: "utf8" }), "function\n");
});
