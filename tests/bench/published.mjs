// `node tests/bench/published.mjs INDEX ESSAY..`, after `cargo xtask page`: a published index (a folder made by `twinprint index publish`)
// beside the page on a web server of this machine, HTTP/2 over TLS with 50 ms before each answer; essays are checked against it by byte ranges, each in a
// browser that has nothing of the index yet: right after they were pasted, and a second later, when what serves all documents is there.
// What is printed is the time from the click to the result being laid out, and what was fetched of the index from opening the page on: requests, bytes, and
// the most requests from the click on of which each began after the one before had been answered.
//
// Nothing watches the browser: what drives a browser for tests gets a message for each request, and handling it takes as long as the page itself. The server
// puts a script into the page that does what a person would, and sends what it measured.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const LATENCY = 50;
const PAGE = fileURLToPath(new URL("../../www/dist", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--ignore-certificate-errors"];

/** What a person does, and a clock. */
const VISIT = `
  const until = async (is) => { while (!is()) await new Promise((later) => setTimeout(later, 20)); };
  const find = (selector) => document.querySelector(selector);
  const { text, pause } = await (await fetch("visit.json")).json();
  await until(() => /passages/.test(find(".index-facts")?.textContent));
  find("input[name=way][value=ranges]").click();
  find("#draft").value = text;
  find("#draft").dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  await until(() => !find("#check").disabled);
  await new Promise((later) => setTimeout(later, pause));
  const clicked = performance.now();
  new MutationObserver((_, watching) => {
    if (!find(".result:not([hidden]) .block, .problem")) return;
    watching.disconnect();
    const said = { ms: performance.now() - clicked, clicked: performance.timeOrigin + clicked, verdict: find(".verdict, .problem").textContent };
    fetch("said", { method: "POST", body: JSON.stringify(said) });
  }).observe(find("#results"), { subtree: true, childList: true, attributes: true });
  find("#check").click();
`;

const [index, ...essays] = process.argv.slice(2);
if (!essays.length || !process.env.CHROMIUM) {
  console.error("usage: CHROMIUM=/usr/bin/chromium node tests/bench/published.mjs INDEX ESSAY..");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "twinprint-bench-"));
const asked = [];
/** The index's files and the page's, in memory: what is measured is the page, not this server. */
const files = new Map();
for (const name of await readdir(index)) files.set(`/${name}`, { isOfIndex: true, bytes: await readFile(join(index, name)) });
for (const name of await readdir(PAGE, { recursive: true })) files.set(`/${name}`, { isOfIndex: false, bytes: await readFile(join(PAGE, name)).catch(() => Buffer.alloc(0)) });
const script = Buffer.from(readFileSync(join(PAGE, "check.html"), "utf8").replace("</head>", '<script type="module" src="visit.js"></script></head>'));
files.set("/check.html", { isOfIndex: false, bytes: script });
files.set("/visit.js", { isOfIndex: false, bytes: Buffer.from(VISIT) });
// As many requests at once as nginx takes, unless told.
const server = createSecureServer({ ...certificate(folder), allowHTTP1: true, settings: { maxConcurrentStreams: 128 } });
server.on("request", answer);
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const site = `https://127.0.0.1:${server.address().port}/`;
const { passages } = JSON.parse(files.get("/index.json").bytes);
console.log(`${passages} passages; ${LATENCY} ms before each answer`);
console.log(`${"essay".padEnd(24)} ${"words".padStart(6)} ${"pasted".padStart(10)} ${"check".padStart(8)} ${"requests".padStart(9)} ${"bytes".padStart(10)} ${"in turn".padStart(8)}  result`);
for (const essay of essays) for (const pause of [0, 1000]) await one(essay, pause);
server.close();
rmSync(folder, { recursive: true, force: true });
process.exit();

async function one(essay, pause) {
  const text = readFileSync(essay, "utf8");
  files.set("/visit.json", { isOfIndex: false, bytes: Buffer.from(JSON.stringify({ text, pause })) });
  asked.length = 0;
  const browser = spawn(process.env.CHROMIUM, [...FLAGS, `--user-data-dir=${mkdtempSync(join(folder, "browser-"))}`, `${site}check.html`], { stdio: "ignore" });
  const [{ ms, clicked, verdict }] = await once(server, "said");
  browser.kill();
  await once(browser, "exit");
  const own = asked.filter(({ isOfIndex }) => isOfIndex);
  const turns = inTurn(own.filter(({ end }) => performance.timeOrigin + end > clicked));
  const bytes = own.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = text.split(/\s+/).filter(Boolean).length;
  console.log(`${basename(essay).padEnd(24)} ${String(words).padStart(6)} ${(pause ? `${pause} ms ago` : "just now").padStart(10)} ${`${ms.toFixed(0)} ms`.padStart(8)} ${String(own.length).padStart(9)} ${String(bytes).padStart(10)} ${String(turns).padStart(8)}  ${verdict}`);
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
  const path = new URL(request.url, site).pathname;
  if (path === "/said") {
    let said = "";
    for await (const chunk of request) said += chunk;
    response.end();
    server.emit("said", JSON.parse(said));
    return;
  }
  const file = files.get(path);
  const entry = { start: performance.now(), end: Infinity, bytes: 0, isOfIndex: file?.isOfIndex ?? false };
  asked.push(entry);
  response.on("close", () => (entry.end = performance.now()));
  await new Promise((after) => setTimeout(after, LATENCY));
  if (!file) {
    response.writeHead(404);
    response.end();
    return;
  }
  const size = file.bytes.length;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const from = Number(first ?? 0);
  const to = Math.min(last ? Number(last) : size - 1, size - 1);
  entry.bytes = to - from + 1;
  response.writeHead(first ? 206 : 200, {
    "content-type": TYPES[extname(path)] ?? "application/octet-stream",
    "accept-ranges": "bytes",
    etag: `"${basename(path)}"`,
    ...(first ? { "content-range": `bytes ${from}-${to}/${size}` } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : file.bytes.subarray(from, to + 1));
}

/** A key and a certificate of this run's own. */
function certificate(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const options = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...options, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
