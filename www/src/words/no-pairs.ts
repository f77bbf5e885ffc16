//! Why there is no pair to see, and what to press.

import { count, counted } from "./format.ts";

export const NO_PAIRS = {
  waiting: "Reading and comparing…",
  reading: (read: number, all: number) => `Reading and comparing: ${count(read)} of ${counted(all, "document")} read…`,
  stopped: "Comparing stopped and could not be started again. Your documents are still here.",
  oneMore: "Add one more document to compare.",
  none: "None of the documents can be compared; the list says why.",
  onlyOne: (documents: number) => `Only one of ${counted(documents, "document")} can be compared; the list says why.`,
  allTemplates: (documents: number) => (documents === 1 ? "The only document is a template, and templates are not compared." : "All documents are templates, and templates are not compared."),
  allLeftOut: (templates: number) => (templates > 0 ? "Every word of the documents is in the template or left out." : "Every word of the documents is left out."),
  oneAuthor: (documents: number, author: string) =>
    `${documents === 2 ? "Both" : `All ${count(documents)}`} documents have the same author, \u2068${author}\u2069, and documents of one author are not compared with each other.`,
  allOld: (documents: number) => `All ${count(documents)} documents are of what you call old, and old documents are not compared with each other.`,
  noneChosen: "No pair matches these filters. Try fewer words, a smaller share or another name.",
  nothingShared: (pairs: number) => (pairs === 1 ? "The two documents share no passage." : `None of ${counted(pairs, "pair")} shares a passage.`),
  helps: {
    files: "Choose files",
    within: "Compare documents of one author, too",
    authors: "Correct the authors",
    templates: "Compare the templates, too",
    counting: "Choose what counts",
    filters: "Show all pairs",
    nothing: "Show pairs without shared passages",
    again: "Start again",
  },
};
