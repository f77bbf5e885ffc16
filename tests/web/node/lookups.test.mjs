import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { suffixMatches, Tables, TwinprintError } from "../../../pkg/languages-node.js";
import { lookupMisses } from "../lookups.mjs";

const lookups = JSON.parse(readFileSync(new URL("../../lookups.json", import.meta.url), "utf8"));
const [, { shards, queries }] = lookups.cases;
const bytes = () => shards.map((hex) => Uint8Array.from(Buffer.from(hex, "hex")));

test("look-ups in Node find what they find everywhere", () => {
  assert.deepEqual(lookupMisses({ Tables, suffixMatches }, lookups), []);
});

test("a look-up that finds something else is named", () => {
  const wrong = structuredClone(lookups.cases[1]);
  wrong.queries[0].matches = [];
  assert.match(lookupMisses({ Tables, suffixMatches }, { cases: [wrong] })[0], /64 bits: [0-9a-f]{16} is .*, expected .*/);
});

test("an index with a shard missing, a damaged one or one of another kind is refused in plain words", () => {
  const kind = (shards) => {
    try {
      new Tables(shards).verify();
    } catch (error) {
      assert.ok(error instanceof TwinprintError);
      return `${error.kind}: ${error.message}`;
    }
    return "nothing was wrong";
  };
  assert.match(kind([]), /bad-table: .*there is no shard/);
  assert.match(kind(bytes().slice(1)), /bad-table: .*missing/);
  assert.match(kind([Uint8Array.of(1, 2, 3)]), /bad-table: shard 1: .*does not begin as one/);
  const newer = bytes();
  newer[0][8] = 2;
  assert.match(kind(newer), /other-table: shard 1: its version is 2, and 1 is read here/);
  for (let at = 0; at < shards[0].length / 2; at += 7) {
    const damaged = bytes();
    damaged[0][at] ^= 0x10;
    assert.match(kind(damaged), /^(bad|other)-table: /, `byte ${at}`);
  }
});

test("what is no fingerprint of the index, and a larger k than its own, are refused", () => {
  const tables = new Tables(bytes());
  const option = (call) => {
    try {
      call();
    } catch (error) {
      return error.place;
    }
    return "taken";
  };
  const [{ query }] = queries;
  assert.equal(option(() => tables.query(query.slice(1))), "fingerprint");
  assert.equal(option(() => tables.query(`+${query.slice(1)}`)), "fingerprint");
  assert.equal(option(() => tables.query(query, 4)), "k");
  assert.equal(option(() => tables.suffixes(query, 0, 3)), "prefix");
  assert.equal(option(() => tables.query(query, 3, 1)), "taken");
  assert.equal(tables.documents("0".repeat(16), 1), undefined);
  tables.free();
});
