//! The pairs of a table that share something, as edges between documents.

import type { PairTable } from "../pair-table.ts";
import type { Edge } from "./clusters.ts";
import type { Measure } from "./measures.ts";
import { Tally } from "./tally.ts";

/** The `most` strongest of the pairs in `slots` with at least `from` by a measure, the strongest first; and how many there are. */
export function strongest(table: PairTable, slots: Uint32Array, by: Measure, from: number, most: number): { edges: Edge[]; all: number } {
  const values = table.measure(by);
  const sharing = slots.filter((slot) => values[slot]! > 0 && values[slot]! >= from);
  const beyond = sharing.length - most;
  const floor = beyond <= 0 ? 0 : new Tally(Float64Array.from(sharing, (slot) => values[slot]!)).quantile(beyond / sharing.length);
  const edges: Edge[] = [];
  for (const slot of sharing) {
    if (values[slot]! < floor) continue;
    const { a, b } = table.at(slot);
    edges.push({ a, b, value: values[slot]! });
  }
  edges.sort((x, y) => y.value - x.value || x.a - y.a || x.b - y.b);
  return { edges: edges.slice(0, most), all: sharing.length };
}
