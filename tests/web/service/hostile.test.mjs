// `twinprint serve` as its enemies would use it: for more work than is theirs, by connections that say nothing, and as readers that do
// not read.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, serve } from "./serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "twinprint-hostile-"));
let index;

before(() => {
  index = build(folder);
});

after(() => rmSync(folder, { recursive: true }));

/** A server of its own for a test, of an index. */
async function server(t, ...options) {
  const server = await serve("--index", index, ...options);
  // It need not wait for who sends half of a request.
  t.after(() => server.end("SIGKILL"));
  return server;
}

/** The status and the headers of what comes back for a question, asked from an address of this machine. */
function ask(url, question, { from = "127.0.0.1", headers = {} } = {}) {
  const { hostname, port } = new URL(url);
  const options = { hostname, port, localAddress: from, path: "/v1/lookup", method: "POST" };
  return new Promise((resolve, reject) => {
    const asking = request({ ...options, headers: { "content-type": "application/json", ...headers }, agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    asking.on("error", reject).end(JSON.stringify(question));
  });
}

/** Asks until it is refused, and gives how often it was answered before, and the refusal. */
async function until429(url, question, options) {
  for (let answered = 0; answered < 2000; answered++) {
    const response = await ask(url, question, options);
    if (response.status === 429) return { answered, ...response };
    assert.equal(response.status, 200);
  }
  assert.fail("it was never refused");
}

/** Gets some ten thousand bytes. */
const LARGE = { sources: [0, 1], texts: [0, 1, 2, 3] };

test("who has had as many bytes as a client may is told when to come back, and nobody else is", async (t) => {
  const { url } = await server(t, "--client-bytes", "20000");
  const { answered, headers } = await until429(url, LARGE, { from: "127.0.0.2" });
  assert.ok(answered >= 3 && answered < 100, `${answered} answers`);
  assert.match(headers["retry-after"], /^[1-9]\d*$/);
  assert.equal((await ask(url, LARGE, { from: "127.0.0.3" })).status, 200);
  const seconds = Number(headers["retry-after"]);
  assert.ok(seconds <= 10, `${seconds} s`);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  assert.equal((await ask(url, LARGE, { from: "127.0.0.2" })).status, 200, "it came back when it was told to");
});

test("who has had as much work as a client may waits, too", async (t) => {
  const { url } = await server(t, "--client-work", "1");
  const shingles = Array.from({ length: 3000 }, (_, number) => (number * 1_431_655).toString(16).padStart(16, "0"));
  const { headers } = await until429(url, { shingles, describe: true }, { from: "127.0.0.2" });
  assert.match(headers["retry-after"], /^[1-9]\d*$/);
  assert.equal((await ask(url, {}, { from: "127.0.0.3" })).status, 200);
});

test("of two holders of tokens at one address each has a budget of its own", async (t) => {
  const tokens = join(folder, "tokens.txt");
  writeFileSync(tokens, "first-token-0123456789\nsecond-token-0123456789\n");
  const { url } = await server(t, "--client-bytes", "20000", "--token-file", tokens);
  const holder = (name) => ({ headers: { authorization: `Bearer ${name}-token-0123456789` } });
  await until429(url, LARGE, holder("first"));
  assert.equal((await ask(url, LARGE, { ...holder("first"), from: "127.0.0.2" })).status, 429, "from elsewhere, too");
  assert.equal((await ask(url, LARGE, holder("second"))).status, 200);
});

test("behind a web server clients are told by what it says, and by nobody else's word", async (t) => {
  const { url } = await server(t, "--proxy", "127.0.0.1", "--client-bytes", "20000");
  const [forwarded, other] = ["192.0.2.1", "192.0.2.2"].map((address) => ({ headers: { "x-forwarded-for": address } }));
  await until429(url, LARGE, forwarded);
  assert.equal((await ask(url, LARGE, other)).status, 200);
  await until429(url, LARGE, { from: "127.0.0.2" });
  assert.equal((await ask(url, LARGE, { from: "127.0.0.2", headers: other.headers })).status, 429);
});

/** Connections from addresses of this machine, each of which sends something and then nothing; once all are open, or turned away. */
async function opened(t, url, addresses, said) {
  const { hostname, port } = new URL(url);
  const sockets = addresses.map((localAddress) => connect({ host: hostname, port: Number(port), localAddress }));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const settled = (socket) =>
    new Promise((resolve) => {
      socket.on("connect", () => socket.write(said, resolve)).on("close", resolve).on("error", resolve);
    });
  await Promise.all(sockets.map(settled));
  return sockets;
}

const DRIPPING_HEAD = "POST /v1/lookup HTTP/1.1\r\nhost: localhost\r\ncontent-type: appl";
const DRIPPING_BODY = 'POST /v1/lookup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"k"';
const networks = (count) => Array.from({ length: count }, (_, number) => `127.0.0.${2 + number}`);

for (const [what, said] of [
  ["say nothing", ""],
  ["send half of a head", DRIPPING_HEAD],
  ["send half of a body", DRIPPING_BODY],
]) {
  test(`600 connections of one client that ${what} keep no other waiting`, async (t) => {
    // They would not be given up for an hour.
    const { url } = await server(t, "--timeout", "3600", "--client-connections", "64");
    const sockets = await opened(t, url, Array(600).fill("127.0.0.2"), said);
    for (let i = 0; i < 20; i++) assert.equal((await ask(url, LARGE, { from: "127.0.0.3" })).status, 200);
    assert.equal((await ask(url, LARGE, { from: "127.0.0.2" })).status, 200, "it gives up an idle one for its next");
    await closed(sockets, 600 - 64);
  });

  test(`600 connections of 30 clients that ${what} keep no other waiting`, async (t) => {
    const { url } = await server(t, "--timeout", "3600");
    await opened(t, url, Array(20).fill(networks(30)).flat(), said);
    for (let i = 0; i < 20; i++) assert.equal((await ask(url, LARGE, { from: "127.0.0.99" })).status, 200);
  });
}

/** Returns once so many connections at least are closed. */
async function closed(sockets, least) {
  for (;;) {
    const open = sockets.filter((socket) => !socket.closed);
    if (sockets.length - open.length >= least) return;
    await Promise.race(open.map((socket) => new Promise((resolve) => socket.once("close", resolve).resume())));
  }
}

/** A server of a page with a file of so many bytes. */
async function paged(t, bytes, ...options) {
  const page = mkdtempSync(join(folder, "page-"));
  mkdirSync(page, { recursive: true });
  writeFileSync(join(page, "index.html"), "<!doctype html>");
  writeFileSync(join(page, "large.bin"), Buffer.alloc(bytes, 7));
  return server(t, "--page", page, ...options);
}

/** A connection that asks for the large file; it reads only when it is told to. */
function asking({ url }) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.on("error", () => {});
  socket.write("GET /large.bin HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  return socket;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How many bytes come from now on. */
async function rest(socket) {
  let bytes = 0;
  socket.on("data", (data) => (bytes += data.length));
  socket.resume();
  await new Promise((resolve) => socket.on("close", resolve));
  return bytes;
}

test("who does not read is cut off", async (t) => {
  const length = 64 << 20;
  const slow = asking(await paged(t, length, "--timeout", "1"));
  await pause(5000);
  const bytes = await rest(slow);
  assert.ok(bytes < length / 2, `${bytes} bytes came of ${length}`);
});

test("who reads slowly, for longer than a request may take to arrive, gets all of it", async (t) => {
  const length = 8 << 20;
  const slow = asking(await paged(t, length, "--timeout", "2"));
  let bytes = 0;
  slow.on("data", (data) => {
    bytes += data.length;
    if (bytes >> 18 === (bytes - data.length) >> 18 || bytes > length / 2) return;
    // A pause after each quarter of a megabyte of the first four.
    slow.pause();
    setTimeout(() => slow.resume(), 300);
  });
  slow.resume();
  await new Promise((resolve) => slow.on("close", resolve));
  assert.ok(bytes > length, `${bytes} bytes came of ${length}`);
});

test("a hundred that do not read cost no memory, however much they asked for", { skip: process.platform !== "linux" && "how much memory it has is told on Linux" }, async (t) => {
  const large = await paged(t, 32 << 20);
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${large.pid}/status`, "utf8"))[1]) / 1024;
  const before = memory();
  const sockets = Array.from({ length: 100 }, () => asking(large));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  // The first bytes of all have come.
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("readable", resolve))));
  assert.equal((await ask(large.url, LARGE)).status, 200);
  assert.ok(memory() - before < 200, `${memory() - before} MB more`);
});
