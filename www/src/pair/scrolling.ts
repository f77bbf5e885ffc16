//! Scrolling two texts together: which place of one text belongs beside a place of the other. Passages that stand in the same order
//! in both texts are fixed points; between them the texts move in proportion, so that nothing ever jumps.

import type { Place } from "../protocol/comparing.ts";
import type { Side } from "../text-pane/painting.ts";

/** A passage in both texts, and how much it counts. */
export interface FixedPoint {
  a: Place;
  b: Place;
  words: number;
}

export class ScrollMap {
  #points: [number, number][] = [];

  constructor(passages: FixedPoint[], lengthA: number, lengthB: number) {
    const inOrder = passages.toSorted((x, y) => x.a.start - y.a.start || x.b.start - y.b.start);
    const chain = heaviestChain(inOrder.map(({ b, words }) => ({ at: b.start, weight: words })));
    const points: [number, number][] = [[0, 0]];
    for (const index of chain) {
      const { a, b } = inOrder[index]!;
      points.push([a.start, b.start], [a.end, b.end]);
    }
    points.push([lengthA, lengthB]);
    for (const point of points) {
      const last = this.#points.at(-1);
      if (!last || (point[0] > last[0] && point[1] > last[1])) this.#points.push(point);
    }
  }

  /** The place in the other text that belongs beside `offset` in text `side`. */
  beside(side: Side, offset: number): number {
    const [from, to] = side === "a" ? [0, 1] : ([1, 0] as const);
    const points = this.#points;
    let [low, high] = [0, points.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle]![from]! <= offset) low = middle;
      else high = middle;
    }
    const [left, right] = [points[low]!, points[high]!];
    const width = right[from]! - left[from]!;
    if (width <= 0) return left[to]!;
    return left[to]! + ((offset - left[from]!) / width) * (right[to]! - left[to]!);
  }
}

/** Indices of the heaviest subsequence whose places ascend: the best chain up to each place is kept in a Fenwick tree. */
function heaviestChain(items: { at: number; weight: number }[]): number[] {
  const places = [...new Set(items.map(({ at }) => at))].sort((x, y) => x - y);
  const rank = new Map(places.map((at, i) => [at, i + 1]));
  const best: { weight: number; index: number }[] = Array.from({ length: places.length + 1 }, () => ({ weight: 0, index: -1 }));
  const before: number[] = [];
  let heaviest = { weight: 0, index: -1 };
  for (const [index, { at, weight }] of items.entries()) {
    let found = { weight: 0, index: -1 };
    for (let i = rank.get(at)! - 1; i > 0; i -= i & -i) if (best[i]!.weight > found.weight) found = best[i]!;
    before[index] = found.index;
    const total = { weight: found.weight + weight, index };
    if (total.weight > heaviest.weight) heaviest = total;
    for (let i = rank.get(at)!; i < best.length; i += i & -i) if (best[i]!.weight < total.weight) best[i] = total;
  }
  const chain: number[] = [];
  for (let index = heaviest.index; index >= 0; index = before[index]!) chain.push(index);
  return chain.reverse();
}
