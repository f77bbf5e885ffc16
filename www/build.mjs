//! Builds the page into `dist/` from `src/` and the wasm in `../pkg/dist/` (or the folder in TWINPRINT_PKG). All names
//! but index.html and offline.js carry a hash of their content, and all addresses are relative, so that the folder can be
//! served from any path.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const pkg = resolve(here, process.env.TWINPRINT_PKG ?? "../pkg/dist");
const dist = join(here, "dist");

const wasm = {
  "twinprint": join(pkg, "twinprint.js"),
  "twinprint/wasm": join(pkg, "twinprint_bg.wasm"),
  "twinprint/languages": join(pkg, "languages/twinprint.js"),
  "twinprint/languages/wasm": join(pkg, "languages/twinprint_bg.wasm"),
  "twinprint/english.twm": join(pkg, "english.twm"),
};
for (const file of Object.values(wasm)) {
  if (!existsSync(file)) {
    console.error(`${file} is missing: run \`cargo xtask wasm\` first, then build the page again`);
    process.exit(2);
  }
}

const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: here,
  outdir: join(dist, "assets"),
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
};

/** Where the names that the sources import are found. */
const core = {
  name: "core",
  setup({ onResolve }) {
    onResolve({ filter: /^twinprint(\/|$)/ }, ({ path }) => ({ path: wasm[path] }));
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "assets"), { recursive: true });

const workers = await build({
  ...common,
  entryPoints: { worker: "src/worker/worker.ts" },
  splitting: true,
  loader: { ".wasm": "file", ".twm": "file" },
  plugins: [core],
});
const worker = output(workers, "src/worker/worker.ts");

const page = await build({
  ...common,
  entryPoints: { page: "src/main.ts", style: "src/styles.css" },
  define: { WORKER: JSON.stringify(worker) },
});
const script = output(page, "src/main.ts");
const style = output(page, "src/styles.css");

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
const template = await readFile(join(here, "src/index.html"), "utf8");
const html = template
  .replace("{policy}", policy)
  .replace("{style}", `assets/${style}`)
  .replace("{script}", `assets/${script}`)
  .replace("{worker}", `assets/${worker}`);
await writeFile(join(dist, "index.html"), html);

const files = (await readdir(join(dist, "assets"))).sort().map((file) => `./assets/${file}`);
const large = Object.entries(workers.metafile.outputs)
  .filter(([path]) => !path.endsWith(worker))
  .filter(([, { inputs }]) => Object.keys(inputs).some((input) => /languages\/|\.twm$/.test(input)))
  .map(([path]) => `./assets/${path.split("/").at(-1)}`);
const needed = ["./", ...files.filter((file) => !large.includes(file))];
const version = createHash("sha256").update(html).digest("hex").slice(0, 16);
await build({
  ...common,
  entryPoints: { offline: "src/worker/offline.ts" },
  outdir: dist,
  entryNames: "[name]",
  format: "iife",
  define: { FILES: JSON.stringify({ needed, later: large, version }) },
});

/** The name of the file that `source` became. */
function output({ metafile }, source) {
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
  return path.split("/").at(-1);
}
