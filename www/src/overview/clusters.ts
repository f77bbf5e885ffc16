//! Documents that hang together: each shares with another of its cluster, directly or by way of others.

export interface Edge {
  a: number;
  b: number;
  value: number;
}

/**
 * The clusters of two or more, the largest first, equals by their smallest id. Within one, documents that share much stand side
 * by side: from the end of its strongest edge the tree of strongest edges is walked (Prim's order).
 */
export function clusters(edges: Edge[]): number[][] {
  const neighbours = new Map<number, Edge[]>();
  const join = (id: number, edge: Edge) => {
    const known = neighbours.get(id);
    if (known) known.push(edge);
    else neighbours.set(id, [edge]);
  };
  const strongestFirst = edges.toSorted((x, y) => y.value - x.value || x.a - y.a || x.b - y.b);
  for (const edge of strongestFirst) {
    join(edge.a, edge);
    join(edge.b, edge);
  }
  const found: number[][] = [];
  const reached = new Set<number>();
  for (const { a } of strongestFirst) if (!reached.has(a)) found.push(walk(a, neighbours, reached));
  return found.sort((x, y) => y.length - x.length || Math.min(...x) - Math.min(...y));
}

/** All that is reached from `first`, each time along the strongest edge that leads to something new. */
function walk(first: number, neighbours: Map<number, Edge[]>, reached: Set<number>): number[] {
  const found: number[] = [];
  const heap = new StrongestFirst();
  const reach = (id: number) => {
    reached.add(id);
    found.push(id);
    for (const edge of neighbours.get(id) ?? []) heap.push(edge);
  };
  reach(first);
  for (let edge = heap.pop(); edge; edge = heap.pop()) {
    if (!reached.has(edge.a)) reach(edge.a);
    else if (!reached.has(edge.b)) reach(edge.b);
  }
  return found;
}

/** A binary heap of edges. */
class StrongestFirst {
  #edges: Edge[] = [];

  push(edge: Edge): void {
    const edges = this.#edges;
    let at = edges.push(edge) - 1;
    for (let up = (at - 1) >> 1; at > 0 && edges[up]!.value < edge.value; up = (at - 1) >> 1) {
      edges[at] = edges[up]!;
      at = up;
    }
    edges[at] = edge;
  }

  pop(): Edge | undefined {
    const edges = this.#edges;
    const top = edges[0];
    const last = edges.pop();
    if (!last || edges.length === 0) return top;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down + 1 < edges.length && edges[down + 1]!.value > edges[down]!.value) down += 1;
      if (down >= edges.length || edges[down]!.value <= last.value) break;
      edges[at] = edges[down]!;
      at = down;
    }
    edges[at] = last;
    return top;
  }
}
