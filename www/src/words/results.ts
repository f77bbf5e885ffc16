//! The words of the results: the sentence above them, the filters, the table, the matrix.

import { FIGURES } from "./figures.ts";
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
  percentAbout: "The larger share of one document found in the other",

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
  a: "A",
  aAbout: "The document that was added first",
  b: "B",
  bAbout: "The document that was added later",
  both: (a: string, b: string) => `${a} and ${b}`,

  /** After numbers where there is no room for a heading. */
  units: { copied: "words", longestRun: "in a row", reworded: "words in other words" },

  /** After a number of words, where none are shared as they are. */
  edited: "edited",

  matrix: "How much of each document is in each other; move with the arrow keys",
  itself: (name: string) => `${name} itself`,
  comparing: (a: string, b: string) => `${a} and ${b}: being compared`,
  cell: (share: string, a: string, b: string, words: number, edited: number, run: number) => {
    const found = words === 0 && edited > 0 ? FIGURES.edited(edited) : `${counted(words, "word")}, longest identical run ${run}`;
    return `${share} of ${a} is in ${b}: ${found}`;
  },
};
