// An isolate has 128 MB, which workerd on one's own machine does not enforce: so what it holds is measured here, with the garbage
// that it has not collected yet.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { send } from "../service/seen.mjs";
import { sample } from "./sample.mjs";
import { edited } from "./wholes.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

const miniflare = createRequire(createRequire(new URL("../../../worker/package.json", import.meta.url)).resolve("miniflare"));
const { WebSocket } = miniflare("ws");

/** What is left of it is for what cannot be measured from inside: compiled code, the platform's own. */
const MOST = 96e6;

/** Tells at /memory how large the core's memory is. */
const MEASURED = `(worker) => ({
  fetch(request, env, context) {
    if (!request.url.endsWith("/memory")) return worker.fetch(request, env, context);
    return Response.json(instances.at(-1).memory.buffer.byteLength);
  },
})`;

/** Indexes, what is looked up in each, and how many bytes of tables and how many fingerprints it holds. */
const CASES = {
  // A table of shingles has some 3.7 bytes of each.
  "48 MB of tables, look-ups of every kind": { made: { shingles: 13_600_000 }, fingerprints: 50, shingles: 2400, least: 48e6 },
  "8 million fingerprints in one table": { made: { tables: 1, prints: 8_000_000, passages: 1_600_000 }, fingerprints: 20, shingles: 0, least: 60e6 },
  "3 million fingerprints in four tables": { made: { tables: 4, prints: 3_000_000, passages: 600_000 }, fingerprints: 500, shingles: 0, least: 60e6 },
};

for (const [name, { made, fingerprints, shingles, least }] of Object.entries(CASES)) {
  test(`${name}: under load all stays within 96 MB, the core's memory and the heap together, garbage and all`, async (t) => {
    const { files } = sample(t, { documents: 640, ...made });
    const tables = [...files].filter(([name]) => name.endsWith(".tws")).reduce((sum, [, { length }]) => sum + length, 0);
    assert.ok(tables > least, `${tables} bytes of tables`);
    const question = (round) => ({
      fingerprints: hashes(fingerprints, round),
      shingles: hashes(shingles, round + 1000),
      prefixes: { bits: 24, shingles: hashes(50, round + 2000).map((hash) => hash.slice(0, 6)) },
      sources: [round % 10],
      texts: [round % 80],
      describe: true,
    });
    const largest = await largestOf(t, files, {}, async (url, round) => {
      const { status, body } = await ask(url, question(round));
      assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    });
    assert.ok(largest <= MOST, `${largest} bytes`);
    assert.ok(largest > tables, "what was measured has the tables in it");
  });
}

test("a million documents as wholes: under load all stays within 96 MB, and with texts of a megabyte within 112", async (t) => {
  const documents = 1_000_000;
  const { files } = sample(t, { wholes: documents });
  const whole = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  assert.ok(whole > 80e6, `${whole} bytes`);
  const near = async (url, round) => {
    const document = (round * 6007) % documents;
    const { status, body } = await send(url, "/v1/documents", await edited(url, document));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.matches.map(({ document }) => document), [document]);
  };
  const long = { text: "word ".repeat(200_000) };
  const read = async (url) => assert.equal((await send(url, "/v1/documents", long)).status, 200);
  const bindings = { INDEX_MEGABYTES: 90 };
  const largest = await largestOf(t, files, bindings, near);
  assert.ok(largest <= MOST, `${largest} bytes`);
  assert.ok(largest > whole, "what was measured has the index in it");
  const withTexts = await largestOf(t, files, bindings, (url, round) => (round % 8 === 7 ? read(url) : near(url, round)));
  assert.ok(withTexts <= 112e6, `${withTexts} bytes`);
});

/** The most bytes that the core and the heap of a worker with this index had together while it was asked 160 times, eight at a time. */
async function largestOf(t, files, bindings, request) {
  const worker = workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding }, bindings }, MEASURED);
  const { runtime, url } = await start(t, { ...worker, inspectorPort: 0 });
  const inspector = await inspect(t, `${await runtime.getInspectorURL()}core:user:`);
  let largest = 0;
  const measure = async () => {
    const core = await (await fetch(`${url}/memory`)).json();
    const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await inspector("Runtime.getHeapUsage");
    // The core's memory may be among what backs buffers; it is counted once.
    const buffers = backingStorageSize >= core ? backingStorageSize - core : backingStorageSize;
    const heap = usedSize + embedderHeapUsedSize + buffers;
    largest = Math.max(largest, core + heap);
    t.diagnostic(`core ${(core / 1e6).toFixed(1)} MB, heap ${(heap / 1e6).toFixed(1)} MB, of it buffers ${(buffers / 1e6).toFixed(1)} MB`);
  };
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => request(url, 8 * round + i)));
    await measure();
  }
  return largest;
}

/** This number of 64-bit numbers, in hexadecimal digits. */
function hashes(count, seed) {
  let state = BigInt(seed + 1) * 0x9e3779b97f4a7c15n;
  return Array.from({ length: count }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return state.toString(16).padStart(16, "0");
  });
}

/** Commands to the worker's inspector. */
async function inspect(t, url) {
  const socket = new WebSocket(url);
  t.after(() => socket.close());
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map();
  let last = 0;
  socket.on("message", (message) => {
    const { id, result, error } = JSON.parse(message);
    waiting.get(id)?.(error ? { error } : result);
  });
  return (method) => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}
