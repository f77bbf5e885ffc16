// What `twinprint serve` tells of itself: whether its index can be relied on, and what it has done.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build, serve } from "./serve.mjs";

/** A folder of its own for a test, with an index in it. */
function indexed(t) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-telling-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return build(folder);
}

async function server(t, ...options) {
  const server = await serve(...options);
  t.after(() => server.end());
  return server;
}

/** Waits until something is so. */
async function until(what, is) {
  for (let i = 0; i < 200; i++) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`it never came to this: ${what}`);
}

/** Changes a byte of a file of an index, and gives its name. */
function damage(index, stem) {
  const name = readdirSync(index).find((name) => name.startsWith(stem));
  const bytes = readFileSync(join(index, name));
  bytes[bytes.length - 40] ^= 1;
  writeFileSync(join(index, name), bytes);
  return name;
}

const get = async (url, path, headers = {}) => {
  const response = await fetch(url + path, { headers });
  return { status: response.status, text: await response.text() };
};

test("a file that is damaged while it is served is not sent, makes the service unhealthy, and is said once", async (t) => {
  const index = indexed(t);
  const { url, said } = await server(t, "--index", index, "--publish");
  const [texts] = readdirSync(index).filter((name) => name.startsWith("texts"));
  assert.equal((await get(url, `/index/${texts}`)).status, 200);
  assert.equal((await get(url, "/healthz")).status, 200);
  const name = damage(index, "sources");
  for (let i = 0; i < 3; i++) {
    const { status, text } = await get(url, `/index/${name}`, i === 2 ? { range: "bytes=0-9" } : {});
    const { error } = JSON.parse(text);
    assert.deepEqual([status, error.kind, error.where], [503, "unavailable", name]);
  }
  const health = await get(url, "/healthz");
  assert.deepEqual([health.status, JSON.parse(health.text).error.where], [503, name]);
  assert.equal((await get(url, `/index/${texts}`)).status, 200, "others are sent");
  await until("it is said", () => said.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(said.length, 1, said.join("\n"));
  assert.ok(said[0].includes(name) && said[0].includes("damaged"), said[0]);
  damage(index, "sources");
  assert.equal((await get(url, `/index/${name}`)).status, 200, "it was restored");
  assert.equal((await get(url, "/healthz")).status, 200);
});

/** Changes bytes of a file without any sign of it but its bytes, as a disk does; gives its name and what restores it. */
function rot(index, stem, change) {
  const name = readdirSync(index).find((name) => name.startsWith(stem));
  const path = join(index, name);
  const [whole, { atime, mtime }] = [readFileSync(path), statSync(path)];
  const bytes = Buffer.from(whole);
  change(bytes);
  const file = openSync(path, "r+");
  writeSync(file, bytes);
  closeSync(file);
  utimesSync(path, atime, mtime);
  const restore = () => {
    writeFileSync(`${path}.restored`, whole);
    renameSync(`${path}.restored`, path);
  };
  return { name, restore };
}

test("what goes bad on the disk is found before anybody asks for it, and trusted again when it was restored", async (t) => {
  const index = indexed(t);
  const { url, said } = await server(t, "--index", index, "--publish", "--scrub", "1");
  const [texts] = readdirSync(index).filter((name) => name.startsWith("texts"));
  assert.equal((await get(url, `/index/${texts}`)).status, 200, "it was whole when it was sent");
  const { name, restore } = rot(index, "texts", (bytes) => (bytes[bytes.length >> 1] ^= 1));
  await until("it is said", () => said.length > 0);
  assert.ok(said[0].includes(name) && said[0].includes("damaged"), said[0]);
  assert.equal((await get(url, "/healthz")).status, 503);
  assert.equal((await get(url, `/index/${name}`)).status, 503);
  restore();
  await until("it is trusted again", async () => (await get(url, "/healthz")).status === 200);
  assert.equal((await get(url, `/index/${name}`)).status, 200);
  assert.equal(said.length, 1, said.join("\n"));
});

test("an index that was read when it was damaged is read again when it was restored", async (t) => {
  const index = indexed(t);
  const { restore } = rot(index, "shingles", (bytes) => (bytes[bytes.length >> 1] ^= 1));
  const { url } = await server(t, "--index", index, "--scrub", "1");
  assert.equal((await get(url, "/healthz")).status, 503);
  restore();
  await until("it is trusted again", async () => (await get(url, "/healthz")).status === 200);
  assert.deepEqual(JSON.parse((await get(url, "/v1/meta")).text).missing, []);
});

test("documents as wholes that go bad are not looked for among the others: a copy would not be found", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-rot-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const text = (number) => Array.from({ length: 60 }, (_, at) => `word${(number * 7919 + at * 104729) % 5003}`).join(" ");
  writeFileSync(join(folder, "documents.jsonl"), [1, 2, 3].map((id) => JSON.stringify({ id: `${id}`, text: text(id) })).join("\n"));
  const index = join(folder, "index");
  const words = ["index", "build", join(folder, "documents.jsonl"), "-o", index, "--find", "documents", "--quiet"];
  execFileSync(process.env.TWINPRINT ?? "twinprint", words, { stdio: ["ignore", "ignore", "inherit"] });
  const { url } = await server(t, "--index", index, "--scrub", "1");
  const near = async () => {
    const body = JSON.stringify({ text: text(2) });
    const response = await fetch(`${url}/v1/documents`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const said = await response.json();
    return response.status === 200 ? said.matches.map(({ id }) => id) : said.error.where;
  };
  assert.deepEqual(await near(), ["2"]);
  const { name, restore } = rot(index, "fingerprints", (bytes) => bytes.fill(0, bytes.length - 100));
  await until("it is refused", async () => (await near()) === name);
  restore();
  await until("it is found again", async () => (await near())[0] === "2");
});

test("an index that was damaged before it was read answers what it can, and says that it is not healthy", async (t) => {
  const index = indexed(t);
  const name = damage(index, "shingles");
  const { url, said } = await server(t, "--index", index);
  const health = await get(url, "/healthz");
  assert.deepEqual([health.status, JSON.parse(health.text).error.where], [503, name]);
  assert.equal((await get(url, "/v1/meta")).status, 200);
  await until("it is said", () => said.some((line) => line.includes(name)));
});

test("without its folder an index is not healthy", async (t) => {
  const index = indexed(t);
  const { url } = await server(t, "--index", index);
  assert.equal((await get(url, "/healthz")).status, 200);
  renameSync(index, `${index}-elsewhere`);
  assert.equal((await get(url, "/healthz")).status, 503);
  renameSync(`${index}-elsewhere`, index);
  assert.equal((await get(url, "/healthz")).status, 200);
});

test("what was done is told in Prometheus' form, without anything of a question", async (t) => {
  const { url } = await server(t, "--index", indexed(t), "--metrics");
  const ask = (question) =>
    fetch(`${url}/v1/lookup`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) });
  const { length } = await (await ask({ shingles: ["feedfacecafebeef"] })).text();
  await (await ask({ k: 64 })).text();
  await get(url, "/feedfacecafebeef");
  const { status, text } = await get(url, "/metrics");
  assert.equal(status, 200);
  const value = (name) => Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  assert.equal(value('twinprint_requests_total{path="/v1/lookup",status="200"}'), 1);
  assert.equal(value('twinprint_requests_total{path="/v1/lookup",status="422"}'), 1);
  assert.equal(value('twinprint_requests_total{path="other",status="404"}'), 1);
  assert.equal(value('twinprint_refusals_total{kind="out-of-range"}'), 1);
  assert.equal(value("twinprint_lookup_seconds_count"), 2);
  assert.ok(value("twinprint_response_bytes_total") > length && value("twinprint_connections") >= 1, text);
  assert.equal(value("twinprint_index_damaged"), 0);
  assert.ok(!/feedface|127\.0\.0/.test(text), text);
  for (const line of text.trim().split("\n")) {
    assert.match(line, /^(# (HELP|TYPE) twinprint_[a-z_]+ .+|twinprint_[a-z_]+(\{[a-z]+="[^"]+"(,[a-z]+="[^"]+")*\})? [0-9.e+-]+)$/);
  }
});

test("what was done is told only if it is asked for, to who is on this machine or has a token", async (t) => {
  const index = indexed(t);
  const without = await server(t, "--index", index);
  assert.equal((await get(without.url, "/metrics")).status, 404);
  const tokens = join(index, "..", "tokens.txt");
  writeFileSync(tokens, "first-token-0123456789\n");
  const { url } = await server(t, "--index", index, "--metrics", "--token-file", tokens);
  const [forwarded, authorization] = [{ "x-forwarded-for": "192.0.2.1" }, "Bearer first-token-0123456789"];
  assert.equal((await get(url, "/metrics")).status, 200);
  assert.equal((await get(url, "/metrics", forwarded)).status, 404, "by a web server");
  assert.equal((await get(url, "/metrics", { ...forwarded, authorization })).status, 200);
});
