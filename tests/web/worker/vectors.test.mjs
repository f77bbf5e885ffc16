// The npm package in workerd, held to the vectors as it is everywhere else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { start } from "./workerd.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(path(name));
const pkg = path("../../../pkg/");

const ENTRY = `
  import { Session } from "./edge.js";
  import * as languages from "./languages-edge.js";
  import { lookupMisses } from ${JSON.stringify(path("../lookups.mjs"))};
  import { misses, rewordedMisses, sketchMisses } from ${JSON.stringify(path("../vectors.mjs"))};
  const runs = {
    "/english": (vectors) => misses(Session, vectors, { lacks: ["sentences", "clean"] }),
    "/languages": (vectors) => misses(languages.Session, vectors),
    "/reworded": (vectors) => rewordedMisses(languages.Session, vectors),
    "/sketches": (vectors) => sketchMisses(languages.Sketches, vectors),
    "/lookups": (lookups) => lookupMisses(languages, lookups),
  };
  export default {
    async fetch(request) {
      return Response.json(runs[new URL(request.url).pathname](await request.json()));
    },
  };
`;

/** The package bundled as for an edge function, and its modules, compiled by the platform. */
async function modules() {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: pkg },
    bundle: true,
    format: "esm",
    write: false,
    external: ["*.wasm?module"],
  });
  const wasm = ["dist/package/twinprint_bg.wasm", "dist/languages/twinprint_bg.wasm"];
  return [
    { type: "ESModule", path: `${pkg}entry.js`, contents: outputFiles[0].text },
    ...wasm.map((file) => ({ type: "CompiledWasm", path: `${pkg}${file}?module`, contents: readFileSync(pkg + file) })),
  ];
}

test("the package meets every vector in workerd", async (t) => {
  const { url } = await start(t, { compatibilityDate: "2026-04-01", modulesRoot: pkg, modules: await modules() });
  const [vectors, lookups] = [read("../../vectors.json"), read("../../lookups.json")];
  const run = async (name, body) => (await fetch(url + name, { method: "POST", body })).json();
  assert.deepEqual(await run("/english", vectors), []);
  assert.deepEqual(await run("/languages", vectors), []);
  assert.deepEqual(await run("/reworded", vectors), []);
  assert.deepEqual(await run("/sketches", vectors), []);
  assert.deepEqual(await run("/lookups", lookups), []);
  const wrong = JSON.parse(lookups);
  wrong.cases[1].queries[0].matches = [];
  assert.equal((await run("/lookups", JSON.stringify(wrong))).length, 2, "what is not met is named");
});
