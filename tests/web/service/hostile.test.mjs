// `twinprint serve` as its enemies would ask it: for more work than is theirs.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, serve } from "./serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "twinprint-hostile-"));
let index;

before(() => {
  index = build(folder);
});

after(() => rmSync(folder, { recursive: true }));

/** A server of its own for a test, of an index. */
async function server(t, ...options) {
  const server = await serve("--index", index, ...options);
  t.after(() => server.end());
  return server;
}

/** The status and the headers of what comes back for a question, asked from an address of this machine. */
function ask(url, question, { from = "127.0.0.1", headers = {} } = {}) {
  const { hostname, port } = new URL(url);
  const options = { hostname, port, localAddress: from, path: "/v1/lookup", method: "POST" };
  return new Promise((resolve, reject) => {
    const asking = request({ ...options, headers: { "content-type": "application/json", ...headers }, agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    asking.on("error", reject).end(JSON.stringify(question));
  });
}

/** Asks until it is refused, and gives how often it was answered before, and the refusal. */
async function until429(url, question, options) {
  for (let answered = 0; answered < 2000; answered++) {
    const response = await ask(url, question, options);
    if (response.status === 429) return { answered, ...response };
    assert.equal(response.status, 200);
  }
  assert.fail("it was never refused");
}

/** Gets some ten thousand bytes. */
const LARGE = { sources: [0, 1], texts: [0, 1, 2, 3] };

test("who has had as many bytes as a client may is told when to come back, and nobody else is", async (t) => {
  const { url } = await server(t, "--client-bytes", "20000");
  const { answered, headers } = await until429(url, LARGE, { from: "127.0.0.2" });
  assert.ok(answered >= 3 && answered < 100, `${answered} answers`);
  assert.match(headers["retry-after"], /^[1-9]\d*$/);
  assert.equal((await ask(url, LARGE, { from: "127.0.0.3" })).status, 200);
  const seconds = Number(headers["retry-after"]);
  assert.ok(seconds <= 10, `${seconds} s`);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  assert.equal((await ask(url, LARGE, { from: "127.0.0.2" })).status, 200, "it came back when it was told to");
});

test("who has had as much work as a client may waits, too", async (t) => {
  const { url } = await server(t, "--client-work", "1");
  const shingles = Array.from({ length: 3000 }, (_, number) => (number * 1_431_655).toString(16).padStart(16, "0"));
  const { headers } = await until429(url, { shingles, describe: true }, { from: "127.0.0.2" });
  assert.match(headers["retry-after"], /^[1-9]\d*$/);
  assert.equal((await ask(url, {}, { from: "127.0.0.3" })).status, 200);
});

test("of two holders of tokens at one address each has a budget of its own", async (t) => {
  const tokens = join(folder, "tokens.txt");
  writeFileSync(tokens, "first-token-0123456789\nsecond-token-0123456789\n");
  const { url } = await server(t, "--client-bytes", "20000", "--token-file", tokens);
  const holder = (name) => ({ headers: { authorization: `Bearer ${name}-token-0123456789` } });
  await until429(url, LARGE, holder("first"));
  assert.equal((await ask(url, LARGE, { ...holder("first"), from: "127.0.0.2" })).status, 429, "from elsewhere, too");
  assert.equal((await ask(url, LARGE, holder("second"))).status, 200);
});

test("behind a web server clients are told by what it says, and by nobody else's word", async (t) => {
  const { url } = await server(t, "--proxy", "127.0.0.1", "--client-bytes", "20000");
  const [forwarded, other] = ["192.0.2.1", "192.0.2.2"].map((address) => ({ headers: { "x-forwarded-for": address } }));
  await until429(url, LARGE, forwarded);
  assert.equal((await ask(url, LARGE, other)).status, 200);
  await until429(url, LARGE, { from: "127.0.0.2" });
  assert.equal((await ask(url, LARGE, { from: "127.0.0.2", headers: other.headers })).status, 429);
});
