//! How much of a pair looks copied, as one number from 0 to 100, and what it is made of.
//!
//! Points are given for the words that are shared, beyond those of a turn of phrase, for the larger of the two shares, and for separate
//! passages. What many documents have says less about two of them: words that stand in more than one other document of the class count
//! two fifths. Two documents of which all that counts is in the other have all points, whoever else has it.

import type { PairNumbers } from "./pair-table.ts";

/** What a score is made of. */
export interface Score {
  /** From 0 (no passage is shared) to 100. */
  value: number;
  /** Points for the words that are shared, up to `MOST.words`. */
  words: number;
  /** Points for how much of one document is in the other, up to `MOST.share`. */
  share: number;
  /** Points for separate passages, up to `MOST.passages`. */
  passages: number;
  /** What the points are multiplied by for how rare the shared words are: from `COMMON` to 1. */
  rare: number;
}

/** The most points of each kind. */
export const MOST = { words: 50, share: 35, passages: 15 } as const;

/** The words, the share and the number of passages that get all points. */
const FULL = { words: 50, share: 0.5, passages: 5 } as const;

/** As many words of each passage are a turn of phrase, such as anybody may use. */
const PHRASE = 8;

/** What words that more than one other document has count, where words that no other has count 1. */
export const COMMON = 0.4;

/** Whether all shingles of each document are in the other: a share is 1 of nothing less. */
function bothInEach(containmentA: number, containmentB: number): boolean {
  return containmentA === 1 && containmentB === 1;
}

type Copied = Pick<PairNumbers, "longestRun" | "wordsA" | "wordsB" | "edited" | "containmentA" | "containmentB" | "passages" | "rarity">;

/** Words that are more than turns of phrase: those of the longest run, or of all passages without a phrase of each, those that were edited by half. */
function beyondPhrases({ longestRun, wordsA, wordsB, edited, passages }: Copied): number {
  return Math.max(longestRun, Math.min(wordsA, wordsB) + edited / 2 - PHRASE * passages);
}

/** The score of a pair. While `rarity` is not known (`NaN`), words count as rare. */
export function score(pair: Copied): Score {
  const { containmentA, containmentB, passages, rarity } = pair;
  if (passages === 0) return { value: 0, words: 0, share: 0, passages: 0, rare: 1 };
  if (bothInEach(containmentA, containmentB)) return { ...MOST, rare: 1, value: MOST.words + MOST.share + MOST.passages };
  const words = beyondPhrases(pair);
  const points = (kind: keyof typeof MOST, n: number) => MOST[kind] * Math.min(1, n / FULL[kind]);
  const parts = {
    words: points("words", words),
    share: points("share", Math.max(containmentA, containmentB)),
    // Passages that are no more than phrases are none.
    passages: points("passages", Math.min(passages, Math.floor(words / PHRASE))),
    rare: Number.isNaN(rarity) ? 1 : COMMON + (1 - COMMON) * rarity,
  };
  return { ...parts, value: (parts.words + parts.share + parts.passages) * parts.rare };
}
