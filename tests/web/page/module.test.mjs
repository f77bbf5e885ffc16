// The npm package in a browser: bundled as its README says, and held to the vectors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { complaints, launch } from "../chromium.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const HOST = "http://twinprint.test/";
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const APP = `
  import { compare, init, Session } from "twinprint";
  import { init as initLanguages, Session as Languages, Sketches, suffixMatches, Tables } from "twinprint/languages";
  import { lookupMisses } from ${JSON.stringify(path("../lookups.mjs"))};
  import { misses, rewordedMisses, sketchMisses } from ${JSON.stringify(path("../vectors.mjs"))};
  await Promise.all([init(), initLanguages()]);
  Object.assign(window, { compare, Languages, lookupMisses, misses, rewordedMisses, Session, sketchMisses, Sketches, suffixMatches, Tables });
  document.body.textContent = "ready";
`;

const PAGE = '<!doctype html><body><script type="module" src="app.js"></script>';

let browser;
let page;
let heard;

before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: path(".") },
    alias: { "twinprint/languages": path("../../../pkg/languages.js"), twinprint: path("../../../pkg/index.js") },
    bundle: true,
    format: "esm",
    write: false,
  });
  const files = new Map([
    ["", { contentType: "text/html", body: PAGE }],
    ["app.js", { contentType: "text/javascript", body: outputFiles[0].text }],
    ...["dist/package/twinprint_bg.wasm", "dist/languages/twinprint_bg.wasm"].map((file) => [
      file,
      { contentType: "application/wasm", path: path(`../../../pkg/${file}`) },
    ]),
  ]);
  browser = await launch();
  page = await browser.newPage();
  heard = complaints(page);
  await page.route("**/*", (route) => {
    const file = files.get(route.request().url().slice(HOST.length));
    return file ? route.fulfill({ ...file, headers: { "Content-Security-Policy": POLICY } }) : route.abort();
  });
  await page.goto(HOST);
  await page.getByText("ready").waitFor({ timeout: 10_000 }).catch((error) => assert.fail([...heard, error].join("\n")));
});

after(() => browser?.close());

test("a bundle of the package compares documents under a strict content security policy", async () => {
  assert.equal(await page.evaluate(() => window.compare("one two three", "One, two, three!").resemblance), 1);
  assert.deepEqual(heard, []);
});

test("the module meets every vector in Chromium", async () => {
  const vectors = readFileSync(path("../../vectors.json"), "utf8");
  const misses = (json) => window.misses(window.Session, JSON.parse(json), { lacks: ["sentences", "clean"] });
  assert.deepEqual(await page.evaluate(misses, vectors), []);
});

test("sketches are those of the vectors in Chromium, too", async () => {
  const vectors = readFileSync(path("../../vectors.json"), "utf8");
  assert.deepEqual(await page.evaluate((json) => window.sketchMisses(window.Sketches, JSON.parse(json)), vectors), []);
});

test("passages in other words are those of the vectors in Chromium, too", async () => {
  const vectors = readFileSync(path("../../vectors.json"), "utf8");
  assert.deepEqual(await page.evaluate((json) => window.rewordedMisses(window.Languages, JSON.parse(json)), vectors), []);
});

test("look-ups in Chromium find what they find everywhere", async () => {
  const lookups = readFileSync(path("../../lookups.json"), "utf8");
  assert.deepEqual(await page.evaluate((json) => window.lookupMisses(window, JSON.parse(json)), lookups), []);
});
