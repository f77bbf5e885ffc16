//! What pairs are measured by where all of them are seen at once.

export type Measure = "share" | "words" | "run" | "score";

export const MEASURES: Measure[] = ["score", "share", "words", "run"];

/** The fewest of each by which a pair can stand apart at all: in percent, in words, and in points of the score. */
export const SMALLEST_SPREAD: Record<Measure, number> = { share: 1, words: 2, run: 2, score: 4 };
