//! Who wrote what: authors by the folders and names in which documents come. A document's author is a name, or "" where it
//! is not known; names that differ in letter case and spaces alone are one.

import type { Doc } from "./documents.ts";

/** How authors are told: as learning platforms name what is handed in, by the top folder, by a pattern of names, or not. */
export type AuthorRule = { by: "platform" | "folder" | "none" } | { by: "pattern"; pattern: string };

/** What is done with documents of one author. */
export interface AuthorOptions {
  rule: AuthorRule;
  /** Whether documents of one author are compared with each other. */
  within: boolean;
  /** Whether only the best pair of two authors is listed, so that an author's drafts stand as one. */
  asOne: boolean;
}

export const AUTHOR_OPTIONS: AuthorOptions = { rule: { by: "platform" }, within: false, asOne: false };

/** Where a document came from: its folders and its name. */
export type Origin = Pick<Doc, "name" | "path">;

/** Moodle: "Jane Doe_12345_assignsubmission_file_", a folder, or the beginning of a file's name. */
const MOODLE = /^(.+?)_\d+_assignsubmission_[a-z]+_?/;
/** Canvas: "doejane_12345_6789_essay.docx", and "doejane_LATE_12345_6789_essay.docx". */
const CANVAS = /^(\p{L}[\p{L}\p{M}'’-]*)(?:_LATE)?_\d+_\d+_./u;

/** The authors of documents, by a rule. */
export function authorsOf(origins: Origin[], rule: AuthorRule): string[] {
  switch (rule.by) {
    case "none":
      return origins.map(() => "");
    case "platform":
      return origins.map(platform);
    case "folder": {
      const folders = origins.map(({ path }) => path.split("/").slice(0, -1).filter(Boolean));
      const common = commonDepth(folders);
      return folders.map((folder) => folder[common] ?? "");
    }
    case "pattern": {
      const expression = patternOf(rule.pattern);
      return origins.map(({ path, name }) => (expression?.exec(rule.pattern.includes("/") ? path : name)?.[1] ?? "").trim());
    }
  }
}

function platform({ path }: Origin): string {
  for (const part of path.split("/")) {
    const moodle = MOODLE.exec(part)?.[1];
    if (moodle) return moodle.trim();
  }
  return CANVAS.exec(path.split("/").at(-1) ?? "")?.[1] ?? "";
}

/** How many folders all documents are in: an unpacked archive often has one around all. */
function commonDepth(folders: string[][]): number {
  const first = folders.find((folder) => folder.length > 0) ?? [];
  const inFolders = folders.filter((folder) => folder.length > 0);
  let depth = 0;
  while (depth < first.length && inFolders.every((folder) => folder[depth] === first[depth])) depth += 1;
  // A single folder is around all, or it is one author's: of one alone nothing can be told.
  return depth;
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
