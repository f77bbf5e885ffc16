// What every look-up service does with bad input, wherever it runs: one list of cases, tried on each of them.

import "./described.mjs";
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const JSON_TYPE = "application/json";
const COMPACT_TYPE = "application/vnd.twinprint.lookup";

/** The origin that the service is configured for; a body has to arrive within some seconds. */
export const ORIGIN = "https://known.example";

/** Every prefix of eight bits: what begins with them is all that a small index has. */
export const EVERY_PREFIX = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, "0"));

/**
 * Tries the cases on a service with any index. `address` gives its address, without a slash at its end, to each test:
 * `contract("twinprint serve", async () => "http://127.0.0.1:8787")`.
 */
export function contract(name, address) {
  const on = (what, run) => test(`${name}: ${what}`, async (t) => run(await address(), t));

  on("a look-up is answered in the form it was asked in", async (url) => {
    const meta = await (await fetch(`${url}/v1/meta`)).json();
    const answer = await refusedBy(url, { fingerprints: ["0123456789abcdef"], k: meta.design.k }, 200);
    assert.deepEqual([answer.recipe, answer.index], [meta.recipe, meta.index]);
    assert.equal(answer.fingerprints.length, 1);
    const compact = await post(url, compactQuestion({ fingerprints: 1 }), { "content-type": COMPACT_TYPE });
    assert.deepEqual([compact.status, compact.headers.get("content-type")], [200, COMPACT_TYPE]);
    assert.equal(Buffer.from(await compact.arrayBuffer()).subarray(0, 4).toString(), "TWA1");
  });

  on("nothing that is said is kept or guessed at", async (url) => {
    for (const path of ["/v1/meta", "/v1/buckets", "/healthz", "/v1/model", "/v1/nothing", "/v1/lookup"]) {
      const { headers } = await fetch(url + path);
      assert.match(headers.get("cache-control"), /\bno-store\b/, path);
      assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    }
  });

  on("a body of more than 64 KiB is refused, with its length told", async (url) => {
    const { status, body } = await said(url, " ".repeat(65_537));
    assert.deepEqual([status, body.error.kind, body.error.where], [413, "too-long", "body"]);
    assert.equal((await said(url, "{}".padEnd(65_536))).status, 200);
  });

  on("a body of more than 64 KiB is refused, in pieces of which nobody told the length", async (url) => {
    const answer = await raw(url, async (socket) => {
      socket.write(head(url, "transfer-encoding: chunked"));
      const piece = `1000\r\n${" ".repeat(4096)}\r\n`;
      for (let i = 0; i < 20; i++) socket.write(piece);
      await pause(100);
      socket.write("0\r\n\r\n");
    });
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  on("a length that is a lie does not keep the service waiting", async (url) => {
    const answer = await raw(url, (socket) => socket.write(head(url, "content-length: 1000") + '{"k":1}'));
    assert.match(answer, /^HTTP\/1\.1 4\d\d /);
    const twice = await raw(url, (socket) => socket.write(head(url, "content-length: 2", "content-length: 3") + "{}}"));
    // workerd's own parser calls it 500.
    assert.match(twice, /^(HTTP\/1\.1 (400|500) |$)/);
  });

  on("a body that comes a byte at a time is given up", async (url) => {
    const answer = await raw(url, async (socket) => {
      socket.write(head(url, "content-length: 1000"));
      for (let i = 0; i < 60 && !socket.closed; i++) {
        socket.write(" ");
        await pause(100);
      }
    });
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /"kind":"slow"/);
  });

  on("a compressed body is refused", async (url) => {
    const { status, body } = await said(url, gzipSync("{}"), { "content-encoding": "gzip" });
    assert.deepEqual([status, body.error.kind], [415, "compressed"]);
  });

  on("a body of another type is refused", async (url) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const { status, body } = await said(url, "{}", { "content-type": type });
      assert.deepEqual([status, body.error.where], [415, "content-type"], type);
    }
  });

  on("a body that is no JSON is refused", async (url) => {
    for (const text of ["", "{", "hello", "[]", "{} {}", '{"k": NaN}', '{"k": Infinity}', "\uFEFF{}", '{"k": 03}']) {
      const { status, body } = await said(url, text);
      assert.deepEqual([status, body.error.where], [400, "body"], text);
    }
  });

  on("JSON nested a hundred thousand deep is refused", async (url) => {
    assert.equal((await said(url, "[".repeat(100_000))).status, 413);
    for (const deep of ["[".repeat(60_000), '{"k":'.repeat(12_000), `{"fingerprints":${"[".repeat(30_000)}${"]".repeat(30_000)}}`]) {
      assert.equal((await said(url, deep)).status, 400, deep.slice(0, 20));
    }
  });

  on("a k that is out of range is refused", async (url) => {
    for (const k of [-1, 64, 4_294_967_299, 2.5, "3", "NaN", null, [], true]) {
      const body = await refusedBy(url, { k }, 422);
      assert.equal(body.error.where, "k", `${k}`);
    }
  });

  on("fingerprints that are no strings of sixteen digits are refused", async (url) => {
    for (const wrong of [1234, 1.5, null, "123", "0123456789abcdeg", "0x23456789abcdef", "0123456789abcdef0", ["0123456789abcdef"]]) {
      const body = await refusedBy(url, { fingerprints: ["0123456789abcdef", wrong] }, 422);
      assert.equal(body.error.where, "fingerprints[1]", `${wrong}`);
    }
    assert.equal((await refusedBy(url, { prefixes: { bits: 24, shingles: ["0123456"] } }, 422)).error.where, "prefixes.shingles[0]");
    assert.equal((await refusedBy(url, { prefixes: { bits: 65 } }, 422)).error.where, "prefixes.bits");
  });

  on("fields that are unknown, or there twice, are refused", async (url) => {
    assert.equal((await refusedBy(url, { fingerprint: [] }, 400)).error.where, "fingerprint");
    assert.equal((await said(url, '{"k":1,"k":2}')).status, 400);
    assert.equal((await said(url, '{"__proto__":{"k":1}}')).status, 400);
  });

  on("another recipe is refused with both ids", async (url) => {
    const { recipe } = await (await fetch(`${url}/v1/meta`)).json();
    const other = "0123456789abcdef0123456789abcdef";
    const { error } = await refusedBy(url, { recipe: other }, 409);
    assert.ok(error.what.includes(other) && error.what.includes(recipe), error.what);
    await refusedBy(url, { recipe }, 200);
  });

  on("a million items are refused", async (url) => {
    const body = Buffer.from(`{"fingerprints":[${Array(1_000_000).fill('"0000000000000000"').join(",")}]}`);
    const answer = await raw(url, async (socket) => {
      socket.write(head(url, `content-length: ${body.length}`));
      // A piece at a time, and none once an answer has come: to write to who hung up would be an error, and the answer lost.
      for (let at = 0; at < body.length && !socket.closed && socket.bytesRead === 0; at += 65_536) {
        socket.write(body.subarray(at, at + 65_536));
        await pause(5);
      }
    });
    assert.match(answer, /^HTTP\/1\.1 413 /);
    const claimed = await post(url, compactQuestion({ fingerprints: 0, claimed: 1_000_000 }), { "content-type": COMPACT_TYPE });
    assert.equal(claimed.status, 422);
    const prefixes = { bits: 4, shingles: Array(10_001).fill("0") };
    assert.equal((await refusedBy(url, { prefixes }, 422)).error.where, "body");
    assert.equal((await refusedBy(url, { sources: Array(65).fill(0) }, 422)).error.where, "sources");
  });

  on("a bucket that is asked for twice is refused", async (url) => {
    for (const list of ["sources", "texts"]) {
      const { error } = await refusedBy(url, { [list]: [0, 1, 0] }, 422);
      assert.deepEqual([error.where, error.what], [list, "bucket 0 is in it twice"]);
      await refusedBy(url, { [list]: [0, 1] }, 200);
    }
  });

  on("a prefix that much of the index begins with is refused; how long one has to be is told", async (url) => {
    const { limits } = await (await fetch(`${url}/v1/meta`)).json();
    const least = limits.prefix_bits;
    assert.ok(least > 1 && least <= 8, `${least} bits`);
    const { error } = await refusedBy(url, { prefixes: { bits: 1, shingles: ["0"] } }, 422);
    assert.deepEqual([error.where, /prefix_bits/.test(error.remedy)], ["prefixes.bits", true]);
    const zeros = "0".repeat(Math.ceil(least / 4));
    const { prefixes } = await refusedBy(url, { prefixes: { bits: least, shingles: [zeros, zeros] } }, 200);
    assert.deepEqual(prefixes.shingles[0], prefixes.shingles[1], "numbers may be there twice");
  });

  on("thousands of fingerprints that are all zeros are answered within bounds", async (url) => {
    const response = await post(url, JSON.stringify({ fingerprints: Array(3000).fill("0".repeat(16)) }));
    assert.equal(response.status, 200);
    const body = await response.text();
    assert.ok(body.length < 32 * 1024 * 1024, `${body.length} bytes`);
    const { fingerprints } = JSON.parse(body);
    assert.equal(fingerprints.length, 3000);
    assert.ok(fingerprints.every(({ matches, truncated }) => matches.length > 0 || truncated || fingerprints[0].matches.length === 0));
  });

  on("answers to prefixes and of buckets have one of a few lengths", async (url) => {
    const powers = Array.from({ length: 20 }, (_, i) => 1024 * 2 ** i);
    const classes = new Set([...powers, ...powers.slice(1).map((power) => (power / 4) * 3)]);
    for (const question of [{ sources: [0] }, { texts: [0, 1] }, { prefixes: { bits: 12, fingerprints: ["000", "abc"], shingles: ["fff"] } }]) {
      const { length } = await (await post(url, JSON.stringify(question))).text();
      assert.ok(classes.has(length), `${length} bytes to ${JSON.stringify(question)}`);
    }
  });

  on("a fingerprint in the address is refused, and not repeated", async (url) => {
    const response = await post(url, "{}", {}, "/v1/lookup?fingerprint=0123456789abcdef");
    assert.equal(response.status, 400);
    assert.ok(!(await response.text()).includes("0123456789abcdef"));
    assert.equal((await post(url, "{}", {}, "/v1/lookup/0123456789abcdef")).status, 404);
  });

  on("each path takes its own methods", async (url) => {
    for (const [method, path, status] of [
      ["GET", "/v1/lookup", 405],
      ["PUT", "/v1/lookup", 405],
      ["DELETE", "/v1/meta", 405],
      ["POST", "/v1/meta", 405],
      ["GET", "/v1/", 404],
      ["GET", "/v2/meta", 404],
      ["HEAD", "/v1/meta", 200],
      ["GET", "/healthz", 200],
    ]) {
      assert.equal((await fetch(url + path, { method })).status, status, `${method} ${path}`);
    }
  });

  on("pages of other origins are told nothing", async (url) => {
    const allowed = (response) => response.headers.get("access-control-allow-origin");
    const preflight = (origin) =>
      fetch(`${url}/v1/lookup`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
      });
    for (const origin of ["https://foreign.example", "null", `${ORIGIN}.foreign.example`, ORIGIN.replace("https", "http")]) {
      assert.equal(allowed(await preflight(origin)), null, origin);
      assert.equal(allowed(await post(url, "{}", { origin })), null, origin);
    }
    const known = await preflight(ORIGIN);
    assert.equal(allowed(known), ORIGIN);
    assert.match(known.headers.get("access-control-allow-headers"), /content-type/);
    assert.equal(allowed(await post(url, '{"k":-1}', { origin: ORIGIN })), ORIGIN);
  });

  on("after all this it answers", async (url) => {
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    await refusedBy(url, {}, 200);
  });
}

const post = (url, body, headers = {}, path = "/v1/lookup") =>
  fetch(url + path, { method: "POST", headers: { "content-type": JSON_TYPE, ...headers }, body });

/** The status and the JSON that come back for a body. */
async function said(url, body, headers) {
  const response = await post(url, body, headers);
  return { status: response.status, body: await response.json() };
}

/** The JSON that comes back for a question, which has to have this status; an error has all of its parts. */
async function refusedBy(url, question, status) {
  const { status: found, body } = await said(url, JSON.stringify(question));
  assert.equal(found, status, JSON.stringify(body).slice(0, 300));
  if (status >= 400) {
    assert.deepEqual(Object.keys(body), ["error"]);
    for (const part of ["kind", "what", "where", "remedy"]) assert.ok(body.error[part]?.length > 0, part);
  }
  return body;
}

/** A question in the compact form, with zeros as fingerprints. */
function compactQuestion({ fingerprints, claimed = fingerprints }) {
  const bytes = Buffer.alloc(32 + 8 * fingerprints);
  bytes.write("TWQ1");
  bytes[5] = 3;
  bytes.writeUInt32LE(claimed, 8);
  return bytes;
}

const head = (url, ...headers) =>
  ["POST /v1/lookup HTTP/1.1", `host: ${new URL(url).host}`, `content-type: ${JSON_TYPE}`, ...headers, "", ""].join("\r\n");

/** The answer that comes back on a connection on which `send` sends, or what came of it when the other side closes, or after ten seconds. */
async function raw(url, send) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (data) => (answer += data));
  socket.on("error", () => {});
  const ended = new Promise((resolve) => {
    socket.on("close", resolve);
    setTimeout(resolve, 10_000).unref();
    socket.on("data", () => isWhole(answer) && resolve());
  });
  await send(socket);
  await ended;
  socket.destroy();
  return answer;
}

/** Whether an answer has come with all of its body, by the length that its head says or the last of its chunks. */
function isWhole(answer) {
  const [head, body] = [answer.split("\r\n\r\n", 1)[0], answer.slice(answer.indexOf("\r\n\r\n") + 4)];
  if (head.length === answer.length) return false;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length === undefined ? body.endsWith("0\r\n\r\n") : Buffer.byteLength(body) >= Number(length);
}

/** Waits, and then until what arrived meanwhile was read, however late the timer was: Node reads between its two phases. */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(() => setImmediate(resolve), milliseconds));
