import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as languages from "../../../pkg/languages-node.js";
import * as english from "../../../pkg/node.js";
import { misses, rewordedMisses, sketchMisses } from "../vectors.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../vectors.json", import.meta.url), "utf8"));

test("the module with English meets every vector in Node", () => {
  assert.deepEqual(misses(english.Session, vectors, { lacks: ["sentences", "clean"] }), []);
});

test("the module with all languages gives the same answers", () => {
  assert.deepEqual(misses(languages.Session, vectors), []);
});

test("passages in other words are those of the vectors", () => {
  assert.deepEqual(rewordedMisses(languages.Session, vectors), []);
});

test("sketches are those of the vectors", () => {
  assert.deepEqual(sketchMisses(languages.Sketches, vectors), []);
});

test("a sketch that is not met is named, too", () => {
  const wrong = { ...vectors.sketches[0], expect: { a: "-" } };
  assert.match(sketchMisses(languages.Sketches, { ...vectors, sketches: [wrong] })[0], /a is "[0-9a-f]+", expected "-"$/);
});

test("seeds are drawn where they are asked for, and are in the recipe", () => {
  const drawn = ["random", "random"].map((seed) => new languages.Sketches(`fusion:seed=${seed}`));
  assert.match(drawn[0].method, /^fusion:seed=\d+,tf=once$/);
  assert.notEqual(drawn[0].recipe, drawn[1].recipe);
  const again = new languages.Sketches(drawn[0].method);
  assert.equal(again.recipe_id, drawn[0].recipe_id);
});

test("lines of a site are taken out by a file, and no other file is taken", () => {
  const golden = readFileSync(new URL("../../golden/boilerplate-1.twb", import.meta.url));
  const sketches = new languages.Sketches("exact:clean=site,volatile", undefined, golden);
  const put = (id, text, host) => sketches.put(id, "page", text, "plain", `http://${host}/page`);
  put(0, "Home | About\nIt rains.", "a.example.org");
  put(1, "HOME, about\nIt rains.\n2026-11-21", "A.example.org");
  put(2, "Home | About\nIt rains.", "z");
  assert.deepEqual([1, 2].map((other) => sketches.compare(0, other).alike), [true, false]);
  assert.match(sketches.method, /^exact:clean=site:[0-9a-f]{32},volatile$/);
  const kind = (call) => {
    try {
      call();
    } catch (error) {
      return error.kind;
    }
    return "none";
  };
  assert.equal(kind(() => new languages.Sketches("exact:clean=site", undefined, golden.subarray(1))), "invalid-option");
  assert.equal(kind(() => new languages.Sketches(sketches.method)), "invalid-option");
});

test("a vector that is not met is named with the field, what it is and what it should be", () => {
  const [vector] = vectors.cases.filter(({ expect }) => expect.report);
  const wrong = { ...vector, expect: { report: { words_a: -1 } } };
  const [miss] = misses(english.Session, { version: 1, cases: [wrong] });
  assert.match(miss, /report\.words_a is \d+, expected -1$/);
});
