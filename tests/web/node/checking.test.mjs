// A document checked by the module of the checking page against an index that takes out boilerplate: what the command line finds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Check, Index, initSync } from "../../../pkg/dist/check/twinprint.js";

const golden = (path) => readFileSync(new URL(`../../golden/${path}`, import.meta.url));

initSync({ module: readFileSync(new URL("../../../pkg/dist/check/twinprint_bg.wasm", import.meta.url)) });

/** An index that is published as the golden one, with what its documents are signed by. */
function published(signed = (file) => golden(`corpus-2/${file}`)) {
  const index = Index.published("https://example.org/", golden("corpus-2/index.json"));
  const wanted = [];
  for (let step = index.wanted_to_sign(); step; step = index.wanted_to_sign()) {
    const [{ file }] = step.ranges;
    wanted.push(file);
    index.take_to_sign(signed(file));
  }
  return { index, wanted };
}

function checked(index, way) {
  const check = new Check(index, "essay.txt", golden("site/essay.txt").toString(), "plain", way);
  for (let step = check.next(); step.is !== "done"; step = check.next()) {
    step.ranges.forEach(({ file, start, end }, part) => check.supply(part, golden(`corpus-2/${file}`).subarray(start, end)));
  }
  return check.json();
}

test("what is checked is cleaned as the index's own documents, and what is found is what the command line finds", () => {
  const { index, wanted } = published();
  assert.match(wanted.join(), /^boilerplate-[0-9a-f]{16}\.twb$/);
  const [found] = golden("site/findings.json").toString().split("\n");
  for (const way of ["download", "ranges"]) assert.equal(checked(index, way), found, way);
});

test("other boilerplate than the index names is refused, and nothing is checked without any", () => {
  assert.throws(() => published(() => golden("boilerplate-1.twb")), ({ kind }) => kind === "bad-answer");
  assert.throws(() => published(() => golden("model-1.twm")), ({ kind }) => kind === "invalid-option");
  const index = Index.published("https://example.org/", golden("corpus-2/index.json"));
  assert.throws(() => checked(index, "download"), ({ kind }) => kind === "invalid-option");
});

/** The golden index behind a service, with what its documents are signed by still to be taken. */
function served() {
  const { design, recipe, checksum, documents, passages } = JSON.parse(golden("corpus-2/index.json"));
  const meta = { service: "twinprint look-up", version: 1, recipe, index: checksum, design, documents, passages };
  return Index.service("https://example.org/", Buffer.from(JSON.stringify(meta)));
}

test("a service is asked for it by its own path", () => {
  const index = served();
  const { is, path } = index.wanted_to_sign();
  assert.deepEqual([is, path], ["get", "v1/boilerplate"]);
  index.take_to_sign(golden("site/sites.twb"));
  assert.equal(index.wanted_to_sign(), undefined);
});

test("a secret draws the same decoys each time, and another does not", () => {
  const index = served();
  index.take_to_sign(golden("site/sites.twb"));
  const [HEAD, FIRST_BUCKET] = [48, new Uint8Array(8)];
  const prefixes = (secret) => {
    const check = new Check(index, "essay.txt", golden("site/essay.txt").toString(), "plain", "prefix", secret);
    let step = check.next();
    if (step.path === "v1/buckets") {
      check.take(0, FIRST_BUCKET);
      step = check.next();
    }
    assert.equal(step.is, "lookups");
    const body = Buffer.from(step.bodies[0][1]);
    return Array.from({ length: (body.length - HEAD) / 3 }, (_, i) => body.toString("hex", HEAD + 3 * i, HEAD + 3 * i + 3)).sort();
  };
  const kept = Uint8Array.from({ length: 16 }, (_, i) => i);
  const first = prefixes(kept);
  assert.equal(Math.log2(first.length) % 1, 0, `${first.length} is a power of two`);
  assert.deepEqual(prefixes(kept), first);
  const other = new Set(prefixes(kept.map((byte) => byte + 1)));
  const both = first.filter((prefix) => other.has(prefix));
  assert.ok(both.length > 0 && both.length <= first.length / 2, `${both.length} of ${first.length} are the text's own`);
  assert.throws(() => prefixes(kept.subarray(1)), { name: "TypeError", message: "a secret has 16 bytes" });
});
