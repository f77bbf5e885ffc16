// An index of documents as wholes at the edge: in workerd, from whatever it is bound to, and on Node.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { documentsContract, FILES, FOLDER } from "../service/documents.mjs";
import { send } from "../service/seen.mjs";
import { startNode } from "./node.mjs";
import { sample } from "./sample.mjs";
import { edited } from "./wholes.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

const ending = [];
const t = { after: (end) => ending.push(end) };
let edge;
let node;

/** A worker that has the index, or other files, among its assets. */
const holding = (files, bindings) => workerWith({ serviceBindings: { INDEX_ASSETS: new Files(files).binding }, bindings });

before(async () => {
  edge = await start(t, holding(FILES));
  node = await startNode(t, { INDEX_FOLDER: FOLDER });
});

after(async () => {
  for (const end of ending.reverse()) await end();
});

documentsContract("workerd", async () => edge.url);
documentsContract("Node", async () => node.url);

test("an index in a bucket is read as one among assets", async (t) => {
  const { runtime, url } = await start(t, workerWith({ r2Buckets: ["INDEX_BUCKET"] }));
  const bucket = await runtime.getR2Bucket("INDEX_BUCKET");
  for (const [name, bytes] of FILES) await bucket.put(name, bytes);
  assert.equal((await (await fetch(`${url}/v1/meta`)).json()).documents, 3);
});

test("a worker that looks up by a table of blocks finds a document of which one bit in sixteen is another", async (t) => {
  const { files } = sample(t, { wholes: 20_000 });
  assert.ok([...files.keys()].some((name) => name.startsWith("blocks-")));
  const { url } = await start(t, holding(files));
  const { body } = await send(url, "/v1/documents", await edited(url, 7));
  const matches = body.matches.map(({ document, id, distance }) => [document, id, distance]);
  assert.deepEqual([body.status, body.documents, matches], ["known", 20_000, [[7, "7", 20]]]);
});

test("a part of an index that has none cannot be held, and a damaged file is named", async (t) => {
  const parts = await start(t, holding(FILES, { INDEX_PARTS: "0" }));
  const { status, body } = await send(parts.url, "/v1/documents", { text: "of no matter" });
  assert.equal(status, 503);
  assert.match(body.error.what, /no parts/);
  for (const [name, bytes] of FILES) {
    if (name === "index.json") continue;
    const damaged = new Map(FILES).set(name, bytes.with(bytes.length - 1, bytes.at(-1) ^ 1));
    const { url } = await start(t, holding(damaged));
    const { status, body } = await send(url, "/v1/documents", { text: "of no matter" });
    assert.deepEqual([status, body.error.where.includes(name)], [503, true], JSON.stringify(body));
  }
});

test("a worker with an index of passages has nothing at the path of documents, and the other way round", async (t) => {
  const passages = await start(t, holding(sample(t).files));
  assert.equal((await send(passages.url, "/v1/documents", { text: "of no matter" })).status, 404);
  assert.equal((await ask(edge.url, {})).status, 404);
});
