//! How many words a pair has in passages beyond those that are shared as they are: in edited passages, and at the edited ends of others.

import type { PairSummary } from "../protocol/comparing.ts";

type Counted = Pick<PairSummary, "shared_words_a" | "shared_words_b" | "edited_words_a" | "edited_words_b">;

/** Words in all passages of a pair: what one document has more often than the other is counted as often as the other has it. */
export function wordsInPassages(pair: Counted): number {
  return Math.min(pair.shared_words_a + pair.edited_words_a, pair.shared_words_b + pair.edited_words_b);
}

/** How many of them are not shared as they are. */
export function wordsEdited(pair: Counted): number {
  return wordsInPassages(pair) - Math.min(pair.shared_words_a, pair.shared_words_b);
}
