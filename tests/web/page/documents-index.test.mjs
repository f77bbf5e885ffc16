// The checking page with an index of documents as wholes: is this document a near-duplicate of one that is known?

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ask, check, checkingTests, choose, OWN, said, SOURCE } from "./checking.mjs";
import { inEveryLook, look } from "./looks.mjs";

const visit = checkingTests({ index: { essays: 30, find: "documents" } });

/** The source with one word in ten changed. */
const EDITED = (() => {
  let number = 0;
  return SOURCE.replace(/\p{L}+/gu, (word) => (++number % 10 === 0 ? `changed${number}` : word));
})();

test("the page says what the index is, and which access modes there are for it", async () => {
  const { page } = visit;
  assert.match(await text(page, ".index-facts"), /^31 documents as wholes, each known by 40 bytes of fingerprints, \d/);
  assert.deepEqual(await page.$$eval("input[name=way]:enabled", (ways) => ways.map(({ value }) => value)), ["download", "whole"]);
  assert.match(await text(page, "#way-whole"), /Fingerprints of the document: someone who has one like it can recognise it/);
  assert.match(await text(page, "#way-prefix"), /Not available for an index of documents as wholes: prefixes of fingerprints tell someone who has a document like it as much as all of them/);
});

test("an edited copy is known by downloading the index, and nothing of it leaves the page", async () => {
  const { page, site } = visit;
  await choose(page, "download");
  await check(page, EDITED);
  assert.match(await text(page, ".near .verdict"), /^Known: a near-duplicate of 1 document of the 31 documents in the index\.$/);
  assert.match(await text(page, ".near-list li"), /lighthouse\.txt.*about \d+ % resemblance \(\d+ to \d+\).*\d+ of 320 bits differ; fewer than 0\.001 unrelated documents/s);
  assert.ok(site.requests.every(({ method, url }) => method === "GET" && url.startsWith("/index/")), "only files of the index");
  assert.match((await said(page)).receipt, /^Nothing of the text left this page; 0 bytes sent/);

  site.requests.length = 0;
  await check(page, OWN);
  assert.match(await text(page, ".near .verdict"), /^New: not near any of the 31 documents in the index\.$/);
  assert.deepEqual(site.requests, []);
  assert.equal((await said(page)).receipt, "Nothing left this page: the index was already here.");
});

test("by the service an edited copy is known as well, to the bit, and its fingerprints alone leave the page", async () => {
  const { page, site } = visit;
  await choose(page, "whole");
  await check(page, EDITED);
  const byService = await text(page, ".near-list li");
  const sent = site.requests.filter(({ method }) => method === "POST");
  assert.deepEqual(sent.map(({ url }) => url), ["/v1/documents"]);
  const { fingerprints, words, design, ...others } = JSON.parse(sent[0].body);
  assert.deepEqual([fingerprints.length, words, typeof design, others], [5, EDITED.match(/\p{L}+\d*/gu).length, "string", { most: 20 }]);
  assert.match((await said(page)).receipt, /^What left this page: 40 bytes of fingerprints; \d+ bytes sent/);

  await choose(page, "download");
  await ask(page);
  assert.equal(await text(page, ".near-list li"), byService);
});

test("an index that is published to be read by ranges is, on any host of files, and the same documents are found", async () => {
  const { page, site, folder } = visit;
  await promisify(execFile)(process.env.TWINPRINT, ["index", "publish", "index", "-o", "ranges", "--ranges"], { cwd: folder });
  await choose(page, "download");
  await check(page, EDITED);
  const downloaded = await text(page, ".near-list li");
  const journeys = [];
  site.answer = async ({ url, headers }, response) => {
    const file = /^\/ranges\/([\w.-]+)$/.exec(url)?.[1];
    if (!file) return url.startsWith("/ranges/") && Boolean(response.writeHead(404).end());
    const bytes = await readFile(join(folder, "ranges", file));
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    journeys.push(first ? `${file.split("-")[0]} ${first}-${last}` : file);
    if (!first) return Boolean(response.writeHead(200).end(bytes));
    const own = { "content-range": `bytes ${first}-${last}/${bytes.length}` };
    return Boolean(response.writeHead(206, own).end(bytes.subarray(Number(first), Number(last) + 1)));
  };
  // The choices were folded away by the check.
  await page.click(".asking-details summary");
  await page.selectOption("#index", "add");
  await page.fill("#index-address", `${site.address}ranges/`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#add-index").open);
  assert.match(await text(page, ".index-facts"), /^31 documents as wholes, each known by 40 bytes of fingerprints, \d/);
  assert.deepEqual(await page.$$eval("input[name=way]:enabled", (ways) => ways.map(({ value }) => value)), ["ranges"]);
  assert.match(await text(page, "#way-ranges"), /buckets, chosen by 32 of the 320 bits of the document's fingerprints/);
  site.requests.length = 0;
  journeys.length = 0;
  await ask(page);
  assert.equal(await text(page, ".near-list li"), downloaded);
  assert.match((await said(page)).receipt, /^What left this page: which parts of files were read; 0 bytes sent/);
  assert.ok(site.requests.every(({ method, url, body }) => method === "GET" && url.startsWith("/ranges/") && body.length === 0));
  const kinds = journeys.map((part) => part.split(" ")[0]);
  assert.deepEqual([...new Set(kinds)], ["buckets", "records"], "first buckets, then records");

  await check(page, OWN);
  assert.match(await text(page, ".near .verdict"), /^New: not near any of the 31 documents in the index\.$/);
});

test("what is damaged or no response is told, and gives no result", async () => {
  const { page, site } = visit;
  await choose(page, "whole");
  site.answer = (request, response) => request.url === "/v1/documents" && response.writeHead(200, { "content-type": "application/json" }).end('{"status":"known"}');
  await check(page, EDITED);
  assert.match(await text(page, ".problem"), /its response does not fit the request/i);
  site.answer = (request, response) => request.url === "/v1/documents" && response.writeHead(503, { "content-type": "application/json" }).end('{"error":{"kind":"unavailable","what":"it rests","where":"index","remedy":"ask later"}}');
  await ask(page);
  assert.match(await text(page, ".problem"), /It rests\..*Ask later\./s);
  site.answer = (request, response) => request.url.includes("/index/") && !request.url.endsWith(".json") && response.writeHead(200, { "content-type": "application/octet-stream" }).end("nothing of an index");
  await choose(page, "download");
  await ask(page);
  assert.match(await text(page, ".problem"), /this is no whole file of an index/i);
  site.answer = undefined;
  await ask(page);
  assert.match(await text(page, ".near .verdict"), /^Known/);
});

inEveryLook((window, suffix) => {
  const visit = checkingTests({ ...window, index: { essays: 5, find: "documents" } });

  test("nothing overflows, and axe finds nothing", async (t) => {
    const { page } = visit;
    await t.test("the choices", () => look(page, `documents-choices-${suffix}`));
    await check(page, EDITED);
    await t.test("a known document", () => look(page, `documents-known-${suffix}`));
  });
});

const text = (page, selector) => page.textContent(selector).then((text) => text.replaceAll("\u00a0", " "));
