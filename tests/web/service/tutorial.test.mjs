// Whoever follows docs/tutorials/edge-developer.md gets what it shows.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "./serve.mjs";

const tutorial = readFileSync(new URL("../../../docs/tutorials/edge-developer.md", import.meta.url), "utf8");

/** Each request that is shown, with the response that is shown below it. */
const shown = Array.from(tutorial.matchAll(/```sh\ncurl -H '([^']*)' (\S+) -d '([^']*)'\n```\n+```json\n([^`]*)```/g), ([, header, address, body, response]) => ({
  headers: Object.fromEntries([header.split(": ")]),
  path: new URL(address).pathname,
  body,
  response: JSON.parse(response),
}));

test("the requests of the tutorial get the responses that stand below them", async (t) => {
  assert.equal(shown.length, 3);
  const folder = mkdtempSync(join(tmpdir(), "twinprint-tutorial-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const server = await serve("--remember", join(folder, "seen"));
  t.after(() => server.end());
  for (const { headers, path, body, response } of shown) {
    const given = await (await fetch(server.url + path, { method: "POST", headers, body })).json();
    // Of a match the tutorial shows the first fields.
    const matches = given.matches.map((match, at) => Object.fromEntries(Object.keys(response.matches[at] ?? match).map((field) => [field, match[field]])));
    assert.deepEqual({ ...given, matches }, response, body);
  }
});

test("the call of the tutorial's program is answered as it reads it", async (t) => {
  const [, program] = /```js\n([^`]*(?:`[^`\n]*`[^`]*)*?)```/.exec(tutorial);
  const folder = mkdtempSync(join(tmpdir(), "twinprint-tutorial-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const server = await serve("--remember", join(folder, "seen"));
  t.after(() => server.end());
  const said = [];
  const AsyncFunction = (async () => {}).constructor;
  const run = new AsyncFunction("id", "text", "console", program.replace("http://127.0.0.1:8787", server.url));
  const text = "Found by the mill: a black dog with one white ear, who answers to nothing and eats what he is given.";
  await run("first", text, { log: (line) => said.push(line) });
  await run("second", text, { log: (line) => said.push(line) });
  assert.deepEqual(said, ["as first"]);
});
