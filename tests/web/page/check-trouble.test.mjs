// Indexes that are slow, gone, replaced or hostile, and people who change their minds.

import assert from "node:assert/strict";
import { writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ask, buildIndex, check, checkingTests, choose, COPY, done, opened, said, until } from "./checking.mjs";

const visit = checkingTests({ index: { essays: 30 } });

const MARKUP = "<img src=x onerror=document.title='owned'><b>bold</b>";

/** What the page says is wrong with the check that was asked for last: what, where and what to do. */
async function problem(page) {
  await done(page);
  return (await page.textContent(".waiting:not([hidden]) .problem")).replaceAll("\u00a0", " ").trim();
}

/** Adds an index by its address, and says what the page says of it. */
async function add(page, address) {
  await page.selectOption("#index", "add");
  await page.fill("#index-address", address);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#add-index").open || document.querySelector("#add-index .error").textContent !== "");
  return (await page.textContent("#add-index .error")).replaceAll("\u00a0", " ");
}

test("a check is cancelled at once, the request with it, and can be started again", async () => {
  const { page, site } = visit;
  let closed;
  const gone = new Promise((resolve) => (closed = resolve));
  site.answer = (request, response) => {
    if (request.url !== "/v1/lookup") return false;
    response.on("close", closed);
    return true;
  };
  await choose(page, "prefix");
  await page.fill("#draft", COPY);
  await page.waitForFunction(() => !document.querySelector("#check").disabled);
  await page.click("#check");
  await until("it asks", () => site.requests.some(({ url }) => url === "/v1/lookup"));
  await page.click("#cancel");
  await page.waitForSelector("text=Cancelled.");
  await gone;
  assert.equal(await page.isVisible("#cancel"), false);
  site.answer = undefined;
  await page.click(".waiting >> text=Try again");
  await done(page);
  assert.match((await said(page)).verdict, /37 of 7\d words/);
});

test("a web page where an index should be is refused in words, and nothing of it is shown", async () => {
  const { page, site } = visit;
  site.answer = (request, response) => request.url.startsWith("/other/") && response.writeHead(200, { "content-type": "text/html" }).end(MARKUP);
  const error = await add(page, `${site.address}other/`);
  assert.match(error, /^There is neither a published index nor a service at this address\. .*\/other\/ Check the address: /);
  assert.equal(await page.locator("img, b:text('bold')").count(), 0);
});

test("what is not an address is refused before anything is requested", async () => {
  const { page, site } = visit;
  for (const address of ["", "ftp://example.org/", "http://example.org/", "https://"]) {
    assert.match(await add(page, address), /Give the address of a published index or of a service/, address);
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(site.requests, []);
});

test("an answer without end is not taken beyond its bound", async () => {
  const { page, site } = visit;
  let sent = 0;
  site.answer = (request, response) => {
    if (request.url !== "/v1/buckets") return false;
    const block = Buffer.alloc(1 << 16);
    response.writeHead(200, { "content-type": "application/octet-stream" });
    const more = () => {
      while (!response.destroyed && sent < 1e9 && response.write(block)) sent += block.length;
    };
    response.on("drain", more);
    more();
    return true;
  };
  await choose(page, "prefix");
  await check(page, COPY);
  assert.match(await problem(page), /^The response is longer than the limit of .*\. http.*\/v1\/buckets This may not be an index/);
  assert.ok(sent < 1e8, `${sent} bytes were taken`);
});

for (const [what, body] of [
  ["noise", Buffer.from("noise")],
  ["nothing", Buffer.alloc(0)],
  ["markup", Buffer.from(MARKUP)],
  ["zeros", Buffer.alloc(100_000)],
]) {
  test(`${what} for an answer is an error, and no result`, async () => {
    const { page, site } = visit;
    site.answer = (request, response) => request.url === "/v1/lookup" && response.writeHead(200, { "content-type": "application/vnd.twinprint.lookup" }).end(body);
    await choose(page, "prefix");
    await check(page, COPY);
    assert.match(await problem(page), /^Its response does not fit the request: .* http.*\/ Try again, or use another index\.$/);
    assert.equal(await page.isVisible(".result"), false);
  });
}

test("what a service says is wrong is told as text", async () => {
  const { page, site } = visit;
  const error = { error: { kind: "unavailable", what: MARKUP, where: "index", remedy: "wait" } };
  site.answer = (request, response) => request.url === "/v1/lookup" && response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify(error));
  await choose(page, "whole");
  await check(page, COPY);
  assert.ok((await problem(page)).includes(MARKUP));
  assert.equal(await page.locator("#results img").count(), 0);
  assert.doesNotMatch(await page.title(), /owned/);
});

test("an index that does not answer is given up after twenty seconds, in words", async () => {
  const { page, site } = visit;
  await page.clock.install();
  site.answer = (request) => request.url === "/v1/lookup";
  await choose(page, "whole");
  await page.fill("#draft", COPY);
  await page.clock.runFor(500);
  await page.click("#check");
  while (!site.requests.some(({ url }) => url === "/v1/lookup")) await page.clock.runFor(50);
  await page.clock.runFor(21_000);
  await page.clock.resume();
  assert.match(await problem(page), /^No response for 20 seconds\. http.*\/v1\/lookup Try again later/);
});

test("a damaged file of a published index is refused", async () => {
  const { page, site } = visit;
  const manifest = await (await fetch(`${site.address}index/index.json`)).json();
  const { name, bytes } = manifest.segments[0].sources[0];
  site.answer = (request, response) => request.url === `/index/${name}` && response.writeHead(200, { "content-type": "application/octet-stream" }).end(Buffer.alloc(bytes));
  await page.fill("#draft", COPY);
  for (const way of ["download", "ranges"]) {
    await choose(page, way);
    await ask(page);
    assert.match(await problem(page), /sources-.*again\.$/, way);
    assert.equal(await page.isVisible(".result"), false);
  }
});

test("an index that is replaced while the page has it open is noticed, and opened again", async () => {
  const { page, site, folder } = visit;
  const name = `<img src=x onerror=document.title=1>`;
  await writeFile(join(folder, `index-documents`, `${name}.txt`), `Anew it begins. ${COPY}`);
  const meta = async () => (await (await fetch(`${site.address}v1/meta`)).json()).index;
  const before = await meta();
  await buildIndex(folder, "index", { anew: true });
  await until("the service has the new index", async () => (await meta()) !== before);
  await page.fill("#draft", COPY);
  for (const way of ["prefix", "ranges", "download"]) {
    await choose(page, way);
    await ask(page);
    assert.match(await problem(page), /was replaced while it was being read|changed while it was read/, way);
  }
  await page.click(".waiting >> text=Try again");
  // Its index is opened anew before the check begins, and until then it shows what was wrong.
  await page.waitForSelector(".result:not([hidden])");
  await done(page);
  const { sources } = await said(page);
  assert.ok(sources.some((source) => source.includes(name)), "a name is text, whatever is in it");
  assert.equal(await page.locator("#results img").count(), 0);
  await rm(join(folder, `index-documents`, `${name}.txt`));
});

test("an index that was added is kept on this device until it is forgotten", async () => {
  const { page, site } = visit;
  assert.equal(await add(page, `${site.address}index/index.json`), "");
  assert.match(await page.textContent("#index option:checked"), /\/index$/);
  assert.deepEqual(await page.$$eval("input[name=way]:enabled", (ways) => ways.map(({ value }) => value)), ["download", "ranges"]);
  await page.reload();
  await opened(page);
  await page.selectOption("#index", `${site.address}index/`);
  await page.click("text=Remove this index");
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "twinprint:decoys")), []);
});

test("a document of 100,000 words is checked, with its text laid out as it is read", async () => {
  const { page } = visit;
  const words = Array.from({ length: 100_000 }, (_, i) => `v${(i * 7919) % 30011}${i % 20 === 19 ? ".\n" : ""}`).join(" ");
  await page.setInputFiles("#files", { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(`${words}\n\n${COPY}`) });
  await page.waitForFunction(() => /100,0\d\d/.test(document.querySelector(".document-size")?.textContent ?? ""));
  for (const way of ["download", "prefix"]) {
    await choose(page, way);
    await ask(page);
    assert.match((await said(page)).verdict, /of 100,07\d words, in \d sources?\.$/, way);
  }
  assert.ok((await page.locator(".pane .block").count()) < 200);
});
