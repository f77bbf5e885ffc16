// How the index comes into an isolate: from every kind of store, once, whole, or not at all.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { sample } from "./sample.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

const QUESTION = { sources: [0] };

/** Keeps back every file of a store until it is released; `asked` is settled once one is wanted. */
function kept(store) {
  const gate = {};
  const released = new Promise((resolve) => (gate.release = resolve));
  gate.asked = new Promise((resolve) => {
    store.pace = () => (resolve(), released);
  });
  return gate;
}

/** Waits until a worker has answered what needs no index: it has been told of what was sent, or ended, before. */
async function heard(url) {
  assert.equal((await fetch(url, { method: "OPTIONS" })).status, 204);
}

/** Asks until a question is answered: for a while a failure is told again before the files are asked for again. */
async function answered(url) {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await ask(url, QUESTION);
    if (answer.status === 200 || Date.now() > end) return answer;
  }
}

function firstDocument({ status, body }) {
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.missing, []);
  return body.sources[0].documents[0].id;
}

test("an index is served from a bucket, a namespace, static assets, a web host and bindings", async (t) => {
  const { files } = sample(t);
  const host = createServer((request, response) => {
    const bytes = files.get(request.url.slice("/published/".length));
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  t.after(() => host.close());
  const blobs = Object.fromEntries(files);
  const stores = {
    bucket: { r2Buckets: ["INDEX_BUCKET"] },
    namespace: { kvNamespaces: ["INDEX_KV"] },
    assets: { serviceBindings: { INDEX_ASSETS: new Files(files).binding } },
    host: { bindings: { INDEX_URL: `http://127.0.0.1:${host.address().port}/published` } },
    bindings: { dataBlobBindings: blobs },
  };
  for (const [name, bindings] of Object.entries(stores)) {
    const { runtime, stop, url } = await start(t, workerWith(bindings));
    const store = { bucket: () => runtime.getR2Bucket("INDEX_BUCKET"), namespace: () => runtime.getKVNamespace("INDEX_KV") }[name];
    if (store) {
      const filled = await store();
      for (const [file, bytes] of files) await filled.put(file, bytes);
    }
    assert.equal(firstDocument(await ask(url, QUESTION)), "document-0", name);
    await stop();
  }
});

test("first requests that come together read the index once", async (t) => {
  const { files } = sample(t);
  const store = new Files(files);
  const { asked, release } = kept(store);
  const { url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
  const asking = Array.from({ length: 30 }, () => ask(url, QUESTION));
  await asked;
  await heard(url);
  release();
  const answers = await Promise.all(asking);
  assert.deepEqual(new Set(answers.map(firstDocument)), new Set(["document-0"]));
  assert.deepEqual(store.asked.toSorted(), [...files.keys()].toSorted());
});

test("a first client that goes away keeps no other from the index", async (t) => {
  const { files } = sample(t);
  const store = new Files(files);
  const { asked, release } = kept(store);
  const { url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
  const gone = new AbortController();
  const first = assert.rejects(ask(url, QUESTION, { signal: gone.signal }), { name: "AbortError" });
  await asked;
  gone.abort();
  await first;
  const second = ask(url, QUESTION);
  await heard(url);
  release();
  assert.equal(firstDocument(await second), "document-0");
  // What the first began is gone on with: another reading would ask for the files again.
  assert.deepEqual(store.asked.toSorted(), [...files.keys()].toSorted());
});

test("without an index there is no answer, and with a wrong variable neither; the reason is said", async (t) => {
  const cases = [
    [{}, /INDEX_BUCKET/],
    [{ r2Buckets: ["INDEX_BUCKET"] }, /index\.json/],
    [{ r2Buckets: ["INDEX_BUCKET"], bindings: { BODY_SECONDS: "soon" } }, /BODY_SECONDS/],
    [{ r2Buckets: ["INDEX_BUCKET"], bindings: { INDEX_PARTS: "-1" } }, /INDEX_PARTS/],
  ];
  for (const [bindings, told] of cases) {
    const { stop, url } = await start(t, workerWith(bindings));
    const { status, body } = await ask(url, QUESTION);
    assert.equal(status, 503);
    assert.match(`${body.error.where}: ${body.error.what}`, told);
    assert.ok(body.error.kind && body.error.remedy);
    await stop();
  }
});

test("a file that is damaged, cut, of another version or missing is named, and nothing is answered", async (t) => {
  const { files } = sample(t, { prints: 1 });
  const manifest = JSON.parse(Buffer.from(files.get("index.json")));
  const [{ parts, sources, texts }] = manifest.segments;
  const changes = {
    flipped: (bytes) => bytes.with(bytes.length >> 1, bytes[bytes.length >> 1] ^ 1),
    cut: (bytes) => bytes.subarray(0, bytes.length - 1),
    longer: (bytes) => Buffer.concat([bytes, Buffer.of(0)]),
    "of another version": (bytes) => bytes.with(8, bytes[8] + 1),
    missing: () => undefined,
  };
  for (const { name } of [parts[0].passages[0], parts[0].shingles[0], sources[0], texts[0]]) {
    for (const [change, make] of Object.entries(changes)) {
      const store = new Files(files);
      const bytes = make(files.get(name));
      bytes ? store.files.set(name, Buffer.from(bytes)) : store.files.delete(name);
      const { stop, url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
      const { status, body } = await ask(url, QUESTION);
      assert.equal(status, 503, `${name} is ${change}: ${JSON.stringify(body)}`);
      assert.ok(body.error.where.includes(name), `${change}: ${body.error.where}`);
      await stop();
    }
  }
});

test("a manifest that is none is refused", async (t) => {
  const { files } = sample(t);
  const whole = Buffer.from(files.get("index.json"));
  const wrong = ["", "{}", "null", "[".repeat(100_000), `${whole}`.replace(/"version":\s*\d/, '"version": 1'), whole.subarray(1)];
  for (const manifest of wrong) {
    const store = new Files(files).files.set("index.json", Buffer.from(manifest));
    const { stop, url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: new Files(store).binding } }));
    const { status, body } = await ask(url, QUESTION);
    assert.equal(status, 503, `${manifest}`.slice(0, 80));
    assert.ok(body.error.where.includes("index.json"), body.error.where);
    await stop();
  }
});

test("what could not be read is read again by a later request", async (t) => {
  const { files } = sample(t);
  const store = new Files([]);
  const { url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
  assert.equal((await ask(url, QUESTION)).status, 503);
  store.files = files;
  assert.equal(firstDocument(await answered(url)), "document-0");
});

test("an index that is exchanged while it is read is never answered from, half old and half new", async (t) => {
  const [old, next] = [sample(t), sample(t, { documents: 90, seed: 2 })];
  const store = new Files(old.files);
  store.pace = async (name) => {
    if (name !== "index.json") store.files = next.files;
  };
  const { url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
  const { status, body } = await ask(url, QUESTION);
  assert.equal(status, 503, JSON.stringify(body));
  const { index } = (await answered(url)).body;
  assert.equal(index, JSON.parse(Buffer.from(next.files.get("index.json"))).checksum);
});

test("an index for which there is no room is refused before any of its files is read", async (t) => {
  const store = new Files(sample(t).files);
  const bindings = { serviceBindings: { INDEX_ASSETS: store.binding }, bindings: { INDEX_MEGABYTES: 0.001 } };
  const { url } = await start(t, workerWith(bindings));
  const { status, body } = await ask(url, QUESTION);
  assert.equal(status, 503);
  assert.match(body.error.what, /room/);
  assert.deepEqual(store.asked, ["index.json"]);
});
