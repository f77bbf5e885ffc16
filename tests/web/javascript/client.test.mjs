// A client in a page, with a Web Worker, and in Node, with a thread: the same calls, and the page free meanwhile.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { complaints, launch } from "../chromium.mjs";
import { emptyProject, install } from "./packed.mjs";
import { serve } from "./site.mjs";

const AT = "/node_modules/twinprint";
const EMPTY = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>';

/** What each test runs, in a page and in Node alike: it is given the package, and returns what can be written as JSON. */
const CALLS = {
  "compares as the package does, and says what of which text": async ({ createClient, compare, init }) => {
    await init();
    const [a, b] = ["The quick brown fox jumps over the lazy dog.", { text: "<p>I saw the quick <b>brown</b> fox jumps over the lazy dog</p>", format: "html" }];
    const client = createClient();
    const report = await client.compare(a, b, { texts: true });
    const { start, end } = report.passages[0].b;
    client.close();
    return { same: JSON.stringify(report) === JSON.stringify(compare(a, b, { texts: true })), passage: report.text_b.slice(start, end) };
  },
  "moves bytes if told to, and copies them otherwise, so that what is done to them later changes nothing": async ({ createClient }) => {
    const bytes = () => new TextEncoder().encode("one two three four five six seven eight nine");
    const client = createClient();
    const [copied, moved, template] = [bytes(), bytes(), bytes()];
    const first = client.compare({ bytes: copied }, { name: "moved", bytes: moved.slice() });
    copied.fill(0);
    const second = client.compare({ bytes: moved }, "one two three four five six seven eight nine", { transfer: true });
    const third = client.compareAll([{ bytes: bytes() }, "other words"], { templates: [{ bytes: template }], transfer: true });
    const lengths = [copied.length > 0, moved.length, template.length];
    const told = [(await first).resemblance, (await second).resemblance, (await third).documents[0].error.kind, ...lengths];
    client.close();
    return told;
  },
  "says of each document what is wrong, and of a call, as errors of the package": async ({ createClient, TwinprintError }) => {
    const client = createClient();
    const { documents } = await client.compareAll(["one two", { name: "empty.txt", text: "" }]);
    const { error } = documents[1];
    const thrown = await client.compare("one", "two", { shingle: 0 }).catch((error) => error);
    client.close();
    return [error, thrown].map((error) => [error instanceof TwinprintError, error.kind, error.place, error.message === `${error.place}: ${error.what}; ${error.remedy}`]);
  },
  "refuses what cannot be sent, and answers what else was asked": async ({ createClient }) => {
    const client = createClient();
    const asked = [client.compare("one two", "one two"), client.compare("one", "two", { run: () => 5 }), client.compare("one", "one")];
    const told = (await Promise.allSettled(asked)).map(({ reason, value }) => reason?.name ?? value.resemblance);
    client.close();
    return told;
  },
  "tells how far it is, and leaves whoever asks free": async ({ createClient }) => {
    const client = createClient();
    let ticks = 0;
    const clock = setInterval(() => ticks++, 1);
    const steps = [];
    const documents = Array.from({ length: 60 }, (_, i) => `text number ${i} has words ${i} ${i + 1} ${i + 2}`);
    const { pairs } = await client.compareAll(documents, { progress: (progress) => steps.push(progress) });
    clearInterval(clock);
    client.close();
    const inOrder = steps.every(({ step, done, of }, i) => done <= of && (i === 0 || steps[i - 1].step !== step || steps[i - 1].done <= done));
    return { pairs: pairs.length, first: steps[0], last: steps.at(-1), inOrder, free: ticks > 0 };
  },
  "stops what is aborted, waiting or running, and answers what else was asked": async ({ createClient }) => {
    const client = createClient();
    const long = Array.from({ length: 3000 }, (_, i) => `w${i % 50} `.repeat(i % 7) + `a b c d e f g h ${i}`);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const begun = new Promise((begun) => {
      running.asked = client.compareAll(long, { signal: running.signal, progress: begun }).catch((reason) => reason);
    });
    const told = client.compare("one two", "one two", { signal: waiting.signal }).catch((reason) => reason);
    const after = client.compare("one two", "one two");
    waiting.abort("not wanted");
    await begun;
    running.abort();
    const aborted = await client.compare("one", "two", { signal: AbortSignal.abort("too late") }).catch((reason) => reason);
    const results = [(await running.asked).name, await told, aborted, (await after).resemblance];
    client.close();
    return results;
  },
  "rejects what was not answered when it is closed, and what is asked later": async ({ createClient, TwinprintError }) => {
    const client = createClient();
    const pending = [client.compare("one", "two"), client.compareAll(["one", "two"])];
    client.close();
    client.close();
    pending.push(client.compare("one", "two"));
    const reasons = (await Promise.allSettled(pending)).map(({ reason }) => reason);
    return [reasons.every((reason) => reason instanceof TwinprintError), ...reasons.map(({ kind }) => kind), reasons[0].message];
  },
};

const EXPECTED = {
  "compares as the package does, and says what of which text": { same: true, passage: "the quick brown fox jumps over the lazy dog" },
  "moves bytes if told to, and copies them otherwise, so that what is done to them later changes nothing": [1, 1, "only-template", true, 0, 0],
  "says of each document what is wrong, and of a call, as errors of the package": [[true, "no-words", "empty.txt", true], [true, "invalid-option", "shingle", true]],
  "refuses what cannot be sent, and answers what else was asked": [1, "DataCloneError", 1],
  "tells how far it is, and leaves whoever asks free": {
    pairs: 1770,
    first: { step: "reading", done: 0, of: 60 },
    last: { step: "comparing", done: 1770, of: 1770 },
    inOrder: true,
    free: true,
  },
  "stops what is aborted, waiting or running, and answers what else was asked": ["AbortError", "not wanted", "too late", 1],
  "rejects what was not answered when it is closed, and what is asked later": [
    true,
    "closed",
    "closed",
    "closed",
    "the client: it is closed; make another by createClient()",
  ],
};

let browser;
let project;

before(async () => {
  project = emptyProject("client");
  install(project);
  browser = await launch();
});
after(() => browser?.close());

/** Opens an empty page of a site that has the installed package, and `files` besides. */
async function visit(t, files = {}) {
  const address = await serve(t, project, { given: (path) => ({ "/index.html": EMPTY, ...files })[path] });
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(address);
  return page;
}

/** Runs a call of CALLS in Node, in a process of its own. */
function inNode(call, name = "twinprint") {
  const file = join(project, "called.mjs");
  writeFileSync(file, `import * as twinprint from ${JSON.stringify(name)};\nconsole.log(JSON.stringify(await (${call})(twinprint)));\n`);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 120_000 }));
}

for (const [what, call] of Object.entries(CALLS)) {
  test(`in a page a client ${what}`, async (t) => {
    const page = await visit(t);
    const heard = complaints(page);
    assert.deepEqual(await page.evaluate(`import("${AT}/index.js").then(${call})`), EXPECTED[what]);
    assert.deepEqual(heard, []);
  });

  test(`in Node a client ${what}`, () => {
    assert.deepEqual(inNode(call), EXPECTED[what]);
  });
}

test("a client of twinprint/languages finds what is in other words, in a page and in Node", async (t) => {
  const call = async ({ createClient }) => {
    const client = createClient();
    const a =
      "The harbour was closed for a week after the storm. Fishermen repaired their torn nets on the quay and waited for calmer weather. Nobody in " +
      "the village remembered such high waves. The lighthouse keeper wrote it all down. In spring the boats went out again.";
    const b =
      "My uncle told me this. After the storm they closed the harbour for a whole week. On the quay the fishermen were repairing torn nets, waiting " +
      "until the weather calmed. No villager could remember waves as high as these. Bread was cheap in those years. People danced on Sundays.";
    const { reworded } = await client.compare(a, b, { reach: "reworded" });
    const { pairs } = await client.compareAll([a, b], { reach: "reworded" });
    client.close();
    return [reworded.length, pairs[0].reworded_words > 0];
  };
  const page = await visit(t);
  assert.deepEqual(await page.evaluate(`import("${AT}/languages.js").then(${call})`), [1, true]);
  assert.deepEqual(inNode(call, "twinprint/languages"), [1, true]);
});

test("a process in Node ends by itself when its clients have nothing to do", () => {
  assert.equal(inNode(async ({ createClient }) => (await createClient().compare("one two", "one two")).resemblance), 1);
});

test("a worker that fails rejects all that waits, and the next call starts another", async (t) => {
  let crashing = true;
  const page = await visit(t, {
    get [`${AT}/worker.js`]() {
      return crashing ? 'onmessage = () => { throw new Error("out of memory"); };' : undefined;
    },
  });
  await page.evaluate(async (address) => (window.client = (await import(address)).createClient()), `${AT}/index.js`);
  const told = await page.evaluate(async () => {
    const asked = [1, 2, 3].map(() => window.client.compare("one two", "one two"));
    return (await Promise.allSettled(asked)).map(({ reason }) => [reason.kind, reason.message]);
  });
  const message =
    "the worker: it failed (Uncaught Error: out of memory); ask again, which starts another; with less text, if memory was short";
  assert.deepEqual(told, Array(3).fill(["worker-failed", message]));
  crashing = false;
  assert.equal(await page.evaluate(async () => (await window.client.compare("one two", "one two")).resemblance), 1);
});

test("a client takes the module compiled, too", async (t) => {
  const page = await visit(t);
  const resemblances = await page.evaluate(async (at) => {
    const { createClient } = await import(`${at}/index.js`);
    const client = createClient({ wasm: await WebAssembly.compileStreaming(fetch(`${at}/dist/package/twinprint_bg.wasm`)) });
    return [(await client.compare("one two", "one two")).resemblance, (await client.compare("one", "two")).resemblance];
  }, AT);
  assert.deepEqual(resemblances, [1, 0]);
});

test("a worker whose script is not there, and a module that is none, are errors of the package", async (t) => {
  const page = await visit(t);
  const kinds = await page.evaluate(async (address) => {
    const { createClient } = await import(address);
    const kind = (options) => createClient(options).compare("one", "two").catch(({ kind }) => kind);
    return [await kind({ worker: () => new Worker("/nowhere.js", { type: "module" }) }), await kind({ wasm: "/nowhere.wasm" })];
  }, `${AT}/index.js`);
  assert.deepEqual(kinds, ["worker-failed", "not-loaded"]);
});

test("a thread of Node that ends rejects all that waits", (t) => {
  const file = join(project, "node_modules/twinprint/node-worker.js");
  const own = readFileSync(file);
  t.after(() => writeFileSync(file, own));
  writeFileSync(file, 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(3));');
  const told = inNode(async ({ createClient }) => {
    const client = createClient();
    const asked = [client.compare("one", "two"), client.compare("one", "two")];
    return (await Promise.allSettled(asked)).map(({ reason }) => [reason.kind, reason.what]);
  });
  assert.deepEqual(told, Array(2).fill(["worker-failed", "it failed (it ended with status 3)"]));
});
