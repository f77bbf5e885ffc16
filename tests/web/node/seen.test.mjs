// What a document is known by as a whole: the same fingerprints as those that services keep, tests/seen.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TwinprintError, documentFingerprints } from "../../../pkg/languages-node.js";

const dialogue = JSON.parse(readFileSync(new URL("../../seen.json", import.meta.url), "utf8"));
const exported = dialogue.find(({ path }) => path === "/v1/seen/export").response;

test("fingerprints are those that services keep of the same texts", () => {
  const texts = dialogue.filter(({ path, response }) => path === "/v1/seen" && response.status === "new").map(({ body }) => JSON.parse(body).text);
  for (const [number, { fingerprints, words }] of exported.records.entries()) {
    assert.deepEqual(documentFingerprints(texts[number]), { fingerprints, words, design: exported.design });
  }
  assert.ok(exported.records.length >= 4);
});

test("markup counts for nothing, and other numbers of bytes give other designs", () => {
  const [{ body }] = dialogue;
  const { text } = JSON.parse(body);
  assert.deepEqual(documentFingerprints({ name: "a", text: `<p>${text}</p>`, format: "html" }), documentFingerprints(text));
  const { fingerprints, design } = documentFingerprints(text, { bytes: 80 });
  assert.equal(fingerprints.length, 10);
  assert.notEqual(design, exported.design);
});

test("what cannot be told is an error with its parts", () => {
  for (const [document, options, kind] of [["too short", {}, "too-short"], ["", {}, "no-words"], [TEXT, { bytes: 41 }, "invalid-option"], [{ name: "a", text: TEXT, format: "pdf" }, {}, "invalid-option"]]) {
    assert.throws(() => documentFingerprints(document, options), (error) => error instanceof TwinprintError && error.kind === kind);
  }
});

const TEXT = "one two three four five six seven eight nine";
