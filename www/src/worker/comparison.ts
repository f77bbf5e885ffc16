//! The pairs that still have to be compared, worked off in slices so that a new document is never kept waiting.

import type { Session } from "twinprint";

/** A slice of work ends after this long. */
const SLICE_MS = 8;

export class Comparison {
  /** Documents that can be compared, in the order of their ids. */
  #ready: number[] = [];
  #templates = new Set<number>();
  /** Documents that are nothing but template. */
  #empty = new Set<number>();
  #queue: number[] = [];
  #next = 0;
  /** The pair being compared, for the page to name if the core goes down. */
  current: [number, number] | null = null;

  /** Pairs still to come. */
  get left(): number {
    return (this.#queue.length - this.#next) / 2;
  }

  /** Compares document `id`, new or changed, with every other. */
  add(id: number): void {
    this.remove(id);
    this.#empty.delete(id);
    const others = this.#comparable();
    this.#ready.push(id);
    this.#ready.sort((a, b) => a - b);
    if (this.#templates.has(id)) return;
    for (const other of others) this.#queue.push(Math.min(id, other), Math.max(id, other));
  }

  /** Forgets document `id` and the pairs it is in. */
  remove(id: number): void {
    if (!this.#ready.includes(id)) return;
    this.#ready = this.#ready.filter((other) => other !== id);
    const kept: number[] = [];
    for (let i = this.#next; i < this.#queue.length; i += 2) {
      const [a, b] = [this.#queue[i]!, this.#queue[i + 1]!];
      if (a !== id && b !== id) kept.push(a, b);
    }
    this.#queue = kept;
    this.#next = 0;
  }

  has(id: number): boolean {
    return this.#ready.includes(id);
  }

  /** Starts over, without templates and what is nothing but template. */
  restart(templates: number[], empty: number[]): void {
    this.#templates = new Set(templates);
    this.#empty = new Set(empty);
    const ids = this.#comparable();
    this.#queue = [];
    this.#next = 0;
    for (const [i, b] of ids.entries()) for (const a of ids.slice(0, i)) this.#queue.push(a, b);
  }

  /** Compares pairs for a few milliseconds and appends their numbers to `rows`. */
  slice(session: Session, rows: number[]): void {
    const end = performance.now() + SLICE_MS;
    while (this.#next < this.#queue.length) {
      const [a, b] = [this.#queue[this.#next]!, this.#queue[this.#next + 1]!];
      this.current = [a, b];
      const pair = session.pair(a, b);
      rows.push(a, b, pair.resemblance, pair.containment_a, pair.containment_b);
      rows.push(pair.shared_words_a, pair.shared_words_b, pair.longest_run, pair.passages, NaN);
      this.#next += 2;
      if (performance.now() >= end) break;
    }
    this.current = null;
  }

  #comparable(): number[] {
    return this.#ready.filter((id) => !this.#templates.has(id) && !this.#empty.has(id));
  }
}
