// `twinprint serve` with an index of documents as wholes.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { documentsContract, FOLDER } from "./documents.mjs";
import { serve } from "./serve.mjs";

let server;

before(async () => {
  server = await serve("--index", FOLDER);
});

after(async () => {
  assert.deepEqual(await server.end(), { status: 0, signal: null });
  assert.deepEqual(server.said, [], "nothing of what was asked is written anywhere");
});

documentsContract("twinprint serve", async () => server.url);
