// The npm package as a user gets it: packed, and unpacked into a folder of its own.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pkg = fileURLToPath(new URL("../../../pkg", import.meta.url));
const artifacts = fileURLToPath(new URL("../../artifacts", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** An empty folder that is a project, in a folder of the tests; gone when the tests of this process are over. */
export function emptyProject(name, parent = artifacts) {
  mkdirSync(parent, { recursive: true });
  const project = mkdtempSync(join(parent, `${name}-`));
  process.on("exit", () => rmSync(project, { recursive: true, force: true }));
  return project;
}

/** Packs the package into `folder`, and returns what npm says of it. */
export function pack(folder) {
  const json = execFileSync(npm, ["pack", "--json", "--silent", "--pack-destination", folder], { cwd: pkg, encoding: "utf8" });
  return JSON.parse(json)[0];
}

/** Has npm install the packed package into a project, which needs nothing else. */
export function install(project) {
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const { filename, files } = pack(project);
  execFileSync(npm, ["install", "--offline", "--no-audit", "--no-fund", "--silent", `./${filename}`], { cwd: project });
  return files;
}
