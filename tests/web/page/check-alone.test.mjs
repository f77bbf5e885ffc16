// The checking page by itself: where there is no service beside it, with the network off, and what it hands on.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ask, check, checkingTests, choose, COPY, opened, said } from "./checking.mjs";

const visit = checkingTests({ serviceWorkers: "allow", index: { essays: 20 } });

/** A text with another run of the source than the copy has. */
const ANOTHER = "He said that a ship at sea knew each tower by its rhythm: two short flashes and a pause, or one long beam every ten seconds. That was all he said.";

test("on a site with a published index beside the page and no service, nothing is asked for in vain", async () => {
  const { page, site } = visit;
  // A host of files: the page and the index in one folder, none of the headers that a service sends.
  site.answer = async ({ url, method, headers }, response) => {
    if (headers["x-onward"]) return false;
    const path = url.replace(/^\/(index\.json|\w+-.*\.tw.)$/, "/index/$1");
    const from = await fetch(new URL(path, site.address), { method, headers: { "x-onward": "1", ...(headers.range ? { range: headers.range } : {}) } });
    const found = path === url ? !/^\/(v1|index)\//.test(url) && from.ok : from.ok;
    const type = from.headers.get("content-type") ?? "";
    response.writeHead(found ? from.status : 404, { "content-type": type }).end(found ? Buffer.from(await from.arrayBuffer()) : "");
    return true;
  };
  const vain = [];
  page.on("response", (response) => response.status() < 400 || vain.push(`${response.status()} ${response.url()}`));
  await page.reload();
  await opened(page);
  assert.deepEqual(await page.$$eval("input[name=way]:enabled", (ways) => ways.map(({ value }) => value)), ["download", "ranges"]);
  await choose(page, "ranges");
  await check(page, COPY);
  assert.match((await said(page)).verdict, /37 of 7\d words/);
  assert.deepEqual(vain, []);
});

test("where a service is beside the page, nothing is asked for in vain either", async () => {
  const { page } = visit;
  const vain = [];
  page.on("response", (response) => response.status() < 400 || vain.push(`${response.status()} ${response.url()}`));
  await page.reload();
  await opened(page);
  assert.deepEqual(vain, []);
});

test("with the network off a text is checked against an index that was downloaded", async () => {
  const { page, context, site } = visit;
  await choose(page, "download");
  await check(page, COPY);
  site.requests.length = 0;
  await context.setOffline(true);
  await check(page, ANOTHER);
  const found = await page.$$eval(".document", (all) => all.map((one) => /% found/.test(one.textContent)));
  assert.deepEqual(found, [true, true]);
  assert.match((await said(page)).receipt, /^Nothing left this page/);
  assert.deepEqual(site.requests, []);
  await context.setOffline(false);
});

test("with its site out of reach the page opens again, and says that the index cannot be reached", async () => {
  const { page, site } = visit;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // It keeps this page's files once it is idle, and the modules last: three that compare and check, two that read files.
    const kept = async () => {
      const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const all = (await Promise.all(caching.map((cache) => cache.keys()))).flat().map(({ url }) => url);
      return all.some((url) => url.endsWith("check.html")) && all.filter((url) => url.endsWith(".wasm")).length === 6;
    };
    while (!(await kept())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  site.answer = (_, response) => Boolean(response.destroy());
  await page.reload();
  await page.waitForSelector("h1:has-text('Find text that an index already')");
  await page.waitForSelector(".index-facts.error:has-text('cannot be reached')");
  site.answer = undefined;
  await page.click("text=Try again");
  await opened(page);
  await check(page, COPY);
  assert.match((await said(page)).verdict, /37 of 7\d words/);
});

test("what was found is saved as the command line writes it", async () => {
  const { page, folder } = visit;
  await writeFile(join(folder, "copy.txt"), COPY);
  const run = (...options) => promisify(execFile)(process.env.TWINPRINT, ["check", "copy.txt", "--index", "index", ...options], { cwd: folder });
  await run("--report", "copy.html");
  const { stdout } = await run("--json");
  await page.setInputFiles("#files", { name: "copy.txt", mimeType: "text/plain", buffer: Buffer.from(COPY) });
  await ask(page);
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${button}`)]);
    return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
  };
  const [name, html] = await saved("Save report (HTML)");
  assert.equal(name, "copy.html");
  // When and of which index is said in either, of the page by its address.
  const provenance = /<p class="why">Made: .*?<\/p>/;
  assert.match(provenance.exec(html)[0], /Made: <bdi>.*\d{4}.*<\/bdi><br>Index: <bdi>http:.*<\/bdi>/);
  // The command line says the hash of the file, too.
  const hash = /<p class="note">SHA-256 of copy\.txt: [0-9a-f]{64}\.<\/p>/;
  const written = await readFile(join(folder, "copy.html"), "utf8");
  assert.match(written, hash);
  assert.equal(html.replace(provenance, ""), written.replace(provenance, "").replace(hash, ""));
  const [, json] = await saved("Save data (JSON)");
  // The last line says what was read.
  assert.deepEqual(JSON.parse(json), JSON.parse(stdout.split("\n")[0]));
});
