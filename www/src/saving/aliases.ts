//! Letters in place of names. They are drawn by lot, so that they tell nothing of the order of a class list, and stay the
//! same for as long as the documents do.

import type { Doc } from "../documents/documents.ts";
import { SAVING } from "../words/saving.ts";

/** A document with the name of its author, where that is known. */
export type Authored = Doc & { author?: string };

export interface Alias {
  name: string;
  author: string;
}

/** How many letters or documents of one author were given out. */
interface Given {
  letter: string;
  documents: Map<number, number>;
}

export class Aliases {
  #given = new Map<string, Given>();
  #templates = new Map<number, number>();

  /** The aliases of all documents, by their ids: "C", the second document of the same author "C 2". */
  of(documents: Authored[]): Map<number, Alias> {
    const keys = new Set(documents.filter(({ template }) => !template).map(keyOf));
    for (const key of shuffled([...keys].filter((key) => !this.#given.has(key)))) {
      this.#given.set(key, { letter: letters(this.#given.size), documents: new Map() });
    }
    return new Map(documents.map((doc) => [doc.id, this.#alias(doc)]));
  }

  #alias(doc: Authored): Alias {
    if (doc.template) return { name: `${SAVING.template} ${turn(this.#templates, doc.id)}`, author: "" };
    const { letter, documents } = this.#given.get(keyOf(doc))!;
    const number = turn(documents, doc.id);
    return { name: number === 1 ? letter : `${letter} ${number}`, author: doc.author ? letter : "" };
  }
}

/** Documents of an unknown author each have one of their own. */
function keyOf({ id, author }: Authored): string {
  return author ? `by ${author}` : `document ${id}`;
}

function turn(turns: Map<number, number>, id: number): number {
  const own = turns.get(id) ?? turns.size + 1;
  turns.set(id, own);
  return own;
}

/** 0 is "A", 25 "Z", 26 "AA". */
function letters(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : letters(Math.floor(n / 26) - 1) + last;
}

function shuffled<T>(items: T[]): T[] {
  const lots = crypto.getRandomValues(new Uint32Array(items.length));
  return items.map((item, i) => ({ item, lot: lots[i]! })).sort((x, y) => x.lot - y.lot).map(({ item }) => item);
}
