// What every service of an index of documents as wholes must answer, wherever it runs: the dialogue of tests/documents.json, word for word,
// over the index in tests/golden/documents-1.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const dialogue = JSON.parse(readFileSync(new URL("../../documents.json", import.meta.url), "utf8"));

/** The folder of the index. */
export const FOLDER = fileURLToPath(new URL("../../golden/documents-1", import.meta.url));

/** Its files, by their names. */
export const FILES = new Map(readdirSync(FOLDER).map((name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))]));

/** The tests of a service of this index; `service` gives its address. */
export function documentsContract(name, service) {
  test(`${name}: of which documents another is a near-duplicate is what every face says`, async () => {
    const url = await service();
    for (const { method, path, body, status, response } of dialogue) {
      const given = await request(url, method, path, body);
      assert.deepEqual([given.status, await given.json()], [status, response], `${method} ${path} ${body.slice(0, 60)}`);
    }
  });

  test(`${name}: a text of a megabyte is taken, and none longer`, async () => {
    const url = await service();
    const long = JSON.stringify({ text: "word ".repeat(200_000) });
    assert.equal((await request(url, "POST", "/v1/documents", long)).status, 200);
    const longer = await request(url, "POST", "/v1/documents", `${long}${" ".repeat(1 << 20)}`);
    assert.deepEqual([longer.status, (await longer.json()).error.kind], [413, "too-long"]);
  });
}

const request = (url, method, path, body) =>
  fetch(`${url}${path}`, { method, ...(method === "GET" ? {} : { headers: { "content-type": "application/json" }, body }) });
