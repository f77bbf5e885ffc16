// `node tests/bench/published.mjs INDEX ESSAY..`, after `cargo xtask page`: a published index (a folder made by `twinprint index publish`)
// beside the page on a web server of this machine, HTTP/2 over TLS with 50 ms before each answer; essays are checked against it by byte ranges, each in a
// browser that has nothing of the index yet. Told is the time from the click to the result, and what was fetched from
// opening the page on: requests, bytes, and the most requests of which each began after the one before had been answered.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../web/chromium.mjs";
import { choose, done, opened } from "../web/page/checking.mjs";

const LATENCY = 50;
const PAGE = fileURLToPath(new URL("../../www/dist", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

const [index, ...essays] = process.argv.slice(2);
if (!essays.length) {
  console.error("usage: node tests/bench/published.mjs INDEX ESSAY..");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "twinprint-bench-"));
const asked = [];
const server = createSecureServer({ ...certificate(folder), allowHTTP1: true });
server.on("request", answer);
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const site = `https://127.0.0.1:${server.address().port}/`;
const browser = await launch();
const { passages } = JSON.parse(readFileSync(join(index, "index.json"), "utf8"));
console.log(`${passages} passages; ${LATENCY} ms before each answer`);
console.log(`${"essay".padEnd(24)} ${"words".padStart(6)} ${"check".padStart(8)} ${"requests".padStart(9)} ${"bytes".padStart(10)} ${"in turn".padStart(8)}`);
for (const essay of essays) await one(essay);
await browser.close();
server.close();
rmSync(folder, { recursive: true });
process.exit();

async function one(essay) {
  const text = readFileSync(essay, "utf8");
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: "block" });
  const page = await context.newPage();
  asked.length = 0;
  await page.goto(`${site}check.html`);
  await opened(page);
  await choose(page, "ranges");
  await page.fill("#draft", text);
  await page.waitForFunction(() => !document.querySelector("#check").disabled);
  const start = performance.now();
  await page.click("#check");
  await done(page);
  const ms = performance.now() - start;
  const own = asked.filter(({ isOfIndex }) => isOfIndex);
  const bytes = own.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = text.split(/\s+/).filter(Boolean).length;
  console.log(`${basename(essay).padEnd(24)} ${String(words).padStart(6)} ${`${ms.toFixed(0)} ms`.padStart(8)} ${String(own.length).padStart(9)} ${String(bytes).padStart(10)} ${String(inTurn(own)).padStart(8)}`);
  await context.close();
}

/** The most of these of which each began after the one before had ended. */
function inTurn(requests) {
  let [turns, last] = [0, -Infinity];
  for (const { start, end } of requests.toSorted((a, b) => a.end - b.end)) {
    if (start >= last) [turns, last] = [turns + 1, end];
  }
  return turns;
}

async function answer(request, response) {
  const entry = { start: performance.now(), end: Infinity, bytes: 0, isOfIndex: false };
  asked.push(entry);
  response.on("close", () => (entry.end = performance.now()));
  await new Promise((after) => setTimeout(after, LATENCY));
  const path = new URL(request.url, site).pathname;
  const own = join(resolve(index), basename(path));
  entry.isOfIndex = path === `/${basename(path)}` && Boolean(await stat(own).catch(() => undefined));
  const file = entry.isOfIndex ? own : join(PAGE, path);
  const size = (await stat(file).catch(() => undefined))?.size;
  if (size === undefined) {
    response.writeHead(404);
    response.end();
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const from = Number(first ?? 0);
  const to = Math.min(last ? Number(last) : size - 1, size - 1);
  entry.bytes = to - from + 1;
  response.writeHead(first ? 206 : 200, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "accept-ranges": "bytes",
    etag: `"${basename(file)}"`,
    ...(first ? { "content-range": `bytes ${from}-${to}/${size}` } : {}),
  });
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(entry.bytes), 0, entry.bytes, from);
  await handle.close();
  response.end(buffer);
}

/** A key and a certificate of this run's own. */
function certificate(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const options = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...options, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
