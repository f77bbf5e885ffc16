//! The persons of a class, as far as pairs tell of them: whom each shares most with, in how many sources their words stand, and who hang
//! together.

import type { Documents } from "../documents/documents.ts";
import { yielder } from "../page/yielding.ts";
import { SMALLEST_SPREAD } from "../pairs/measures.ts";
import type { PairTable } from "../pairs/pair-table.ts";
import { clusters } from "./clusters.ts";
import type { Edge } from "./clusters.ts";
import { Tally } from "./tally.ts";

/** Pairs that are looked at before the page may draw. */
const PIECE = 4096;

/** Fewer persons than this are a pair and no group. */
const FEWEST = 3;

/** The pair of a person with the highest score. */
export interface Link {
  /** The documents of the pair. */
  a: number;
  b: number;
  /** The other person. */
  with: number;
  /** From 0 to 100. */
  score: number;
}

export interface Person {
  /** As authors are numbered. */
  author: number;
  /** Documents that are in any of the pairs, each with those of others that it shares a passage with. */
  shares: Map<number, number[]>;
  /** Of the pairs that share a passage; undefined where none does. */
  link: Link | undefined;
  /** The other persons that a passage is shared with. */
  sources: Set<number>;
  /** The number of the group, from 1; 0 for who is in none. */
  group: number;
}

/** Everyone who is in one of the pairs with these slots; undefined where `overtaken` while it was told. */
export async function persons(slots: ArrayLike<number>, table: PairTable, authors: ReadonlyMap<number, number>, overtaken: () => boolean): Promise<Person[] | undefined> {
  const found = new Map<number, Person>();
  const scores = table.measure("score");
  const apart = new Tally(scores).unusual(SMALLEST_SPREAD.score)?.from ?? Infinity;
  const edges = new Map<string, Edge>();
  const yieldDue = yielder();
  for (let i = 0; i < slots.length; i++) {
    if (i % PIECE === PIECE - 1) {
      await yieldDue();
      if (overtaken()) return undefined;
    }
    const slot = slots[i]!;
    const [a, b] = table.ids(slot);
    const [x, y] = [authors.get(a), authors.get(b)];
    if (x === undefined || y === undefined || x === y) continue;
    const score = scores[slot]!;
    for (const [author, id, other, partner] of [[x, a, y, b], [y, b, x, a]] as const) {
      const person = found.get(author) ?? { author, shares: new Map<number, number[]>(), link: undefined, sources: new Set<number>(), group: 0 };
      found.set(author, person);
      const shares = person.shares.get(id) ?? [];
      person.shares.set(id, shares);
      if (!table.shares(slot)) continue;
      shares.push(partner);
      person.sources.add(other);
      if (!person.link || score > person.link.score) person.link = { a, b, with: other, score };
    }
    const key = `${Math.min(x, y)} ${Math.max(x, y)}`;
    if (score >= apart && score > (edges.get(key)?.value ?? 0)) edges.set(key, { a: x, b: y, value: score });
  }
  const groups = clusters([...edges.values()]).filter((group) => group.length >= FEWEST);
  for (const [n, group] of groups.entries()) for (const author of group) found.get(author)!.group = n + 1;
  return [...found.values()];
}

/** What a person goes by: the name of an author, or the document of one who is not known. */
export function nameOf({ shares }: Person, documents: Documents): string {
  const [id = 0] = shares.keys();
  const { author, file } = documents.called(id);
  return author || file;
}

/** How many words a person's documents have. */
export function wordsOf({ shares }: Person, documents: Documents): number {
  return [...shares.keys()].reduce((sum, id) => {
    const state = documents.get(id)?.state;
    return sum + (state?.is === "ready" ? state.words : 0);
  }, 0);
}
