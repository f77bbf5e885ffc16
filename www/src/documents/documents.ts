//! The documents of this session, and what is known of each.

import type { Flags, Format, Problem, Source } from "../protocol/comparing.ts";
import type { Origin, Read } from "../protocol/reading.ts";
import { DOCUMENTS } from "../words/documents.ts";
import { AUTHOR_OPTIONS, authorKey, toldBy } from "./authors.ts";
import type { AuthorRule } from "./authors.ts";
import { short } from "./called.ts";
import type { Called } from "./called.ts";
import { newKey } from "./key.ts";

/** A longer document is refused before it is read: 32 MB. */
export const LIMIT = 32 * 1024 * 1024;

/** A text of up to this many UTF-16 units can be edited in place; a longer one stays out of text fields. */
export const EDITABLE = 100_000;

export type State =
  | { is: "reading" }
  | { is: "ready"; words: number; flags: Flags; program: boolean }
  | { is: "failed"; problem: Problem };

export interface Doc {
  /** The number by which this tab knows it, in the order in which documents came. */
  readonly id: number;
  /** What it is known by wherever it is kept. */
  readonly key: string;
  name: string;
  /** Folder and name, where the document came from a folder; else the name. */
  path: string;
  /** The name as shown: made unique by the path, or failing that by a number. */
  label: string;
  /** Null when it was refused before it was read, and until it is read from `unread`. */
  source: Source | null;
  format: Format;
  /** The file that its text is still to be read from. */
  unread?: Blob | undefined;
  /** Where each page of its text starts, in UTF-16 units. */
  pages?: number[] | undefined;
  /** What its text was read from, if not from a file of text. */
  origin?: Origin | undefined;
  template: boolean;
  /** Who wrote it; empty where that is not known. */
  author: string;
  /** Whether a person said who wrote it, so that no rule does. */
  authorByHand: boolean;
  /** When it was handed in, in ISO 8601; missing where nobody said it. */
  handedIn?: string | undefined;
  /** The year, class or variant it is of, as a person's list calls it. */
  cohort?: string | undefined;
  /** Counts the changes of `source`; an answer about an older version is out of date. */
  version: number;
  state: State;
}

/** What a list of submissions says of a document. */
export type Handed = Pick<Doc, "handedIn" | "cohort">;

/** Who wrote a document, and whether a person said so. */
export interface Authorship {
  author: string;
  byHand: boolean;
}

export type NewDoc = Pick<Doc, "name" | "source" | "format"> & Partial<Pick<Doc, "id" | "key" | "path" | "template" | "unread" | "pages" | "origin" | "author" | "authorByHand" | "handedIn" | "cohort">> & {
  problem?: Problem;
};

export type Change =
  | { is: "added" | "removed"; docs: Doc[] }
  /** "read" is the first text of a document that waited for it, "source" another. */
  | { is: "read" | "source" | "state" | "template" | "name" | "author"; docs: Doc[] };

/** What was seen through while reading: `["3 invisible characters", "1 soft hyphen"]`. */
export function flagNotes(flags: Flags): string[] {
  return (["invisible", "soft_hyphens", "look_alikes", "foreign_words", "styled"] as const)
    .filter((flag) => flags[flag] > 0)
    .map((flag) => DOCUMENTS.flag(flag, flags[flag]));
}

export class Documents {
  #docs = new Map<number, Doc>();
  /** The numbers of all documents that are here or were: what is known of one that went is never taken for another's. */
  #ids = new Map<string, number>();
  #listeners: ((change: Change) => void)[] = [];
  #nextId = 1;
  #pasted = 0;
  #authorRule: AuthorRule = AUTHOR_OPTIONS.rule;
  #authorNames: ReadonlyMap<string, string> = new Map();
  /** How often authors have documents of a name; counted when it is asked for. */
  #own: Map<string, number> | undefined;

  /** Calls `listener` after every change. */
  observe(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** All documents, in the order in which they came. */
  get all(): Doc[] {
    return [...this.#docs.values()];
  }

  get size(): number {
    return this.#docs.size;
  }

  get(id: number): Doc | undefined {
    return this.#docs.get(id);
  }

  byKey(key: string): Doc | undefined {
    return this.#docs.get(this.#ids.get(key) ?? 0);
  }

  /** The documents that are compared with each other. */
  get compared(): Doc[] {
    return this.all.filter((doc) => doc.state.is === "ready" && !doc.template);
  }

  /** What a document goes by. Beside its author it needs its path only where the author has another of its name. */
  called(id: number): Called {
    const doc = this.#docs.get(id);
    if (!doc) return { author: "", file: "" };
    this.#own ??= tally(this.all.map(ownName));
    const alone = doc.author !== "" && this.#own.get(ownName(doc)) === 1;
    return { author: doc.author, file: alone ? doc.name : doc.label };
  }

  /** What a pair is called: by its authors where they are known, and are two. */
  pairCalled(a: number, b: number): [string, string] {
    const [one, other] = [this.called(a), this.called(b)];
    if (one.author && authorKey(one.author) === authorKey(other.author)) return [one.file, other.file];
    return [short(one), short(other)];
  }

  /** A name for a text that came without one. */
  nameForPaste(): string {
    const names = new Set(this.all.map((doc) => doc.name));
    do this.#pasted += 1;
    while (names.has(DOCUMENTS.pasted(this.#pasted)));
    return DOCUMENTS.pasted(this.#pasted);
  }

  add(...arrived: NewDoc[]): Doc[] {
    const given = new Set(this.#ids.values());
    this.#nextId = Math.max(this.#nextId, ...arrived.map(({ id = 0 }) => id + 1));
    const docs = arrived.map(({ id, key = newKey(), name, path, source, format, template, unread, pages, origin, author, authorByHand, handedIn, cohort, problem }): Doc => {
      const own = this.#ids.get(key) ?? (id !== undefined && !given.has(id) ? id : this.#nextId++);
      given.add(own);
      this.#ids.set(key, own);
      const doc: Doc = {
        id: own,
        key,
        name,
        path: path || name,
        label: name,
        source,
        format,
        unread,
        pages,
        origin,
        template: template ?? false,
        author: author ?? "",
        authorByHand: authorByHand ?? false,
        handedIn,
        cohort,
        version: 1,
        state: problem ? { is: "failed", problem } : { is: "reading" },
      };
      this.#docs.set(own, doc);
      return doc;
    });
    // A document that comes back, after an undo, takes its old place.
    this.#docs = new Map([...this.#docs].sort(([a], [b]) => a - b));
    const others = this.#nameAuthors().filter((doc) => !docs.includes(doc));
    this.#changed({ is: "added", docs });
    this.#changed({ is: "author", docs: others });
    this.#label();
    return docs;
  }

  remove(...ids: number[]): Doc[] {
    const docs = ids.flatMap((id) => this.#docs.get(id) ?? []);
    for (const doc of docs) this.#docs.delete(doc.id);
    if (this.#docs.size === 0) this.#pasted = 0;
    this.#changed({ is: "removed", docs });
    this.#changed({ is: "author", docs: this.#nameAuthors() });
    this.#label();
    return docs;
  }

  rename(doc: Doc, name: string): void {
    doc.path = doc.path.slice(0, doc.path.length - doc.name.length) + name;
    doc.name = name;
    this.#changed({ is: "name", docs: [doc] });
    this.#changed({ is: "author", docs: this.#nameAuthors() });
    this.#label();
  }

  /** Another text for a document; it has no pages. */
  setSource(doc: Doc, source: Source): void {
    doc.source = source;
    doc.pages = undefined;
    this.reread(doc);
  }

  /** What was read from the file of a document. */
  setRead(doc: Doc, { source, format, pages, origin }: Read): void {
    Object.assign(doc, { source, format, pages, origin, unread: undefined });
    this.#changed({ is: "read", docs: [doc] });
  }

  /** Has documents read again, their text changed or the core that read them gone. */
  reread(...docs: Doc[]): void {
    for (const doc of docs) {
      doc.version += 1;
      if (doc.state.is !== "ready") doc.state = { is: "reading" };
    }
    this.#changed({ is: "source", docs });
  }

  setTemplate(doc: Doc, template: boolean): void {
    doc.template = template;
    this.#changed({ is: "template", docs: [doc] });
  }

  /** Says who wrote a document; with "", the rule says so again. */
  setAuthor(doc: Doc, author: string): void {
    this.setAuthors(new Map([[doc, { author: author.trim(), byHand: author.trim() !== "" }]]));
  }

  /** Says who wrote documents, and by what name persons go (see `authorNames`). */
  setAuthors(given: Map<Doc, Authorship>, names = this.#authorNames): void {
    this.#authorNames = names;
    for (const [doc, { author, byHand }] of given) {
      doc.author = author;
      doc.authorByHand = byHand;
    }
    this.#changed({ is: "author", docs: [...new Set([...given.keys(), ...this.#nameAuthors()])] });
  }

  /** Says when documents were handed in, and of which year, class or variant they are. */
  setHanded(handed: Map<Doc, Handed>): void {
    for (const [doc, said] of handed) Object.assign(doc, { handedIn: undefined, cohort: undefined, ...said });
    this.#changed({ is: "author", docs: [...handed.keys()] });
  }

  /** The years, classes and variants that documents are of, by name. */
  get cohorts(): string[] {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return [...new Set(this.all.flatMap(({ cohort }) => cohort || []))].sort(compare);
  }

  get authorRule(): AuthorRule {
    return this.#authorRule;
  }

  /** The names that a person gave, by the marks of those who have them (see `Told`). */
  get authorNames(): ReadonlyMap<string, string> {
    return this.#authorNames;
  }

  /** Tells authors by another rule, but for those whom a person named. */
  setAuthorRule(rule: AuthorRule, names = this.#authorNames): void {
    this.#authorRule = rule;
    this.#authorNames = names;
    this.#changed({ is: "author", docs: this.#nameAuthors() });
  }

  /** The documents of a document's author, itself among them. */
  drafts(doc: Doc): Doc[] {
    const key = authorKey(doc.author);
    return key ? this.all.filter((other) => authorKey(other.author) === key) : [doc];
  }

  setState(doc: Doc, state: State): void {
    doc.state = state;
    this.#changed({ is: "state", docs: [doc] });
  }

  /** Names the authors by the rule; the documents for which it has another name than before. */
  #nameAuthors(): Doc[] {
    const all = this.all;
    const told = toldBy(this.#authorRule, all);
    return all.filter((doc, index) => {
      if (doc.authorByHand) return false;
      const { name, marks } = told[index]!;
      const given = marks.map((mark) => this.#authorNames.get(mark)).find((name) => name !== undefined);
      const changes = given !== undefined || doc.author !== name;
      doc.author = given ?? name;
      doc.authorByHand = given !== undefined;
      return changes;
    });
  }

  #changed(change: Change): void {
    this.#own = undefined;
    if (change.docs.length > 0) for (const listener of this.#listeners) listener(change);
  }

  /** Names that occur more than once are told apart by their paths, and equal paths by a number. */
  #label(): void {
    const names = tally(this.all.map((doc) => doc.name));
    const paths = tally(this.all.map((doc) => doc.path));
    const seen = new Map<string, number>();
    const renamed: Doc[] = [];
    for (const doc of this.all) {
      let label = names.get(doc.name) === 1 ? doc.name : doc.path;
      if (names.get(doc.name) !== 1 && paths.get(doc.path) !== 1) {
        const number = (seen.get(doc.path) ?? 0) + 1;
        seen.set(doc.path, number);
        if (number > 1) label = `${label} (${number})`;
      }
      if (label !== doc.label) renamed.push(doc);
      doc.label = label;
    }
    this.#changed({ is: "name", docs: renamed });
  }
}

function ownName({ author, name }: Doc): string {
  return `${authorKey(author)}\n${name}`;
}

function tally(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
