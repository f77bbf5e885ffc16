// The built page in a real browser: served as it would be, and watched. Whatever it writes to its console, and
// whatever its policy stops, fails the test that was running.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, beforeEach, afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { complaints, launch } from "../chromium.mjs";

const DIST = fileURLToPath(new URL("../../../www/dist/", import.meta.url));
export const ARTIFACTS = fileURLToPath(new URL("../../artifacts/", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the page under a path of its own, as a site would that has it in a folder: as it was built into `dist`. */
async function serve(dist) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    requests.push(path);
    const file = path.replace(/^\/some\/folder\//, "").replace(/(?<=^|\/)$/, "index.html");
    let body = path.startsWith("/some/folder/") ? await readFile(join(dist, file)).catch(() => null) : null;
    if (body !== null) body = await site.rewrite(file, body);
    if (body === null) return void response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = { server, requests, address: `http://127.0.0.1:${server.address().port}/some/folder/`, rewrite: asItIs };
  return site;
}

const asItIs = (_file, body) => body;

/**
 * Opens the page anew for each test of a file. `visit` is filled in before a test runs:
 * `{ page, context, address, requests, folder }`; `folder` is a new, empty folder on disk. `rewrite(file, body)` may change
 * what the server sends, or keep it back for a while; `dist` is the folder of another build of the page.
 */
export function pageTests({ rewrite = asItIs, dist = DIST, ...options } = {}) {
  const visit = {};
  let browser;
  let site;
  let heard;
  // Those of all tests are within one, which goes when the last has ended: not every test within a test takes its own away.
  let folders;

  before(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    folders = await mkdtemp(join(tmpdir(), "twinprint-page-"));
    site = await serve(dist);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    site?.server.close();
    site?.server.closeAllConnections();
    await rm(folders, { recursive: true, force: true });
  });
  beforeEach(async () => {
    visit.folder = await mkdtemp(join(folders, "test-"));
    visit.context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    visit.page = await visit.context.newPage();
    visit.address = site.address;
    visit.requests = site.requests;
    site.rewrite = rewrite;
    heard = complaints(visit.page);
    await visit.page.goto(site.address);
  });
  afterEach(async () => {
    await visit.context.close();
    await rm(visit.folder, { recursive: true, force: true });
    assert.deepEqual(heard, [], "the console should be empty");
  });
  return visit;
}

/** Pastes `text` where the keyboard is, as a person does; long texts are made inside the page. */
export async function paste(page, text, target = "#draft") {
  await page.evaluate(
    ([text, target]) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      const field = document.querySelector(target);
      field.focus();
      if (field.dispatchEvent(event) && "setRangeText" in field) {
        field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
        field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
      }
    },
    [text, target],
  );
}

/** Adds files as the picker does: `{ name: text or bytes }`, or a list of `[name, text or bytes]`. */
export async function choose(page, files) {
  await page.setInputFiles(
    "#files",
    (Array.isArray(files) ? files : Object.entries(files)).map(([name, content]) => ({
      name,
      mimeType: /\.html?$/.test(name) ? "text/html" : "text/plain",
      buffer: Buffer.from(content),
    })),
  );
}

/** Waits until what the page is asked for holds, be it a promise, which `waitForFunction` takes for true at once. */
export async function until(page, holds, argument) {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate(holds, argument))) {
    if (Date.now() > end) throw new Error(`this did not come to hold within a minute: ${holds}`);
    await page.waitForTimeout(20);
  }
}

/** Waits until the page has drawn what it was told before. */
export function drawn(page) {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Waits until nothing is being read or compared, and the results are drawn. */
export async function settled(page) {
  await page.waitForFunction(() => !document.querySelector("#results[aria-busy], #document-list[aria-busy]"), null, { timeout: 60_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Sets the option so named, or takes it back. */
export async function option(page, label) {
  await page.click("#open-options");
  await page.locator("#options label", { hasText: label }).locator("input").click();
  await page.click("#options button:has-text('Done')");
  await settled(page);
}

/** The rows of the table in sight, each as its cells' texts; documents by their files alone. */
export function rows(page) {
  return page.$$eval(".rows .row", (rows) =>
    rows.map((row) => [...row.querySelectorAll(".cell")].map((cell) => (cell.querySelector(".file") ?? cell).textContent.replaceAll("\u00a0", " "))),
  );
}

/** Names and states in the list of documents. */
export function documents(page) {
  return page.$$eval(".document", (items) =>
    items.map((item) => ({
      name: item.querySelector(".document-name").textContent,
      size: item.querySelector(".document-size").textContent.replaceAll("\u00a0", " "),
      problem: item.querySelector(".document-notes").textContent,
    })),
  );
}

/** The text of a side of the pair, without the numbers of its passages. */
export function sideText(page, side) {
  return page.$$eval(".pane .flow", (flows, side) => {
    const copy = flows[side].cloneNode(true);
    for (const chip of copy.querySelectorAll(".chip, .spoken")) chip.remove();
    return copy.textContent;
  }, side);
}

/** Opens the pair in row `index` of the table, whatever it shares, and waits until both texts are there. */
export async function open(page, index = 0) {
  const unshared = page.locator("#results .waiting >> text=Show pairs without shared passages");
  if (await unshared.isVisible()) await unshared.click();
  await page.locator(".rows .row a").nth(index).click();
  await page.waitForFunction(() => document.querySelectorAll(".pane .block").length >= 2);
}

/** Three texts: the second has a sentence of the first with one word changed, the third has nothing of either. */
export const SOURCE =
  "The keeper climbed the stairs at dusk and trimmed the wick so that the flame would not smoke before the morning came.";
export const COPY =
  "In the old days the keeper climbed the stairs at dusk and trimmed the long wick so that the flame would not smoke before the morning came, they say.";
export const OTHER = "Satellites fail seldom, yet they do fail, and then a steady light on a dark coast is worth more than any screen.";

/** Keeps a picture of the page among the artefacts of the tests. */
export function picture(page, name) {
  return page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
}

/** An essay of `n` words that has nothing in common with those of another `seed`. */
export function essay(seed, n = 120) {
  const words = [];
  let state = seed * 7919 + 17;
  for (let i = 0; i < n; i++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    words.push(`w${seed}x${(state >> 8) % 5000}`);
  }
  return words.join(" ");
}
