//! Words for what does not count.

import type { LeftOutReason } from "../protocol/comparing.ts";
import { count, counted, percent } from "./format.ts";

/** What words are in that do not count. */
const PLACES: Record<LeftOutReason, string> = {
  quotations: "in quotations",
  "block-quotes": "in block quotes",
  bibliography: "in a bibliography",
  common: "in what many have",
  template: "of template",
};

const LABELS = { quotations: "quotation", "block-quotes": "block quote", bibliography: "bibliography", common: "many have this" };

export const COUNTING = {
  title: "What does not count",
  quotations: "Quotations, between marks",
  blockQuotes: "Block quotes: indented, or with > before each line",
  bibliography: "Bibliographies",
  common: "What more than this share of the authors have, in %",
  commonHint: "Left empty, it counts: what many have, many may have copied.",
  /** What a stretch is, said before it. */
  labels: LABELS,
  /** For who hovers over a stretch. */
  stretch(kind: keyof typeof LABELS): string {
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
  effectsTitle: "What leaving out changes",
  effectsHead: ["", "Words shared", "Longest run", "First in second", "Second in first"],
  asIs: "As it is",
  with: { quotations: "With quotations", "block-quotes": "With block quotes", bibliography: "With bibliographies", common: "With what many have", template: "With templates" },
  row(words: number, run: number, a: number, b: number): string[] {
    return [count(words), count(run), percent(a), percent(b)];
  },
};
