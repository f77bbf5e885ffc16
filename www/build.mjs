//! Builds both pages into `dist/` (or the folder in TWINPRINT_DIST) from `src/` and the wasm in `../pkg/dist/` (or the folder in
//! TWINPRINT_PKG), once for each edition: the English one into `dist/` itself, any other into a folder of its own there. All names but
//! index.html, check.html, manifest.webmanifest, offline.js and licences.txt carry a hash of their content, what is no script is there
//! once for all, and all addresses are relative, so that the folder can be served from any path. With TWINPRINT_STILL_BUILDING=pdf the page is built
//! without what reads PDFs, and says of each that its reader is still being built.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { EDITIONS, inWordsOf, untranslated } from "./editions.mjs";
import { icon } from "./icons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const pkg = resolve(here, process.env.TWINPRINT_PKG ?? "../pkg/dist");
const dist = resolve(here, process.env.TWINPRINT_DIST ?? "dist");
const isWithoutPdf = process.env.TWINPRINT_STILL_BUILDING === "pdf";

const wasm = {
  "twinprint": join(pkg, "twinprint.js"),
  "twinprint/wasm": join(pkg, "twinprint_bg.wasm"),
  "twinprint/languages": join(pkg, "languages/twinprint.js"),
  "twinprint/languages/wasm": join(pkg, "languages/twinprint_bg.wasm"),
  "twinprint/check": join(pkg, "check/twinprint.js"),
  "twinprint/check/wasm": join(pkg, "check/twinprint_bg.wasm"),
  "twinprint/readers": join(pkg, "readers/twinprint.js"),
  "twinprint/readers/wasm": join(pkg, "readers/twinprint_bg.wasm"),
  "twinprint/archives": join(pkg, "archives/twinprint.js"),
  "twinprint/archives/wasm": join(pkg, "archives/twinprint_bg.wasm"),
  ...(!isWithoutPdf && { "twinprint/pdf": join(pkg, "pdf/twinprint.js"), "twinprint/pdf/wasm": join(pkg, "pdf/twinprint_bg.wasm") }),
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
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
};

/** Where the names that the sources import are found. What is no script is there once, for all editions: those in a folder of their
 *  own are told its name, which the first has. */
function core(edition) {
  const isElsewhere = (path) => edition.folder !== "" && /\.(wasm|twm)$/.test(path);
  return {
    name: "core",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^twinprint(\/|$)/ }, ({ path }) => ({ path: wasm[path], namespace: isElsewhere(wasm[path]) ? "elsewhere" : "file" }));
      onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => ({ contents: `export default "../${toRoot(edition)}assets/${shared.get(path)}"`, loader: "js" }));
    },
  };
}

/** While what reads PDFs is still being built, this is loaded in its place. */
const withoutPdf = {
  name: "without-pdf",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/pdf\.ts$/ }, ({ resolveDir }) => ({ path: join(resolveDir, "still-building.ts") })),
};

for (const edition of EDITIONS) {
  const missing = untranslated(edition);
  if (missing.length === 0) continue;
  console.error(`the words in ${missing.join(", ")} are not in src/words/${edition.words}: translate them, then build the page again`);
  process.exit(2);
}

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "assets"), { recursive: true });

const { version } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
const icons = await drawn();
/** The names that files which are no scripts have among the assets, by where they come from. */
const shared = new Map();
const built = [];
for (const edition of EDITIONS) built.push(...(await make(edition)));
await writeFile(join(dist, "licences.txt"), await licences(built));

/** Builds an edition, and returns what its scripts are made of. */
async function make(edition) {
  const own = join(dist, edition.folder);
  await mkdir(join(own, "assets"), { recursive: true });
  const plugins = [core(edition), inWordsOf(edition), ...(isWithoutPdf ? [withoutPdf] : [])];
  const outdir = join(own, "assets");
  const workers = await build({
    ...common,
    outdir,
    entryPoints: { worker: "src/workers/comparing/worker.ts", inquirer: "src/workers/checking/worker.ts", reader: "src/workers/reading/worker.ts", rewording: "src/workers/rewording/worker.ts" },
    splitting: true,
    loader: { ".wasm": "file", ".twm": "file" },
    plugins,
  });
  const worker = output(workers, "src/workers/comparing/worker.ts");
  // Not named after its page: it reaches no other host, and servers that tell policies by names keep it from it.
  const inquirer = output(workers, "src/workers/checking/worker.ts");
  const reader = output(workers, "src/workers/reading/worker.ts");
  const rewording = output(workers, "src/workers/rewording/worker.ts");

  const frames = { small: await frame("twinprint", edition), large: await frame("twinprint/languages", edition) };

  /** What is not needed at first is in files of its own. */
  const pages = await build({
    ...common,
    outdir,
    splitting: true,
    loader: { ".wasm": "file" },
    plugins,
    entryPoints: { page: "src/main.ts", style: "src/styles.css", check: "src/check/main.ts", "check-style": "src/check/check.css" },
    define: {
      WORKER: JSON.stringify(worker),
      CHECK_WORKER: JSON.stringify(inquirer),
      READER: JSON.stringify(reader),
      REWORDING_WORKER: JSON.stringify(rewording),
      FRAMES: JSON.stringify(frames),
      VERSION: JSON.stringify(version),
      ROOT: JSON.stringify(toRoot(edition) || "./"),
    },
  });

  for (const built of edition.folder === "" ? [workers, pages] : []) for (const [source, file] of copied(built)) shared.set(source, file);

  const words = await htmlWords(edition);
  // Documents are compared without any other host.
  const compare = await write("index.html", edition, words, "'self'", {
    style: output(pages, "src/styles.css"),
    script: output(pages, "src/main.ts"),
    worker,
  });
  // They are checked against indexes that anybody may have published: any host, by https, so that nobody on the way can read
  // what is asked; and this device's own, which has no certificate.
  const check = await write("check.html", edition, words, "'self' https: http://localhost:* http://127.0.0.1:*", {
    style: output(pages, "src/check/check.css"),
    script: output(pages, "src/check/main.ts"),
  });
  await writeFile(join(own, "manifest.webmanifest"), JSON.stringify(await app(edition, words)));

  const ofOwn = (file) => `./assets/${file}`;
  const ofAll = (file) => `./${toRoot(edition)}assets/${file}`;
  /** What the comparing page cannot do without; what it loads when it is asked for, other languages, the model and the
   *  checking page come when it is idle. */
  const first = [...[...imported(pages, output(pages, "src/main.ts")), output(pages, "src/styles.css"), ...imported(workers, worker)].map(ofOwn), ofAll(shared.get(wasm["twinprint/wasm"]))];
  const scripts = [workers, pages].flatMap(({ metafile }) => Object.keys(metafile.outputs).map((path) => basename(path))).filter((file) => /\.(js|css)$/.test(file));
  const all = new Set([...[...scripts, ...Object.values(frames)].sort().map(ofOwn), ...[...shared.values(), ...icons.map(({ file }) => file)].sort().map(ofAll)]);
  const needed = ["./", ...first];
  const later = ["./check.html", "./manifest.webmanifest", ...[...all].filter((file) => !first.includes(file))];
  const others = edition.folder === "" ? EDITIONS.flatMap(({ folder }) => folder || []) : [];
  await build({
    ...common,
    entryPoints: { offline: "src/workers/offline.ts" },
    outdir: own,
    entryNames: "[name]",
    format: "iife",
    define: { FILES: JSON.stringify({ needed, later, assets: [ofOwn(""), ofAll("")], others, version: createHash("sha256").update(compare).update(check).digest("hex").slice(0, 16) }) },
  });
  return [workers, pages];
}

/** From an edition's pages to where the assets and the other editions are. */
function toRoot({ folder }) {
  return folder === "" ? "" : "../";
}

/** What a page may do: run this folder's scripts, and reach the hosts in `connect`. */
function policy(connect) {
  return `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src ${connect}; ` +
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'";
}

/** The words of an edition's HTML. */
async function htmlWords(edition) {
  const { outputFiles } = await build({ ...common, outdir: dist, write: false, metafile: false, entryPoints: ["src/words/html.ts"], plugins: [inWordsOf(edition)] });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`)).HTML;
}

/** Writes a page with what both pages have in common (`{{part}}`), the words of the edition (`{words.name}`) and the names of its
 *  files in it. */
async function write(name, edition, words, connect, names) {
  let template = await readFile(join(here, "src", name), "utf8");
  for (const [place, part] of template.matchAll(/\{\{(\w+)\}\}/g)) {
    template = template.replace(place, (await readFile(join(here, "src/page/parts", `${part}.html`), "utf8")).trimEnd());
  }
  template = template.replace(/\{words\.(\w+)\}/g, (_, key) => {
    if (!(key in words)) throw new Error(`src/${name} asks for the words "${key}", which src/words/html.ts does not have`);
    return words[key];
  });
  template = template.replace("{language}", edition.language).replace("{languages}", links(name, edition));
  const html = Object.entries(names).reduce((html, [key, file]) => html.replace(`{${key}}`, `assets/${file}`), template);
  await writeFile(join(dist, edition.folder, name), html.replace("{policy}", policy(connect)));
  return html;
}

/** Links to a page's other editions, each in its own language. */
function links(name, edition) {
  const page = name === "index.html" ? "" : name;
  const link = ({ language, name, folder }) => `<a href="${`${toRoot(edition)}${folder}${page}` || "./"}" lang="${language}" hreflang="${language}">${name}</a>`;
  return EDITIONS.filter((other) => other !== edition).map(link).join(" ");
}

/** Writes the file that an edition's reports are made in, with the script that runs in them by a build of the core, and returns its
 *  name. */
async function frame(name, edition) {
  const source = join(here, "src/saving/report/recompute");
  const options = { ...common, outdir: dist, write: false, metafile: false, entryNames: "[name]" };
  const script = await build({ ...options, entryPoints: [join(source, "main.ts")], format: "iife", plugins: [{ name: "core", setup: ({ onResolve }) => onResolve({ filter: /^twinprint$/ }, () => ({ path: wasm[name] })) }, inWordsOf(edition)] });
  const style = await build({ ...options, entryPoints: [join(source, "report.css")] });
  const parts = { language: edition.language, style: style.outputFiles[0].text.trim(), script: script.outputFiles[0].text.trim() };
  for (const part of ["style", "script"]) parts[`${part}-hash`] = `sha256-${createHash("sha256").update(parts[part]).digest("base64")}`;
  const template = await readFile(join(source, "frame.html"), "utf8");
  const html = template.replace(/\{(language|style|script|style-hash|script-hash)\}/g, (_, part) => parts[part]);
  const file = `report-${createHash("sha256").update(html).digest("hex").slice(0, 8).toUpperCase()}.html`;
  await writeFile(join(dist, edition.folder, "assets", file), html);
  return file;
}

/** The icons of the app, written among the assets. */
async function drawn() {
  const add = async (name, content) => {
    const [, stem, extension] = /^(.*)\.(\w+)$/.exec(name);
    const file = `${stem}-${createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase()}.${extension}`;
    await writeFile(join(dist, "assets", file), content);
    return file;
  };
  return [
    { file: await add("icon.svg", await readFile(join(here, "src/page/app/icon.svg"))), sizes: "any", type: "image/svg+xml" },
    { file: await add("icon-192.png", icon(192)), sizes: "192x192", type: "image/png" },
    { file: await add("icon-512.png", icon(512)), sizes: "512x512", type: "image/png" },
    { file: await add("maskable-512.png", icon(512, true)), sizes: "512x512", type: "image/png", purpose: "maskable" },
  ];
}

/** What a browser asks of an app that is installed. */
async function app(edition, words) {
  const about = JSON.parse(await readFile(join(here, "src/page/app/app.json"), "utf8"));
  const own = icons.map(({ file, ...icon }) => ({ src: `${toRoot(edition)}assets/${file}`, ...icon }));
  return { ...about, description: words.appDescription, lang: edition.language, icons: own };
}

/** The licences of the packages that the scripts are made of, which ask to go with them. */
async function licences(built) {
  const packages = new Set();
  for (const { metafile } of built) {
    for (const input of Object.keys(metafile.inputs)) packages.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
  }
  packages.delete(undefined);
  const texts = [...packages].sort().map(async (name) => {
    const folder = join(here, "node_modules", name);
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} comes without its licence`);
    return `${name} ${version}\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}

/** The name of the file that `source` became. */
function output({ metafile }, source) {
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
  return path.split("/").at(-1);
}

/** A file and all that it imports before it runs. */
function imported({ metafile }, file) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(basename(path))) return;
    found.add(basename(path));
    for (const { path: next, kind } of metafile.outputs[path].imports) if (kind === "import-statement") visit(next);
  };
  visit(Object.keys(metafile.outputs).find((path) => basename(path) === file));
  return [...found];
}

/** The files that were copied as they are, each as `[source, name]`. */
function copied({ metafile }) {
  const sources = new Set(Object.values(wasm));
  return Object.entries(metafile.outputs).flatMap(([path, { inputs }]) => {
    const [source, ...more] = Object.keys(inputs).map((input) => resolve(here, input));
    return more.length === 0 && sources.has(source) && /\.(wasm|twm)$/.test(path) ? [[source, basename(path)]] : [];
  });
}
