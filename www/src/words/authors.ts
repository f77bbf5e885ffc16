//! Words for who wrote what.

export const AUTHORS = {
  title: "Who wrote what",
  field: "Author",
  fieldHint: "Texts of one author are not compared with each other.",
  by: "Authors are told",
  rules: {
    platform: "as learning platforms name files and folders",
    folder: "by folder: one for each author",
    pattern: "by a pattern of names",
    none: "by hand only",
  },
  pattern: "Pattern",
  patternHint: "{author} stands for the name, * for anything, as in {author}_*",
  within: "Compare texts of one author with each other, too",
  asOne: "Take an author’s texts as one: list the best pair of two authors",
  noPattern: "Say where the name stands, with {author}.",
  noDocuments: "Add documents, and what is told of them appears here.",
  unknown: "no author",
  drafts: "Text of",
  /** "essay_jane.docx: jane". */
  example(name: string, author: string): string {
    return `${name}: ${author || AUTHORS.unknown}`;
  },
};
