//! What a person took out by hand: a passage whose words do not count, in one pair or in all, and why. The core leaves them out; here
//! they are remembered.

import type { Documents } from "../documents/documents.ts";
import { newKey } from "../documents/key.ts";
import type { TakenTexts } from "../protocol/comparing.ts";

export const REASONS = ["phrase", "quotation", "method", "other"] as const;
export type TakenReason = (typeof REASONS)[number];

/** Plain data, as it is kept and handed on; it is never changed, only put back. `a` is the document with the smaller id. */
export interface Taken {
  /** Drawn by lot. */
  key: string;
  a: number;
  b: number;
  /** Whether its words count in no pair; else not in this one. */
  all: boolean;
  /** The passage as it stands in either document. */
  texts: [a: string, b: string];
  reason: TakenReason;
  /** The reason in the person's own words. */
  words: string;
  /** When it was taken out, in ISO 8601 and UTC. */
  at: string;
}

/** Longer reasons are not taken from elsewhere. */
export const LONGEST_WORDS = 1000;

export class TakenOut {
  #taken = new Map<string, Taken>();
  #listeners: ((keys: string[]) => void)[] = [];

  constructor(private documents: Documents) {}

  /** Calls `listener` after every change, with the keys of what was taken out or put back. */
  observe(listener: (keys: string[]) => void): void {
    this.#listeners.push(listener);
  }

  /** What was taken out of documents that are there, the first first. What was taken out of a document that was removed stays for as
   * long as that can be brought back. */
  get all(): Taken[] {
    const here = [...this.#taken.values()].filter(({ a, b }) => this.documents.get(a) && this.documents.get(b));
    return here.sort((x, y) => (x.at === y.at ? Number(x.key > y.key) - 0.5 : x.at < y.at ? -1 : 1));
  }

  byKey(key: string): Taken | undefined {
    return this.#taken.get(key);
  }

  /** What does not count in a pair, in the order of the texts that the core is told: first what counts in no pair. */
  in(a: number, b: number): Taken[] {
    const { all } = this;
    return [...all.filter((taken) => taken.all), ...all.filter((taken) => !taken.all && isOf(taken, a, b))];
  }

  /** What was taken out where this pair was open. */
  from(a: number, b: number): Taken[] {
    return this.all.filter((taken) => isOf(taken, a, b));
  }

  /** What was taken out, by the number that the core gives a stretch of words which does not count in a pair. */
  byText(a: number, b: number, text: number): Taken | undefined {
    return this.in(a, b)[text >> 1];
  }

  /** The texts that the core is told: two for everything that was taken out. */
  get texts(): TakenTexts {
    const { all } = this;
    const pairs = new Map<string, TakenTexts["pairs"][number]>();
    for (const { a, b, texts } of all.filter((taken) => !taken.all)) {
      const pair = pairs.get(`${a} ${b}`) ?? { a, b, texts: [] };
      pair.texts.push(...texts);
      pairs.set(`${a} ${b}`, pair);
    }
    return { all: all.filter((taken) => taken.all).flatMap(({ texts }) => texts), pairs: [...pairs.values()] };
  }

  /** Takes something out that was not before. */
  takeOut(taken: Omit<Taken, "key" | "at">): Taken {
    const made = { ...taken, key: newKey(), at: new Date().toISOString() };
    this.take([made]);
    return made;
  }

  putBack(...keys: string[]): void {
    const known = keys.filter((key) => this.#taken.delete(key));
    if (known.length > 0) this.#tell(known);
  }

  /** Takes over what was kept or handed on. */
  take(taken: Taken[]): void {
    for (const one of taken) this.#taken.set(one.key, inOrder(one));
    if (taken.length > 0) this.#tell(taken.map(({ key }) => key));
  }

  #tell(keys: string[]): void {
    for (const listener of this.#listeners) listener(keys);
  }
}

function isOf(taken: Taken, a: number, b: number): boolean {
  return taken.a === Math.min(a, b) && taken.b === Math.max(a, b);
}

/** The same, by the document with the smaller id first. */
function inOrder(taken: Taken): Taken {
  const { a, b, texts } = taken;
  return a < b ? taken : { ...taken, a: b, b: a, texts: [texts[1], texts[0]] };
}
