// A smoke test of the optimised module, as it is shipped: an optimiser that breaks tables of references or drops
// a feature shows here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { initSync } from "../../../pkg/dist/package/twinprint.js";
import * as languages from "../../../pkg/languages-node.js";
import * as english from "../../../pkg/node.js";
import { compare, compareAll, encoding, Session, TwinprintError } from "../../../pkg/node.js";

const ORIGINAL = "The quick brown fox jumps over the lazy dog by the river.";
const ESSAY = "As we know, the quick brown fox jumps over the lazy dog!";

for (const folder of ["", "package/", "languages/"]) {
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

for (const [name, { compareAll, TwinprintError }] of Object.entries({ english, languages })) {
  test(`of many documents the pairs that share much are those of all pairs, with the same numbers (${name})`, () => {
    const words = (from, to) => Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(" ");
    const song = `${words(0, 9)} ${words(0, 9)} ${words(0, 9)}`;
    const documents = [words(0, 40), words(30, 70), " ", song, words(65, 90), words(0, 40), `${song} ${words(85, 99)}`, "nothing of all this"];
    const options = { templates: [words(68, 72)], run: 4 };
    const { pairs } = compareAll(documents, options);
    const share = ({ containment_a, containment_b }) => Math.max(containment_a, containment_b);
    assert.equal(pairs.length, 21);
    for (const at_least of [0, 0.3, 1]) {
      const wanted = pairs.filter((pair) => pair.shared_shingles > 0 && share(pair) >= at_least);
      assert.ok(wanted.length > 0, `some pairs share ${at_least}`);
      assert.deepEqual(compareAll(documents, { ...options, at_least }).pairs, wanted);
    }
    const steps = [];
    const most = compareAll(documents, { ...options, most_pairs: 2, progress: ({ step, done, of }) => steps.push(`${step} ${done}/${of}`) });
    assert.deepEqual(steps.slice(-3), ["reading 7/8", "comparing 0/2", "comparing 2/2"]);
    assert.deepEqual(most.pairs, pairs.slice(0, 2));
    assert.equal(most.documents[2].error.kind, "no-words");
    for (const [option, value] of [["at_least", 1.5], ["at_least", NaN], ["most_pairs", 0], ["most_pairs", 2.5]]) {
      const refused = (error) => error instanceof TwinprintError && error.place === option && error.kind === "invalid-option";
      assert.throws(() => compareAll(documents, { [option]: value }), refused);
    }
  });
}

test("what is reworded is looked for where it is asked for, and only by the module that can", () => {
  const [a, b] = ["chronicle", "retold"].map((name) => readFileSync(new URL(`../../reworded/${name}.txt`, import.meta.url), "utf8"));
  assert.equal("reworded" in languages.compare(a, b), false);
  const { reworded, ...copied } = languages.compare(a, b, { reach: "reworded" });
  assert.deepEqual(copied, languages.compare(a, b, { reach: "edited" }));
  const words = Math.max(reworded[0].words_a, reworded[0].words_b);
  const { pairs } = languages.compareAll([a, ORIGINAL, b, " "], { reach: "reworded" });
  const told = pairs.map(({ a, b, reworded_words }) => [a, b, reworded_words]).sort();
  assert.deepEqual(told, [[0, 1, 0], [0, 2, words], [1, 2, 0]]);
  for (const [{ compare, compareAll }, reach, remedy] of [
    [english, "reworded", "use copied or edited, or reworded with twinprint/languages"],
    [languages, "far", "use copied, edited or reworded"],
  ]) {
    const refusal = { kind: "invalid-option", place: "reach", remedy };
    assert.throws(() => compare(a, b, { reach }), refusal);
    assert.throws(() => compareAll([a, b], { reach }), refusal);
  }
});

test("an edited passage is told apart from what is copied, and not looked for where that is asked", () => {
  const a = "My grandmother kept every letter he sent during those years. Rain had ruined several, yet most could be read by candlelight. The harbour master counted forty seals and a walrus on the slipway, wrote their number in a blue ledger and rowed home before the tide turned.";
  const b = "The harbour keeper counted forty otters and a badger on the jetty, wrote their names in a green ledger and walked home before a tide turned. Few people visit our museum after October. Its catalogue lists boats, lamps, nets, charts.";
  for (const { compare, compareAll, Session } of [english, languages]) {
    const { passages, shared_words_a, edited_words_a, edited_words_b, longest_run } = compare(a, b);
    assert.deepEqual({ shared_words_a, longest_run }, { shared_words_a: 0, longest_run: 0 });
    assert.equal(passages.length, 1);
    assert.equal(passages[0].edited, true);
    assert.ok(passages[0].bits >= 20, `${passages[0].bits} bits`);
    assert.deepEqual([edited_words_a, edited_words_b], [passages[0].words, passages[0].words]);
    assert.equal(compareAll([a, b]).pairs[0].passages, 1);

    const copied = compare(a, b, { reach: "copied" });
    assert.deepEqual([copied.passages.length, copied.edited_words_a], [0, 0]);
    assert.equal(compareAll([a, b], { reach: "copied" }).pairs[0].passages, 0);
    const session = new Session();
    session.put(1, "a", a);
    session.put(2, "b", b);
    assert.deepEqual(session.report_copied(1, 2), copied);
    session.free();
  }
});

test("what is copied is the same however far is looked, and its passage is not called edited", () => {
  const [far, near] = ["edited", "copied"].map((reach) => compare(ORIGINAL, ESSAY, { reach }));
  assert.deepEqual([far.longest_run, far.shared_words_a, far.passages[0].edited], [9, near.shared_words_a, false]);
});

test("how far to look is refused by a session, too, where it is not a value", () => {
  assert.throws(() => new english.Session({ reach: "reworded" }), { kind: "invalid-option", place: "reach" });
});

test("what is in other words changes with what is template, and with a text that is put again", () => {
  const [a, b] = ["chronicle", "retold"].map((name) => readFileSync(new URL(`../../reworded/${name}.txt`, import.meta.url), "utf8"));
  const session = new languages.Session();
  session.put(1, "a", a);
  session.put(2, "b", b);
  assert.equal(session.reworded(1, 2).length, 1);
  session.put(3, "template", a.split("\n\n")[1]);
  session.templates(Uint32Array.of(3));
  assert.deepEqual(session.reworded(1, 2), []);
  session.templates(Uint32Array.of());
  assert.deepEqual([...session.reworded_words(Uint32Array.of(1, 2, 1, 3))].map((words) => words > 20), [true, true]);
  session.put(2, "b", ORIGINAL);
  assert.deepEqual(session.reworded(1, 2), []);
  assert.throws(() => session.reworded(1, 9), { kind: "invalid-option", place: "document" });
  session.free();
});

test("what is taken out by hand counts in one pair, or in none, until it is put back", () => {
  const session = new english.Session();
  const phrase = "with all due respect to everybody who has ever thought about it";
  const texts = ["It rains", "It snows", "It thaws"].map((text) => `${text}, ${phrase}, all day long.`);
  for (const [id, text] of texts.entries()) session.put(id, `${id}`, text, "plain");
  const shared = () => [[0, 1], [0, 2], [1, 2]].map(([a, b]) => session.pair(a, b).shared_words_a);
  const [before] = shared();
  assert.ok(before >= 12);
  assert.deepEqual([...session.take_out([phrase], Uint32Array.of(1, 0))], [1, 0]);
  assert.deepEqual(shared(), [0, before, before]);
  assert.deepEqual(session.report(0, 1).left_out_a.map(({ kind, text, words }) => [kind, text, words]), [["taken-out", 0, 12]]);
  assert.equal(session.report_copied(0, 1).left_out_words_b, 12);
  assert.equal(session.pair_counting(0, 1, "taken-out").shared_words_a, before);
  assert.ok(session.csv(Uint32Array.of(0, 1)).includes("0,1,") && !session.html(Uint32Array.of(0, 1)).includes("<mark"));
  assert.deepEqual([...session.take_out(["all day long", "it rains, with all due respect", ""], new Uint32Array())], [0, 1, 2]);
  assert.equal(session.report(0, 1).left_out_a.find(({ words }) => words === 12).text, 3);
  assert.deepEqual([...session.take_out([], new Uint32Array())], [0, 1, 2]);
  session.take_out([], Uint32Array.of(0, 1));
  assert.deepEqual(shared(), [before, before, before]);
  assert.throws(() => session.take_out([], Uint32Array.of(1)), { kind: "invalid-option", place: "pair" });
  session.free();
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
