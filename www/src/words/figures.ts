//! The numbers of a pair: what they are called, and what they say.

import { counted } from "./format.ts";

export const FIGURES = {
  wordsShared: "Words shared",
  wordsSharedAbout: "Words in passages that both documents have, as they are",
  wordsEdited: "Words edited",
  wordsEditedAbout: "Words that are the same in edited passages, and at the edited ends of copied ones; they are not counted as shared",
  /** Beside words that are shared, or where none are. */
  edited: (words: number) => `${counted(words, "word")}, edited`,
  longestRun: "Longest identical run",
  longestRunAbout: "The most words in a row that are the same in both",
  aInB: "Share of A found in B",
  aInBAbout: "How much of document A is also in document B",
  bInA: "Share of B found in A",
  bInAAbout: "How much of document B is also in document A",
  resemblance: "Resemblance",
  resemblanceAbout: "Jaccard resemblance: shared shingles, of all shingles of both documents",
  distance: "Simhash distance",
  distanceAbout: "Bits in which the fingerprints differ",
  shingles: (shared: string, all: string) => `${shared} of ${all} shingles`,
  bits: (n: number) => `${n} of 64`,
};
