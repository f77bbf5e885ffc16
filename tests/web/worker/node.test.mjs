// The same module on Node: the same answers, and nothing of a request on its output.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startNode } from "./node.mjs";
import { EVERY_PREFIX } from "../service/contract.mjs";
import { sample } from "./sample.mjs";
import { lineSent, sent } from "./sockets.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

const QUESTIONS = [
  { sources: [0, 1], texts: [0] },
  { prefixes: { bits: 8, shingles: EVERY_PREFIX, fingerprints: ["00", "ff"] } },
  { fingerprints: ["0000000000000000"], shingles: ["ffffffffffffffff"], describe: true },
  { k: -1 },
  { recipe: "0".repeat(32) },
];

test("Node and workerd give the same answers", async (t) => {
  const { folder, files } = sample(t);
  const node = await startNode(t, { INDEX_FOLDER: folder });
  const edge = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding } }));
  for (const question of QUESTIONS) {
    const [a, b] = [await ask(node.url, question), await ask(edge.url, question)];
    assert.deepEqual([a.status, a.body], [b.status, b.body]);
  }
  for (const path of ["/v1/meta", "/v1/buckets", "/v1/model", "/healthz", "/elsewhere", "/v1/lookup?fingerprint=0"]) {
    const [a, b] = [await fetch(node.url + path), await fetch(edge.url + path)];
    assert.equal(a.status, b.status, path);
    assert.deepEqual(Buffer.from(await a.arrayBuffer()), Buffer.from(await b.arrayBuffer()), path);
    for (const name of ["content-type", "cache-control", "x-content-type-options"]) {
      assert.equal(a.headers.get(name), b.headers.get(name), `${path}: ${name}`);
    }
  }
});

test("an index that takes out boilerplate is served with it", async (t) => {
  const folder = fileURLToPath(new URL("../../golden/corpus-2", import.meta.url));
  const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
  const files = new Map(readdirSync(folder).map((name) => [name, read(name)]));
  const node = await startNode(t, { INDEX_FOLDER: folder });
  const edge = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding } }));
  const golden = readFileSync(new URL("../../golden/site/sites.twb", import.meta.url));
  for (const { url } of [node, edge]) {
    const [meta, boilerplate] = [await fetch(`${url}/v1/meta`), await fetch(`${url}/v1/boilerplate`)];
    assert.deepEqual([(await meta.json()).boilerplate, boilerplate.status], [true, 200]);
    assert.deepEqual(Buffer.from(await boilerplate.arrayBuffer()), golden);
  }
});

test("nothing of a request is written anywhere, and a signal ends the server", async (t) => {
  const { folder } = sample(t);
  const { child, ended, said, url } = await startNode(t, { INDEX_FOLDER: folder });
  const before = said.text;
  for (const question of QUESTIONS) await ask(url, question);
  assert.equal((await fetch(`${url}/healthz`, { method: "HEAD" })).status, 200);
  assert.equal(said.text, before);
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

test("too much at once is refused while the client is still sending, and it gets to read so", async (t) => {
  const { folder } = sample(t);
  const { url } = await startNode(t, { INDEX_FOLDER: folder, BODY_SECONDS: "0.5" });
  for (const length of [1e9, undefined]) {
    const fast = await sent(t, url, { length, pause: 0, piece: " ".repeat(4096) });
    assert.equal(fast, "HTTP/1.1 413 Payload Too Large");
  }
  const slow = await sent(t, url, { length: 1000, pause: 100, piece: " " });
  assert.equal(slow, "HTTP/1.1 408 Request Timeout");
});

test("requests that are none do not end the server", async (t) => {
  const { folder } = sample(t);
  const { url } = await startNode(t, { INDEX_FOLDER: folder });
  for (const line of ["TRACE / HTTP/1.1", "GET http://%%% HTTP/1.1", "GET //// HTTP/1.1", "GET * HTTP/1.1", "nonsense"]) {
    assert.match(await lineSent(t, url, line), /^HTTP\/1\.1 [45]/, line);
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test("clients are told apart by their addresses, whatever they say of them", async (t) => {
  const { folder } = sample(t);
  const { url } = await startNode(t, { INDEX_FOLDER: folder, RATE: "2" });
  const statuses = [];
  for (const said of ["1.1.1.1", "2.2.2.2", "3.3.3.3"]) {
    statuses.push((await ask(url, QUESTIONS[0], { headers: { "cf-connecting-ip": said } })).status);
  }
  assert.deepEqual(statuses, [200, 200, 429]);
});
