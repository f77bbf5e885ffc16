// The recipes of the package, `pkg/recipes`, as who follows them has them: in a folder of their own, with the packed package and
// the packages that they name, built and run. Which versions those are is in the lock files of `tests/web/recipes` and `worker`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { complaints, launch } from "../chromium.mjs";
import { bun, deno } from "../worker/node.mjs";
import { emptyProject, install } from "./packed.mjs";
import { serve } from "./site.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const RECIPES = path("../../../pkg/recipes/");
const INSTALLED = { wrangler: path("../../../worker/node_modules/") };
const OTHERWISE = path("../recipes/node_modules/");
const { satisfies } = createRequire(import.meta.url)("semver");

/** What every recipe says its two texts have in common. */
const WORDS = "9";

let browser;
let root;

before(async () => {
  root = emptyProject("recipes");
  mkdirSync(join(root, "installed"));
  install(join(root, "installed"));
  browser = await launch();
});
after(() => browser?.close());

/** A copy of a recipe with what its package.json names, and nothing else; `other` are packages in place of those of their names. */
function follow(recipe, { other = {}, folder = mkdtempSync(join(root, `${recipe}-`)) } = {}) {
  cpSync(join(RECIPES, recipe), folder, { recursive: true });
  const modules = join(folder, "node_modules");
  cpSync(join(root, "installed/node_modules/twinprint"), join(modules, "twinprint"), { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json")));
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    const from = name === "twinprint" ? join(modules, name) : (INSTALLED[name] ?? OTHERWISE) + (other[name] ?? name);
    const { version } = JSON.parse(readFileSync(join(from, "package.json")));
    assert.ok(satisfies(version, range), `${recipe}: ${name} ${version} is tested, and ${range} is named`);
    if (name !== "twinprint") symlinkSync(from, join(modules, name), "junction");
  }
  return folder;
}

/** Runs a program of a package in a folder to its end. */
function run(folder, script, ...options) {
  const environment = { ...process.env, CI: "1", NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false" };
  try {
    return execFileSync(process.execPath, [resolve(folder, script), ...options], { cwd: folder, encoding: "utf8", env: environment, stdio: "pipe" });
  } catch ({ stdout, stderr }) {
    assert.fail(`${script} ${options.join(" ")}\n${stdout}${stderr}`);
  }
}

/** Starts a server of a package on a free port; it ends with the test. Returns its address once it answers. */
async function start(t, folder, script, ...options) {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => probe.once("listening", listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [join(folder, script), ...options, "--port", port], { cwd: folder, env: environment });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise((ended) => child.once("exit", ended));
  t.after(() => child.kill("SIGKILL") && ended);
  const address = `http://127.0.0.1:${port}/`;
  while (!(await fetch(address).catch(() => undefined))?.ok) {
    assert.equal(child.exitCode, null, said);
    await new Promise((later) => setTimeout(later, 50));
  }
  return address;
}

/** Opens a page of a recipe, and returns what it says the texts have in common: here, and by a worker. */
async function told(t, address) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const heard = complaints(page);
  await page.goto(address);
  const words = [];
  for (const place of ["#here", "#worker"]) {
    const output = page.locator(place, { hasText: /./ });
    await output.waitFor({ timeout: 120_000 }).catch((error) => assert.fail([...heard, error].join("\n")));
    words.push(await output.textContent());
  }
  assert.deepEqual(heard, []);
  return words;
}

for (const version of ["vite-6", "vite-7"]) {
  test(`${version} builds a page that compares, and its dev server serves one`, async (t) => {
    const folder = follow("vite", { other: { vite: version } });
    run(folder, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn");
    assert.deepEqual(await told(t, await serve(t, join(folder, "dist"), { policy: "" })), [WORDS, WORDS]);
    const address = await start(t, folder, "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--strictPort");
    assert.deepEqual(await told(t, address), [WORDS, WORDS]);
  });
}

test("webpack builds a page that compares", async (t) => {
  const folder = follow("webpack");
  run(folder, "node_modules/webpack/bin/webpack.js", "--mode", "production");
  assert.deepEqual(await told(t, await serve(t, folder)), [WORDS, WORDS]);
});

test("esbuild builds a page that compares", async (t) => {
  const folder = follow("esbuild");
  run(folder, "build.mjs");
  assert.deepEqual(readdirSync(join(folder, "out")).length, 3, "the script, the worker and one wasm file");
  assert.deepEqual(await told(t, await serve(t, folder)), [WORDS, WORDS]);
});

test("a page without a bundler compares", async (t) => {
  assert.deepEqual(await told(t, await serve(t, follow("script"), { policy: "" })), [WORDS, WORDS]);
});

test("modules in Node, Deno and Bun, and CommonJS in Node, compare", () => {
  const folder = follow("node");
  const runtimes = { Node: [process.execPath], Deno: deno(), Bun: bun() };
  for (const [name, [program, ...options]] of Object.entries(runtimes)) {
    const printed = execFileSync(program, [...options, "check.mjs"], { cwd: folder, encoding: "utf8" });
    assert.equal(printed, `${WORDS}\n${WORDS}\n`, name);
  }
  assert.equal(run(folder, "check.cjs"), `${WORDS}\n${WORDS}\n`);
});

test("an edge function made by wrangler compares in workerd, and says what is wrong", async (t) => {
  const folder = follow("cloudflare");
  run(folder, "node_modules/wrangler/bin/wrangler.js", "deploy", "--dry-run", "--outdir", "dist");
  const { Miniflare } = createRequire(path("../../../worker/package.json"))("miniflare");
  const built = join(folder, "dist");
  const types = { js: "ESModule", wasm: "CompiledWasm" };
  const names = readdirSync(built).filter((name) => /\.(js|wasm)$/.test(name));
  const modules = names.map((name) => ({ type: types[name.split(".").pop()], path: join(built, name) }));
  modules.sort((a, b) => b.path.endsWith("index.js") - a.path.endsWith("index.js"));
  const runtime = new Miniflare({ compatibilityDate: "2026-04-01", modules, modulesRoot: built });
  t.after(() => runtime.dispose());
  const ask = async (texts) => runtime.dispatchFetch("http://compare.test/", { method: "POST", body: JSON.stringify(texts) });
  const [same, empty] = [await ask({ a: "one two three", b: "one two three" }), await ask({ a: "", b: "one" })];
  assert.deepEqual([(await same.json()).resemblance, empty.status], [1, 422]);
  assert.match((await empty.json()).error, /^a: there are no words in it;/);
});

test("Next builds an app whose pages compare in a worker, and whose server compares", async (t) => {
  // Turbopack follows no link out of the folder with the lock file.
  const folder = follow("next", { folder: emptyProject("next", path("../recipes")) });
  run(folder, "node_modules/next/dist/bin/next", "build");
  const address = await start(t, folder, "node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1");
  assert.deepEqual(await told(t, address), [WORDS, WORDS]);
});

test("in React the element marks what two fields share, as they are typed in", async (t) => {
  const folder = follow("react", { other: { vite: "vite-7" } });
  run(folder, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn");
  const address = await serve(t, join(folder, "dist"));
  const page = await browser.newPage();
  t.after(() => page.close());
  const heard = complaints(page);
  await page.goto(address);
  await page.locator("#longest", { hasText: "9 words in a row" }).waitFor();
  assert.deepEqual(await page.locator("mark").count(), 2);
  assert.deepEqual(await page.locator("[part=name]").allTextContents(), ["Essay", "Source"]);
  const source = page.getByRole("textbox", { name: "Source" });
  await source.fill("Nothing of the kind.");
  await page.locator("#longest", { hasText: "0 words in a row" }).waitFor();
  await source.fill("...");
  await page.getByRole("alert").filter({ hasText: "b: there are no words in it; give a text with at least one word" }).waitFor();
  assert.deepEqual(heard, []);
});

test("in TypeScript the README's lines tell React's types of the element, exactly", () => {
  const folder = follow("react", { other: { vite: "vite-7" } });
  mkdirSync(join(folder, "node_modules/@types"));
  symlinkSync(join(OTHERWISE, "@types/react"), join(folder, "node_modules/@types/react"), "junction");
  const readme = readFileSync(join(folder, "node_modules/twinprint/README.md"), "utf8");
  const [, told] = readme.match(/```tsx\n(.*?)```/s);
  const uses = `
    import { useRef } from "react";
    export function Used() {
      const element = useRef<TwinprintCompare>(null);
      return <twinprint-compare ref={element} className="wide" a="one" b={{ bytes: new Uint8Array(2) }} oncompared={({ detail }) => detail.longest_run + 1} onerror={({ error }) => error.remedy} />;
    }
    // @ts-expect-error: the text is called "a".
    export const misspelt = <twinprint-compare text="one" />;
  `;
  writeFileSync(join(folder, "used.tsx"), told + uses);
  const options = "--noEmit --strict --jsx react-jsx --target es2022 --lib es2022,esnext.disposable,dom --module nodenext used.tsx";
  run(folder, path("../node_modules/typescript/bin/tsc"), ...options.split(" "));
});
