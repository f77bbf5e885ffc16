// What was seen before, in workerd: the contract; and that a kill loses nothing which was acknowledged.

import assert from "node:assert/strict";
import { execFileSync, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { seenContract, send, TEXT } from "../service/seen.mjs";
import { start, workerWith } from "./workerd.mjs";

const TOKENS = ["first-token-of-all", "second-token-of-all", "third-token-of-all"];
/** How often workerd is killed in the midst of work: 200 are for a person who starts this with KILLS=200. */
const KILLS = Number(process.env.KILLS ?? 3);

/** What a worker with a memory is bound to; what it remembers stands in a folder. */
const remembering = (folder, variables = {}) =>
  workerWith({ durableObjects: { SEEN: { className: "Seen", useSQLite: true } }, durableObjectsPersist: folder, bindings: variables });

const folder = mkdtempSync(join(tmpdir(), "twinprint-worker-seen-"));
let url;
let stop;

before(async () => {
  ({ url, stop } = await start({ after: () => {} }, remembering(folder, { TOKENS: TOKENS.join(" ") })));
});

after(async () => {
  await stop();
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".sqlite"));
  assert.ok(files.length >= 3, "an object for each token");
  for (const name of files) assert.ok(!/heron|piano|Klavier/.test(readFileSync(join(folder, name), "latin1")), "no text is kept");
  rmSync(folder, { recursive: true });
});

seenContract("workerd", async () => url, TOKENS);

/** A folder of its own for a test. */
function room(t) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-worker-seen-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A text of its own for each number: words by a digest. */
const text = (number) => Array.from({ length: 6 }, (_, part) => createHash("md5").update(`${number} ${part}`).digest("hex").match(/.{4}/g).join(" ")).join(" ");

test("a worker without the binding says that it remembers nothing", async (t) => {
  const { url } = await start(t, workerWith({}));
  const { status, body } = await send(url, "/v1/seen", { text: TEXT });
  assert.deepEqual([status, body.error.kind, body.error.where], [503, "unavailable", "the worker's bindings"]);
});

test("what was seen is there when the worker starts again, and the most that it remembers is what its variable says", async (t) => {
  const folder = room(t);
  const first = await start(t, remembering(folder, { SEEN_MOST: "2", SEEN_BYTES: "80", SEEN_DAYS: 30 }));
  for (const own of [1, 2]) assert.equal((await send(first.url, "/v1/seen", { text: text(own), id: `${own}` })).body.status, "new");
  assert.equal((await send(first.url, "/v1/seen", { text: text(3) })).status, 507);
  await first.stop();
  const second = await start(t, remembering(folder, { SEEN_MOST: "3", SEEN_BYTES: "80" }));
  const { body } = await send(second.url, "/v1/seen", { text: text(2), remember: false });
  assert.deepEqual([body.status, body.matches[0].id, body.documents, body.bits], ["known", "2", 2, 640]);
  assert.equal((await send(second.url, "/v1/seen", { text: text(3) })).body.documents, 3);
});

test("what was kept by another design is an error that says so, and is left as it is", async (t) => {
  const folder = room(t);
  const first = await start(t, remembering(folder));
  await send(first.url, "/v1/seen", { text: text(1) });
  await first.stop();
  const second = await start(t, remembering(folder, { SEEN_BYTES: 80 }));
  const { status, body } = await send(second.url, "/v1/seen", { text: text(1) });
  assert.deepEqual([status, body.error.kind], [503, "unavailable"]);
  await second.stop();
  const third = await start(t, remembering(folder));
  assert.equal((await send(third.url, "/v1/seen", { text: text(1) })).body.status, "known");
});

test("a wrong variable is told to whoever asks", async (t) => {
  const { url } = await start(t, remembering(room(t), { SEEN_BYTES: "41" }));
  const { status, body } = await send(url, "/v1/seen", { text: TEXT });
  assert.deepEqual([status, body.error.what], [503, '"41" is not one of 16, 40, 80']);
});

test("what was acknowledged is there after every kill of workerd, and nothing twice", async (t) => {
  const folder = room(t);
  const acknowledged = [];
  let number = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { url, killed } = await killable(folder);
    const sending = Array.from({ length: 8 }, async () => {
      for (;;) {
        const own = number++;
        const answer = await send(url, "/v1/seen", { text: text(own), id: `${own}` }).catch(() => undefined);
        if (answer?.status !== 200) return;
        acknowledged.push([own, answer.body.status]);
      }
    });
    const before = acknowledged.length;
    while (acknowledged.length < before + 3) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 30 * (kill % 7)));
    await killed();
    await Promise.all(sending);
  }
  assert.deepEqual(acknowledged.filter(([, status]) => status !== "new"), [], "each text was sent once");
  const { url } = await start(t, remembering(folder));
  const ids = [];
  for (let from = 0; from !== null; ) {
    const { body } = await send(url, "/v1/seen/export", { from });
    ids.push(...body.records.map(({ id }) => Number(id)));
    from = body.next;
  }
  assert.equal(new Set(ids).size, ids.length, "nothing is there twice");
  const there = new Set(ids);
  assert.deepEqual(acknowledged.filter(([own]) => !there.has(own)), [], "nothing acknowledged is lost");
});

/** The worker in a process group of its own, so that all of it can be killed at once. */
async function killable(folder) {
  const process = fork(fileURLToPath(new URL("remembering.mjs", import.meta.url)), [folder], { detached: true, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const url = await new Promise((resolve, reject) => {
    process.once("message", resolve);
    process.once("exit", (status) => reject(new Error(`it ended with status ${status}`)));
  });
  const killed = () => {
    const ended = new Promise((resolve) => process.once("exit", resolve));
    // The group: node, and workerd below it.
    execFileSync("kill", ["-KILL", "--", `-${process.pid}`]);
    return ended;
  };
  return { url, killed };
}
