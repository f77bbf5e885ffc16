// More than two hundred names and texts that try to be markup, a script or a formula: none of them is more than text in what is
// handed on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { choose, pageTests, settled, SOURCE } from "./harness.mjs";
import { VECTORS } from "./script-vectors.mjs";

const visit = pageTests();

/** A lone surrogate is no text in UTF-8, and a control character has no shape. */
const wellFormed = (text) => text.toWellFormed();
const visible = (text) => wellFormed(text).replaceAll("\r\n", "\n").replace(/(?![\t\n\r])[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");

/** Each vector is the name of a document, its author, its text and a note; the first document is beside each of the others. */
async function hostile(vectors = VECTORS) {
  const documents = ["first", ...vectors].map((vector, i) => ({ id: i + 1, name: vector, path: vector, author: vector, format: i % 2 ? "html" : "plain", template: false, text: i % 2 ? `<p>${SOURCE}</p>${vector}` : `${SOURCE} ${vector}` }));
  const verdicts = vectors.map((vector, i) => ({ a: 1, b: i + 2, verdict: "copied", note: vector, at: "" }));
  const project = { kind: "twinprint-project", version: 1, options: {}, documents, verdicts };
  await choose(visit.page, { "hostile.twinprint": JSON.stringify(project) });
  await visit.page.waitForFunction((n) => document.querySelectorAll(".document").length === n, vectors.length + 1);
  await settled(visit.page);
}

test("there are at least two hundred", () => assert.ok(VECTORS.length >= 200, String(VECTORS.length)));

test("a report shows them literally: no script runs, nothing is asked for, and its numbers are right", async () => {
  const half = VECTORS.length / 2;
  for (const [vectors, whole] of [[VECTORS.slice(0, half), true], [VECTORS.slice(half), false]]) {
    await hostile(vectors);
    const { path } = await saveFile(visit, { whole, title: vectors[0], which: "copied" });
    const { page, heard, close } = await opened(path);
    const shown = await page.$$eval(".pair", (pairs) => pairs.map((pair) => [pair.querySelector("h2").lastElementChild.textContent, pair.querySelector(".note").textContent]));
    assert.deepEqual(shown.map(([name]) => name).toSorted(), vectors.map(visible).toSorted());
    assert.deepEqual(shown.filter(([name, note]) => note !== name), []);
    assert.equal(await page.textContent("h1"), vectors[0]);
    assert.match(await recomputed(page), /^All [\d,]+ numbers are as printed/);
    const made = await page.$$eval("*", (all) => [...new Set(all.flatMap(({ tagName, attributes }) => [tagName, ...[...attributes].map(({ name }) => `@${name}`)]))]);
    assert.deepEqual(made.filter((name) => /^(IMG|IFRAME|LINK|FORM|INPUT|SVG|OBJECT|EMBED|BASE|@on|@style|@src|@action)/i.test(name)), []);
    assert.deepEqual(await page.evaluate(() => [globalThis.ran, document.scripts.length]), [undefined, 3]);
    assert.deepEqual(heard, []);
    await close();
  }
});

test("no cell of the table is a formula, and every name comes back from it as it was", async () => {
  await hostile();
  const { text } = await saveFile(visit, { kind: "csv", which: "copied" });
  const cells = [...text.slice(1).matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)].map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  assert.equal(cells.length % 30, 0);
  for (const cell of cells) assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u);
  const found = new Set(cells);
  for (const vector of VECTORS) assert.ok(found.has(wellFormed(vector)) || found.has(`'${wellFormed(vector)}`), JSON.stringify(vector));
});

test("data for programs gives every name back as it was", async () => {
  await hostile();
  const { documents } = JSON.parse((await saveFile(visit, { kind: "json", which: "copied" })).text);
  assert.deepEqual(documents.map(({ name }) => name), ["first", ...VECTORS]);
});
