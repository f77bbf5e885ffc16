//! Words for what does not count.

import type { LeftOutReason } from "../protocol/comparing.ts";
import { FIGURES } from "./figures.ts";
import { count, counted, percent } from "./format.ts";

/** What words are in that do not count. */
const PLACES: Record<LeftOutReason, string> = {
  "taken-out": "taken out by hand",
  quotations: "in quotations",
  "block-quotes": "in block quotes",
  bibliography: "in a bibliography",
  common: "in text that many have",
  template: "from a template",
};

const LABELS = { "taken-out": "taken out", quotations: "quotation", "block-quotes": "block quote", bibliography: "bibliography", common: "many have this" };

export const COUNTING = {
  title: "What does not count",
  quotations: "Quotations, in quotation marks",
  blockQuotes: "Block quotes, indented or with > before each line",
  bibliography: "Bibliography",
  common: "Ignore text shared by more than this % of authors",
  commonHint: "Leave empty to take text that more than half of the authors have, six at least, for the assignment, unless it is most of their documents. Enter 100 to count everything: many people may have copied the same text.",
  /** What documents have of what many have. */
  commonFound: (share: number, words: number, documents: number, all: number) =>
    `${count(documents)} of ${counted(all, "document")} have text that more than ${share === 0.5 ? "half" : percent(share)} of the authors have, perhaps the assignment. It does not count: up to ${counted(words, "word")} a document.`,
  countIt: "Count it",
  /** What a part of a text is, said before it. */
  labels: LABELS,
  /** For who hovers over a part that does not count. */
  part(kind: keyof typeof LABELS): string {
    return `${LABELS[kind]}: does not count`;
  },
  /** "312 words in quotations". */
  words(reason: LeftOutReason, words: number): string {
    return `${counted(words, "word")} ${PLACES[reason]}`;
  },
  /** "312 words in quotations, 20 words in a bibliography: not counted". */
  document(parts: string[]): string {
    return `Not counted: ${parts.join(", ")}.`;
  },
  effectsTitle: "Numbers with and without what is left out",
  effectsHead: ["", FIGURES.wordsShared, FIGURES.longestRun, FIGURES.aInB, FIGURES.bInA],
  asIs: "As shown above",
  with: { "taken-out": "Counting what was taken out by hand", quotations: "Counting quotations", "block-quotes": "Counting block quotes", bibliography: "Counting the bibliography", common: "Counting text that many have", template: "Counting templates" },
  row(words: number, run: number, a: number, b: number): string[] {
    return [count(words), count(run), percent(a), percent(b)];
  },
};
