//! Words for what a score is made of.

import { FIGURES } from "./figures.ts";
import { counted, percent } from "./format.ts";

/** What a score says of a pair; shares and `rarity` are from 0 to 1, `rarity` is NaN while it is not known. */
interface Scored {
  longestRun: number;
  wordsA: number;
  wordsB: number;
  containmentA: number;
  containmentB: number;
  passages: number;
  edited: number;
  rarity: number;
}

export const SCORE = {
  heading: "Score",
  title: "What to look at first, from 0 to 100: by the words shared, the share, the number of passages, and how rare the words are",
  rarityHeading: "Rare",
  rarityTitle: "The share of the shared shingles that at most one other document has",
  passagesHeading: "Passages",
  passagesTitle: "How many separate passages both documents have",
  nothing: "No passage is shared.",
  of: (value: number) => `${Math.round(value)} of 100`,
  /** A pair's score and why, in a sentence of its own. */
  sentence: (value: number, pair: Scored): string => `Score ${SCORE.explained(value, pair)}`,
  /** A pair's score and why, for who hears the table. */
  explained: (value: number, pair: Scored): string => `${SCORE.of(value)}: ${SCORE.reason(pair)}`,
  /** Why a pair has its score. */
  reason({ longestRun, wordsA, wordsB, containmentA, containmentB, passages, edited, rarity }: Scored): string {
    if (passages === 0) return SCORE.nothing;
    if (containmentA === 1 && containmentB === 1) return "all the words that count are in both.";
    const parts = [
      longestRun === 0 ? FIGURES.edited(edited) : `${counted(longestRun, "word")} in a row are the same`,
      ...(Math.min(wordsA, wordsB) > longestRun ? [`${counted(Math.min(wordsA, wordsB), "word")} altogether`] : []),
      `${percent(Math.max(containmentA, containmentB))} of one document is in the other`,
      counted(passages, "separate passage"),
    ];
    if (!Number.isNaN(rarity)) parts.push(`${percent(rarity)} of what they share is in at most one other document`);
    return `${parts.join("; ")}.`;
  },
};
