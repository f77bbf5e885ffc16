// `init`: nothing of the package waits on import, so a Web Worker hears its first message; and what is called too early says what to do.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../chromium.mjs";
import { emptyProject, install } from "./packed.mjs";
import { serve } from "./site.mjs";

const AT = "/node_modules/twinprint";
const EMPTY = '<!doctype html><meta charset="utf-8"><title>A page</title>';

let browser;
let project;

before(async () => {
  project = emptyProject("init");
  install(project);
  browser = await launch();
});
after(() => browser?.close());

/** Opens an empty page of a site that has the installed package, and `files` besides. */
async function visit(t, files = {}, options = {}) {
  const address = await serve(t, project, { given: (path) => ({ "/index.html": EMPTY, ...files })[path], ...options });
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(address);
  return page;
}

test("the first message that a Web Worker with the package is sent is not lost", async (t) => {
  const worker = `
    import { compare, init } from "${AT}/index.js";
    const ready = init();
    onmessage = async ({ data: [a, b] }) => {
      await ready;
      postMessage(compare(a, b).resemblance);
    };
  `;
  const page = await visit(t, { "/worker.js": worker });
  const answer = page.evaluate(() => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.postMessage(["one two three", "one two three"]);
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      setTimeout(() => resolve("no answer in two minutes"), 120_000);
    });
  });
  assert.equal(await answer, 1);
});

for (const name of ["index", "languages"]) {
  test(`what is called before init says so, and after it is answered (${name}.js)`, async (t) => {
    const page = await visit(t);
    const told = await page.evaluate(async (address) => {
      const twinprint = await import(address);
      const calls = {
        compare: () => twinprint.compare("one two", "one two").resemblance,
        compareAll: () => twinprint.compareAll(["one two", "one two"]).pairs.length,
        encoding: () => twinprint.encoding(new TextEncoder().encode("one two")),
        Session: () => new twinprint.Session().recipe_id.length,
        ...(twinprint.Sketches && {
          documentFingerprints: () => twinprint.documentFingerprints("one two three four five six seven eight nine").words,
          Sketches: () => new twinprint.Sketches("minhash").recipe.length > 0,
          "Sketches.methods": () => twinprint.Sketches.methods().includes("minhash"),
        }),
      };
      const early = Object.entries(calls).map(([name, call]) => {
        try {
          return [name, call()];
        } catch (error) {
          return [name, error instanceof twinprint.TwinprintError && error.message];
        }
      });
      await twinprint.init();
      return { early, late: Object.entries(calls).map(([name, call]) => [name, call()]) };
    }, `${AT}/${name}.js`);
    for (const [name, message] of told.early) {
      assert.equal(message, `${name}: the wasm module is not loaded; call \`await init()\` first, once`);
    }
    const late = { compare: 1, compareAll: 1, encoding: "utf-8", Session: 32 };
    const further = { documentFingerprints: 9, Sketches: true, "Sketches.methods": true };
    assert.deepEqual(Object.fromEntries(told.late), name === "index" ? late : { ...late, ...further });
  });
}

test("init called twice at once loads the file once, and one that failed may be tried again", async (t) => {
  let asked = 0;
  const given = (path) => {
    if (path === "/index.html") return EMPTY;
    if (path.endsWith(".wasm")) return asked++ === 0 ? "" : undefined;
  };
  const page = await visit(t, {}, { given });
  const told = await page.evaluate(async (address) => {
    const { compare, init, TwinprintError } = await import(address);
    const failures = await Promise.allSettled([init(), init()]);
    await Promise.all([init(), init()]);
    return {
      kinds: failures.map(({ reason }) => reason instanceof TwinprintError && reason.kind),
      resemblance: compare("one two", "one two").resemblance,
    };
  }, `${AT}/index.js`);
  assert.deepEqual(told, { kinds: ["not-loaded", "not-loaded"], resemblance: 1 });
  assert.equal(asked, 2);
});

test("where the file is not, init says where it was sought and what to do", async (t) => {
  const page = await visit(t, { "/nowhere.wasm": undefined });
  const messages = await page.evaluate(async (address) => {
    const { init } = await import(address);
    const message = (source) => init(source).catch((error) => error.message);
    return [await message("/nowhere.wasm"), await message("/index.html")];
  }, `${AT}/index.js`);
  const remedy =
    "serve twinprint/twinprint.wasm there, or give `init` its address; for Vite's dev server, put twinprint into optimizeDeps.exclude";
  assert.deepEqual(messages, [
    `/nowhere.wasm: it cannot be loaded (the server answers 404); ${remedy}`,
    `/index.html: it cannot be loaded (the server sends a page in its place); ${remedy}`,
  ]);
});

test("where the page's policy forbids wasm, init says which policy lets it", async (t) => {
  const page = await visit(t, {}, { policy: "default-src 'none'; script-src 'self'; connect-src 'self'" });
  const message = await page.evaluate(async (address) => (await import(address)).init().catch(({ message }) => message), `${AT}/index.js`);
  assert.match(message, /; let the page's content security policy have script-src 'wasm-unsafe-eval'$/);
});

test("init takes the module as an address, a response, bytes or compiled", async (t) => {
  const page = await visit(t);
  const module = `${AT}/index.js`;
  const wasm = `${AT}/dist/package/twinprint_bg.wasm`;
  for (const source of ["address", "response", "promise", "bytes", "compiled"]) {
    await page.reload();
    const resemblance = await page.evaluate(
      async ([module, wasm, source]) => {
        const { compare, init } = await import(module);
        const make = {
          address: () => wasm,
          response: () => fetch(wasm),
          promise: async () => fetch(wasm),
          bytes: async () => (await fetch(wasm)).arrayBuffer(),
          compiled: () => WebAssembly.compileStreaming(fetch(wasm)),
        };
        await init(source === "promise" ? make[source]() : await make[source]());
        return compare("one two", "one two").resemblance;
      },
      [module, wasm, source],
    );
    assert.equal(resemblance, 1, source);
  }
});
