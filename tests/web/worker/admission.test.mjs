// Who may ask, from where, how often, and how long a request may take to arrive.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sample } from "./sample.mjs";
import { sent } from "./sockets.mjs";
import { ask, Files, start, workerWith } from "./workerd.mjs";

const QUESTION = { sources: [0] };

/** A worker with an index and these variables. */
async function worker(t, variables, more = {}) {
  const { files } = sample(t);
  const bindings = { bindings: variables, serviceBindings: { INDEX_ASSETS: new Files(files).binding }, ...more };
  return (await start(t, workerWith(bindings))).url;
}

test("with tokens only who has one of them may ask; whether the service lives anyone may", async (t) => {
  const url = await worker(t, { TOKENS: "first-token, second-token" });
  const status = async (authorization) => (await ask(url, QUESTION, { headers: authorization ? { authorization } : {} })).status;
  assert.equal(await status("Bearer first-token"), 200);
  assert.equal(await status("bearer second-token"), 200);
  const refused = ["", "Bearer", "Bearer first", "Bearer first-token2", "Bearer FIRST-TOKEN", "Basic first-token", "Bearer first-token, second-token"];
  for (const authorization of refused) {
    assert.equal(await status(authorization), 401, `"${authorization}"`);
  }
  const { body } = await ask(url, QUESTION);
  assert.deepEqual(Object.keys(body.error), ["kind", "what", "where", "remedy"]);
  assert.equal((await fetch(`${url}/v1/meta`)).status, 401);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test("who asks too often waits", async (t) => {
  const url = await worker(t, {}, { ratelimits: { RATE_LIMITER: { simple: { limit: 3, period: 60 } } } });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await ask(url, QUESTION)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
});

test("who asks for much is counted for much, and told when to come back", async (t) => {
  const url = await worker(t, {}, { ratelimits: { RATE_LIMITER: { simple: { limit: 8, period: 60 } } } });
  const texts = Array.from({ length: 13 }, (_, bucket) => bucket);
  const large = await ask(url, { texts });
  const { length } = JSON.stringify(large.body);
  assert.ok(large.status === 200 && length > 4 * 65_536, `${length} bytes`);
  const statuses = [];
  for (let i = 0; i < 8; i++) statuses.push((await ask(url, QUESTION)).status);
  const answered = statuses.indexOf(429);
  assert.ok(answered > 0 && answered <= 4, statuses.join(" "));
  const { headers } = await ask(url, QUESTION);
  assert.equal(headers.get("retry-after"), "10");
});

test("pages of configured origins may ask, and no other", async (t) => {
  const url = await worker(t, { ORIGINS: "https://known.example https://other.example" });
  const asking = (origin) =>
    fetch(`${url}/v1/lookup`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
  const allowed = (response) => response.headers.get("access-control-allow-origin");
  const known = await asking("https://known.example");
  assert.equal(allowed(known), "https://known.example");
  assert.match(known.headers.get("access-control-allow-headers"), /content-type/);
  assert.equal(known.headers.get("vary"), "origin");
  for (const origin of ["https://foreign.example", "null", "https://known.example.foreign.example", "http://known.example"]) {
    const foreign = await asking(origin);
    assert.equal(allowed(foreign), null, origin);
    assert.deepEqual(accessControl(foreign), [], origin);
    assert.equal(allowed(await ask(url, QUESTION, { headers: { origin } })), null, origin);
  }
  const answer = await ask(url, QUESTION, { headers: { origin: "https://other.example" } });
  assert.equal(allowed(answer), "https://other.example");
  assert.equal(allowed(await ask(url, { k: -1 }, { headers: { origin: "https://other.example" } })), "https://other.example");
});

test("without configured origins no page of another site may ask", async (t) => {
  const url = await worker(t, {});
  assert.deepEqual(accessControl(await ask(url, QUESTION, { headers: { origin: "https://foreign.example" } })), []);
});

const accessControl = ({ headers }) => [...headers.keys()].filter((name) => name.startsWith("access-control"));

test("a body that comes a byte at a time is given up in the time that is set", async (t) => {
  const url = await worker(t, { BODY_SECONDS: "0.5" });
  assert.match(await sent(t, url, { length: 1000, pause: 100, piece: " " }), /^HTTP\/1\.1 408 /);
});

test("a body is counted while it comes, whatever it says of its length", async (t) => {
  const url = await worker(t, {});
  for (const length of [1e9, undefined]) {
    assert.match(await sent(t, url, { length, pause: 0, piece: " ".repeat(4096) }), /^HTTP\/1\.1 413 /);
  }
});
