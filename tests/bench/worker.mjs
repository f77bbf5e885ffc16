// `node tests/bench/worker.mjs INDEX`, after `cargo xtask worker` and `npm ci` in tests/web: how fast the edge worker answers in
// workerd, beside a worker that says hello, in turns; and how much processor time a check of 100 passages takes, in Node, whose
// clock goes on while the core works. INDEX is a published index, as by
// `cargo run --example made-index -- INDEX prints=1000000 shingles=4000000`.

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

const [folder] = process.argv.slice(2);
const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
const random = numbers();
console.log(`${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}`);
await rates();
checks();

/** Single look-ups: the five fingerprints of a passage. */
async function rates() {
  const ending = [];
  const t = { after: (end) => ending.push(end) };
  const saying = (script) => ({ compatibilityDate: "2026-04-01", modules: true, script });
  const lookups = Array.from({ length: 500 }, () => JSON.stringify({ k: 3, fingerprints: hashes(5) })).map((body) => ({
    method: "POST",
    path: "/v1/lookup",
    headers: { "content-type": "application/json" },
    body,
  }));
  const workers = {
    hello: [saying("export default { fetch: () => new Response('hello') }"), [{ method: "GET" }]],
    "hello to a body": [saying("export default { fetch: async (request) => (await request.arrayBuffer(), new Response('hello')) }"), lookups],
    "look-ups": [workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding } }), lookups],
  };
  const found = {};
  const asked = [];
  for (const [name, [worker, requests]] of Object.entries(workers)) {
    asked.push({ name, requests, url: (await start(t, worker)).url });
    found[name] = [];
  }
  for (let round = -1; round < ROUNDS; round++) {
    for (const { name, requests, url } of asked) {
      const { requests: seen, non2xx, errors } = await autocannon({ url, requests, connections: CONNECTIONS, duration: SECONDS });
      if (non2xx || errors) throw new Error(`${name}: ${non2xx} answers were none, ${errors} failed`);
      // The first round warms up.
      if (round >= 0) found[name].push(seen.average);
    }
  }
  for (const end of ending) await end();
  const looked = median(found["look-ups"]);
  for (const [name, rates] of Object.entries(found)) {
    const rate = median(rates);
    console.log(`${name}: ${rate.toFixed(0)}/s; look-ups are ${(looked / rate).toFixed(2)} of it`);
  }
  console.log(`look-ups should be ${RATE} of hello`);
}

/** Checks of 100 passages: five fingerprints each, and the shingles of ten thousand words by windows of 4. */
function checks() {
  const { memory } = bindings.initSync({ module: readFileSync(new URL("../../pkg/dist/edge/twinprint_bg.wasm", import.meta.url)) });
  const service = new bindings.Service(files.get("index.json"), undefined, 4e9);
  const began = performance.now();
  for (const { name } of service.files()) service.write(name, files.get(name));
  service.open();
  console.log(`opened and verified in ${(performance.now() - began).toFixed(0)} ms, ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB`);
  for (const [what, shingles] of [["fingerprints", 0], ["fingerprints and shingles", 2_000]]) {
    const times = Array.from({ length: CHECKS }, () => {
      const body = Buffer.from(JSON.stringify({ k: 3, fingerprints: hashes(500), shingles: hashes(shingles) }));
      const start = process.cpuUsage();
      const { status } = service.respond("POST", "/v1/lookup", "", "application/json", undefined, body);
      const { user, system } = process.cpuUsage(start);
      if (status !== 200) throw new Error(`status ${status}`);
      return (user + system) / 1000;
    }).sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (CHECKS - 1))].toFixed(1);
    console.log(`100 passages, ${what}: median ${at(0.5)} ms, p99 ${at(0.99)} ms of processor (at most ${CHECK})`);
  }
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
