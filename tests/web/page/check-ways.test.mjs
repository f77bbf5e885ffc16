// The four access modes of an index: each finds the same, and each sends what its sentence on the page says, and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, check, checkingTests, choose, COPY, done, drawn, opened, OWN, said, typeOn, until } from "./checking.mjs";

const visit = checkingTests();

for (const way of ["download", "ranges", "prefix", "whole"]) {
  test(`by ${way} a copied run is found with its source, exactly`, async () => {
    const { page } = visit;
    await choose(page, way);
    await check(page, COPY);
    const { verdict, sources } = await said(page);
    assert.match(verdict, /^5\d\.\d % was found in the index: 37 of 7\d words, in 1 source\.$/);
    assert.equal(sources.length, 1);
    assert.match(sources[0], /lighthouse\.txt.*37 words · 37 in a row · exact$/);
    await page.click(".source-line");
    await page.waitForSelector(".source-open .pane .block");
    const marked = await page.$$eval(".pane mark.same", (marks) => marks.map((mark) => mark.textContent.toLowerCase()));
    assert.equal(marked.length, 2, "one stretch in either text");
    for (const text of marked) assert.match(text, /^the work was lonely.*at any hour$/s);
  });

  test(`by ${way} nothing is found of a text that is not in the index`, async () => {
    const { page } = visit;
    await choose(page, way);
    await check(page, OWN);
    assert.match((await said(page)).verdict, /^None of its \d+.words were found in the index\.$/);
  });

  test(`by ${way} no word of the text, no cookie and no referrer leaves the page`, async () => {
    const { page, site } = visit;
    await visit.context.addCookies([{ name: "session", value: "secret", url: site.address }]);
    await choose(page, way);
    await check(page, COPY);
    const words = COPY.match(/[A-Za-z]{5,}/g);
    for (const { raw, headers, method, url } of site.requests) {
      const found = words.filter((word) => raw.toLowerCase().includes(word.toLowerCase()));
      assert.deepEqual(found, [], `${method} ${url}`);
      assert.deepEqual([headers.cookie, headers.referer], [undefined, undefined], `${method} ${url}`);
    }
  });
}

test("before somebody asks for a check nothing is fetched but heads of files, and these when they are to be read in parts", async () => {
  const { page, site } = visit;
  // The heads of texts come with what they are wanted for.
  const entries = (await entriesOf(site)).filter(({ name }) => !name.startsWith("texts"));
  // The page reports requests in the order in which they are made; the site notices one only when it has arrived.
  const requested = [];
  page.on("request", (request) => requested.push(`${request.method()} ${request.url()}`));
  let finished = 0;
  page.on("requestfinished", () => finished++);
  for (const way of ["download", "ranges", "prefix", "whole"]) await choose(page, way);
  await choose(page, "download");
  await page.fill("#draft", COPY);
  await page.waitForFunction(() => /words/.test(document.querySelector(".document-size")?.textContent ?? ""));
  for (const way of ["download", "prefix", "whole"]) {
    await choose(page, way);
    await typeOn(page);
    assert.deepEqual(requested, [], way);
  }
  await choose(page, "ranges");
  await until("every file's head is fetched", () => requested.length >= entries.length && finished === requested.length);
  // Should the worker want more of them, it has said so once it has counted another word.
  await typeOn(page);
  // Small files come whole: their heads are most of them.
  const heads = entries.map(({ name, head, bytes }) => [`GET /index/${name} bytes=0-${head - 1} 0`, `GET /index/${name} - 0`, bytes]);
  const fetched = site.requests.splice(0).map(line);
  assert.equal(new Set(fetched).size, fetched.length, "each once");
  for (const one of fetched) assert.ok(heads.some((head) => head.includes(one)), one);
  await ask(page);
  assert.match((await said(page)).verdict, /37 of 7\d words/);
  assert.deepEqual(site.requests.map(line).filter((one) => fetched.includes(one)), [], "nothing is fetched twice");
});

test("up to six look-ups of a service are under way at once", async () => {
  const { page, site } = visit;
  // The browser would let no more than six through whatever the page asks for, so they are counted before that.
  let sent = 0;
  page.on("request", (request) => (sent += Number(request.url().endsWith("/v1/lookup"))));
  let [open, answer] = [0];
  const answered = new Promise((resolve) => (answer = resolve));
  site.answer = async (request) => {
    if (request.url !== "/v1/lookup") return false;
    open += 1;
    await answered;
    return false;
  };
  const words = Array.from({ length: 120_000 }, (_, i) => `v${(i * 7919) % 200_003}${i % 20 === 19 ? ".\n" : ""}`).join(" ");
  await page.setInputFiles("#files", { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(words) });
  await choose(page, "prefix");
  await page.waitForFunction(() => !document.querySelector("#check").disabled);
  await page.click("#check");
  await until("six look-ups are under way", () => open >= 6);
  await drawn(page);
  assert.equal(sent, 6);
  answer();
  await done(page);
  assert.ok(sent > 6, `${sent} were all there were to send`);
});

test("what was found never stands above the text of what was checked before", async () => {
  const { page } = visit;
  await check(page, COPY);
  await page.evaluate(() => {
    globalThis.seen = [];
    const note = () => {
      const text = (selector) => document.querySelector(selector)?.textContent ?? "";
      if (!document.querySelector(".result").hidden) globalThis.seen.push([text(".verdict"), text(".result .pane")]);
    };
    new MutationObserver(note).observe(document.querySelector("#results"), { subtree: true, childList: true, attributes: true });
  });
  await check(page, OWN);
  const seen = await page.evaluate(() => globalThis.seen);
  const nothing = seen.filter(([verdict]) => verdict.startsWith("None of its"));
  assert.ok(nothing.length > 0, "what was found is seen to change");
  const [before, now] = [COPY, OWN].map((text) => text.slice(0, 20));
  assert.deepEqual(nothing.filter(([, text]) => text.includes(before)), []);
  assert.ok(nothing.at(-1)[1].includes(now));
});

test("the most private way is chosen to begin with", async () => {
  assert.equal(await visit.page.$eval("input[name=way]:checked", (input) => input.value), "download");
});

test("downloading asks for the index's files by their names, the same for every text, and only once", async () => {
  const { page, site } = visit;
  const files = await filesOf(site);
  await check(page, COPY);
  const first = site.requests.splice(0).map(line);
  assert.deepEqual(first.sort(), files.map((file) => `GET /index/${file} - 0`).sort());
  await check(page, OWN);
  assert.deepEqual(site.requests.map(line), []);
  assert.match((await said(page)).receipt, /^Nothing left this page/);
  // Another browser, which has kept none of them.
  const other = await (await page.context().browser().newContext({ serviceWorkers: "block" })).newPage();
  await other.goto(`${site.address}check.html`);
  await opened(other);
  site.requests.length = 0;
  await check(other, OWN);
  assert.deepEqual(site.requests.map(line).sort(), first);
  await other.context().close();
});

test("by ranges nothing is asked for but parts of the index's files", async () => {
  const { page, site } = visit;
  const files = await filesOf(site);
  await choose(page, "ranges");
  await check(page, COPY);
  assert.ok(site.requests.length > 0);
  for (const { method, url, headers, body } of site.requests) {
    assert.equal(method, "GET");
    assert.ok(files.includes(url.replace("/index/", "")), `${url} is a file of the index`);
    assert.match(headers.range ?? "bytes=0-0", /^bytes=\d+-\d+$/);
    assert.equal(body.length, 0);
  }
});

test("by prefix 24 bits of each hash are sent among decoys, the same when a text is checked again, and never in the same order", async () => {
  const { page, site } = visit;
  await choose(page, "prefix");
  await check(page, COPY);
  assert.deepEqual(others(site), []);
  const first = lookups(site);
  await ask(page);
  const second = lookups(site);
  for (const lookup of [...first, ...second]) {
    assert.deepEqual([lookup.fingerprints, lookup.shingles], [[], []], "no whole hash is sent");
    assert.ok(lookup.bits === 24 || lookup.bits === 0, `${lookup.bits} bits`);
  }
  const [one, other] = [first, second].map((lookups) => lookups.flatMap((lookup) => lookup.prefixes));
  assert.ok(one.length > 0 && one.every((prefix) => prefix < 2 ** 24));
  assert.equal(Math.log2(one.length) % 1, 0, `${one.length} says little of how many are the document's`);
  assert.deepEqual([...one].sort(), [...other].sort(), "comparing the two tells no decoy");
  assert.notDeepEqual(one, other, "their order is drawn");
  const kept = await page.evaluate(() => localStorage.getItem("twinprint:decoys"));
  assert.match(kept, /^[0-9a-f]{32}$/, "what decoys follow from is kept on this device");
  await page.evaluate(() => localStorage.removeItem("twinprint:decoys"));
  await ask(page);
  const third = new Set(lookups(site).flatMap((lookup) => lookup.prefixes));
  assert.ok(one.filter((prefix) => third.has(prefix)).length <= one.length / 2, "without it other decoys are drawn");
});

test("full hashes are all that is sent by full hashes", async () => {
  const { page, site } = visit;
  await choose(page, "whole");
  await check(page, COPY);
  assert.deepEqual(others(site), []);
  const sent = lookups(site);
  const count = (list) => sent.flatMap((lookup) => lookup[list]).length;
  assert.deepEqual([count("nearPrefixes"), count("prefixes")], [0, 0]);
  assert.equal(count("fingerprints"), 0, "the index has none");
  assert.ok(count("shingles") > 0);
  assert.match((await said(page)).receipt, new RegExp(`: ${count("shingles")} full hashes; `));
});

test("the receipt counts the bytes that were sent", async () => {
  const { page, site } = visit;
  await choose(page, "whole");
  await check(page, COPY);
  const sent = site.requests.reduce((sum, { body }) => sum + body.length, 0);
  const shown = sent < 1000 ? `${sent} bytes` : `${Math.round(sent / 1000)} KB`;
  assert.ok((await said(page)).receipt.includes(`; ${shown} sent and `), `${(await said(page)).receipt} tells ${sent}`);
});

/** The names of the files that the index is made of. */
async function filesOf(site) {
  return (await entriesOf(site)).map(({ name }) => name);
}

/** What the manifest says of each file. */
async function entriesOf(site) {
  const { segments } = await (await fetch(`${site.address}index/index.json`)).json();
  site.requests.length = 0;
  return segments.flatMap(({ parts, sources, texts }) => [...parts.flatMap(({ passages, shingles }) => [...passages, ...shingles]), ...sources, ...texts]);
}

function line({ method, url, headers, body }) {
  return `${method} ${url} ${headers.range ?? "-"} ${body.length}`;
}

/** Requests that are neither look-ups nor for what serves every document. */
function others(site) {
  return site.requests.filter(({ method, url }) => `${method} ${url}` !== "POST /v1/lookup" && `${method} ${url}` !== "GET /v1/buckets").map(line);
}

/** The look-ups that were sent, read by what docs/reference/service.md says of their compact form. */
function lookups(site) {
  return site.requests.splice(0).filter(({ url }) => url === "/v1/lookup").map(({ body, headers }) => {
    assert.equal(headers["content-type"], "application/vnd.twinprint.lookup");
    assert.equal(body.toString("latin1", 0, 4), "TWQ1");
    const [flags, , bits] = body.subarray(4, 7);
    let at = 8 + (flags & 1 ? 16 : 0);
    const counts = Array.from({ length: 6 }, (_, i) => body.readUInt32LE(at + 4 * i));
    at += 24;
    const take = (count, width) =>
      Array.from({ length: count }, () => {
        const bytes = body.subarray(at, (at += width));
        return width > 6 ? bytes.readBigUInt64LE() : bytes.readUIntLE(0, width);
      });
    const width = Math.ceil(bits / 8);
    const [fingerprints, shingles] = [take(counts[0], 8), take(counts[1], 8)];
    const [nearPrefixes, prefixes] = [take(counts[2], width), take(counts[3], width)];
    const buckets = [take(counts[4], 4), take(counts[5], 4)];
    assert.equal(at, body.length, "there is nothing after its lists");
    return { bits, fingerprints, shingles, nearPrefixes, prefixes, buckets };
  });
}
