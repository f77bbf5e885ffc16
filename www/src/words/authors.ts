//! Words for authors and how they are detected.

export const AUTHORS = {
  title: "Authors",
  field: "Author",
  fieldHint: "Documents of one author are not compared with each other.",
  by: "Detect authors",
  rules: {
    platform: "from file and folder names of learning platforms and journals",
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
