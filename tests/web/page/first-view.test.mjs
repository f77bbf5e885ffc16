// What it takes to see the page for the first time, that nothing moves while it comes, and the page as an installed app.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { choose, essay, pageTests, paste, rows, settled, COPY, SOURCE, until } from "./harness.mjs";

const DIST = fileURLToPath(new URL("../../../www/dist/", import.meta.url));

/** The most that the first view may take beside the wasm, packed. */
const FIRST_VIEW = 100_000;

let sent = new Map();
const visit = pageTests({
  rewrite(file, body) {
    sent.set(file, body);
    return body;
  },
});

/** Sums how far things moved without a person having done anything; a shift soon after an input does not count. */
const watchShifts = () => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) globalThis.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node?.nodeType === 1 ? `${node.tagName}.${node.className}#${node.id}` : node?.parentElement?.className).join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
};

test("the first view takes less than 100 KB beside the wasm", async () => {
  const { page } = visit;
  sent = new Map();
  await page.goto("about:blank");
  await page.goto(visit.address, { waitUntil: "load" });
  await page.waitForSelector("#recipe code");
  const first = [...sent].filter(([file]) => /\.(html|css|js|webmanifest)$/.test(file) && file !== "offline.js");
  const sizes = first.map(([file, body]) => [file, brotliCompressSync(body).length]);
  const sum = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(first.length >= 4, "page, style, script and worker");
  assert.ok(sum < FIRST_VIEW, `${sum} bytes: ${sizes.map((size) => size.join(" ")).join(", ")}`);
});

for (const width of [1280, 390]) {
  test(`nothing moves while the page and documents arrive, ${width} pixels wide`, async () => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(watchShifts);
    await page.goto("about:blank");
    await page.goto(visit.address);
    await page.waitForSelector("#recipe code");
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Essay ${i}.txt`, `${essay(i, 80)} ${essay(99, 10 + i)}`]));
    assert.deepEqual(await page.evaluate(() => globalThis.shifts), [], "while the page loads");
    await choose(page, files);
    await settled(page);
    // The list takes the place of the welcome: that is what the person asked for. From then on nothing moves.
    await page.evaluate(() => void (globalThis.shifts = []));
    await choose(page, { "One more.txt": essay(50), "And one.txt": essay(51) });
    await settled(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.deepEqual(await page.evaluate(() => globalThis.shifts), [], "while documents arrive");
  });
}

test("the page can be installed: its manifest names icons that are there, in the sizes it says", async () => {
  const { page } = visit;
  const address = new URL(await page.getAttribute("link[rel=manifest]", "href"), visit.address).href;
  const manifest = await (await page.request.get(address)).json();
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes, type } of manifest.icons) {
    const shown = await page.evaluate(async ([src, type]) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight, type];
    }, [new URL(src, address).href, type]);
    if (sizes !== "any") assert.equal(`${shown[0]}x${shown[1]}`, sizes);
  }
  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
});

test("everything that is loaded later is kept for use without the network", async () => {
  const { page, context } = visit;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
    navigator.serviceWorker.controller.postMessage("later");
  });
  const files = (await readdir(`${DIST}assets`)).map((file) => `assets/${file}`);
  await until(page, async (files) => {
    const kept = await Promise.all(files.map((file) => caches.match(file)));
    return kept.every((answer) => answer !== undefined);
  }, [...files, "check.html", "manifest.webmanifest"]);
  await context.setOffline(true);
  await page.reload();
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  await page.click("text=Save…");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save button[type=submit]")]);
  assert.notEqual((await readFile(await download.path(), "utf8")).search(/id="program"/), -1);
  await context.setOffline(false);
});
