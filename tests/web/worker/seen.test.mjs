// What was seen before, in workerd: the contract; and that a kill loses nothing which was acknowledged.

import assert from "node:assert/strict";
import { execFileSync, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { initSync, Seen, SeenReader, ShardFiles } from "../../../pkg/dist/edge/twinprint.js";
import { seenContract, send, TEXT } from "../service/seen.mjs";
import { start, workerWith } from "./workerd.mjs";

const TOKENS = ["first-token-of-all", "second-token-of-all", "third-token-of-all"];
/** How often workerd is killed in the midst of work: 200 are for a person who starts this with KILLS=200. */
const KILLS = Number(process.env.KILLS ?? 3);

/** What a worker with a memory is bound to; what it remembers stands in a folder. */
const remembering = (folder, variables = {}, shards = {}, wrap) =>
  workerWith({ durableObjects: { SEEN: { className: "Seen", useSQLite: true } }, durableObjectsPersist: folder, bindings: variables, ...shards }, wrap);

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

for (const shards of ["without shards", "while shards are made all the time"]) test(`what was acknowledged is there after every kill of workerd, and nothing twice, ${shards}`, async (t) => {
  const folder = room(t);
  const place = shards === "without shards" ? undefined : "bucket";
  const acknowledged = [];
  let number = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { url, killed } = await killable(folder, place);
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
  const { url } = await start(t, remembering(folder, {}, place && PLACES["a bucket"](folder)));
  const ids = (await exported(url)).map(({ id }) => Number(id));
  assert.equal(new Set(ids).size, ids.length, "nothing is there twice");
  const there = new Set(ids);
  assert.deepEqual(acknowledged.filter(([own]) => !there.has(own)), [], "nothing acknowledged is lost");
});

/** Where shards are kept, in a folder: in a bucket, or in a namespace. */
const PLACES = {
  "a bucket": (folder) => ({ r2Buckets: ["SEEN_BUCKET"], r2Persist: join(folder, "bucket") }),
  "a namespace": (folder) => ({ kvNamespaces: ["SEEN_KV"], kvPersist: join(folder, "namespace") }),
};

/** The names of the files of shards that a worker has written. */
async function files(runtime, place) {
  if (place === "a bucket") return (await (await runtime.getR2Bucket("SEEN_BUCKET")).list()).objects.map(({ key }) => key);
  return (await (await runtime.getKVNamespace("SEEN_KV")).list()).keys.map(({ name }) => name);
}

/** All that is remembered, as an export gives it. */
async function exported(url) {
  const all = [];
  for (let from = 0; from !== null; ) {
    const { status, body } = await send(url, "/v1/seen/export", { from });
    assert.equal(status, 200, JSON.stringify(body));
    all.push(...body.records);
    from = body.next;
  }
  return all;
}

/** Waits until something is so. */
async function until(what, is) {
  for (let i = 0; i < 400; i++) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`it never came to this: ${what}`);
}

const remember = async (url, numbers) => {
  for (const number of numbers) assert.equal((await send(url, "/v1/seen", { text: text(number), id: `${number}` })).body.status, "new", `${number}`);
};

const numbers = (from, to) => Array.from({ length: to - from }, (_, at) => from + at);

for (const [place, where] of Object.entries(PLACES)) {
  test(`an alarm has what was seen become shards in ${place}, and look-ups go to these and to the journal`, async (t) => {
    const folder = room(t);
    const first = await start(t, remembering(folder, { SEEN_SHARD: 20 }, where(folder)));
    const shards = async ({ runtime }) => (await files(runtime, place)).filter((name) => name.includes("/fingerprints-")).length;
    for (const count of [1, 2]) {
      await remember(first.url, numbers(25 * (count - 1), 25 * count));
      await until("a shard more is there", async () => (await shards(first)) >= count);
    }
    const before = await exported(first.url);
    assert.deepEqual(before.map(({ id }) => id), numbers(0, 50).map(String), "all are there, none twice");
    assert.equal((await send(first.url, "/v1/seen", { text: text(3) })).body.matches[0].times, 1);
    assert.equal((await send(first.url, "/v1/seen", { text: text(3), remember: false })).body.matches[0].times, 2);
    assert.deepEqual((await send(first.url, "/v1/seen/forget", { id: "7" })).body, { forgotten: 1, documents: 49 });
    await first.stop();

    const second = await start(t, remembering(folder, { SEEN_SHARD: 20 }, where(folder)));
    assert.equal((await send(second.url, "/v1/seen", { text: text(3), remember: false })).body.matches[0].times, 2);
    assert.equal((await send(second.url, "/v1/seen", { text: text(7), remember: false })).body.status, "new");
    await remember(second.url, numbers(50, 75));
    await until("a third is there", async () => (await shards(second)) >= 3);
    const all = await exported(second.url);
    assert.deepEqual(all.map(({ id }) => id), numbers(0, 75).filter((number) => number !== 7).map(String));
    assert.equal(all.find(({ id }) => id === "3").times, 2);
    const times = async () => (await files(second.runtime, place)).filter((name) => name.includes("/times-")).length;
    await until("what no shard has any more is gone", async () => (await times()) <= (await shards(second)));
    await second.stop();

    const third = await start(t, remembering(folder, { SEEN_SHARD: 20 }));
    const { status, body } = await send(third.url, "/v1/seen", { text: text(3) });
    assert.deepEqual([status, body.error.kind], [503, "unavailable"], "without its shards nothing is said to be new");
  });
}

test("shards of documents that were seen in the same second have their times in one file, and are read again", () => {
  initSync({ module: readFileSync(new URL("../../../pkg/dist/edge/twinprint_bg.wasm", import.meta.url)) });
  const reader = new SeenReader(40);
  const store = new Map();
  let seen = new Seen(40, 1000);
  for (const number of [0, 1]) {
    const { body } = reader.read("POST", "/v1/seen", "", "application/json", undefined, new TextEncoder().encode(JSON.stringify({ text: text(number), id: `${number}` })));
    assert.equal(JSON.parse(seen.respond("POST", "/v1/seen", body, 1000).answer.body).status, "new");
    const { manifest, files } = seen.in_shards();
    for (const { name, bytes } of files) store.set(name, bytes);
    const shards = new ShardFiles(manifest);
    for (const name of shards.names()) shards.supply(name, store.get(name));
    seen = new Seen(40, 1000);
    seen.begin_with(shards);
  }
  assert.deepEqual([seen.documents, seen.unsharded], [2, 0]);
  assert.equal([...store.keys()].filter((name) => name.startsWith("times-")).length, 1);
});

/** All three files of a shard are written, and then nothing works: as where a worker ends before the journal is cleared. */
const INTERRUPTED = `(worker) => {
  let left = 3;
  return {
    fetch(request, env, context) {
      const bucket = Object.getPrototypeOf(env.SEEN_BUCKET);
      if (!bucket.interrupted) {
        const put = bucket.put;
        bucket.interrupted = true;
        bucket.put = async function (...of) {
          const done = await put.apply(this, of);
          if (--left <= 0) throw new Error("interrupted");
          return done;
        };
      }
      return worker.fetch(request, env, context);
    },
  };
}`;

test("what is interrupted between a shard that is written and the journal that is cleared loses nothing, and remembers nothing twice", async (t) => {
  const folder = room(t);
  const first = await start(t, remembering(folder, { SEEN_SHARD: 20 }, PLACES["a bucket"](folder), INTERRUPTED));
  await remember(first.url, numbers(0, 25));
  await until("files are there", async () => (await files(first.runtime, "a bucket")).length >= 3);
  assert.deepEqual((await exported(first.url)).map(({ id }) => id), numbers(0, 25).map(String));
  await remember(first.url, numbers(25, 27));
  await first.stop();

  const second = await start(t, remembering(folder, { SEEN_SHARD: 1000 }, PLACES["a bucket"](folder)));
  assert.deepEqual((await exported(second.url)).map(({ id }) => id), numbers(0, 27).map(String), "of the journal alone");
  await second.stop();

  const third = await start(t, remembering(folder, { SEEN_SHARD: 20 }, PLACES["a bucket"](folder)));
  await remember(third.url, numbers(27, 30));
  await until("the shard is there, and nothing of the one that was interrupted", async () => {
    const names = await files(third.runtime, "a bucket");
    return names.filter((name) => name.includes("/fingerprints-")).length === 1 && names.length === 3;
  });
  assert.deepEqual((await exported(third.url)).map(({ id }) => id), numbers(0, 30).map(String));
});

/** The worker in a process group of its own, so that all of it can be killed at once. */
async function killable(folder, place) {
  const process = fork(fileURLToPath(new URL("remembering.mjs", import.meta.url)), place ? [folder, place] : [folder], { detached: true, stdio: ["ignore", "ignore", "inherit", "ipc"] });
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
