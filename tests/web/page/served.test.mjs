// The page as `cargo xtask up` serves it: its address is in PAGE.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch } from "../chromium.mjs";

const address = process.env.PAGE;
assert.ok(address, "PAGE is not set: run `cargo xtask test --only page`");

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

test("the page opens without a complaint and asks no other host for anything", async () => {
  const page = await browser.newPage();
  const heard = complaints(page);
  const asked = new Set();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  const response = await page.goto(address, { waitUntil: "networkidle" });
  assert.match(response.headers()["content-security-policy"], /default-src 'none'.*frame-ancestors 'none'/);
  assert.deepEqual([...asked], [new URL(address).origin]);
  assert.deepEqual(heard, []);
});

test("every file has the type that browsers insist on", async () => {
  const page = await browser.newPage();
  const types = new Map();
  page.on("response", (response) => {
    const extension = new URL(response.url()).pathname.split(".").at(-1);
    types.set(extension, response.headers()["content-type"]);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  assert.equal(types.get("js"), "text/javascript; charset=utf-8");
  assert.equal(types.get("css"), "text/css; charset=utf-8");
});

test("the example of the checking page is found in the sample index", async () => {
  const page = await browser.newPage();
  const heard = complaints(page);
  await page.goto(new URL("check.html", address).href);
  await page.click("#example");
  await page.waitForFunction(() => document.querySelector("#check").textContent.includes("this text") && !document.querySelector("#check").disabled);
  await page.click("#check");
  await page.waitForSelector(".result:not([hidden]) .source-line", { timeout: 60_000 });
  const sources = await page.$$eval(".source-line", (lines) => lines.slice(0, 2).map((line) => line.textContent));
  for (const source of sources) assert.match(source, /VACUUM/);
  assert.deepEqual(heard, []);
});
