// The same module in Deno and in Bun, unchanged: the contract of the service, and an end by a signal. `npm ci` in tests/web/runtimes
// installs both.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { contract, ORIGIN } from "../service/contract.mjs";
import { bun, deno, startNode } from "./node.mjs";
import { sample } from "./sample.mjs";
import { ask } from "./workerd.mjs";

const VARIABLES = { ORIGINS: ORIGIN, BODY_SECONDS: "3" };
const ending = [];
const t = { after: (end) => ending.push(end) };

after(async () => {
  for (const end of ending.reverse()) await end();
});

for (const [name, runtime] of [["Deno", deno], ["Bun", bun]]) {
  let url;

  before(async () => {
    url = (await startNode(t, { ...VARIABLES, INDEX_FOLDER: sample(t).folder }, runtime())).url;
  });

  contract(name, async () => url);

  test(`${name}: nothing of a request is written anywhere, and a signal ends the server`, async (t) => {
    const { child, ended, said, url } = await startNode(t, { INDEX_FOLDER: sample(t).folder }, runtime());
    const before = said.text;
    assert.equal((await ask(url, { sources: [0], fingerprints: ["0000000000000000"] })).status, 200);
    assert.equal((await ask(url, { k: -1 })).status, 422);
    assert.equal(said.text, before);
    child.kill("SIGTERM");
    assert.equal(await ended, 0);
  });
}
