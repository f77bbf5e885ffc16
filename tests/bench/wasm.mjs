// `node tests/bench/wasm.mjs`, after `cargo xtask wasm`: the same work in wasm (Node) and natively, one core: comparing,
// sketching documents of 4 KB, and looking up fingerprints.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
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

const full = await import(here("../../pkg/dist/languages/twinprint.js"));
full.initSync({ module: readFileSync(here("../../pkg/dist/languages/twinprint_bg.wasm")) });
sketches();
lookups(1_000_000);
rmSync(folder, { recursive: true });

/** Sketches by the full module beside those of the bench `sketches`, over the same documents. */
function sketches() {
  const { Sketches } = full;
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

/** One look-up after the other in four tables, beside those of the bench `tables`. */
function lookups(codes) {
  const build = ["run", "--release", "--quiet", "--manifest-path", here("Cargo.toml"), "--bin", "tables", "--"];
  const native = execFileSync("cargo", [...build, "query-four", codes], { encoding: "utf8" });
  execFileSync("cargo", [...build, "files", folder, codes]);
  const shards = readdirSync(folder).filter((name) => name.endsWith(".tws"));
  const tables = new full.Tables(shards.map((name) => readFileSync(join(folder, name))));
  const queries = readFileSync(join(folder, "queries.txt"), "utf8").trim().split("\n");
  const ms = milliseconds(() => queries.forEach((query) => tables.query(query)));
  const [, us] = /Twinprint, blocks[^\n]* ([\d.]+) us a query/.exec(native);
  report(`look up ${queries.length} of ${codes}, k = 3`, ms, (us * queries.length) / 1000, 3);
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

function report(what, ms, natively, most = 2) {
  console.log(`${what}: wasm ${ms.toFixed(1)} ms, native ${natively.toFixed(1)} ms, ratio ${(ms / natively).toFixed(2)} (at most ${most})`);
}
