//! Who wrote what: authors by the folders and names in which documents come. A document's author is a name, or "" where it
//! is not known; names that differ in letter case and spaces alone are one.

import { AUTHORS } from "../words/authors.ts";
import type { Doc } from "./documents.ts";
import { personsOf } from "./platforms.ts";
import type { Person } from "./platforms.ts";

/** How authors are told: as learning platforms name what is handed in, by the top folder, by a pattern of names, or not. */
export type AuthorRule = { by: "platform" | "folder" | "none" } | { by: "pattern"; pattern: string };

/** What is done with documents of one author. */
export interface AuthorOptions {
  rule: AuthorRule;
  /** Whether documents of one author are compared with each other. */
  within: boolean;
  /** Whether only the best pair of two authors is listed, so that an author's drafts stand as one. */
  asOne: boolean;
  /** The years, classes or variants that are old: their documents are not compared with each other. */
  old?: string[];
  /** Names that a person gave, by the marks of those who have them (see `Told`). */
  names?: Record<string, string>;
}

export const AUTHOR_OPTIONS: AuthorOptions = { rule: { by: "platform" }, within: false, asOne: false };

/** Where a document came from: its folders and its name. */
export type Origin = Pick<Doc, "name" | "path">;

/** A folder with more than this share of all documents is around them, and no author's. */
const AROUND = 0.9;

/** Whom a rule takes for an author. */
export interface Told {
  /** Empty where the rule does not tell. */
  name: string;
  /** The number that a platform gives the person; empty where it gives none. */
  number: string;
  /** What the same person's next document has as well. */
  marks: string[];
}

/** The authors of documents, by a rule. */
export function toldBy(rule: AuthorRule, origins: Origin[]): Told[] {
  const persons = personsOf(origins.map(({ path }) => path));
  const names = namesBy(rule, origins, persons);
  return names.map((name, index) => {
    const { number = "", place = "" } = persons[index] ?? {};
    return { name, number, marks: [...(number ? [`${place} ${number}`] : []), ...(name ? [`${rule.by} ${authorKey(name)}`] : [])] };
  });
}

function namesBy(rule: AuthorRule, origins: Origin[], persons: (Person | undefined)[]): string[] {
  switch (rule.by) {
    case "none":
      return origins.map(() => "");
    case "platform":
      return distinctNames(persons);
    case "folder":
      return ownFolders(origins.map(({ path }) => path.split("/").slice(0, -1).filter(Boolean)));
    case "pattern": {
      const expression = patternOf(rule.pattern);
      return origins.map(({ path, name }) => (expression?.exec(rule.pattern.includes("/") ? path : name)?.[1] ?? "").trim());
    }
  }
}

/** The names of persons, with their numbers where those of one name have several in one place. */
function distinctNames(persons: (Person | undefined)[]): string[] {
  const numbers = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, number, place } of persons.filter((person) => person !== undefined)) {
    const key = authorKey(name);
    const here = `${place}\n${key}`;
    if (numbers.has(here) && numbers.get(here) !== number) shared.add(key);
    numbers.set(here, number);
  }
  return persons.map((person) => {
    if (!person) return "";
    return shared.has(authorKey(person.name)) ? AUTHORS.numbered(person.name, person.number) : person.name;
  });
}

/** The first folder of each document that is not around all the others, too: an unpacked archive often has one around all. */
function ownFolders(folders: string[][]): string[] {
  const within = new Map<string, number>();
  const path = (folder: string[], depth: number) => folder.slice(0, depth + 1).join("/");
  for (const folder of folders) for (const depth of folder.keys()) within.set(path(folder, depth), (within.get(path(folder, depth)) ?? 0) + 1);
  const most = AROUND * folders.filter((folder) => folder.length > 0).length;
  // A single folder is around all, or it is one author's: of one alone nothing can be told.
  return folders.map((folder) => folder.find((_, depth) => within.get(path(folder, depth))! <= most) ?? "");
}

/**
 * A pattern as an expression: `{author}` stands for the author's name and `*` for anything, as in "{author}_*" or
 * "essay-{author}.*". A pattern with "/" is held against folders and name, any other against the name. Undefined where
 * `{author}` does not occur once.
 */
export function patternOf(pattern: string): RegExp | undefined {
  const parts = pattern.split("{author}");
  if (parts.length !== 2) return undefined;
  const [before, after] = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*?")) as [string, string];
  return new RegExp(`^${before}(.+?)${after}$`, "iu");
}

/** What two names have in common that are one author's. */
export function authorKey(author: string): string {
  return author.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Numbers from here on are of documents whose author is not known. */
const UNKNOWN = 2 ** 31;

/** The number of each document's author: the same for documents of one author, and one of its own where that is not known. */
export function authorNumbers(docs: Pick<Doc, "id" | "author">[]): Map<number, number> {
  const numbers = new Map<string, number>();
  return new Map(docs.map(({ id, author }) => {
    const key = authorKey(author);
    if (!key) return [id, UNKNOWN + id];
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return [id, number];
  }));
}
