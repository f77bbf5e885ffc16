// `twinprint serve` with an index of documents as wholes, alone or beside one of passages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
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

test("an index of both answers for passages, and for documents as wholes at their path, and for what was added since", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-both-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = (number) => Array.from({ length: 60 }, (_, at) => `word${(number * 7919 + at * 104729) % 5003}`).join(" ");
  const put = (name, numbers) => writeFileSync(join(folder, name), numbers.map((id) => JSON.stringify({ id: `${id}`, text: text(id) })).join("\n"));
  const twinprint = (...words) => execFileSync(process.env.TWINPRINT ?? "twinprint", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  put("first.jsonl", [1, 2]);
  put("more.jsonl", [3]);
  twinprint("index", "build", "first.jsonl", "-o", "index", "--find", "both", "--quiet");
  const both = await serve("--index", join(folder, "index"));
  t.after(() => both.end());
  const got = async (path) => (await fetch(`${both.url}${path}`)).json();
  assert.equal((await got("/v1/meta")).documents, 2);
  assert.equal((await got("/v1/documents")).documents, 2);
  const near = async (number) => {
    const body = JSON.stringify({ text: text(number) });
    const response = await fetch(`${both.url}/v1/documents`, { method: "POST", headers: { "content-type": "application/json" }, body });
    return (await response.json()).matches.map(({ id }) => id);
  };
  assert.deepEqual([await near(2), await near(3)], [["2"], []]);
  twinprint("index", "add", "index", "more.jsonl", "--quiet");
  for (let i = 0; i < 200 && (await got("/v1/documents")).documents < 3; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(await near(3), ["3"]);
  assert.equal((await got("/v1/meta")).documents, 3);
  await assert.rejects(serve("--index", join(folder, "index"), "--publish"), /publish/);
});
