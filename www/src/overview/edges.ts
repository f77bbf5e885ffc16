//! The pairs of a table that share a passage, as edges between documents.

import type { Measure } from "../pairs/measures.ts";
import type { PairTable } from "../pairs/pair-table.ts";
import type { Edge } from "./clusters.ts";

/**
 * The `most` strongest pairs with at least `from` by a measure, the strongest first, equals by their ids, of those in `slots` or
 * of all; and how many there are. A few words that two have in common by chance, in no passage, join nobody. Of half a million
 * pairs only those are made edges that are kept.
 */
export function strongest(table: PairTable, by: Measure, from: number, most: number, slots?: Uint32Array): { edges: Edge[]; all: number } {
  const values = table.measure(by);
  const stronger = (x: number, y: number) => {
    if (values[x] !== values[y]) return values[x]! > values[y]!;
    const [[xa, xb], [ya, yb]] = [table.ids(x), table.ids(y)];
    return xa < ya || (xa === ya && xb < yb);
  };
  const kept = new Strongest(most, stronger);
  const n = slots?.length ?? values.length;
  let all = 0;
  for (let i = 0; i < n; i++) {
    const slot = slots ? slots[i]! : i;
    if (!(table.shares(slot) && values[slot]! > 0 && values[slot]! >= from)) continue;
    all += 1;
    kept.offer(slot);
  }
  const edges = Array.from(kept.slots, (slot): Edge => {
    const [a, b] = table.ids(slot);
    return { a, b, value: values[slot]! };
  });
  edges.sort((x, y) => y.value - x.value || x.a - y.a || x.b - y.b);
  return { edges, all };
}

/** The strongest of all slots offered: a binary heap with the weakest on top, which the next stronger one takes the place of. */
class Strongest {
  #heap: Uint32Array;
  #size = 0;

  constructor(
    most: number,
    private stronger: (x: number, y: number) => boolean,
  ) {
    this.#heap = new Uint32Array(most);
  }

  get slots(): Uint32Array {
    return this.#heap.subarray(0, this.#size);
  }

  offer(slot: number): void {
    if (this.#size < this.#heap.length) this.#rise(slot, this.#size++);
    else if (this.stronger(slot, this.#heap[0]!)) this.#sink(slot);
  }

  #rise(slot: number, at: number): void {
    const heap = this.#heap;
    for (let up = (at - 1) >> 1; at > 0 && this.stronger(heap[up]!, slot); up = (at - 1) >> 1) {
      heap[at] = heap[up]!;
      at = up;
    }
    heap[at] = slot;
  }

  #sink(slot: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down + 1 < this.#size && this.stronger(heap[down]!, heap[down + 1]!)) down += 1;
      if (down >= this.#size || !this.stronger(slot, heap[down]!)) break;
      heap[at] = heap[down]!;
      at = down;
    }
    heap[at] = slot;
  }
}
