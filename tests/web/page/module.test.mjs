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
  import { compare, Session } from "twinprint";
  import { misses } from ${JSON.stringify(path("../vectors.mjs"))};
  Object.assign(window, { compare, misses, Session });
  document.body.textContent = "ready";
`;

const PAGE = '<!doctype html><body><script type="module" src="app.js"></script>';

let browser;
let page;
let heard;

before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: path(".") },
    alias: { twinprint: path("../../../pkg/index.js") },
    bundle: true,
    format: "esm",
    write: false,
  });
  const files = new Map([
    ["", { contentType: "text/html", body: PAGE }],
    ["app.js", { contentType: "text/javascript", body: outputFiles[0].text }],
    ["dist/twinprint_bg.wasm", { contentType: "application/wasm", path: path("../../../pkg/dist/twinprint_bg.wasm") }],
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
  assert.deepEqual(await page.evaluate((json) => window.misses(window.Session, JSON.parse(json), { lacks: ["sentences"] }), vectors), []);
});
