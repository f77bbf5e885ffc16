// What docs/how-to/worker.md says is deployed can be.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("../../../worker/", import.meta.url));
const docs = readFileSync(new URL("../../../docs/how-to/worker.md", import.meta.url), "utf8");
const blocks = [...docs.matchAll(/```jsonc\n([^`]*)```/g)].map(([, block]) => block);

/** What wrangler would deploy of a configuration. */
function deployed(config, out) {
  const wrangler = join(worker, "node_modules/wrangler/bin/wrangler.js");
  const options = ["deploy", "--dry-run", "--config", config, "--outdir", out];
  return execFileSync(process.execPath, [wrangler, ...options], {
    cwd: worker,
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
}

test("every configuration of the document, and wrangler.jsonc, can be deployed", (t) => {
  const folder = mkdtempSync(join(worker, "dist/docs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "index"));
  writeFileSync(join(folder, "index/index.json"), "{}");
  assert.match(deployed("wrangler.jsonc", join(folder, "out")), /INDEX_BUCKET/);
  assert.equal(blocks.length, 4);
  for (const [number, block] of blocks.entries()) {
    const config = join(folder, `${number}.jsonc`);
    writeFileSync(config, block.replace('"src/index.ts"', JSON.stringify(join(worker, "src/index.ts"))));
    const told = deployed(config, join(folder, `out-${number}`));
    const [name] = /INDEX_ASSETS|INDEX_KV|INDEX_PARTS|PART_0/.exec(block);
    assert.ok(told.includes(name), told);
    assert.ok(existsSync(join(folder, `out-${number}/index.js`)));
  }
});

test("every variable that the worker reads is in the document, and no other", () => {
  const read = readFileSync(join(worker, "src/bindings.ts"), "utf8").matchAll(/readonly ([A-Z_]+)\?/g);
  const names = [...read].map(([, name]) => name).filter((name) => name !== "INDEX_FILES");
  assert.ok(names.length > 10);
  for (const name of names) assert.ok(docs.includes(`\`${name}\``), `${name} is explained`);
  for (const [, name] of docs.matchAll(/^\| `([A-Z_]+)` \|/gm)) assert.ok(names.includes(name), `${name} is read`);
});
