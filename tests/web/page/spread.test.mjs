// What the overview is made of, on made numbers: where the unusual begins, bars, clusters, places; and what a pair is cited as.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { source } from "./source.mjs";

const { Tally, bins } = await source("overview/tally.ts");
const { clusters } = await source("overview/clusters.ts");
const { hull, layout } = await source("overview/layout.ts");
const { quotation } = await source("pair/quotation.ts");
const { pageAt } = await source("text-pane/pages.ts");
const { differences } = await source("pair/differences.ts");

/** `n` numbers around `middle`, within `spread` of it, the same each time. */
const around = (middle, spread, n) => Array.from({ length: n }, (_, i) => middle + spread * Math.sin(i * 12.9898));
const unusual = (...values) => new Tally(Float64Array.from(values.flat())).unusual(1);

describe("where the unusual begins", () => {
  test("five pairs that share much stand apart from hundreds that share nothing", () => {
    assert.deepEqual(unusual(Array(775).fill(0), [14.4, 22, 31, 45.5, 80]), { from: 14, pairs: 5 });
  });

  test("what the whole class shares is not unusual, and what goes far beyond it is", () => {
    assert.deepEqual(unusual(around(30, 5, 400), [62, 71]), { from: 62, pairs: 2 });
  });

  test("where a third shares a common quotation, that is not unusual", () => {
    assert.deepEqual(unusual(Array(500).fill(0), around(6, 2, 250), [40, 60]), { from: 40, pairs: 2 });
  });

  test("pairs that stand apart do not hide themselves by being many", () => {
    assert.equal(unusual(Array(720).fill(0), around(60, 20, 60)).pairs, 60);
  });

  test("in a class of five, two copied pairs of ten stand apart", () => {
    assert.deepEqual(unusual(Array(8).fill(0), [30, 40]), { from: 30, pairs: 2 });
  });

  test("nothing stands apart where all are alike, where none shares anything, and where there is nothing", () => {
    for (const values of [Array(50).fill(100), Array(50).fill(0), around(20, 8, 300), []]) assert.equal(unusual(values), undefined);
  });

  test("the line is a whole number, and a filter from there on finds as many as the sentence says", () => {
    for (let seed = 1; seed < 200; seed++) {
      const values = around(seed % 40, seed % 13, 90).map((value) => Math.max(0, value)).concat([((seed * 37) % 1000) / 10, ((seed * 91) % 1000) / 10]);
      const found = unusual(values);
      if (!found) continue;
      assert.ok(Number.isInteger(found.from));
      assert.equal(values.filter((value) => value >= found.from).length, found.pairs);
    }
  });
});

test("bars are of a whole width and have every pair that shares anything, once", () => {
  for (const values of [[0, 0.04, 3, 99.97, 100], around(500, 499, 1000), [1], [0]]) {
    const all = bins(new Tally(Float64Array.from(values)));
    assert.ok(all.length <= 50);
    assert.ok(all.every(({ low, high }, i) => Number.isInteger(high) && low === (i === 0 ? 0 : all[i - 1].high)));
    assert.equal(all.reduce((sum, { pairs }) => sum + pairs, 0), values.filter((value) => value > 0).length);
  }
});

test("documents that hang together are one cluster, the largest first, what shares most side by side", () => {
  const edge = (a, b, value) => ({ a, b, value });
  assert.deepEqual(clusters([edge(1, 2, 5), edge(7, 9, 50), edge(8, 9, 20), edge(7, 8, 1), edge(3, 4, 9)]), [[7, 9, 8], [1, 2], [3, 4]]);
  assert.deepEqual(clusters([]), []);
});

test("the same edges are laid out in the same places, none on top of another", async () => {
  const edges = Array.from({ length: 60 }, (_, i) => ({ a: i % 20, b: 20 + ((i * 7) % 20), value: 1 + (i % 5) }));
  const never = async () => false;
  const [one, other] = [await layout(clusters(edges), edges, 1.5, never), await layout(clusters(edges), edges, 1.5, never)];
  assert.deepEqual(one, other);
  const places = [...one.places.values()];
  assert.equal(places.length, 40);
  for (const [i, p] of places.entries()) {
    assert.ok(p.x > 0 && p.y > 0 && p.x < one.width && p.y < one.height);
    for (const q of places.slice(i + 1)) assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 0.1);
  }
  assert.equal(await layout(clusters(edges), edges, 1.5, async () => true), undefined, "it can be given up");
});

test("an outline has the corners and nothing within", () => {
  const corners = [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 3 }, { x: 0, y: 3 }];
  const found = hull([...corners, { x: 1, y: 1 }, { x: 2, y: 2 }, { x: 2, y: 0 }]);
  assert.equal(found.length, 4);
  assert.ok(corners.every((corner) => found.some(({ x, y }) => x === corner.x && y === corner.y)));
});

test("a passage is cited in both texts' words, with names and pages", () => {
  const side = (name, text, place, pages) => ({ name, text, place, pages });
  assert.equal(
    quotation([side("a.pdf", "One two\nthree four.", { start: 4, end: 18 }, [0, 8, 14]), side("b.txt", "two three four", { start: 0, end: 14 })], "3 words the same"),
    "“two three four” (a.pdf, pages 1–3)\n“two three four” (b.txt)\n3 words the same",
  );
  assert.deepEqual([0, 7, 8, 13, 99].map((offset) => pageAt([0, 8, 14], offset)), [1, 1, 2, 2, 3]);
});

test("changes lie between the runs of a passage", () => {
  const run = (a, b) => ({ a: { start: a, end: a + 5 }, b: { start: b, end: b + 5 } });
  assert.deepEqual(differences({ passages: [{ runs: [run(0, 10)] }, { runs: [run(20, 30), run(26, 40), run(40, 46)] }] }), [
    { passage: 1, a: { start: 25, end: 26 }, b: { start: 35, end: 40 } },
    { passage: 1, a: { start: 31, end: 40 }, b: { start: 45, end: 46 } },
  ]);
});
