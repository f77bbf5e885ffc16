// The page that checks against an index, in a real browser: an index built by the command line, served by `twinprint serve`
// with its files beside it, and between it and the browser a proxy that writes down every byte and may change what comes back.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createServer, request as forward } from "node:http";
import { mkdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { complaints, launch } from "../chromium.mjs";
import { ARTIFACTS, drawn, essay } from "./harness.mjs";

export { drawn };

const DIST = fileURLToPath(new URL("../../../www/dist/", import.meta.url));
const run = promisify(execFile);

/** A document of the index. */
export const SOURCE = `The keeper and the lamp

Before the lights were run by machines, every lighthouse had its keeper. He climbed the stairs at dusk, trimmed the wick, wound the clockwork that turned the lens, and sat through the night so that the flame would not smoke or fail. A ship at sea knew each tower by its rhythm: two short flashes and a pause, or one long beam every ten seconds.

The work was lonely, but it was never idle. Brass had to be polished, windows washed of salt, and every drop of oil written down in a book that an inspector might ask for at any hour. When fog came in, the keeper rang a bell by hand until it lifted, sometimes for two days and nights together.`;

/** A text with a run of 41 words of the source within words of its own. */
export const COPY = `I have often wondered how people lived out there. As one book has it, the work was lonely, but it was never idle. Brass had to be polished, windows washed of salt, and every drop of oil written down in a book that an inspector might ask for at any hour. That is what I would call a life by the clock, and I am glad that somebody else had to live it.`;

/** A text of which nothing is in the index. */
export const OWN = "Satellites fail seldom, yet they do fail, and then a steady light on a dark coast is worth more than any screen, as my uncle used to say when we walked along the shore in the evening.";

/** Builds an index of the source and of essays that have nothing in common with it, by which `find` are found; `anew` of what is in its folder. */
export async function buildIndex(folder, name, { essays = 150, withText = true, anew = false, find = "passages" } = {}) {
  const documents = join(folder, `${name}-documents`);
  if (!anew) {
    await mkdir(documents);
    await writeFile(join(documents, "lighthouse.txt"), SOURCE);
    for (let i = 1; i <= essays; i++) await writeFile(join(documents, `paper ${i}.txt`), essay(i, 200));
  }
  const options = find === "documents" ? ["--find", find] : withText ? ["--with-text"] : [];
  await run(twinprint(), ["index", "build", `${name}-documents`, "-o", name, ...options], { cwd: folder });
  return join(folder, name);
}

/** Serves an index and the page; the proxy before it keeps `requests`, and `answer` may answer in its place. */
async function serve(index) {
  const service = spawn(twinprint(), ["serve", "--index", index, "--page", DIST, "--publish", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const port = await new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk) => {
      said += chunk;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    };
    service.stdout.on("data", hear);
    service.stderr.on("data", hear);
    service.on("exit", () => reject(new Error(`twinprint serve ended: ${said}`)));
  });
  const site = { requests: [], answer: undefined };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method, url, headers, rawHeaders } = request;
    site.requests.push({ method, url, headers, body, raw: `${method} ${url}\n${rawHeaders.join("\n")}\n${body.toString("latin1")}` });
    if (await site.answer?.(request, response, body)) return;
    const onward = forward({ port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } }, (from) => {
      response.writeHead(from.statusCode, from.headers);
      from.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site.address = `http://127.0.0.1:${server.address().port}/`;
  site.stop = () => {
    server.close();
    server.closeAllConnections();
    service.kill();
  };
  return site;
}

/** Opens the page anew for each test of a file. `visit` is filled in: `{ page, context, site, heard }`. */
export function checkingTests(options = {}) {
  const visit = {};
  let browser;
  let folder;
  before(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), "twinprint-checking-"));
    visit.folder = folder;
    visit.site = await serve(await buildIndex(folder, "index", options.index));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    visit.site?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const { index, ...context } = options;
    visit.context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...context });
    visit.page = await visit.context.newPage();
    visit.page.setDefaultTimeout(15_000);
    visit.heard = complaints(visit.page);
    visit.site.answer = undefined;
    await visit.page.goto(`${visit.site.address}check.html`);
    await opened(visit.page);
    visit.site.requests.length = 0;
  });
  afterEach(async () => {
    await visit.context.close();
    // What a server refuses the browser itself writes down, and what the tests forbid.
    const heard = visit.heard.filter((line) => !/^Failed to load resource|^Service Worker registration blocked/.test(line));
    assert.deepEqual(heard, [], "the console should be empty");
  });
  return visit;
}

/** Waits until the page knows what the index is. */
export async function opened(page) {
  await page.waitForFunction(() => /passages/.test(document.querySelector(".index-facts")?.textContent ?? ""));
}

/** Chooses a way to ask; the choices are unfolded if they are not in sight. */
export async function choose(page, way) {
  const radio = `input[name=way][value=${way}]`;
  if (!(await page.isVisible(radio))) await page.click(".asking-details summary");
  await page.check(radio);
}

/** Types a text, checks it and waits for what is said of it. */
export async function check(page, text) {
  await page.fill("#draft", text);
  await ask(page);
}

/** Checks what is there, and waits for what is said of it. */
export async function ask(page) {
  await page.waitForFunction(() => !document.querySelector("#check").disabled);
  await page.$$eval(SAID, (all) => all.forEach((one) => (one.dataset.before = "")));
  await page.click("#check");
  await done(page);
}

/** What was found, or what is wrong. */
const SAID = ".result .block, .near .verdict, .problem";

/** Waits until what was asked for last is shown, and not what was shown before: from the click on, the page says that it is to come. */
export async function done(page) {
  const here = "#results:not([aria-busy]) > :not([hidden])";
  await page.waitForSelector(`${here} :is(${SAID}):not([data-before])`, { timeout: 60_000 });
}

/** Waits until something holds; fails with `what` did not come, after a minute. */
export async function until(what, holds) {
  for (const end = Date.now() + 60_000; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) assert.fail(`it did not come to this within a minute: ${what}`);
  }
}

/**
 * Types another word and waits until it is counted. Then the page has drawn what it was told before, and its worker, which takes one
 * thing after the other, was told of it: what they ask for by themselves has been asked for.
 */
export async function typeOn(page) {
  await drawn(page);
  const [text, size] = [await page.inputValue("#draft"), await page.textContent(".document-size")];
  await page.fill("#draft", `${text} More.`);
  await page.waitForFunction((size) => document.querySelector(".document-size").textContent !== size, size);
}

/** What is said of the document, and its sources. */
export async function said(page) {
  const text = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replaceAll("\u00a0", " ")));
  return { verdict: (await text(".verdict"))[0], sources: await text(".source-line"), receipt: (await text("#receipt"))[0] };
}

function twinprint() {
  assert.ok(process.env.TWINPRINT, "TWINPRINT is not set: run `cargo xtask test --only page`, or set it to the program");
  return process.env.TWINPRINT;
}
