// `node tests/bench/seen.mjs`, after `cargo build --release`, `cargo xtask worker` and `npm ci` in tests/web: how fast what was seen is
// told, by `twinprint serve --remember` and by the edge worker in workerd, beside a worker that says hello to a body, in turns; and in Node,
// whose clock goes on while the core works, how much processor time a text of 1,000 words takes among 100,000 remembered documents, and
// how much memory these.

import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../web/service/serve.mjs";
import { start, workerWith } from "../web/worker/workerd.mjs";

const autocannon = createRequire(new URL("../web/package.json", import.meta.url))("autocannon");
const bindings = await import("../../pkg/dist/edge/twinprint.js");

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 16;
const REMEMBERED = 100_000;
const CHECKS = 500;
const WORDS = 1_000;

const random = numbers();
console.log(`${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}`);
processor();
await rates();

/** A text of this many words, some much more common than others, as in language. */
function text(words) {
  return Array.from({ length: words }, () => `word${Math.floor(5000 * (Number(random() >> 11n) / 2 ** 53) ** 3)}`).join(" ");
}

function processor() {
  const { memory } = bindings.initSync({ module: new WebAssembly.Module(readFileSync(new URL("../../pkg/dist/edge/twinprint_bg.wasm", import.meta.url))) });
  const seen = new bindings.Seen(40, 2 * REMEMBERED, undefined);
  const reader = new bindings.SeenReader(40);
  for (let number = 0; number < REMEMBERED; number++) {
    const fingerprints = Array.from({ length: 5 }, () => random().toString(16).padStart(16, "0"));
    seen.apply(JSON.stringify({ id: `document ${number}`, words: 500, first_seen: 1, last_seen: 1, times: 1, fingerprints }));
  }
  const times = Array.from({ length: CHECKS }, () => {
    const body = Buffer.from(JSON.stringify({ text: text(WORDS), remember: false }));
    const began = process.cpuUsage();
    const read = reader.read("POST", "/v1/seen", "", "application/json", undefined, body);
    const { answer } = seen.respond("POST", "/v1/seen", read.body, 2);
    const { user, system } = process.cpuUsage(began);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (CHECKS - 1))].toFixed(2);
  console.log(
    `a text of ${WORDS} words among ${seen.documents} remembered: median ${at(0.5)} ms, p99 ${at(0.99)} ms of processor; ` +
      `the core has ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB`,
  );
}

async function rates() {
  const ending = [];
  const t = { after: (end) => ending.push(end) };
  const folder = mkdtempSync(join(tmpdir(), "twinprint-bench-seen-"));
  const headers = { "content-type": "application/json" };
  const asking = (body) => Array.from({ length: 4000 }, () => ({ method: "POST", path: "/v1/seen", headers, body: JSON.stringify(body()) }));
  const texts = asking(() => ({ text: text(250) }));
  const reading = "export default { fetch: async (request) => (await request.arrayBuffer(), new Response('hello')) }";
  const hello = (await start(t, { compatibilityDate: "2026-04-01", modules: true, script: reading })).url;
  const objects = { durableObjects: { SEEN: { className: "Seen", useSQLite: true } }, durableObjectsPersist: join(folder, "objects") };
  const worker = (await start(t, workerWith(objects))).url;
  const own = await serve("--remember", join(folder, "seen"));
  t.after(() => own.end());
  const asked = [
    ["hello to a body", hello, texts],
    ["the worker, texts of 250 words", worker, texts],
    ["twinprint serve, the same", own.url, texts],
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
  rmSync(folder, { recursive: true });
  const of = (name) => median(found[name]);
  for (const name of Object.keys(found)) console.log(`${name}: ${of(name).toFixed(0)}/s, ${(of(name) / of("hello to a body")).toFixed(2)} of hello to a body`);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Numbers of 64 bits. */
function numbers() {
  let state = 0x9e3779b97f4a7c15n;
  return () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return state;
  };
}
