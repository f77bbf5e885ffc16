// `node tests/bench/worker.mjs INDEX [LARGE..]`, after `cargo xtask worker` and `npm ci` in tests/web: how fast the edge worker
// answers in workerd, beside a worker that says hello, in turns; and how much processor time a check of 100 passages takes, in
// Node, whose clock goes on while the core works. INDEX is a published index, as by
// `cargo run --example made-index -- INDEX prints=1000000 shingles=4000000`. Of it and of each LARGE, as by
// `cargo run --example made-index -- LARGE tables=1 prints=8000000 passages=1600000`, it is told how long they take to open, and how
// many bytes a fingerprint takes.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { Files, start, workerWith } from "../web/worker/workerd.mjs";

const autocannon = createRequire(new URL("../web/package.json", import.meta.url))("autocannon");
const bindings = await import("../../pkg/dist/edge/twinprint.js");

const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 16;
const CHECKS = 1_000;
/** The part of hello's rate that single look-ups should reach, and the milliseconds of a check. */
const RATE = 0.8;
const CHECK = 10;
/** The milliseconds in which a shard should open, and how many bytes of it come at a time. */
const OPEN = 50;
const CHUNK = 64 * 1024;

const JSON_TYPE = "application/json";
const COMPACT_TYPE = "application/vnd.twinprint.lookup";

const module = new WebAssembly.Module(readFileSync(new URL("../../pkg/dist/edge/twinprint_bg.wasm", import.meta.url)));
const [index, ...large] = process.argv.slice(2).map(filesOf);
const random = numbers();
console.log(`${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}`);
checks(opened(index));
for (const files of large) opened(files);
await rates(index);

function filesOf(folder) {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** Single look-ups: the five fingerprints of a passage. */
async function rates(files) {
  const ending = [];
  const t = { after: (end) => ending.push(end) };
  const saying = (script) => ({ compatibilityDate: "2026-04-01", modules: true, script });
  const asking = (type, body) =>
    Array.from({ length: 500 }, () => ({ method: "POST", path: "/v1/lookup", headers: { "content-type": type }, body: body() }));
  const lookups = asking(JSON_TYPE, () => JSON.stringify({ k: 3, fingerprints: hashes(5) }));
  const hello = (await start(t, saying("export default { fetch: () => new Response('hello') }"))).url;
  const reading = "export default { fetch: async (request) => (await request.arrayBuffer(), new Response('hello')) }";
  const helloToBody = (await start(t, saying(reading))).url;
  const worker = (await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding } }))).url;
  const asked = [
    ["hello", hello, [{ method: "GET" }]],
    ["hello to a body", helloToBody, lookups],
    ["look-ups", worker, lookups],
    ["compact look-ups", worker, asking(COMPACT_TYPE, compactQuestion)],
  ];
  const found = Object.fromEntries(asked.map(([name]) => [name, []]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, url, requests] of asked) {
      const { requests: seen, non2xx, errors } = await autocannon({ url, requests, connections: CONNECTIONS, duration: SECONDS });
      if (non2xx || errors) throw new Error(`${name}: ${non2xx} answers were none, ${errors} failed`);
      // The first round warms up.
      if (round >= 0) found[name].push(seen.average);
    }
  }
  for (const end of ending) await end();
  const of = (name) => median(found[name]);
  for (const name of Object.keys(found)) {
    const parts = ["hello", "hello to a body"].map((other) => `${(of(name) / of(other)).toFixed(2)} of ${other}`);
    console.log(`${name}: ${of(name).toFixed(0)}/s, ${parts.join(", ")}`);
  }
  console.log(`look-ups should be ${RATE} of hello`);
}

/** Opens an index in the core as the worker does, and tells how long it took and what a fingerprint takes. */
function opened(files) {
  const { memory } = bindings.initSync({ module });
  const service = new bindings.Service(files.get("index.json"), undefined, 4e9);
  const times = new Map();
  const timed = (name, run) => {
    const began = performance.now();
    run();
    times.set(name, performance.now() - began);
  };
  for (const { name } of service.files()) {
    const bytes = files.get(name);
    timed(name, () => {
      for (let at = 0; at < bytes.length; at += CHUNK) service.write(name, bytes.subarray(at, at + CHUNK));
    });
  }
  timed("open", () => service.open());
  const whole = [...times.values()].reduce((sum, time) => sum + time);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const shards = [...times].filter(([name]) => name.endsWith(".tws"));
  const [slowest, time] = shards.reduce((a, b) => (b[1] > a[1] ? b : a));
  console.log(
    `${megabytes(bytes)} opened and verified in ${whole.toFixed(0)} ms, the slowest shard of ${megabytes(files.get(slowest).length)} in ` +
      `${time.toFixed(0)} ms (at most ${OPEN}), the last look at all in ${times.get("open").toFixed(0)} ms; the core has ${megabytes(memory.buffer.byteLength)}`,
  );
  const tables = [...files].filter(([name]) => name.startsWith("passages"));
  const codes = tables.filter(([, shard]) => shard.readUInt16LE(16) === 0).map(([, shard]) => Number(shard.readBigUInt64LE(32)));
  const [prints, taken] = [codes.reduce((a, b) => a + b), tables.reduce((sum, [, { length }]) => sum + length, 0)];
  console.log(`${prints} fingerprints in tables: ${tables[0][1].readUInt16LE(18)}; ${(taken / prints).toFixed(2)} bytes each, ordinals included`);
  return service;
}

/** Checks of 100 passages: five fingerprints each, and the shingles of ten thousand words by windows of 4. */
function checks(service) {
  for (const [what, shingles] of [["fingerprints", 0], ["fingerprints and shingles", 2_000]]) {
    const times = Array.from({ length: CHECKS }, () => {
      const body = Buffer.from(JSON.stringify({ k: 3, fingerprints: hashes(500), shingles: hashes(shingles) }));
      const start = process.cpuUsage();
      const { status } = service.respond("POST", "/v1/lookup", "", JSON_TYPE, undefined, body);
      const { user, system } = process.cpuUsage(start);
      if (status !== 200) throw new Error(`status ${status}`);
      return (user + system) / 1000;
    }).sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (CHECKS - 1))].toFixed(1);
    console.log(`100 passages, ${what}: median ${at(0.5)} ms, p99 ${at(0.99)} ms of processor (at most ${CHECK})`);
  }
}

/** A question for five fingerprints in the compact form. */
function compactQuestion() {
  const bytes = Buffer.alloc(32 + 5 * 8);
  bytes.write("TWQ1");
  bytes[5] = 3;
  bytes.writeUInt32LE(5, 8);
  for (let at = 32; at < bytes.length; at += 8) bytes.writeBigUInt64LE(random(), at);
  return bytes;
}

function hashes(count) {
  return Array.from({ length: count }, () => random().toString(16).padStart(16, "0"));
}

function numbers() {
  let state = 1n;
  return () => (state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
