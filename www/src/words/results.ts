//! The words of the results: the sentence above them, the filters, the table, the matrix.

import { count, counted } from "./format.ts";

export const RESULTS = {
  title: "Pairs",
  compared: "Pairs compared",
  showAs: "Show as",
  filterByName: "Filter by name",
  atLeast: "at least",
  words: "words",
  and: "and",
  percent: "%",
  percentAbout: "How much of one text is in the other",

  waiting: "Reading and comparing…",
  oneMore: "One more text, and the comparison appears here.",
  none: "None of the documents can be compared; each one says why.",
  noneChosen: "No pair is like that. Fewer words, a smaller share or another name would show some.",

  /** "780 pairs, 34 with shared passages, 12 shown". */
  sum(all: number, compared: number, sharing: number, chosen: number): string {
    const parts = [counted(all, "pair")];
    if (compared < all) parts.push(`${count(compared)}\u00a0compared`);
    else if (sharing === 0) parts.push(all === 1 ? "no passage shared" : "none shares a passage");
    else if (sharing === all) parts.push(all === 1 ? "with shared passages" : "all with shared passages");
    else parts.push(`${count(sharing)} with shared passages`);
    if (chosen < compared) parts.push(`${count(chosen)}\u00a0shown`);
    return parts.join(", ");
  },

  table: "Pairs of documents",
  first: "First",
  firstAbout: "The document that came first",
  second: "Second",
  secondAbout: "The document that came later",
  both: (a: string, b: string) => `${a} and ${b}`,

  matrix: "How much of each document is in each other; move with the arrow keys",
  itself: (name: string) => `${name} itself`,
  comparing: (a: string, b: string) => `${a} and ${b}: being compared`,
  cell: (share: string, a: string, b: string, words: number, run: number) => `${share} of ${a} is in ${b}: ${counted(words, "word")}, longest run ${run}`,
};
