// `node tests/bench/wasm.mjs`, after `cargo xtask wasm`: the same work in wasm (Node) and natively, one core.

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
const text = readFileSync(file, "utf8").slice(0, SIZE);
rmSync(folder, { recursive: true });

const session = new Session();
const alike = text.replaceAll(" and ", " or ");
ratio(`prepare ${SIZE} bytes`, () => session.put(0, "a", text, "plain"));
session.put(1, "b", alike, "plain");
ratio(`compare two of ${SIZE} bytes`, () => session.report(0, 1));

function ratio(what, work) {
  const line = native.split("\n").find((line) => line.includes(`twinprint: ${what}`));
  const natively = Number(/([\d.]+) ms/.exec(line)[1]);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = process.cpuUsage();
    work();
    const used = process.cpuUsage(begun);
    rounds.push((used.user + used.system) / 1000);
  }
  rounds.sort((a, b) => a - b);
  const ms = rounds[ROUNDS >> 1];
  console.log(`${what}: wasm ${ms.toFixed(1)} ms, native ${natively.toFixed(1)} ms, ratio ${(ms / natively).toFixed(2)} (at most 2)`);
}
