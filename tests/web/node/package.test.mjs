// The npm package as a user gets it: packed, unpacked into a project of its own, and used from there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { emptyProject, install } from "../javascript/packed.mjs";

let project;
let packed;

before(() => {
  project = emptyProject("package");
  packed = install(project);
});

/** The examples of the README, with what they print by their own comments. */
function examples() {
  const readme = readFileSync(join(project, "node_modules/twinprint/README.md"), "utf8");
  return [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code], i) => {
    const file = join(project, `example-${i + 1}.js`);
    writeFileSync(file, code);
    const prints = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    return { file, prints };
  });
}

test("the package holds what it needs to run and nothing else", () => {
  assert.deepEqual(packed.map(({ path }) => path).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "bind.js",
    "client.js",
    "dist/english.twm",
    "dist/languages/twinprint.d.ts",
    "dist/languages/twinprint.js",
    "dist/languages/twinprint_bg.wasm",
    "dist/package/twinprint.d.ts",
    "dist/package/twinprint.js",
    "dist/package/twinprint_bg.wasm",
    "edge.js",
    "element-style.js",
    "element.d.ts",
    "element.js",
    "index.d.ts",
    "index.js",
    "init.js",
    "languages-edge.js",
    "languages-node-worker.js",
    "languages-node.js",
    "languages-web.js",
    "languages-worker.js",
    "languages.d.ts",
    "languages.js",
    "node-client.js",
    "node-worker.js",
    "node.js",
    "package.json",
    "recipes/cloudflare/package.json",
    "recipes/cloudflare/src/index.js",
    "recipes/cloudflare/wrangler.jsonc",
    "recipes/esbuild/build.mjs",
    "recipes/esbuild/index.html",
    "recipes/esbuild/main.js",
    "recipes/esbuild/package.json",
    "recipes/next/app/api/compare/route.js",
    "recipes/next/app/layout.js",
    "recipes/next/app/page.js",
    "recipes/next/next.config.mjs",
    "recipes/next/package.json",
    "recipes/node/check.cjs",
    "recipes/node/check.mjs",
    "recipes/node/package.json",
    "recipes/react/index.html",
    "recipes/react/main.jsx",
    "recipes/react/package.json",
    "recipes/react/vite.config.js",
    "recipes/script/index.html",
    "recipes/script/main.js",
    "recipes/script/package.json",
    "recipes/vite/index.html",
    "recipes/vite/main.js",
    "recipes/vite/package.json",
    "recipes/vite/vite.config.js",
    "recipes/webpack/index.html",
    "recipes/webpack/package.json",
    "recipes/webpack/src/index.js",
    "web.js",
    "work.js",
    "worker.js",
  ]);
});

test("every example of the README prints what it says", () => {
  const found = examples();
  assert.ok(found.length >= 5, `${found.length} examples`);
  for (const { file, prints } of found) {
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    assert.deepEqual(printed.trimEnd().split("\n"), prints, file);
  }
});

test("the model of the package weighs words, as the README says it is read", () => {
  const file = join(project, "weighed.js");
  writeFileSync(
    file,
    `import { readFileSync } from "node:fs";
    import { Sketches } from "twinprint/languages";
    const model = readFileSync(new URL(import.meta.resolve("twinprint/english.twm")));
    console.log(new Sketches("fusion", model).recipe);`,
  );
  assert.match(execFileSync(process.execPath, [file], { encoding: "utf8" }), /^weights [0-9a-f]{32}$/m);
});

/** Uses that are exact in their types: what is not there, or is not so, is an error that is expected. */
const TYPED = `
  import { compare, compareAll, createClient, init, type Client, type Pair, type Report, TwinprintError } from "twinprint";
  import * as languages from "twinprint/languages";
  import { TwinprintCompare } from "twinprint/element";

  // @ts-expect-error: the option is called "shingle".
  compare("a", "b", { shingles: 3 });
  // @ts-expect-error: a document has a text or bytes.
  compare({ name: "a" }, "b");
  // @ts-expect-error: the report has no texts unless they are asked for.
  compare("a", "b").text_a;
  const text: string = compare({ bytes: new Uint8Array(3) }, "b", { texts: true }).text_a;
  // @ts-expect-error: only twinprint/languages finds what is reworded.
  compare("a", "b", { reach: "reworded" });
  const likeness: number = languages.compare("a", "b", { reach: "reworded", texts: true }).reworded[0].likeness;
  const loaded: Promise<void> = init(fetch("/twinprint.wasm"));
  const pairs: Pair[] = compareAll(["a", "b"], { at_least: 0.2, most_pairs: 9, progress: ({ step, done, of }) => [step, done, of] }).pairs;
  const client: Client = createClient({ worker: () => new Worker("/worker.js"), wasm: new URL("https://example.org/twinprint.wasm") });
  const report: Promise<Report> = client.compare("a", "b", { signal: AbortSignal.timeout(1000), transfer: true });
  // @ts-expect-error: the functions of the package take no signal.
  compare("a", "b", { signal: AbortSignal.timeout(1000) });
  const words: Promise<number> = languages.createClient().compareAll(["a"], { reach: "reworded" }).then(({ pairs }) => pairs[0].reworded_words);
  const element: TwinprintCompare = document.createElement("twinprint-compare");
  element.addEventListener("compared", ({ detail }) => detail.passages[0].a.start + detail.text_a.length);
  element.addEventListener("error", ({ error }) => error.remedy);
  const kind = (error: TwinprintError) => error.kind === "not-loaded" || error.kind === "worker-failed" || error.kind === "closed";
  // @ts-expect-error: no error is of this kind.
  const never = (error: TwinprintError) => error.kind === "unheard-of";
`;

test("the types accept the examples, and are exact", () => {
  const files = examples().map(({ file }) => file);
  const typed = join(project, "typed.ts");
  writeFileSync(typed, TYPED);
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const options = "--noEmit --strict --allowJs --checkJs --target es2022 --lib es2022,esnext.disposable,dom --module nodenext";
  const run = () =>
    execFileSync(process.execPath, [tsc, ...options.split(" "), ...files, typed], { cwd: project, encoding: "utf8" });
  try {
    run();
  } catch ({ stdout }) {
    assert.fail(stdout);
  }
});

test("an edge worker's bundle takes the wasm compiled, as its platform gives it", async () => {
  const compiled = {
    name: "compiled",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.replace("?module", "")),
        namespace: "compiled",
      }));
      onLoad({ filter: /.*/, namespace: "compiled" }, ({ path }) => ({
        contents: `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));`,
      }));
    },
  };
  const outfile = join(project, "worker.mjs");
  await build({
    stdin: { contents: 'export { compare } from "twinprint";', resolveDir: project },
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd"],
    external: ["node:fs"],
    plugins: [compiled],
    outfile,
  });
  const { compare } = await import(pathToFileURL(outfile).href);
  assert.equal(compare("one two three", "one two three").resemblance, 1);
});
