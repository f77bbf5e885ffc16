// What traps in the core takes one answer with it, and no other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sample } from "./sample.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

/** On a request with the header `x-trap`, the core traps where it would have answered: a real trap, of the real instance. */
const TRAP = `(worker) => ({
  fetch(request, env, context) {
    const exports = instances.at(-1);
    if (request.headers.has("x-trap")) exports.service_respond = () => exports.__wbindgen_malloc(0xffffffff, 1);
    return worker.fetch(request, env, context);
  },
})`;

test("after a panic the next request succeeds, with a new instance and the index read again", async (t) => {
  const { files } = sample(t);
  const store = new Files(files);
  const { url } = await start(t, workerWith({ serviceBindings: { INDEX_ASSETS: store.binding } }, TRAP));
  const question = { sources: [0] };
  const before = await ask(url, question);
  assert.equal(before.status, 200);
  const broken = await ask(url, question, { headers: { "x-trap": "1" } });
  assert.equal(broken.status, 500);
  assert.deepEqual(Object.keys(broken.body.error), ["kind", "what", "where", "remedy"]);
  const after = await Promise.all(Array.from({ length: 10 }, () => ask(url, question)));
  for (const answer of after) assert.deepEqual(answer.body, before.body);
  assert.equal(store.asked.filter((name) => name === "index.json").length, 2, "the index was read once before and once after");
});
