//! The pairs of a table that share something, as edges between documents.

import type { PairTable } from "../pair-table.ts";
import type { Edge } from "./clusters.ts";
import type { Measure } from "./measures.ts";
import { Tally } from "./tally.ts";

/**
 * The `most` strongest pairs with at least `from` by a measure, the strongest first, of those in `slots` or of all; and how many
 * there are.
 */
export function strongest(table: PairTable, by: Measure, from: number, most: number, slots?: Uint32Array): { edges: Edge[]; all: number } {
  const values = table.measure(by);
  const sharing = new Uint32Array(slots?.length ?? values.length);
  let all = 0;
  for (let i = 0; i < sharing.length; i++) {
    const slot = slots ? slots[i]! : i;
    if (values[slot]! > 0 && values[slot]! >= from) sharing[all++] = slot;
  }
  const shared = new Float64Array(all);
  for (let i = 0; i < all; i++) shared[i] = values[sharing[i]!]!;
  const floor = all <= most ? 0 : new Tally(shared).quantile(1 - most / all);
  const edges: Edge[] = [];
  for (const slot of sharing.subarray(0, all)) {
    if (values[slot]! < floor) continue;
    const { a, b } = table.at(slot);
    edges.push({ a, b, value: values[slot]! });
  }
  edges.sort((x, y) => y.value - x.value || x.a - y.a || x.b - y.b);
  return { edges: edges.slice(0, most), all };
}
