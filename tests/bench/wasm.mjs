// `node tests/bench/wasm.mjs`, after `cargo xtask wasm`: the same work in wasm (Node) and natively, one core: comparing, and
// sketching documents of 4 KB.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { initSync, Session } = await import(here("../../pkg/dist/twinprint.js"));
initSync({ module: readFileSync(here("../../pkg/dist/twinprint_bg.wasm")) });

const SIZE = 1_000_000;
const ROUNDS = 15;
const folder = mkdtempSync(join(tmpdir(), "twinprint-bench-"));
const file = join(folder, "text.txt");
const build = ["run", "--release", "--quiet", "--manifest-path", here("Cargo.toml"), "--bin", "speed", "--"];
execFileSync("cargo", [...build, "--write", file], { stdio: ["ignore", "ignore", "inherit"] });
const native = execFileSync("cargo", [...build, file], { encoding: "utf8" });
const whole = readFileSync(file, "utf8");
const text = whole.slice(0, SIZE);

const session = new Session();
const alike = text.replaceAll(" and ", " or ");
ratio(`prepare ${SIZE} bytes`, () => session.put(0, "a", text, "plain"));
session.put(1, "b", alike, "plain");
ratio(`compare two of ${SIZE} bytes`, () => session.report(0, 1));

await sketches();
rmSync(folder, { recursive: true });

/** Sketches by the full module beside those of the bench `sketches`, over the same documents. */
async function sketches() {
  const { initSync, Sketches } = await import(here("../../pkg/dist/languages/twinprint.js"));
  initSync({ module: readFileSync(here("../../pkg/dist/languages/twinprint_bg.wasm")) });
  const model = readFileSync(here("../../pkg/dist/english.twm"));
  const documents = Array.from({ length: Math.ceil(whole.length / 4096) }, (_, i) => whole.slice(4096 * i, 4096 * (i + 1)));
  const lines = join(folder, "documents.jsonl");
  writeFileSync(lines, documents.map((text, id) => JSON.stringify({ id, text })).join("\n"));
  const build = ["run", "--release", "--quiet", "--manifest-path", here("Cargo.toml"), "--bin", "sketches", "--", lines];
  const native = execFileSync("cargo", build, { encoding: "utf8" });
  const natively = (rate) => whole.length / Number(rate) / 1000;
  for (const [, method, rate] of native.matchAll(/Twinprint ([a-z0-9-]+:\S+) +([\d.]+) MB/g)) {
    const sketches = new Sketches(method, model);
    const ms = milliseconds(() => documents.forEach((text, id) => sketches.put(id, "text", text, "plain")));
    report(method, ms, natively(rate));
  }
}

function ratio(what, work) {
  const line = native.split("\n").find((line) => line.includes(`twinprint: ${what}`));
  report(what, milliseconds(work), Number(/([\d.]+) ms/.exec(line)[1]));
}

/** The median of the processor time that the work takes. */
function milliseconds(work) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = process.cpuUsage();
    work();
    const used = process.cpuUsage(begun);
    rounds.push((used.user + used.system) / 1000);
  }
  rounds.sort((a, b) => a - b);
  return rounds[ROUNDS >> 1];
}

function report(what, ms, natively) {
  console.log(`${what}: wasm ${ms.toFixed(1)} ms, native ${natively.toFixed(1)} ms, ratio ${(ms / natively).toFixed(2)} (at most 2)`);
}
