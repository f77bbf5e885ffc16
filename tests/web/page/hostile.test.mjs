// What is locked, broken or made to do harm: each is named with a reason and skipped, and nothing else is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { documents, pageTests, settled, SOURCE } from "./harness.mjs";
import { docx, epub, html, odt, pdf, rtf } from "./made/documents.mjs";
import { hostile, SURVIVORS } from "./made/hostile.mjs";
import { zip } from "./made/zip.mjs";
import { bring, kept } from "./reading.mjs";
import { VECTORS } from "./vectors-of-scripts.mjs";

let gate = Promise.resolve();
let fatal = false;
const visit = pageTests({
  async rewrite(file, body) {
    // The service worker would keep what is to be held back.
    if (file === "offline.js") return "";
    if (/\/pdf-/.test(file)) await gate;
    // A worker that ends as by a lack of memory.
    return fatal && /\/pdf-/.test(file) ? `setTimeout(() => { throw new Error("out of memory") }); await new Promise(() => undefined); ${body}` : body;
  },
});

test("each bad file is named with its reason, and the files beside it are read", async () => {
  const { page } = visit;
  const bad = await hostile();
  const files = new Map(bad.map(([path, bytes]) => [path.split("/")[0], bytes]));
  await bring(page, [...files, ["good.docx", docx([SOURCE])]]);
  const listed = new Map((await documents(page)).map(({ name, problem }) => [name, problem]));
  for (const [path, , said] of bad) assert.match((listed.get(path.split("/").at(-1)) ?? "not listed").replaceAll("\u00a0", " "), said, path);
  for (const name of ["good.docx", ...SURVIVORS]) assert.equal(listed.get(name), "", name);
  assert.equal(listed.size, bad.length + 1 + SURVIVORS.length);
});

test("a file is read by what it is, whatever it is called", async () => {
  const { page } = visit;
  await bring(page, { "a.txt": await pdf([SOURCE], { numbered: false }), "b.pdf": docx([SOURCE]), "c.docx": rtf([SOURCE]), "d.rtf": SOURCE, "e.doc": html([SOURCE]), "f.docx": zip([["inside.odt", odt([SOURCE])]]) });
  const listed = await documents(page);
  assert.deepEqual(listed.map(({ name, problem }) => [name, problem]), ["a.txt", "b.pdf", "c.docx", "d.rtf", "e.doc", "inside.odt"].map((name) => [name, ""]));
  assert.deepEqual(listed.map(({ size }) => size), listed.map(() => "22 words"));
});

test("names in archives are read in UTF-8, whether the archive says so or not", async () => {
  const { page } = visit;
  await bring(page, { "a.zip": zip([["Zoë/größe.txt", SOURCE]], { said: false }), "b.zip": zip([["Łukasz/灯.txt", SOURCE]]) });
  assert.deepEqual((await documents(page)).map(({ name }) => name), ["größe.txt", "灯.txt"]);
});

test("two files of one name in an archive are both read", async () => {
  const { page } = visit;
  await bring(page, { "a.zip": zip([["essay.txt", SOURCE], ["essay.txt", `${SOURCE} Again.`]]) });
  assert.deepEqual((await documents(page)).map(({ name, size }) => [name, size]), [["a.zip/essay.txt", "22 words"], ["a.zip/essay.txt (2)", "23 words"]]);
});

test("names and titles of files and of what is in them are shown as they are, and none is run", async () => {
  const { page } = visit;
  assert.ok(VECTORS.length >= 200, `${VECTORS.length} vectors`);
  const named = VECTORS.map((vector, at) => `${vector.replaceAll(/[/\\]/g, "∕")} ${at}.txt`);
  const makers = [(title) => docx([SOURCE], { title, author: title }), (title) => pdf([SOURCE], { title, author: title }), (title) => odt([SOURCE], { title, author: title }), (title) => epub([[SOURCE]], { title, author: title }), (title) => rtf([SOURCE], { title, author: title }), (title) => html([SOURCE], title)];
  const titled = await Promise.all(VECTORS.map(async (vector, at) => [`titled ${at}`, await makers[at % makers.length](vector)]));
  const shown = (text) => text.replace(/\s+/g, " ").trim();
  await bring(page, [...named.slice(0, 40).map((name) => [name, SOURCE]), ["class.zip", zip(named.slice(40).map((name) => [name, SOURCE]))]]);
  const listed = new Set((await documents(page)).map(({ name }) => shown(name)));
  for (const name of named) assert.ok(listed.has(shown(name)), `${name} is listed as it is`);
  await page.click("#clear");
  await bring(page, titled);
  await page.$$eval(".document-name", (buttons) => buttons.forEach((button) => button.click()));
  const hints = shown(await page.$$eval(".document-panel", (panels) => panels.map((panel) => panel.textContent).join("\n")));
  const docs = await kept(page);
  titled.forEach(([name], at) => {
    const { title } = docs[name].origin ?? {};
    if (at % makers.length !== 5) assert.equal(title && shown(title), shown(VECTORS[at]), name);
    if (title) assert.ok(hints.includes(`title “\u2068${shown(title)}\u2069”`), name);
  });
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator("#document-list :is(img, script, iframe, object, embed, form, style, video, audio, details, marquee)").count(), 0);
});

test("reading can be stopped, and what was not read is named", async () => {
  const { page } = visit;
  let release;
  gate = new Promise((resolve) => (release = resolve));
  await page.setInputFiles("#files", [{ name: "held.pdf", mimeType: "application/pdf", buffer: await pdf([SOURCE]) }, { name: "next.docx", mimeType: "", buffer: docx([SOURCE]) }]);
  await page.waitForSelector(".reading");
  assert.match((await page.textContent(".reading p")).replace("\u00a0", " "), /^Reading 1 of 2 files$/);
  await page.click(".reading button");
  release();
  await settled(page);
  for (const { problem } of await documents(page)) assert.match(problem, /^Reading was stopped: add it again to read it\.$/);
  assert.equal(await page.isVisible(".reading"), false);
});

test("what is cleared away while it is read does not come back, and what an undo brings back is read", async () => {
  const { page } = visit;
  let release;
  gate = new Promise((resolve) => (release = resolve));
  await page.setInputFiles("#files", [{ name: "held.pdf", mimeType: "application/pdf", buffer: await pdf([SOURCE], { numbered: false }) }, { name: "class.zip", mimeType: "", buffer: zip([["a.txt", SOURCE]]) }]);
  await page.waitForSelector(".document");
  await page.click("#clear");
  release();
  await settled(page);
  assert.deepEqual(await documents(page), []);
  await page.click(".note button:has-text('Undo')");
  await settled(page);
  assert.deepEqual((await documents(page)).map(({ name, size }) => [name, size]), [["held.pdf", "22 words"]]);
});

test("a reader that falls over a file names it, and reads the others", async () => {
  const { page } = visit;
  fatal = true;
  await page.reload();
  await bring(page, [["a.docx", docx([SOURCE])], ["class.zip", zip([["one.txt", SOURCE], ["fatal.pdf", await pdf([SOURCE])], ["two.txt", SOURCE]])]]);
  fatal = false;
  const listed = await documents(page);
  assert.deepEqual(listed.map(({ name }) => name).sort(), ["a.docx", "fatal.pdf", "one.txt", "two.txt"]);
  assert.deepEqual(listed.filter(({ problem }) => problem).map(({ name, problem }) => [name, problem]), [["fatal.pdf", "Reading it failed, probably out of memory: split it, or save its text in another format."]]);
});
