//! The numbers of a pair: what they are called, and what they say.

export const FIGURES = {
  wordsShared: "Words shared",
  wordsSharedAbout: "Words in passages that both have",
  longestRun: "Longest run",
  longestRunAbout: "The most words in a row that are the same",
  firstInSecond: "First in second",
  firstInSecondAbout: "How much of the first document is in the second",
  secondInFirst: "Second in first",
  secondInFirstAbout: "How much of the second document is in the first",
  resemblance: "Resemblance",
  resemblanceAbout: "What both have, of all that either has",
  distance: "Simhash distance",
  distanceAbout: "Bits in which the fingerprints differ",
  shingles: (shared: string, all: string) => `${shared} of ${all} shingles`,
  bits: (n: number) => `${n} of 64`,
};
