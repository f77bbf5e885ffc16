//! The numbers of all pairs: rows of a flat array, found by pair, filtered and sorted without holding up the page.

import { authorNumbers } from "./authors.ts";
import type { Documents } from "./documents.ts";
import type { Measure } from "./overview/measures.ts";
import { ROW, ROW_LENGTH } from "./protocol.ts";
import { score } from "./score.ts";
import { turns } from "./turns.ts";
import type { Verdicts, Wanted } from "./verdicts.ts";

/** `score` is how much looks copied (score.ts), `copied` the words shared. */
export type SortKey = "score" | "copied" | "passages" | "rarity" | "a" | "b" | "resemblance" | "containmentA" | "containmentB" | "longestRun";

export interface Order {
  key: SortKey;
  descending: boolean;
}

export interface Filter {
  /** Words that must occur in one of the two names; what stands in quotation marks is a whole name. */
  text: string;
  /** Fewest words shared. */
  words: number;
  /** Smallest containment, in percent, either way. */
  percent: number;
  /** Fewest words in a row. */
  run: number;
  /** Smallest score (score.ts). */
  score: number;
  verdict: Wanted;
}

/** All pairs. */
export const UNFILTERED: Filter = { text: "", words: 0, percent: 0, run: 0, score: 0, verdict: "" };

/** Whether a filter leaves anything out. */
export function filters({ text, words, percent, run, score, verdict }: Filter): boolean {
  return text.trim() !== "" || words > 0 || percent > 0 || run > 0 || score > 0 || verdict !== "";
}

export interface PairNumbers {
  a: number;
  b: number;
  resemblance: number;
  containmentA: number;
  containmentB: number;
  wordsA: number;
  wordsB: number;
  longestRun: number;
  passages: number;
  /** See `ROW.rarity`; NaN while it is not known. */
  rarity: number;
}

/** Rows sorted in one go; more are sorted in pieces and merged, the page living in between. */
const PIECE = 2048;

export class PairTable {
  #rows = new Float64Array(ROW_LENGTH * 256);
  #length = 0;
  #slots = new Map<number, number>();
  #sorting = 0;
  #version = 0;

  /** Whether only the best pair of two authors is chosen, so that an author's drafts stand as one. */
  asOne = false;

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
  ) {}

  get length(): number {
    return this.#length;
  }

  /** Changes whenever numbers come or go. */
  get version(): number {
    return this.#version;
  }

  /** Takes rows over; the numbers of a pair that is already here are replaced. */
  take(rows: Float64Array): void {
    this.#version += 1;
    for (let at = 0; at < rows.length; at += ROW_LENGTH) {
      const key = keyOf(rows[at + ROW.a]!, rows[at + ROW.b]!);
      let slot = this.#slots.get(key);
      if (slot === undefined) {
        slot = this.#length++;
        this.#slots.set(key, slot);
        if (slot * ROW_LENGTH >= this.#rows.length) this.#grow();
      }
      this.#rows.set(rows.subarray(at, at + ROW_LENGTH), slot * ROW_LENGTH);
    }
  }

  /** Takes over how rare what pairs share is: triples of both ids and the share. */
  takeRarity(pairs: Float64Array): void {
    this.#version += 1;
    for (let at = 0; at < pairs.length; at += 3) {
      const slot = this.#slots.get(keyOf(pairs[at]!, pairs[at + 1]!));
      if (slot !== undefined) this.#rows[slot * ROW_LENGTH + ROW.rarity] = pairs[at + 2]!;
    }
  }

  /** Keeps the pairs for which `kept` holds. */
  retain(kept: (a: number, b: number) => boolean): void {
    let length = 0;
    this.#version += 1;
    this.#slots.clear();
    for (let slot = 0; slot < this.#length; slot++) {
      const at = slot * ROW_LENGTH;
      const [a, b] = [this.#rows[at + ROW.a]!, this.#rows[at + ROW.b]!];
      if (!kept(a, b)) continue;
      this.#rows.copyWithin(length * ROW_LENGTH, at, at + ROW_LENGTH);
      this.#slots.set(keyOf(a, b), length++);
    }
    this.#length = length;
  }

  /** The numbers in slot `slot`. */
  at(slot: number): PairNumbers {
    const at = slot * ROW_LENGTH;
    const value = (column: number) => this.#rows[at + column]!;
    return {
      a: value(ROW.a),
      b: value(ROW.b),
      resemblance: value(ROW.resemblance),
      containmentA: value(ROW.containmentA),
      containmentB: value(ROW.containmentB),
      wordsA: value(ROW.wordsA),
      wordsB: value(ROW.wordsB),
      longestRun: value(ROW.longestRun),
      passages: value(ROW.passages),
      rarity: value(ROW.rarity),
    };
  }

  /** The slot of the pair of documents `a` and `b`, if it was compared. */
  slot(a: number, b: number): number | undefined {
    return this.#slots.get(keyOf(Math.min(a, b), Math.max(a, b)));
  }

  /** The numbers of the pair of documents `a` and `b`, if it was compared. */
  find(a: number, b: number): PairNumbers | undefined {
    const slot = this.slot(a, b);
    return slot === undefined ? undefined : this.at(slot);
  }

  /** How much of document `row` is in document `column`; undefined if they were not compared. */
  containment(row: number, column: number): number | undefined {
    const slot = this.slot(row, column);
    if (slot === undefined) return undefined;
    return this.#rows[slot * ROW_LENGTH + (row < column ? ROW.containmentA : ROW.containmentB)];
  }

  /** What each pair is measured by, slot by slot: the larger share in percent, words shared, the longest run, or the score. */
  measure(by: Measure): Float64Array {
    const value = (slot: number, column: number) => this.#rows[slot * ROW_LENGTH + column]!;
    const measures: Record<Measure, (slot: number) => number> = {
      share: (slot) => 100 * Math.max(value(slot, ROW.containmentA), value(slot, ROW.containmentB)),
      words: (slot) => wordsShared(value(slot, ROW.wordsA), value(slot, ROW.wordsB)),
      run: (slot) => value(slot, ROW.longestRun),
      score: (slot) => this.#score(slot),
    };
    const measure = measures[by];
    const measured = new Float64Array(this.#length);
    for (let slot = 0; slot < this.#length; slot++) measured[slot] = measure(slot);
    return measured;
  }

  #score(slot: number): number {
    return this.#rows[slot * ROW_LENGTH + ROW.passages]! === 0 ? 0 : score(this.at(slot)).value;
  }

  /** How many pairs share a passage. */
  get sharing(): number {
    let n = 0;
    for (let slot = 0; slot < this.#length; slot++) if (this.#rows[slot * ROW_LENGTH + ROW.passages]! > 0) n += 1;
    return n;
  }

  /** The slots that pass `filter`, in `order`; undefined when a later call overtook this one. */
  async select(filter: Filter, order: Order): Promise<Uint32Array | undefined> {
    const call = ++this.#sorting;
    const turn = turns();
    const overtaken = async () => {
      await turn();
      return call !== this.#sorting;
    };
    const chosen = this.#best(this.#filtered(filter));
    const keys = await this.#keys(order.key, chosen, overtaken);
    if (!keys) return undefined;
    const compare = this.#comparison(keys, order.descending);
    let runs: Uint32Array[] = [];
    for (let at = 0; at < chosen.length; at += PIECE) {
      runs.push(chosen.subarray(at, at + PIECE).sort(compare));
      if (await overtaken()) return undefined;
    }
    while (runs.length > 1) {
      const merged: Uint32Array[] = [];
      for (let i = 0; i < runs.length; i += 2) {
        const run = await merge(runs[i]!, runs[i + 1], compare, overtaken);
        if (!run) return undefined;
        merged.push(run);
      }
      runs = merged;
    }
    return runs[0] ?? chosen;
  }

  #filtered(filter: Filter): Uint32Array {
    const labels = this.documents.all.map((doc) => ({ id: doc.id, label: doc.label.toLocaleLowerCase() }));
    const holders = namesIn(filter.text.toLocaleLowerCase()).map(
      (meant) => new Set(labels.filter(({ label }) => meant(label)).map(({ id }) => id)),
    );
    const chosen = new Uint32Array(this.#length);
    if (!filters(filter)) return chosen.map((_, slot) => slot);
    let n = 0;
    for (let slot = 0; slot < this.#length; slot++) {
      const at = slot * ROW_LENGTH;
      const value = (column: number) => this.#rows[at + column]!;
      if (filter.words > 0 && !(wordsShared(value(ROW.wordsA), value(ROW.wordsB)) >= filter.words)) continue;
      const share = Math.max(value(ROW.containmentA), value(ROW.containmentB));
      if (filter.percent > 0 && !(share * 100 >= filter.percent)) continue;
      if (filter.run > 0 && !(value(ROW.longestRun) >= filter.run)) continue;
      if (filter.score > 0 && !(this.#score(slot) >= filter.score)) continue;
      if (filter.verdict !== "" && !this.verdicts.matches(value(ROW.a), value(ROW.b), filter.verdict)) continue;
      if (holders.every((ids) => ids.has(value(ROW.a)) || ids.has(value(ROW.b)))) chosen[n++] = slot;
    }
    return chosen.slice(0, n);
  }

  /** Of several pairs of the same two authors the one with the highest score, where authors' drafts stand as one. */
  #best(slots: Uint32Array): Uint32Array {
    if (!this.asOne) return slots;
    const authors = authorNumbers(this.documents.all);
    const best = new Map<string, { slot: number; score: number }>();
    for (const slot of slots) {
      const pair = this.at(slot);
      const key = [authors.get(pair.a), authors.get(pair.b)].sort().join(" ");
      const own = score(pair).value;
      const other = best.get(key);
      if (!other || own > other.score) best.set(key, { slot, score: own });
    }
    return Uint32Array.from(best.values(), ({ slot }) => slot);
  }

  /** What the chosen slots are sorted by, slot by slot; undefined if the call was overtaken meanwhile. */
  async #keys(key: SortKey, chosen: Uint32Array, overtaken: () => Promise<boolean>): Promise<Float64Array | undefined> {
    const rank = key === "a" || key === "b" ? this.#ranks() : new Map<number, number>();
    const value = (slot: number, column: number) => this.#rows[slot * ROW_LENGTH + column]!;
    const words = (slot: number) => wordsShared(value(slot, ROW.wordsA), value(slot, ROW.wordsB));
    const byName = (column: number) => (slot: number) => rank.get(value(slot, column)) ?? 0;
    const columns: Record<SortKey, (slot: number) => number> = {
      score: (slot) => this.#score(slot),
      passages: (slot) => value(slot, ROW.passages),
      rarity: (slot) => value(slot, ROW.rarity) || 0,
      copied: words,
      a: byName(ROW.a),
      b: byName(ROW.b),
      resemblance: (slot) => value(slot, ROW.resemblance),
      containmentA: (slot) => value(slot, ROW.containmentA),
      containmentB: (slot) => value(slot, ROW.containmentB),
      longestRun: (slot) => value(slot, ROW.longestRun),
    };
    const column = columns[key];
    const keys = new Float64Array(this.#length);
    for (const [i, slot] of chosen.entries()) {
      keys[slot] = column(slot);
      if (i % PIECE === 0 && (await overtaken())) return undefined;
    }
    return keys;
  }

  #comparison(keys: Float64Array, descending: boolean): (x: number, y: number) => number {
    const value = (slot: number, column: number) => this.#rows[slot * ROW_LENGTH + column]!;
    const words = (slot: number) => wordsShared(value(slot, ROW.wordsA), value(slot, ROW.wordsB));
    const sign = descending ? -1 : 1;
    return (x, y) => {
      return (
        sign * (keys[x]! - keys[y]!) ||
        words(y) - words(x) ||
        value(y, ROW.longestRun) - value(x, ROW.longestRun) ||
        value(y, ROW.resemblance) - value(x, ROW.resemblance) ||
        value(x, ROW.a) - value(y, ROW.a) ||
        value(x, ROW.b) - value(y, ROW.b)
      );
    };
  }

  /** The place of each document when they are sorted by name. */
  #ranks(): Map<number, number> {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const sorted = this.documents.all.sort((x, y) => compare(x.label, y.label) || x.id - y.id);
    return new Map(sorted.map(({ id }, rank) => [id, rank]));
  }

  #grow(): void {
    const larger = new Float64Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}

/** A filter's text that only this name passes. */
export function exactly(name: string): string {
  return name.includes('"') ? name : `"${name}"`;
}

/** What a name must be, for each word of a filter and each whole name in quotation marks. */
function namesIn(text: string): ((label: string) => boolean)[] {
  return [...text.matchAll(/"([^"]+)"|\S+/g)].map(([word, whole]) => (label: string) => whole === undefined ? label.includes(word) : label === whole);
}

/** Words that both have: what one has more often than the other is counted as often as the other has it. */
export function wordsShared(wordsA: number, wordsB: number): number {
  return Math.min(wordsA, wordsB);
}

/** Ids stay far below a million, so two of them make one exact number. */
function keyOf(a: number, b: number): number {
  return a * 2 ** 26 + b;
}

/** Merges two sorted runs; undefined if the call was overtaken meanwhile. */
async function merge(
  left: Uint32Array,
  right: Uint32Array | undefined,
  compare: (x: number, y: number) => number,
  overtaken: () => Promise<boolean>,
): Promise<Uint32Array | undefined> {
  if (!right) return left;
  const merged = new Uint32Array(left.length + right.length);
  for (let i = 0, j = 0, n = 0; n < merged.length; n++) {
    const takeLeft = j === right.length || (i < left.length && compare(left[i]!, right[j]!) <= 0);
    merged[n] = takeLeft ? left[i++]! : right[j++]!;
    if (n % PIECE === 0 && (await overtaken())) return undefined;
  }
  return merged;
}
