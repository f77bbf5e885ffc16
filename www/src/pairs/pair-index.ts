//! Where a pair's numbers stand: slots found by both ids. A hash table of bare numbers, since a `Map` of half a million pairs
//! takes ten times the memory and as long to fill as the pairs take to be drawn.

/** The ids of the pairs, slot by slot. */
export interface Ids {
  a: Uint32Array;
  b: Uint32Array;
}

export class PairIndex {
  /** Slots, each plus one, where their ids lead to; 0 is free. At most half of them are taken. */
  #table = new Uint32Array(1024);
  #size = 0;

  /** The slot of a pair, or -1. */
  find(a: number, b: number, ids: Ids): number {
    return this.#table[this.#place(a, b, ids)]! - 1;
  }

  /** Takes the pair in `slot`, which is not here yet. */
  add(slot: number, ids: Ids): void {
    if (2 * ++this.#size > this.#table.length) this.#grow(ids);
    this.#table[this.#place(ids.a[slot]!, ids.b[slot]!, ids)] = slot + 1;
  }

  clear(): void {
    this.#table.fill(0);
    this.#size = 0;
  }

  #grow(ids: Ids): void {
    const slots = this.#table;
    this.#table = new Uint32Array(2 * slots.length);
    for (const slot of slots) if (slot > 0) this.#table[this.#place(ids.a[slot - 1]!, ids.b[slot - 1]!, ids)] = slot;
  }

  /** Where a pair stands, or is to stand. */
  #place(a: number, b: number, ids: Ids): number {
    const table = this.#table;
    const last = table.length - 1;
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    let at = (mixed ^ (mixed >>> 15)) & last;
    for (;;) {
      const slot = table[at]!;
      if (slot === 0 || (ids.a[slot - 1] === a && ids.b[slot - 1] === b)) return at;
      at = (at + 1) & last;
    }
  }
}
