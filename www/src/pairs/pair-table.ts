//! The numbers of all pairs: in columns, found by pair, filtered and sorted without holding up the page.

import { authorNumbers } from "../documents/authors.ts";
import type { Doc, Documents } from "../documents/documents.ts";
import { yielder } from "../page/yielding.ts";
import { ROW, ROW_LENGTH } from "../protocol/comparing.ts";
import type { Measure } from "./measures.ts";
import { PairIndex } from "./pair-index.ts";
import { score } from "./score.ts";
import { merged, PIECE, sorted } from "./sorting.ts";
import type { Compare } from "./sorting.ts";
import type { Verdicts, Wanted } from "./verdicts.ts";

/** `score` is how much looks copied (score.ts), `copied` the words shared. */
export type SortKey = "score" | "copied" | "passages" | "rarity" | "reworded" | "a" | "b" | "resemblance" | "containmentA" | "containmentB" | "longestRun";

export interface Order {
  key: SortKey;
  descending: boolean;
}

export interface Filter {
  /** Words that must occur in the name or the author of one of the two; what stands in quotation marks is a whole name. */
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
  /** See `ROW.edited`. */
  edited: number;
  /** See `ROW.rarity`; NaN while it is not known. */
  rarity: number;
  /** Words in passages in other words, of the document that has more; NaN where nobody looked. */
  reworded: number;
}

/** The numbers of all pairs, a column each, slot by slot. */
const COLUMNS = {
  a: Uint32Array,
  b: Uint32Array,
  resemblance: Float64Array,
  containmentA: Float64Array,
  containmentB: Float64Array,
  wordsA: Uint32Array,
  wordsB: Uint32Array,
  longestRun: Uint32Array,
  passages: Uint32Array,
  edited: Uint32Array,
  rarity: Float64Array,
  reworded: Float64Array,
  /** Of the others: how much looks copied, and the words shared. */
  score: Float64Array,
  copied: Uint32Array,
} as const;

type Columns = { [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> };
const NAMES = Object.keys(COLUMNS) as (keyof Columns)[];
const TAKEN = Object.keys(ROW) as (keyof typeof ROW)[];

/** What was selected last: of a table that only grew, the rest need not be sorted again. */
interface Selected {
  key: string;
  /** How many pairs the table had. */
  length: number;
  slots: Uint32Array;
}

export class PairTable {
  #columns = columns(256);
  #length = 0;
  #index = new PairIndex();
  #sharing = 0;
  #selecting = 0;
  #arrangement = 0;
  #selected: Selected = { key: "", length: 0, slots: new Uint32Array() };

  /** Whether only the best pair of two authors is chosen, so that an author's drafts stand as one. */
  asOne = false;

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
  ) {}

  get length(): number {
    return this.#length;
  }

  /** Changes whenever numbers change or go; while it stays the same, pairs are only added, in slots after all others. */
  get arrangement(): number {
    return this.#arrangement;
  }

  /** How many pairs share a passage. */
  get sharing(): number {
    return this.#sharing;
  }

  /** Takes rows over; the numbers of a pair that is already here are replaced. */
  take(rows: Float64Array): void {
    for (let at = 0; at < rows.length; at += ROW_LENGTH) {
      let slot = this.#index.find(rows[at + ROW.a]!, rows[at + ROW.b]!, this.#columns);
      const isNew = slot < 0;
      if (isNew) {
        slot = this.#length++;
        if (slot === this.#columns.a.length) this.#grow();
      } else {
        this.#arrangement += 1;
        this.#sharing -= Number(this.#columns.passages[slot]! > 0);
      }
      this.#columns.reworded[slot] = NaN;
      for (const name of TAKEN) this.#columns[name][slot] = rows[at + ROW[name]]!;
      this.#columns.copied[slot] = wordsShared(rows[at + ROW.wordsA]!, rows[at + ROW.wordsB]!);
      this.#score(slot);
      this.#sharing += Number(this.#columns.passages[slot]! > 0);
      if (isNew) this.#index.add(slot, this.#columns);
    }
  }

  /** Takes over how rare what pairs share is: triples of both ids and the share. */
  takeRarity(pairs: Float64Array): void {
    this.#arrangement += 1;
    for (let at = 0; at < pairs.length; at += 3) {
      const slot = this.#index.find(pairs[at]!, pairs[at + 1]!, this.#columns);
      if (slot < 0) continue;
      this.#columns.rarity[slot] = pairs[at + 2]!;
      this.#score(slot);
    }
  }

  /** Takes over how many words of pairs, a flat list a0, b0, a1, b1, .., are in passages in other words. */
  takeReworded(pairs: Uint32Array, words: Uint32Array): void {
    this.#arrangement += 1;
    for (const [i, n] of words.entries()) {
      const slot = this.#index.find(pairs[2 * i]!, pairs[2 * i + 1]!, this.#columns);
      if (slot >= 0) this.#columns.reworded[slot] = n;
    }
  }

  /** The pairs in which nobody looked for other words, as a flat list a0, b0, a1, b1, .. */
  get unlooked(): Uint32Array<ArrayBuffer> {
    const { a, b, reworded } = this.#columns;
    const pairs: number[] = [];
    for (let slot = 0; slot < this.#length; slot++) if (Number.isNaN(reworded[slot])) pairs.push(a[slot]!, b[slot]!);
    return Uint32Array.from(pairs);
  }

  /** How many pairs have passages in other words, as far as somebody looked. */
  get rewordedPairs(): number {
    return this.#columns.reworded.subarray(0, this.#length).reduce((pairs, words) => pairs + Number(words > 0), 0);
  }

  #score(slot: number): void {
    this.#columns.score[slot] = this.#columns.passages[slot] === 0 ? 0 : score(this.at(slot)).value;
  }

  /** Keeps the pairs for which `kept` holds. */
  retain(kept: (a: number, b: number) => boolean): void {
    const { a, b, passages } = this.#columns;
    let length = 0;
    while (length < this.#length && kept(a[length]!, b[length]!)) length += 1;
    if (length === this.#length) return;
    const slots = new Uint32Array(this.#length);
    let n = 0;
    for (let slot = 0; slot < this.#length; slot++) if (kept(a[slot]!, b[slot]!)) slots[n++] = slot;
    this.#arrangement += 1;
    // What is being selected has the slots of before.
    this.#selecting += 1;
    this.#length = n;
    for (const name of NAMES) {
      const column = this.#columns[name];
      for (let slot = 0; slot < n; slot++) column[slot] = column[slots[slot]!]!;
    }
    this.#index.clear();
    this.#sharing = 0;
    for (let slot = 0; slot < n; slot++) {
      this.#index.add(slot, this.#columns);
      this.#sharing += Number(passages[slot]! > 0);
    }
  }

  /** The numbers in slot `slot`. */
  at(slot: number): PairNumbers {
    const { a, b, resemblance, containmentA, containmentB, wordsA, wordsB, longestRun, passages, edited, rarity, reworded } = this.#columns;
    return {
      a: a[slot]!,
      b: b[slot]!,
      resemblance: resemblance[slot]!,
      containmentA: containmentA[slot]!,
      containmentB: containmentB[slot]!,
      wordsA: wordsA[slot]!,
      wordsB: wordsB[slot]!,
      longestRun: longestRun[slot]!,
      passages: passages[slot]!,
      edited: edited[slot]!,
      rarity: rarity[slot]!,
      reworded: reworded[slot]!,
    };
  }

  /** The documents of the pair in slot `slot`. */
  ids(slot: number): [number, number] {
    return [this.#columns.a[slot]!, this.#columns.b[slot]!];
  }

  /** Whether the pair in slot `slot` shares a passage. */
  shares(slot: number): boolean {
    return this.#columns.passages[slot]! > 0;
  }

  /** The slot of the pair of documents `a` and `b`, if it was compared. */
  slot(a: number, b: number): number | undefined {
    const slot = this.#index.find(Math.min(a, b), Math.max(a, b), this.#columns);
    return slot < 0 ? undefined : slot;
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
    return (row < column ? this.#columns.containmentA : this.#columns.containmentB)[slot];
  }

  /** What each pair is measured by, slot by slot from one on: the larger share in percent, words shared, the longest run, or the score. */
  measure(by: Measure, from = 0): Float64Array {
    const { containmentA, containmentB, copied, longestRun, score } = this.#columns;
    if (by !== "share") return Float64Array.from({ words: copied, run: longestRun, score }[by].subarray(from, this.#length));
    const shares = new Float64Array(this.#length - from);
    for (let i = 0; i < shares.length; i++) shares[i] = 100 * Math.max(containmentA[from + i]!, containmentB[from + i]!);
    return shares;
  }

  /** The slots that pass `filter`, in `order`; undefined when a later call overtook this one. */
  async select(filter: Filter, order: Order): Promise<Uint32Array | undefined> {
    const call = ++this.#selecting;
    const yieldDue = yielder();
    const overtaken = async () => {
      await yieldDue();
      return call !== this.#selecting;
    };
    const byName = order.key === "a" || order.key === "b";
    // Names and verdicts change without the table, and of an author's drafts another may come to be the best.
    const lasts = !byName && !this.asOne && filter.text.trim() === "" && filter.verdict === "";
    const key = lasts ? JSON.stringify([filter, order, this.#arrangement]) : "";
    const length = this.#length;
    const before = lasts && this.#selected.key === key ? this.#selected : undefined;
    const filtered = this.#filtered(filter, before?.length ?? 0);
    const chosen = this.asOne ? await this.#best(filtered, overtaken) : filtered;
    if (!chosen) return undefined;
    const compare = this.#comparison(this.#keys(order.key), order.descending);
    const fresh = await sorted(chosen, compare, overtaken);
    const slots = fresh && (before ? await merged(before.slots, fresh, compare, overtaken) : fresh);
    if (slots && JSON.stringify([filter, order, this.#arrangement]) === key) this.#selected = { key, length, slots };
    return slots;
  }

  /** The slots from one on that pass a filter. */
  #filtered(filter: Filter, from: number): Uint32Array {
    const chosen = new Uint32Array(this.#length - from);
    if (!filters(filter)) {
      for (let i = 0; i < chosen.length; i++) chosen[i] = from + i;
      return chosen;
    }
    const { a, b, copied, containmentA, containmentB, longestRun, score } = this.#columns;
    const named = this.documents.all.map(({ id, label, author, cohort = "" }) => ({ id, names: [label, author, cohort].map((name) => name.toLocaleLowerCase()) }));
    const holders = namesIn(filter.text.toLocaleLowerCase()).map((meant) => new Set(named.filter(({ names }) => names.some(meant)).map(({ id }) => id)));
    const { words, percent, run, verdict } = filter;
    let n = 0;
    for (let slot = from; slot < this.#length; slot++) {
      if (words > 0 && !(copied[slot]! >= words)) continue;
      if (percent > 0 && !(Math.max(containmentA[slot]!, containmentB[slot]!) * 100 >= percent)) continue;
      if (run > 0 && !(longestRun[slot]! >= run)) continue;
      if (filter.score > 0 && !(score[slot]! >= filter.score)) continue;
      if (verdict !== "" && !this.verdicts.matches(a[slot]!, b[slot]!, verdict)) continue;
      if (holders.every((ids) => ids.has(a[slot]!) || ids.has(b[slot]!))) chosen[n++] = slot;
    }
    return chosen.slice(0, n);
  }

  /** Of several pairs of the same two authors the one with the highest score; undefined if the call was overtaken meanwhile. */
  async #best(slots: Uint32Array, overtaken: () => Promise<boolean>): Promise<Uint32Array | undefined> {
    const numbers = authorNumbers(this.documents.all);
    const dense = new Map([...new Set(numbers.values())].map((number, i) => [number, i]));
    const author = (id: number) => dense.get(numbers.get(id)!)!;
    const { a, b, score } = this.#columns;
    const best = new Map<number, number>();
    for (const [i, slot] of slots.entries()) {
      if (i % PIECE === 0 && (await overtaken())) return undefined;
      const [x, y] = [author(a[slot]!), author(b[slot]!)];
      const key = Math.min(x, y) * dense.size + Math.max(x, y);
      const other = best.get(key);
      if (other === undefined || score[slot]! > score[other]!) best.set(key, slot);
    }
    return Uint32Array.from(best.values());
  }

  /** What slots are sorted by. */
  #keys(key: SortKey): ArrayLike<number> {
    if (key === "rarity") return this.#columns.rarity.slice(0, this.#length).map((share) => share || 0);
    if (key === "reworded") return this.#columns.reworded.slice(0, this.#length).map((words) => (Number.isNaN(words) ? -1 : words));
    if (key !== "a" && key !== "b") return this.#columns[key];
    const ranks = this.#ranks();
    return this.#columns[key].slice(0, this.#length).map((id) => ranks.get(id) ?? 0);
  }

  #comparison(keys: ArrayLike<number>, descending: boolean): Compare {
    const { a, b, resemblance, copied, edited, longestRun } = this.#columns;
    const sign = descending ? -1 : 1;
    return (x, y) =>
      sign * (keys[x]! - keys[y]!) ||
      copied[y]! - copied[x]! ||
      longestRun[y]! - longestRun[x]! ||
      edited[y]! - edited[x]! ||
      resemblance[y]! - resemblance[x]! ||
      a[x]! - a[y]! ||
      b[x]! - b[y]!;
  }

  /** The place of each document when they are sorted by name. */
  #ranks(): Map<number, number> {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const first = ({ label, author }: Doc) => author || label;
    const sorted = this.documents.all.sort((x, y) => compare(first(x), first(y)) || compare(x.label, y.label) || x.id - y.id);
    return new Map(sorted.map(({ id }, rank) => [id, rank]));
  }

  #grow(): void {
    const larger = columns(2 * this.#columns.a.length);
    for (const name of NAMES) larger[name].set(this.#columns[name]);
    this.#columns = larger;
  }
}

function columns(capacity: number): Columns {
  return Object.fromEntries(NAMES.map((name) => [name, new COLUMNS[name](capacity)])) as unknown as Columns;
}

/** A filter's text that only this name passes. */
export function exactly(name: string): string {
  return name.includes('"') ? name : `"${name}"`;
}

/** What a name, or an author, must be, for each word of a filter and each whole name in quotation marks. */
function namesIn(text: string): ((label: string) => boolean)[] {
  return [...text.matchAll(/"([^"]+)"|\S+/g)].map(([word, whole]) => (label: string) => whole === undefined ? label.includes(word) : label === whole);
}

/** Words that both have: what one has more often than the other is counted as often as the other has it. */
export function wordsShared(wordsA: number, wordsB: number): number {
  return Math.min(wordsA, wordsB);
}
