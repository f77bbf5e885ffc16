// The site of the documents as a browser has it: found by a search, read at two widths, light and dark, and without a script.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, sep } from "node:path";
import { after, before, test } from "node:test";
import { complaints, launch } from "../chromium.mjs";

const site = process.env.SITE;
if (!site) throw new Error("SITE is not set: run `cargo xtask test --only site`, or set it to the folder that `cargo xtask docs` makes");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".png": "image/png" };
let server, address, browser;

before(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
    try {
      const body = readFileSync(join(site, path.endsWith("/") ? `${path}index.html` : path));
      response.setHeader("content-type", TYPES[extname(path) || ".html"] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Every page of the site, but those of the page to try, of sources shown as they are, and of most commands, which are alike. */
const pages = readdirSync(site, { recursive: true })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => file.endsWith(".html") && !/^(try\/page|source|reference\/options\/twinprint-[^s])/.test(file));

/** Opens a page, and closes its window after. */
async function opened(url, options, look) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const heard = complaints(page);
  await page.goto(address + url);
  const seen = await look(page);
  await context.close();
  assert.deepEqual(heard, [], url);
  return seen;
}

test("a search finds the page that says it, and gives the text back when it is given up", async () => {
  await opened("how-to/dedup.html", { viewport: { width: 1280, height: 900 } }, async (page) => {
    await page.keyboard.press("/");
    for (const [words, expected] of [
      ["lexicons", "/explanation/fingerprints.html"],
      ["decontaminate", "/how-to/decontaminate.html"],
      ["umbrella", "/tutorials/edge-developer.html"],
    ]) {
      await page.fill(".search input", words);
      await page.waitForSelector(`#found h1:has-text("${words}")`);
      const found = await page.$$eval("#found li a", (links) => links.map((link) => new URL(link.href).pathname));
      assert.ok(found.includes(expected), `${words}: ${found.join(" ")}`);
    }
    await page.fill(".search input", "zyzzyvaquux");
    await page.waitForSelector("#found h1:has-text('Nothing has')");
    await page.keyboard.press("Escape");
    assert.ok(await page.isVisible("article"));
    assert.ok(await page.isHidden("#found"));
  });
});

test("no page of the site is wider than a telephone, or lacks a title, a language or one heading", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
  const left = [...pages];
  await Promise.all(tabs.map(async (page) => {
    for (let url = left.pop(); url; url = left.pop()) {
      await page.goto(address + url, { waitUntil: "domcontentloaded" });
      const seen = await page.evaluate(() => ({
        beyond: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        headings: document.querySelectorAll("article h1").length,
        language: document.documentElement.lang,
        titled: document.title.length > 8,
      }));
      assert.deepEqual(seen, { beyond: 0, headings: 1, language: "en", titled: true }, url);
    }
  }));
  await context.close();
});

for (const [width, colorScheme] of [[390, "light"], [1280, "dark"]]) {
  test(`axe finds nothing in pages of each kind, ${colorScheme}, at ${width} pixels`, async () => {
    for (const url of ["index.html", "how-to/dedup.html", "reference/http.html"]) {
      const violations = await opened(url, { viewport: { width, height: 844 }, colorScheme }, async (page) => {
        await page.addScriptTag({ path: axe });
        return page.evaluate(async () => {
          const { violations: found } = await window.axe.run(document);
          return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
        });
      });
      assert.deepEqual(violations, [], url);
    }
  });
}

test("the keyboard's first stop skips to the text, and every page is reached without a script", async () => {
  await opened("index.html", { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(new URL(page.url()).hash, "#main");
    assert.ok(await page.isHidden(".search"), "a field that would do nothing is not shown");
    await page.click(".menu > summary");
    await page.click(".menu summary:has-text('How to')");
    await page.click(".side a:has-text('Removing duplicates'), .side a:has-text('Remove duplicates')");
    assert.match(page.url(), /how-to\/dedup\.html$/);
  });
});

test("the page that is embedded to try compares what is pasted", async () => {
  await opened("try/index.html", { viewport: { width: 1280, height: 900 } }, async (page) => {
    const frame = page.frameLocator("iframe");
    await frame.locator("#example").click();
    await frame.locator(".rows .row").first().waitFor();
  });
});
