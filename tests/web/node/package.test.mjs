// The npm package as a user gets it: packed, unpacked into a project of its own, and used from there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const pkg = fileURLToPath(new URL("../../../pkg", import.meta.url));
const artifacts = fileURLToPath(new URL("../../artifacts", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

let project;
let packed;

before(() => {
  mkdirSync(artifacts, { recursive: true });
  project = mkdtempSync(join(artifacts, "package-"));
  const json = execFileSync(npm, ["pack", "--json", "--silent", "--pack-destination", project], { cwd: pkg, encoding: "utf8" });
  [packed] = JSON.parse(json);
  const installed = join(project, "node_modules/twinprint");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", packed.filename, "-C", "node_modules/twinprint", "--strip-components=1"], { cwd: project });
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
});

after(() => rmSync(project, { recursive: true, force: true }));

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
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), [
    "README.md",
    "bind.js",
    "dist/LICENSE-APACHE",
    "dist/LICENSE-MIT",
    "dist/english.twm",
    "dist/languages/twinprint.d.ts",
    "dist/languages/twinprint.js",
    "dist/languages/twinprint_bg.wasm",
    "dist/twinprint.d.ts",
    "dist/twinprint.js",
    "dist/twinprint_bg.wasm",
    "edge.js",
    "index.d.ts",
    "index.js",
    "languages-edge.js",
    "languages-node.js",
    "languages.d.ts",
    "languages.js",
    "node.js",
    "package.json",
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

test("the types accept the examples and refuse a misspelt option", () => {
  const files = examples().map(({ file }) => file);
  const misspelt = join(project, "misspelt.ts");
  writeFileSync(
    misspelt,
    'import { compare } from "twinprint";\n// @ts-expect-error: the option is called "shingle".\ncompare("a", "b", { shingles: 3 });\n',
  );
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const options = "--noEmit --strict --allowJs --checkJs --target es2022 --lib es2022,esnext.disposable,dom --module nodenext";
  const run = () =>
    execFileSync(process.execPath, [tsc, ...options.split(" "), ...files, misspelt], { cwd: project, encoding: "utf8" });
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
