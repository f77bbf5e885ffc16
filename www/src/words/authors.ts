//! Words for authors and how they are detected.

import { counted } from "./format.ts";

export const AUTHORS = {
  title: "Authors",
  field: "Author",
  fieldHint: "Documents of one author are not compared with each other.",
  by: "Detect authors",
  rules: {
    platform: "as learning platforms and journals name files",
    folder: "from folders, one for each author",
    pattern: "from file names, by a pattern",
    none: "not at all; I enter them",
  },
  pattern: "Pattern",
  patternHint: "{author} stands for the name and * for anything, for example {author}_*",
  within: "Also compare documents of the same author",
  asOne: "Show only the best pair of two authors",
  noPattern: "Write {author} where the author’s name is.",
  noDocuments: "Add documents to see which authors are detected.",
  unknown: "no author",
  drafts: "Document by",
  /** What is handed in under a number, whoever wrote it. */
  submission: (number: string) => `Submission ${number}`,
  numbered: (name: string, number: string) => `${name} (${number})`,
  /** "essay_jane.docx: jane". */
  example(name: string, author: string): string {
    return `${name}: ${author || AUTHORS.unknown}`;
  },
};

/** Words for the list of authors, in which they are corrected. */
export const PERSONS = {
  list: "Authors found",
  count: (authors: number) => counted(authors, "author"),
  countAbout: "See whom the page took for an author, and correct it",
  noDocuments: AUTHORS.noDocuments,
  found: (authors: number, documents: number) => (authors === 0 ? "No author was found. Open the line below to enter one." : `${counted(authors, "author")} of ${counted(documents, "document")}. Open one to correct it.`),
  unknown: AUTHORS.unknown,
  number: (number: string) => `number ${number}`,
  name: "Name",
  same: "Same person as",
  nobody: "nobody else here",
  by: (document: string) => `${document} is by`,
  renamed: (before: string, now: string) => `${before} is ${now} now.`,
  merged: (one: string, other: string) => `${one} and ${other} are one person now.`,
  given: (document: string, author: string) => `${document} is by ${author} now.`,
  asTold: (document: string) => `The author of ${document} is told by its name again.`,
  undo: "Undo the last correction",
  takeBack: "Undo all corrections",
  undone: "Undone.",
};
