//! Numbers in place of names; letters would be taken for the A and B of a pair. They are drawn by lot, so that they say nothing
//! about the order of a class list, and stay the same for as long as the documents do.

import type { Doc } from "../documents/documents.ts";
import { SAVING } from "../words/saving.ts";

const ALIASES = SAVING.aliases;

/** A document with the name of its author, where that is known. */
export type Authored = Doc & { author?: string };

export interface Alias {
  name: string;
  author: string;
}

/** The number that an author was given, and those of the author's documents. */
interface Given {
  author: number;
  documents: Map<number, number>;
}

export class Aliases {
  #given = new Map<string, Given>();
  #templates = new Map<number, number>();

  /** The aliases of all documents, by their ids: "Document 3", the second document of the same author "Document 3.2". */
  of(documents: Authored[]): Map<number, Alias> {
    const keys = new Set(documents.filter(({ template }) => !template).map(keyOf));
    for (const key of shuffled([...keys].filter((key) => !this.#given.has(key)))) {
      this.#given.set(key, { author: this.#given.size + 1, documents: new Map() });
    }
    return new Map(documents.map((doc) => [doc.id, this.#alias(doc)]));
  }

  #alias(doc: Authored): Alias {
    if (doc.template) return { name: ALIASES.template(numberOf(doc.id, this.#templates)), author: "" };
    const { author, documents } = this.#given.get(keyOf(doc))!;
    return { name: ALIASES.document(author, numberOf(doc.id, documents)), author: doc.author ? ALIASES.author(author) : "" };
  }
}

/** What documents of the same author have in common; of an unknown author each is by itself. */
function keyOf({ id, author }: Authored): string {
  return author ? `by ${author}` : `document ${id}`;
}

/** The number that a document has among `given`, or the next. */
function numberOf(id: number, given: Map<number, number>): number {
  const number = given.get(id) ?? given.size + 1;
  given.set(id, number);
  return number;
}

function shuffled<T>(items: T[]): T[] {
  const lots = crypto.getRandomValues(new Uint32Array(items.length));
  return items.map((item, i) => ({ item, lot: lots[i]! })).sort((x, y) => x.lot - y.lot).map(({ item }) => item);
}
