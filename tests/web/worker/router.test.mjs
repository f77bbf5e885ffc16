// An index in parts behind one worker: the answer is that of the whole index, or names what is missing in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY_PREFIX } from "../service/contract.mjs";
import { sample } from "./sample.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

/** Every shingle of the index, by short prefixes; and what two buckets of sources say. */
const QUESTION = {
  prefixes: { bits: 8, shingles: EVERY_PREFIX, fingerprints: [] },
  sources: [0, 1],
};

const part = (name, store, variables) => ({
  name,
  ...workerWith({ bindings: variables, serviceBindings: { INDEX_ASSETS: store.binding } }),
});

const router = (routeTo, services) => ({
  name: "router",
  ...workerWith({ bindings: { ROUTE_TO: routeTo, PART_SECONDS: "1" }, serviceBindings: services }),
});

test("two workers with a part each answer as one with all does", async (t) => {
  const { files } = sample(t, { parts: 2 });
  const store = new Files(files);
  const parts = [part("zero", store, { INDEX_PARTS: "0" }), part("one", store, { INDEX_PARTS: "1" })];
  const { url } = await start(t, { workers: [router("ZERO ONE", { ZERO: "zero", ONE: "one" }), ...parts] });
  const whole = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }));
  const [routed, direct] = [await ask(url, QUESTION), await ask(whole.url, QUESTION)];
  assert.equal(routed.status, 200, JSON.stringify(routed.body));
  delete routed.body.padding;
  delete direct.body.padding;
  assert.deepEqual(routed.body, direct.body);
  const meta = async (base) => (await fetch(`${base}/v1/meta`)).json();
  assert.deepEqual((await meta(url)).missing, []);
  assert.deepEqual(await meta(url), await meta(whole.url));
});

test("a part that cannot be reached, fails, takes too long or has another index is named in the answer", async (t) => {
  const { files } = sample(t, { parts: 2 });
  const other = sample(t, { parts: 2, seed: 9 });
  const store = new Files(files);
  const bad = [
    ["status 500", "ONE", async () => new Response("?", { status: 500 })],
    ["1 s", "ONE", () => new Promise(() => {})],
    ["another index", "ONE", "one"],
    ["cannot be reached", "http://127.0.0.1:1", "one"],
  ];
  for (const [told, name, service] of bad) {
    const workers = [
      router(`ZERO ${name}`, { ZERO: "zero", ONE: service }),
      part("zero", store, { INDEX_PARTS: "0" }),
      part("one", new Files(other.files), { INDEX_PARTS: "1" }),
    ];
    const { stop, url } = await start(t, { workers });
    const { status, body } = await ask(url, QUESTION);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.missing.some((missing) => missing.startsWith(name) && missing.includes(told)), `${told}: ${body.missing}`);
    await stop();
  }
});

test("with all parts gone there is no answer, and a wrong question is refused as one worker refuses it", async (t) => {
  const { files } = sample(t, { parts: 2 });
  const gone = async () => Response.error();
  const nobody = await start(t, { workers: [router("ZERO ONE", { ZERO: gone, ONE: gone })] });
  assert.equal((await ask(nobody.url, QUESTION)).status, 503);
  const store = new Files(files);
  const parts = [part("zero", store, { INDEX_PARTS: "0" }), part("one", store, { INDEX_PARTS: "1" })];
  const { url } = await start(t, { workers: [router("ZERO ONE", { ZERO: "zero", ONE: "one" }), ...parts] });
  const { status, body } = await ask(url, { k: 64 });
  assert.equal(status, 422);
  assert.equal(body.error.where, "k");
});

test("parts on web hosts are asked by their addresses, with a token", async (t) => {
  const { files } = sample(t, { parts: 2 });
  const store = new Files(files);
  const at = async (INDEX_PARTS) => {
    const bindings = { bindings: { INDEX_PARTS, TOKENS: "between-us" }, serviceBindings: { INDEX_ASSETS: store.binding } };
    return (await start(t, workerWith(bindings))).url;
  };
  const ROUTE_TO = `${await at("0")}, ${await at("1")}`;
  const { url } = await start(t, workerWith({ bindings: { ROUTE_TO, ROUTE_TOKEN: "between-us" } }));
  const { status, body } = await ask(url, QUESTION);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.missing, []);
});
