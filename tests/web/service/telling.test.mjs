// What `twinprint serve` tells of itself: whether its index can be relied on, and what it has done.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
