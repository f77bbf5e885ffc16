// What was seen before, on Node: the contract, in a folder.

import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { seenContract, send, TEXT } from "../service/seen.mjs";
import { startNode } from "./node.mjs";

const TOKENS = ["first-token-of-all", "second-token-of-all", "third-token-of-all"];
const folder = mkdtempSync(join(tmpdir(), "twinprint-node-seen-"));
const ending = [];
let url;

before(async () => {
  ({ url } = await startNode({ after: (end) => ending.push(end) }, { SEEN_FOLDER: join(folder, "seen"), TOKENS: TOKENS.join(" ") }));
});

after(async () => {
  for (const end of ending) await end();
  const files = readdirSync(join(folder, "seen"));
  assert.equal(files.length, 3, "one for each token");
  for (const name of files) assert.ok(!/heron|piano|Klavier/.test(readFileSync(join(folder, "seen", name), "utf8")), "no text is kept");
  rmSync(folder, { recursive: true });
});

seenContract("Node", async () => url, TOKENS);

test("after a kill what was acknowledged is there, and a line that broke off is dropped", async (t) => {
  const own = join(folder, "own");
  const first = await startNode(t, { SEEN_FOLDER: own });
  assert.equal((await send(first.url, "/v1/seen", { text: TEXT, id: "first" })).body.status, "new");
  first.child.kill("SIGKILL");
  await first.ended;
  appendFileSync(join(own, "everyone.jsonl"), '{"id":"broken');
  const second = await startNode(t, { SEEN_FOLDER: own });
  assert.equal((await send(second.url, "/v1/seen", { text: TEXT })).body.matches[0].id, "first");
  assert.equal((await send(second.url, "/v1/seen", { text: TEXT.split(" ").reverse().join(" "), id: "second" })).body.documents, 2);
  second.child.kill("SIGKILL");
  await second.ended;
  const third = await startNode(t, { SEEN_FOLDER: own, SEEN_BYTES: "80" });
  const { status, body } = await send(third.url, "/v1/seen", { text: TEXT });
  assert.deepEqual([status, body.error.what], [503, "it was begun by another design: set SEEN_BYTES as it was"]);
});
