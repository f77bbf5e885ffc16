// `twinprint serve`: the contract of the service, and what is its own.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { EVERY_PREFIX, ORIGIN, contract } from "./contract.mjs";
import { build, serve } from "./serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "twinprint-serve-"));
let index;
let server;

before(async () => {
  index = build(folder);
  server = await serve("--index", index, "--origin", ORIGIN, "--timeout", "1");
});

after(async () => {
  const ended = await server.end();
  rmSync(folder, { recursive: true });
  assert.deepEqual(ended, { status: 0, signal: null });
  assert.deepEqual(server.said, [], "nothing of what was asked is written anywhere");
});

contract("twinprint serve", async () => server.url);

/** A server of its own for a test. */
async function another(t, ...options) {
  const server = await serve(...options);
  t.after(() => server.end());
  return server;
}

/** A folder of its own for a test. */
function room(t) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-serve-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const ask = async (url, question) => {
  const body = JSON.stringify(question);
  const response = await fetch(`${url}/v1/lookup`, { method: "POST", headers: { "content-type": "application/json" }, body });
  return { status: response.status, body: await response.json() };
};

/** Waits until something is so. */
async function until(what, is) {
  for (let i = 0; i < 200; i++) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`it never came to this: ${what}`);
}

test("Ctrl-C ends it, and what is under way is answered", async (t) => {
  const server = await another(t, "--index", index);
  const { hostname, port } = new URL(server.url);
  const headers = { "content-type": "application/json", expect: "100-continue" };
  const asking = request({ hostname, port, path: "/v1/lookup", method: "POST", headers });
  const answered = new Promise((resolve, reject) => {
    asking.on("response", (response) => resolve(response.statusCode)).on("error", reject);
  });
  // It says so once it reads what is asked.
  const reads = new Promise((resolve) => asking.on("continue", resolve));
  asking.flushHeaders();
  await Promise.race([reads, answered]);
  asking.write("{");
  const ended = server.end("SIGINT");
  await until("it takes no further connection", () => fetch(`${server.url}/v1/meta`).then(() => false, () => true));
  asking.end("}");
  assert.equal(await answered, 200);
  assert.deepEqual(await ended, { status: 0, signal: null });
});

test("an index that is built anew is taken, and a broken one is not", async (t) => {
  const folder = room(t);
  const index = build(folder, { seed: 1 });
  const server = await another(t, "--index", index);
  const meta = async () => (await fetch(`${server.url}/v1/meta`)).json();
  const first = await meta();
  build(folder, { seed: 2, documents: 50 });
  await until("the new index answers", async () => (await meta()).index !== first.index);
  assert.equal((await meta()).documents, 50);
  const second = await meta();
  writeFileSync(join(index, "index.json"), '{"format": "twinprint corpus index", "version": 1}');
  await until("it says what is wrong", () => server.said.some((line) => /the old one is still served: .*index\.json/.test(line)));
  assert.deepEqual(await meta(), second);
  assert.equal((await ask(server.url, { sources: [0] })).body.sources[0].documents.length, 50);
});

test("a block with a flipped byte is named as missing, and never a wrong answer", async (t) => {
  const index = build(room(t));
  const shard = readdirSync(index).find((name) => name.startsWith("shingles"));
  const bytes = readFileSync(join(index, shard));
  bytes[bytes.length - 40] ^= 1;
  writeFileSync(join(index, shard), bytes);
  const server = await another(t, "--index", index);
  const { status, body } = await ask(server.url, { prefixes: { bits: 8, shingles: EVERY_PREFIX } });
  assert.ok(status === 503 || body.missing.some((missing) => missing.startsWith("part 0 ")), JSON.stringify(body).slice(0, 500));
});

for (const [what, change] of [
  ["cut", (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length / 2))],
  ["missing", (path) => rmSync(path)],
  ["of another version", (path, bytes) => writeFileSync(path, bytes.with(8, 99))],
]) {
  test(`with a shard that is ${what} it does not start, and says which`, async (t) => {
    const index = build(room(t));
    const shard = readdirSync(index).find((name) => name.startsWith("shingles"));
    change(join(index, shard), readFileSync(join(index, shard)));
    await assert.rejects(serve("--index", index), (error) => {
      assert.match(error.message, /status 2: error: /);
      assert.ok(error.message.includes(shard) || error.message.includes("part 0"), error.message);
      return true;
    });
  });
}

test("without an index in the folder, or a port, it says what to do", async (t) => {
  await assert.rejects(serve("--index", join(room(t), "nothing")), /status 2: error: .*nothing.*; /);
  const { port } = new URL(server.url);
  await assert.rejects(serve("--index", index, "--port", port), /status 2: error: .*--port/);
});

test("with tokens only who has one of them may ask; whether it lives anyone may", async (t) => {
  const tokens = join(room(t), "tokens.txt");
  writeFileSync(tokens, "# of the library\nfirst-token-0123456789\n\nsecond-token-0123456789\n");
  const server = await another(t, "--index", index, "--publish", "--token-file", tokens);
  const status = async (path, authorization) => (await fetch(server.url + path, { headers: authorization ? { authorization } : {} })).status;
  for (const path of ["/v1/meta", "/index/index.json"]) {
    assert.equal(await status(path, "Bearer first-token-0123456789"), 200);
    assert.equal(await status(path, "bearer second-token-0123456789"), 200);
    for (const wrong of ["", "Bearer", "Bearer first-token", "Basic first-token-0123456789", "Bearer # of the library"]) {
      assert.equal(await status(path, wrong), 401, `"${wrong}"`);
    }
  }
  assert.equal(await status("/healthz"), 200);
  writeFileSync(tokens, "short\n");
  await assert.rejects(serve("--index", index, "--token-file", tokens), /fewer than 16 characters/);
});

test("a token that is taken out of the file, or put into it, is so for a server that runs", async (t) => {
  const tokens = join(room(t), "tokens.txt");
  writeFileSync(tokens, "first-token-0123456789\n");
  const server = await another(t, "--index", index, "--token-file", tokens);
  const status = async (token) => (await fetch(`${server.url}/v1/meta`, { headers: { authorization: `Bearer ${token}` } })).status;
  const until = async (token, is) => {
    for (let i = 0; i < 200 && (await status(token)) !== is; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await status(token), is, token);
  };
  await until("first-token-0123456789", 200);
  writeFileSync(tokens, "other-token-0123456789-and-more\n");
  await until("other-token-0123456789-and-more", 200);
  await until("first-token-0123456789", 401);
  writeFileSync(tokens, "short\n");
  for (let i = 0; i < 200 && server.said.length < 2; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.match(server.said[1], /the old ones are still taken.*fewer than 16 characters/);
  await until("other-token-0123456789-and-more", 200);
});

test("who asks too often waits", async (t) => {
  const server = await another(t, "--index", index, "--rate", "3");
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await fetch(`${server.url}/v1/meta`)).status));
  const of = (status) => statuses.filter((found) => found === status).length;
  assert.ok(of(200) >= 3 && of(429) > 0 && of(200) + of(429) === 30, statuses.join(" "));
});

test("on this machine's own address another host's name is not answered", async () => {
  const { hostname, port } = new URL(server.url);
  const status = (host) =>
    new Promise((resolve, reject) => {
      const options = { hostname, port, path: "/v1/meta", headers: { host } };
      request(options, (response) => (response.resume(), resolve(response.statusCode))).on("error", reject).end();
    });
  assert.equal(await status(`localhost:${port}`), 200);
  assert.equal(await status(new URL(ORIGIN).host), 200);
  assert.equal(await status(`foreign.example:${port}`), 421);
});

test("the index's files are served by ranges, and no others", async (t) => {
  const server = await another(t, "--index", index, "--publish");
  const shard = readdirSync(index).find((name) => name.startsWith("shingles"));
  const bytes = readFileSync(join(index, shard));
  const get = (name, headers = {}) => fetch(`${server.url}/index/${name}`, { headers });
  const whole = await get(shard);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
  assert.match(whole.headers.get("cache-control"), /immutable/);
  const part = await get(shard, { range: "bytes=8-23" });
  assert.deepEqual([part.status, part.headers.get("content-range")], [206, `bytes 8-23/${bytes.length}`]);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(8, 24));
  const tag = whole.headers.get("etag");
  assert.equal((await get(shard, { range: "bytes=0-0", "if-range": tag })).status, 206);
  assert.equal((await get(shard, { range: "bytes=0-0", "if-range": '"another"' })).status, 200);
  assert.equal((await get(shard, { "if-none-match": tag })).status, 304);
  assert.equal((await get(shard, { range: `bytes=${bytes.length}-` })).status, 416);
  assert.equal((await get("index.json")).headers.get("cache-control"), "no-cache");
  for (const name of [".twinprint-lock", "corpus-1.jsonl", "../corpus-1.jsonl", "..%2fcorpus-1.jsonl", ""]) {
    assert.equal((await get(name)).status, 404, name);
  }
  const without = await another(t, "--index", index);
  assert.equal((await fetch(`${without.url}/index/index.json`)).status, 404);
});

test("the page's files are served with what they may load, and nothing beside them", async (t) => {
  const folder = room(t);
  const page = join(folder, "page");
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<!doctype html>");
  writeFileSync(join(page, "check.html"), "<!doctype html>");
  writeFileSync(join(page, "assets/core.wasm"), "\0asm");
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(page, "link.txt"));
  const server = await another(t, "--page", page);
  const get = (path, options) => fetch(server.url + path, options);
  const policy = async (path) => (await get(path)).headers.get("content-security-policy");
  assert.match(await policy("/"), /default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'/);
  assert.match(await policy("/check.html"), /connect-src 'self' https: http:\/\/localhost:\* /);
  assert.equal((await get("/")).headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal((await get("/assets/core.wasm")).headers.get("content-type"), "application/wasm");
  for (const path of ["/link.txt", "/%2e%2e/secret.txt", "//secret.txt", "/assets", "/assets/", "/.hidden", "/index.html/"]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.equal((await get("/", { method: "POST" })).status, 405);
  assert.equal((await get("/v1/meta")).status, 503);
  assert.equal((await get("/healthz")).status, 200);
  renameSync(page, join(folder, "moved"));
  assert.equal((await get("/")).status, 404);
});

test("a page that is not built is said, and the service is there all the same", async (t) => {
  const server = await another(t, "--index", index, "--page", join(room(t), "dist"));
  assert.match(server.said.join(" "), /the page is not built/);
  assert.equal((await fetch(`${server.url}/v1/meta`)).status, 200);
});
