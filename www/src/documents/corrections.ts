//! What a person corrects of who wrote what: names, two authors who are one, a document that is somebody else's. All of it holds for
//! the documents that are here, whatever the rule, and a name also for those of the same person that come later.

import { authorKey, toldBy } from "./authors.ts";
import type { AuthorRule } from "./authors.ts";
import type { Authorship, Doc, Documents } from "./documents.ts";

/** An author, with all that is here. */
export interface Author {
  key: string;
  name: string;
  docs: Doc[];
  /** The numbers that platforms give the person. */
  numbers: string[];
}

/** What was before a correction. */
interface Past {
  authors: Map<number, Authorship>;
  names: Map<string, string>;
}

export class Corrections {
  #past: Past[] = [];

  constructor(private documents: Documents) {}

  /** All authors by name, and the documents whose author is not known. */
  get authors(): { known: Author[]; unknown: Doc[] } {
    const { all } = this.documents;
    const told = toldBy(this.documents.authorRule, all);
    const known = new Map<string, Author>();
    const unknown: Doc[] = [];
    for (const [index, doc] of all.entries()) {
      const key = authorKey(doc.author);
      if (!key) {
        unknown.push(doc);
        continue;
      }
      const author = known.get(key) ?? { key, name: doc.author, docs: [], numbers: [] };
      known.set(key, author);
      author.docs.push(doc);
      const { number } = told[index]!;
      if (number && !author.numbers.includes(number)) author.numbers.push(number);
    }
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return { known: [...known.values()].sort((x, y) => compare(x.name, y.name)), unknown };
  }

  /** Whether anything was corrected, here or before. */
  get any(): boolean {
    return this.documents.authorNames.size > 0 || this.documents.all.some(({ authorByHand }) => authorByHand);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Gives an author another name. */
  rename({ docs }: Author, name: string): void {
    this.#name(docs, name);
  }

  /** Says that an author is another one. */
  merge(author: Author, other: Author): void {
    this.#name([...author.docs, ...other.docs], other.name);
  }

  /** Says that a document, whatever its author has besides, is by somebody; with "", that the rule says so again. */
  give(doc: Doc, name: string): void {
    this.#keep();
    this.documents.setAuthors(new Map([[doc, { author: name, byHand: name !== "" }]]));
  }

  /** Others are in force now than were corrected here. */
  forget(): void {
    this.#past = [];
  }

  undo(): void {
    const past = this.#past.pop();
    if (past) this.#restore(past);
  }

  /** Has all authors as the rule tells them. */
  takeBack(): void {
    this.#keep();
    this.#restore({ authors: new Map(this.documents.all.map(({ id }) => [id, { author: "", byHand: false }])), names: new Map() });
  }

  #name(docs: Doc[], name: string): void {
    this.#keep();
    const names = new Map(this.documents.authorNames);
    for (const mark of ownMarks(docs, this.documents.all, this.documents.authorRule)) names.set(mark, name);
    this.documents.setAuthors(new Map(docs.map((doc) => [doc, { author: name, byHand: true }])), names);
  }

  #keep(): void {
    const authors = new Map(this.documents.all.map(({ id, author, authorByHand }) => [id, { author, byHand: authorByHand }]));
    this.#past.push({ authors, names: new Map(this.documents.authorNames) });
  }

  #restore({ authors, names }: Past): void {
    const here = this.documents.all.flatMap((doc): [Doc, Authorship][] => {
      const was = authors.get(doc.id);
      return was ? [[doc, was]] : [];
    });
    this.documents.setAuthors(new Map(here), names);
  }
}

/** What marks the author of documents: of marks that others have, too, those of which more than half are theirs. */
function ownMarks(docs: Doc[], all: Doc[], rule: AuthorRule): string[] {
  const own = new Set(docs);
  const shares = new Map<string, { theirs: number; all: number }>();
  for (const [index, { marks }] of toldBy(rule, all).entries()) {
    for (const mark of marks) {
      const share = shares.get(mark) ?? { theirs: 0, all: 0 };
      shares.set(mark, { theirs: share.theirs + Number(own.has(all[index]!)), all: share.all + 1 });
    }
  }
  return [...shares].filter(([, share]) => share.theirs > share.all / 2).map(([mark]) => mark);
}
