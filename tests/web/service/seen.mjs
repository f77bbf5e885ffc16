// What every service that remembers must do with `/v1/seen`, wherever it runs; and the dialogue of tests/seen.json, word for word.

import "./described.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const dialogue = JSON.parse(readFileSync(new URL("../../seen.json", import.meta.url), "utf8"));

export const TEXT = "A dozen herons stood along the weir that morning, each as still as a post, and not one of them looked at the water. ".repeat(4);

/** Sends a request; its status, and its body as JSON. */
export async function send(url, path, body, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** A value without the times in it. */
const timeless = (value) => JSON.parse(JSON.stringify(value, (name, part) => (/^(first|last)_seen$/.test(name) ? 0 : part)));

/** The tests of a service that remembers nothing yet for any of these tokens; `service` gives its address. */
export function seenContract(name, service, [first, second, third]) {
  test(`${name}: the dialogue is that of every face`, async () => {
    const url = await service();
    for (const { path, body, status, response } of dialogue) {
      const given = await send(url, path, body, first);
      assert.deepEqual({ status: given.status, response: timeless(given.body) }, { status, response }, `${path} ${body.slice(0, 60)}`);
    }
  });

  test(`${name}: of requests at once with one text one is new, and all others are known`, async () => {
    const url = await service();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send(url, "/v1/seen", { text: TEXT, id: `${at}` }, second)));
    const fresh = answers.filter(({ body }) => body.status === "new");
    assert.equal(fresh.length, 1);
    assert.ok(answers.every(({ status }) => status === 200));
    const known = answers.filter(({ body }) => body.status === "known");
    assert.ok(known.every(({ body }) => body.matches[0].id === fresh[0].body.id && body.matches[0].distance === 0));
  });

  test(`${name}: a text with a tenth of its words replaced is known, by when it was seen`, async () => {
    const url = await service();
    const before = Math.floor(Date.now() / 1000);
    const edited = TEXT.split(" ").map((word, at) => (at % 10 === 3 ? `other${at}` : word)).join(" ");
    const { body } = await send(url, "/v1/seen", { text: edited, remember: false }, second);
    const [match] = body.matches;
    assert.equal(body.status, "known");
    assert.ok(match.of_shingles > 0 && match.distance > match.of_shingles && body.bits === 320);
    assert.ok(match.resemblance.low < match.resemblance.estimate && match.resemblance.estimate < 1 && match.by_chance < 1e-6);
    assert.ok(match.first_seen <= match.last_seen && Math.abs(match.last_seen - before) < 60, `${match.last_seen}`);
    assert.equal(match.times, 40);
  });

  test(`${name}: what one token has seen no other has, and it can be handed over`, async () => {
    const url = await service();
    assert.equal((await send(url, "/v1/seen", { text: TEXT, remember: false }, third)).body.status, "new");
    const { body: exported } = await send(url, "/v1/seen/export", {}, second);
    const imported = await send(url, "/v1/seen/import", exported, third);
    assert.deepEqual(imported.body, { imported: 1, documents: 1 });
    assert.equal((await send(url, "/v1/seen", { text: TEXT, remember: false }, third)).body.status, "known");
  });

  test(`${name}: a body of a megabyte is taken, and none longer`, async () => {
    const url = await service();
    const long = JSON.stringify({ text: "word ".repeat(200_000), remember: false });
    assert.equal((await send(url, "/v1/seen", long, third)).status, 200);
    const longer = await send(url, "/v1/seen", `${long}${" ".repeat(1 << 20)}`, third);
    assert.deepEqual([longer.status, longer.body.error.kind], [413, "too-long"]);
    assert.match(longer.body.error.what, /1048576 bytes/);
  });

  test(`${name}: what it is says the design, and no address may have a query`, async () => {
    const url = await service();
    const headers = { authorization: `Bearer ${third}` };
    const meta = await (await got(`${url}/v1/seen`, { headers })).json();
    assert.deepEqual([meta.service, meta.design.bytes, meta.documents], ["twinprint seen", 40, 1]);
    assert.match(meta.design.text, /^twinprint seen design 2\n/);
    assert.equal((await fetch(`${url}/v1/seen?text=a`, { headers })).status, 400);
    assert.equal((await fetch(`${url}/v1/seen/forget`, { headers })).status, 405);
    assert.equal((await fetch(`${url}/v1/seen`)).status, 401);
  });
}

/** What a GET answers. A connection over which a body was refused unread is closed, perhaps as it is used again: then it is tried anew, as RFC 9110, 9.2.2 has it. */
async function got(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.cause?.code !== "ECONNRESET") throw error;
    return fetch(url, options);
  }
}
