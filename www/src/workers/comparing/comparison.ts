//! The pairs that still have to be compared, worked off in slices so that a new document is never kept waiting; then how rare is
//! what they share, which every document of the class has a part in.

import type { Session } from "twinprint";
import type { Common, CommonFound } from "../../protocol/comparing.ts";
import { wordsEdited } from "../../pairs/edited-words.ts";
import { commonBound } from "../common.ts";

/** A slice of work ends after this long. */
const SLICE_MS = 8;

/** Pairs whose rarity is computed in one call. */
const RARITIES = 64;

/** With fewer authors nothing can be told of what is rare: what two have at most one other has in any case. */
const FEWEST_AUTHORS = 4;

export class Comparison {
  /** Documents that can be compared, in the order of their ids. */
  #ready: number[] = [];
  #templates = new Set<number>();
  /** Documents that are nothing but template, or have nothing else that counts. */
  #empty = new Set<number>();
  /** The number of each document's author; of one without, it is as if each had its own. */
  #authors = new Map<number, number>();
  #within = false;
  /** Documents of which no two are compared. */
  #old: ReadonlySet<number> = new Set();
  #queue: number[] = [];
  #next = 0;
  /** The pairs that share a passage. */
  #sharing: number[] = [];
  /** The pair of `#sharing` whose rarity is asked next. */
  #asked = 0;
  /** Whether anything does not count because many have it. */
  #common = false;
  /** Whether the class is another than the core knows. */
  stale = false;
  /** The pair being compared, for the page to name if the core goes down. */
  current: [number, number] | null = null;

  /** A comparison without documents, of the same authors. */
  renewed(): Comparison {
    const comparison = new Comparison();
    comparison.#authors = this.#authors;
    comparison.#within = this.#within;
    comparison.#old = this.#old;
    return comparison;
  }

  /** Pairs still to come. */
  get left(): number {
    return (this.#queue.length - this.#next) / 2;
  }

  /** Whether it is still to be told how rare something is. */
  get unsettled(): boolean {
    return this.stale || this.#asked < this.#sharing.length;
  }

  /** Compares document `id`, new or changed, with every other. */
  add(id: number): void {
    this.remove(id);
    this.#empty.delete(id);
    const others = this.#comparable();
    this.#ready.push(id);
    this.#ready.sort((a, b) => a - b);
    if (this.#templates.has(id)) return;
    this.stale = true;
    for (const other of others) this.#enqueue(Math.min(id, other), Math.max(id, other));
  }

  /** Forgets document `id` and the pairs it is in. */
  remove(id: number): void {
    if (!this.#ready.includes(id)) return;
    this.stale = true;
    this.#ready = this.#ready.filter((other) => other !== id);
    this.#keep((a, b) => a !== id && b !== id);
  }

  has(id: number): boolean {
    return this.#ready.includes(id);
  }

  /** Starts over, without templates and what is nothing but template. */
  restart(templates: number[], empty: number[]): void {
    this.#templates = new Set(templates);
    this.again(empty);
    this.stale = true;
  }

  /** Compares all pairs again, without what is empty. */
  again(empty: number[]): void {
    this.#empty = new Set(empty);
    const ids = this.#comparable();
    this.#queue = [];
    this.#next = 0;
    this.#sharing = [];
    this.#asked = 0;
    for (const [i, b] of ids.entries()) for (const a of ids.slice(0, i)) this.#enqueue(a, b);
  }

  /** Compares the pairs of some documents again, and some others. */
  renew(documents: ReadonlySet<number>, pairs: [number, number][]): void {
    const again = new Set(pairs.map(String));
    const isMeant = (a: number, b: number) => documents.has(a) || documents.has(b) || again.has(`${a},${b}`);
    this.#keep((a, b) => !isMeant(a, b));
    if (documents.size > 0) this.stale = true;
    const ids = this.#comparable();
    const few = documents.size > 0 ? ids : ids.filter((id) => pairs.some((pair) => pair.includes(id)));
    for (const [i, b] of few.entries()) for (const a of few.slice(0, i)) if (isMeant(a, b)) this.#enqueue(a, b);
  }

  /** Takes over who wrote what: pairs that are no longer one author's are compared, and those that now are no more. */
  group(authors: Map<number, number>, within: boolean, old: ReadonlySet<number>): void {
    const before = { authors: this.#authors, within: this.#within, old: this.#old };
    const ids = this.#comparable();
    const moved = ids.filter((id) => before.within !== within || before.authors.get(id) !== authors.get(id) || before.old.has(id) !== old.has(id));
    const wasApart = (a: number, b: number) => !(before.old.has(a) && before.old.has(b)) && (before.within || isApart(before.authors, a, b));
    [this.#authors, this.#within, this.#old] = [authors, within, old];
    this.stale = true;
    this.#keep((a, b) => this.#isApart(a, b));
    const done = new Set<number>();
    for (const id of moved) {
      done.add(id);
      for (const other of ids) {
        if (!done.has(other) && !wasApart(id, other)) this.#enqueue(Math.min(id, other), Math.max(id, other));
      }
    }
  }

  /** Tells the core what the class is; returns whether that changed what is common, and so all documents. */
  settle(session: Session, common: Common): boolean {
    this.stale = false;
    this.#asked = 0;
    const ids = this.#class();
    const authors = Uint32Array.from(ids, (id) => this.#authorOf(id));
    const bound = commonBound(common, authors);
    const changed = session.set_class(Uint32Array.from(ids), authors, bound);
    const was = this.#common;
    this.#common = bound > 0 && !(common.sparing && this.#isMost(session, ids));
    if (this.#common || bound === 0) return changed;
    session.set_class(Uint32Array.from(ids), authors, 0);
    return was;
  }

  /** Whether what is common is most of most documents that have it: then they are forms of one text, and it is no assignment. */
  #isMost(session: Session, ids: number[]): boolean {
    const words = session.common_words(Uint32Array.from(ids));
    let [documents, most] = [0, 0];
    for (let at = 0; at < words.length; at += 2) {
      const [common, all] = [words[at]!, words[at + 1]!];
      documents += Number(common > 0);
      most += Number(common > all / 2);
    }
    return most > documents / 2;
  }

  /** What documents have of what is common. */
  commonFound(session: Session): CommonFound {
    if (!this.#common) return { documents: 0, words: 0 };
    const words = session.common_words(Uint32Array.from(this.#class())).filter((words, at) => at % 2 === 0 && words > 0);
    return { documents: words.length, words: words.reduce((most, words) => Math.max(most, words), 0) };
  }

  /** Compares pairs for a few milliseconds and appends their numbers to `rows`. */
  slice(session: Session, rows: number[]): void {
    const end = performance.now() + SLICE_MS;
    while (this.#next < this.#queue.length) {
      const [a, b] = [this.#queue[this.#next]!, this.#queue[this.#next + 1]!];
      this.current = [a, b];
      const pair = session.pair(a, b);
      rows.push(a, b, pair.resemblance, pair.containment_a, pair.containment_b);
      rows.push(pair.shared_words_a, pair.shared_words_b, pair.longest_run, pair.passages, wordsEdited(pair), NaN);
      if (pair.passages > 0) this.#sharing.push(a, b);
      this.#next += 2;
      if (performance.now() >= end) break;
    }
    this.current = null;
  }

  /** For a few milliseconds, appends to `rarities` both documents of a pair and how rare is what they share. */
  sliceRarities(session: Session, rarities: number[]): void {
    const end = performance.now() + SLICE_MS;
    const authors = new Set(this.#comparable().map((id) => this.#authorOf(id)));
    while (this.#asked < this.#sharing.length && performance.now() < end) {
      const pairs = Uint32Array.from(this.#sharing.slice(this.#asked, this.#asked + 2 * RARITIES));
      const shares = authors.size < FEWEST_AUTHORS ? undefined : session.rarity(pairs);
      for (let i = 0; i < pairs.length; i += 2) rarities.push(pairs[i]!, pairs[i + 1]!, shares?.[i / 2] ?? NaN);
      this.#asked += pairs.length;
    }
  }

  #enqueue(a: number, b: number): void {
    if (this.#isApart(a, b)) this.#queue.push(a, b);
  }

  /** Keeps the pairs for which `kept` holds. */
  #keep(kept: (a: number, b: number) => boolean): void {
    this.#queue = keptPairs(this.#queue, this.#next, kept);
    this.#next = 0;
    this.#sharing = keptPairs(this.#sharing, 0, kept);
    this.#asked = 0;
  }

  /** Whether two documents are to be compared. */
  #isApart(a: number, b: number): boolean {
    return !(this.#old.has(a) && this.#old.has(b)) && (this.#within || isApart(this.#authors, a, b));
  }

  #authorOf(id: number): number {
    return this.#authors.get(id) ?? id;
  }

  #comparable(): number[] {
    return this.#class().filter((id) => !this.#empty.has(id));
  }

  /** All documents that say what is common, also those of which nothing else is left. */
  #class(): number[] {
    return this.#ready.filter((id) => !this.#templates.has(id));
  }
}

/** Whether two documents are of two authors, as far as is known. */
function isApart(authors: Map<number, number>, a: number, b: number): boolean {
  const author = authors.get(a);
  return author === undefined || author !== authors.get(b);
}

function keptPairs(pairs: number[], from: number, kept: (a: number, b: number) => boolean): number[] {
  const left: number[] = [];
  for (let i = from; i < pairs.length; i += 2) if (kept(pairs[i]!, pairs[i + 1]!)) left.push(pairs[i]!, pairs[i + 1]!);
  return left;
}
