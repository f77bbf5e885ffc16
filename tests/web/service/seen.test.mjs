// `twinprint serve --remember`: the contract, and what is its own: journals that outlive it, however it ends.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { seenContract, send, TEXT } from "./seen.mjs";
import { serve } from "./serve.mjs";

const TOKENS = ["first-token-of-all", "second-token-of-all", "third-token-of-all"];
/** How often the server is killed in the midst of work: 200 are for a person who starts this with KILLS=200. */
const KILLS = Number(process.env.KILLS ?? 8);

const folder = mkdtempSync(join(tmpdir(), "twinprint-seen-"));
let server;

before(async () => {
  writeFileSync(join(folder, "tokens.txt"), TOKENS.join("\n"));
  server = await serve("--remember", join(folder, "seen"), "--token-file", join(folder, "tokens.txt"));
});

after(async () => {
  assert.deepEqual(await server.end(), { status: 0, signal: null });
  assert.deepEqual(server.said, []);
  const files = readdirSync(join(folder, "seen")).filter((name) => name.endsWith(".seen"));
  assert.equal(files.length, 4, "one for each token, and one for all");
  for (const name of files) assert.ok(!/heron|piano|Klavier|钢琴/.test(readFileSync(join(folder, "seen", name), "utf8")), "no text is in it");
  rmSync(folder, { recursive: true });
});

seenContract("twinprint serve", async () => server.url, TOKENS);

/** A folder of its own for a test. */
function room(t) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-seen-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "seen");
}

/** A text of its own for each number: words by a digest. */
const text = (number) => Array.from({ length: 6 }, (_, part) => createHash("md5").update(`${number} ${part}`).digest("hex").match(/.{4}/g).join(" ")).join(" ");

test("it says where, and nothing else is served", async (t) => {
  const server = await serve("--remember", room(t));
  t.after(() => server.end());
  assert.match(server.first, /^The service of what was seen is at http/);
  const response = await fetch(`${server.url}/v1/meta`);
  assert.equal(response.status, 503);
});

test("what was acknowledged is there after every kill, and nothing twice", async (t) => {
  const folder = room(t);
  const acknowledged = new Set();
  let number = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await serve("--remember", folder);
    const sending = Array.from({ length: 8 }, async () => {
      for (;;) {
        const own = number++;
        const answer = await send(server.url, "/v1/seen", { text: text(own), id: `${own}` }).catch(() => undefined);
        if (!answer) return;
        assert.equal(answer.body.status, "new", `${own}`);
        acknowledged.add(own);
      }
    });
    const before = acknowledged.size;
    while (acknowledged.size < before + 3) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 11 * (kill % 7)));
    await server.end("SIGKILL");
    await Promise.all(sending);
  }
  const server = await serve("--remember", folder);
  t.after(() => server.end());
  const ids = [];
  for (let from = 0; from !== null; ) {
    const { body } = await send(server.url, "/v1/seen/export", { from });
    ids.push(...body.records.map(({ id }) => Number(id)));
    from = body.next;
  }
  assert.equal(new Set(ids).size, ids.length, "nothing is there twice");
  const there = new Set(ids);
  assert.deepEqual([...acknowledged].filter((own) => !there.has(own)), [], "nothing acknowledged is lost");
  for (const own of [...acknowledged].slice(-20)) {
    const { body } = await send(server.url, "/v1/seen", { text: text(own), remember: false });
    assert.equal(body.matches[0].id, `${own}`);
  }
});

test("a line that broke off is skipped, and what is damaged in the middle is reported with its place", async (t) => {
  const folder = room(t);
  const first = await serve("--remember", folder);
  for (const own of [1, 2, 3]) await send(first.url, "/v1/seen", { text: text(own) });
  await first.end();
  const file = join(folder, "everyone.seen");
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, whole.split("\n")[2].slice(0, 40));
  const second = await serve("--remember", folder);
  assert.equal((await send(second.url, "/v1/seen", { text: text(4) })).body.documents, 4);
  await second.end();
  const lines = readFileSync(file, "utf8").split("\n");
  assert.equal(lines.length, 6, "the new line took the place of the one that broke off");
  lines[2] = lines[2].replace("words", "wards");
  writeFileSync(file, lines.join("\n"));
  await assert.rejects(serve("--remember", folder), /everyone\.seen, line 3: this line is damaged, and others follow it/);
});

test("a second server in the folder, another design and another folder's file are refused", async (t) => {
  const folder = room(t);
  const server = await serve("--remember", folder);
  await assert.rejects(serve("--remember", folder), /another server remembers in this folder/);
  await server.end();
  await assert.rejects(serve("--remember", folder, "--seen-bytes", "80"), /begun by another design/);
  const before = statSync(join(folder, "everyone.seen")).size;
  writeFileSync(join(folder, "everyone.seen"), "something else\n");
  await assert.rejects(serve("--remember", folder), /begun by another design, or is something else/);
  assert.ok(before > 0 && readFileSync(join(folder, "everyone.seen"), "utf8") === "something else\n", "and left as it is");
});

test("beyond the most a new text is refused", async (t) => {
  const server = await serve("--remember", room(t), "--most-seen", "2", "--seen-bytes", "80");
  t.after(() => server.end());
  const statuses = [];
  for (const own of [1, 2, 3, 1]) statuses.push((await send(server.url, "/v1/seen", { text: text(own) })).status);
  assert.deepEqual(statuses, [200, 200, 507, 200]);
});
