import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as languages from "../../../pkg/languages-node.js";
import * as english from "../../../pkg/node.js";
import { misses } from "../vectors.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../vectors.json", import.meta.url), "utf8"));

test("the module with English meets every vector in Node", () => {
  assert.deepEqual(misses(english.Session, vectors, { lacks: ["sentences"] }), []);
});

test("the module with all languages gives the same answers", () => {
  assert.deepEqual(misses(languages.Session, vectors), []);
});

test("a vector that is not met is named with the field, what it is and what it should be", () => {
  const [vector] = vectors.cases.filter(({ expect }) => expect.report);
  const wrong = { ...vector, expect: { report: { words_a: -1 } } };
  const [miss] = misses(english.Session, { version: 1, cases: [wrong] });
  assert.match(miss, /report\.words_a is \d+, expected -1$/);
});
