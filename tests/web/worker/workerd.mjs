// The worker as wrangler makes it for deployment, in workerd, by miniflare; `cargo xtask worker` makes it.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const worker = new URL("../../../worker/", import.meta.url);
const { Miniflare } = createRequire(new URL("package.json", worker))("miniflare");
const built = fileURLToPath(new URL("dist/worker/", worker));

/** What else than the worker the platform runs in a test: code around it, which sees every instance of the core. */
const WRAPPED = [
  ["entry.js", 'import "./seen.js"; import worker from "./index.js"; export * from "./index.js"; export default globalThis.wrap(worker);'],
  [
    "seen.js",
    `
    const { Instance } = WebAssembly;
    const instances = (globalThis.instances = []);
    WebAssembly.Instance = function (module, imports) {
      const exports = { ...new Instance(module, imports).exports };
      instances.push(exports);
      return { exports };
    };
    `,
  ],
];

/** The modules of the worker, the first its entry; with `wrap`, the text of a function from the worker to another. */
function modules(wrap) {
  const types = { js: "ESModule", wasm: "CompiledWasm" };
  const names = readdirSync(built).filter((name) => /\.(js|wasm)$/.test(name));
  const own = names.map((name) => ({ type: types[name.split(".").pop()], path: built + name, contents: readFileSync(built + name) }));
  own.sort((a, b) => b.path.endsWith("/index.js") - a.path.endsWith("/index.js"));
  if (!wrap) return own;
  const around = WRAPPED.map(([name, contents]) => ({ type: "ESModule", path: built + name, contents }));
  around[1].contents += `globalThis.wrap = ${wrap};`;
  return [...around, ...own];
}

/** What makes miniflare run a worker with these bindings. */
export const workerWith = (bindings, wrap) => ({
  compatibilityDate: "2026-04-01",
  modules: modules(wrap),
  modulesRoot: built,
  ...bindings,
});

/**
 * Starts workerd with one worker or, in `workers`, several, of which the first is asked. It ends with the test, or when it is
 * stopped.
 */
export async function start(t, options) {
  const runtime = new Miniflare(options);
  let stopped;
  const stop = () => (stopped ??= runtime.dispose());
  t.after(stop);
  return { runtime, stop, url: (await runtime.ready).href.replace(/\/$/, "") };
}

/**
 * Files behind a binding as that of static assets, which a test may exchange while the worker runs. What was asked for is
 * noted; `pace` is awaited before each file.
 */
export class Files {
  asked = [];
  pace = async () => {};

  constructor(files) {
    this.files = new Map(files);
  }

  /** As miniflare's `serviceBindings` want it. */
  binding = async (request) => {
    const name = new URL(request.url).pathname.slice(1);
    this.asked.push(name);
    await this.pace(name);
    const bytes = this.files.get(name);
    return bytes ? new Response(bytes) : new Response(null, { status: 404 });
  };
}

/** Asks a service; its status, and its body as JSON. */
export async function ask(url, question, options = {}) {
  const response = await fetch(`${url}/v1/lookup`, {
    method: "POST",
    headers: { "content-type": "application/json", ...options.headers },
    body: JSON.stringify(question),
    ...(options.signal && { signal: options.signal }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
