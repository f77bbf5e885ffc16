//! Words for what a score is made of.

import { counted, percent } from "../format.ts";
import type { PairNumbers } from "../pair-table.ts";
import { score } from "../score.ts";

export const SCORE = {
  heading: "Score",
  title: "What to look at first, from 0 to 100: by the longest run, the share, the number of passages, and how rare the words are",
  rarityHeading: "Rare",
  rarityTitle: "How many of the shared shingles stand in no more than one other document",
  passagesHeading: "Passages",
  passagesTitle: "How many separate passages both have",
  nothing: "No passage is shared.",
  of: (value: number) => `${Math.round(value)} of 100`,
  /** A pair's score and why, in a sentence of its own. */
  sentence: (pair: PairNumbers): string => `Score ${SCORE.told(pair)}`,
  /** A pair's score and why, for who hears the table. */
  told: (pair: PairNumbers): string => `${SCORE.of(score(pair).value)}: ${SCORE.reason(pair)}`,
  /** Why a pair has its score. */
  reason({ longestRun, containmentA, containmentB, passages, rarity }: PairNumbers): string {
    if (passages === 0) return SCORE.nothing;
    const parts = [
      `${counted(longestRun, "word")} in a row are the same`,
      `${percent(Math.max(containmentA, containmentB))} of one text is in the other`,
      counted(passages, "separate passage"),
    ];
    if (!Number.isNaN(rarity)) parts.push(`${percent(rarity)} of what they share stands in no more than one other text`);
    return `${parts.join("; ")}.`;
  },
};
