// Indexes to test with, made by the program in `MADE_INDEX`, which `cargo xtask test` builds of made.rs.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A published index, as files by their names, and the folder they are in while the test runs. The settings are those of
 * made.rs: how many documents, words, parts, and what more.
 */
export function sample(t, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-worker-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const options = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  execFileSync(process.env.MADE_INDEX, [folder, ...options], { stdio: ["ignore", "ignore", "inherit"] });
  const files = readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
  return { folder, files: new Map(files) };
}
