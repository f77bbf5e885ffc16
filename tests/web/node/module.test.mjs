// A smoke test of the optimised module, as it is shipped: an optimiser that breaks tables of references or drops
// a feature shows here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { initSync } from "../../../pkg/dist/twinprint.js";
import { compare, compareAll, encoding, Session, TwinprintError } from "../../../pkg/node.js";

const ORIGINAL = "The quick brown fox jumps over the lazy dog by the river.";
const ESSAY = "As we know, the quick brown fox jumps over the lazy dog!";

for (const folder of ["", "languages/"]) {
  test(`dist/${folder}twinprint_bg.wasm is valid and has no names for debugging`, () => {
    const bytes = readFileSync(new URL(`../../../pkg/dist/${folder}twinprint_bg.wasm`, import.meta.url));
    const module = new WebAssembly.Module(bytes);
    assert.deepEqual(
      ["name", "producers", ".debug_info"].filter((name) => WebAssembly.Module.customSections(module, name).length > 0),
      [],
    );
  });
}

test("a passage is found in both texts, at UTF-16 offsets", () => {
  const emoji = `👩‍🏫 ${ESSAY}`;
  const { passages } = compare(ORIGINAL, emoji);
  assert.equal(passages.length, 1);
  const [{ a, b, words }] = passages;
  assert.equal(words, 9);
  assert.equal(ORIGINAL.slice(a.start, a.end), "The quick brown fox jumps over the lazy dog");
  assert.equal(emoji.slice(b.start, b.end), "the quick brown fox jumps over the lazy dog");
});

test("a document is wholly in itself", () => {
  const { resemblance, containment_a, containment_b } = compare(ORIGINAL, ORIGINAL);
  assert.deepEqual({ resemblance, containment_a, containment_b }, { resemblance: 1, containment_a: 1, containment_b: 1 });
});

test("no words, an option out of range and bytes that are no text are errors of the package", () => {
  const kind = (call) => {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof TwinprintError, `${error}`);
      assert.ok(error.what && error.place && error.remedy, JSON.stringify(error));
      return error.kind;
    }
    return "none";
  };
  assert.equal(kind(() => compare(" \n", ESSAY)), "no-words");
  assert.equal(kind(() => compare(ORIGINAL, ESSAY, { shingle: 0 })), "invalid-option");
  assert.equal(kind(() => compare(ORIGINAL, ESSAY, { templates: [ORIGINAL] })), "only-template");
  assert.equal(kind(() => encoding(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13))), "not-text");
});

test("bytes in UTF-8 and UTF-16 are told apart", () => {
  assert.equal(new TextDecoder(encoding(new TextEncoder().encode("Grüße"))).encoding, "utf-8");
  assert.equal(new TextDecoder(encoding(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).encoding, "utf-16le");
});

test("of many documents one that cannot be compared stops no other", () => {
  const { documents, pairs } = compareAll([ORIGINAL, { name: "empty.txt", text: "" }, ESSAY]);
  assert.equal(documents[1].error.place, "empty.txt");
  assert.deepEqual(pairs.map(({ a, b, longest_run }) => ({ a, b, longest_run })), [{ a: 0, b: 2, longest_run: 9 }]);
});

test("documents that are read again, and sessions that are freed, give their memory back", () => {
  // The package has initialised the module; asked again, it hands out what it exports.
  const { memory } = initSync();
  const text = ORIGINAL.repeat(2000);
  const use = () => {
    const session = new Session();
    for (let i = 0; i < 10; i++) session.put(i % 2, "again", text);
    session.remove(1);
    assert.throws(() => session.view(1));
    session.free();
  };
  use();
  const size = memory.buffer.byteLength;
  for (let i = 0; i < 10; i++) use();
  assert.equal(memory.buffer.byteLength, size);
});
