//! Words for what two documents say in other words.

import { capital, count, counted, percent } from "./format.ts";

const BY_CHANCE = "Sentences may say much the same by chance: read them.";

function duration(seconds: number): string {
  if (seconds < 2) return "a second or two";
  return seconds < 120 ? `about ${counted(seconds, "second")}` : `about ${counted(Math.ceil(seconds / 60), "minute")}`;
}

export const REWORDED = {
  /** Before the number of a passage in other words, to tell it from one that is copied. */
  sign: "≈",
  reach: "How far to look",
  reaches: {
    copied: { name: "Copied", title: "Words in a row that are the same, with a few changes between them" },
    edited: { name: "Edited", title: "Also words that rarely stand near one another, however many are changed between them" },
    reworded: { name: "Reworded", title: "Also sentences that say much the same in other words (r)" },
  },

  offer: "Look for reworded passages",
  little: (most: number) => `Less than ${count(most)} % of the shorter document is in the other one word for word.`,
  /** What it costs to look, in seconds. */
  cost: (seconds: number) => `Looking takes ${duration(seconds)}; the first time, the program for it is loaded.`,
  looking: "Looking for sentences that say much the same in other words…",
  stop: "Stop",
  cancelled: "Stopped looking.",
  notFound: "No passage says much the same in other words.",
  found: (n: number) => `${counted(n, "passage")} in other words. ${BY_CHANCE}`,
  failed: (what: string, remedy: string) => `${capital(what)}; ${remedy}.`,

  /** The same in all pairs. */
  offerAll: (pairs: number, seconds: number) => `Compares ${counted(pairs, "pair")} sentence by sentence, which takes ${duration(seconds)}; the first time, the program for it is loaded`,
  lookInRest: (pairs: number) => `Look for reworded passages in ${counted(pairs, "more pair")}`,
  lookingInAll: "Looking for reworded passages in all pairs",
  lookedAt: (done: number, all: number) => `Looked in ${count(done)} of ${counted(all, "pair")}`,
  foundInAll: (n: number) => (n === 0 ? "No pair has reworded passages" : `${counted(n, "pair")} with reworded passages, maybe by chance`),
  column: "Reworded",
  columnTitle: "Words in passages that say much the same in other words, or the same: of the document that has more of them",
  words: (n: number) => `${counted(n, "word")} in other words`,

  passages: (n: number) => `${count(n)} in other words`,
  passage: "Passage in other words",
  numbered: (n: number) => `Passage ≈${n}:`,
  kind: "Reworded",
  kindTitle: "Sentences that say much the same, in other words or the same",
  alike: (likeness: number) => `${percent(likeness)} alike`,
  why: (likeness: number, sentences: number) => `${percent(likeness)} alike as a whole; ${counted(sentences, "sentence")} of A ${sentences === 1 ? "answers to one" : "answer to sentences"} of B. They may do so by chance: read them.`,
  alsoCopied: "Part of it is copied word for word, too.",
  alsoEdited: "Part of it is an edited passage, too.",
  sentences: (n: number) => `Which sentences of passage ≈${n} answer to which; words that both have are underlined`,
  columns: { a: "A", b: "B", alike: "Alike" },
  /** After a likeness, where there is no room for a heading. */
  alikeUnit: "alike",
  piece: "Said in other words in the other document",
  quoted: (likeness: number) => `${percent(likeness)} alike in other words, found by Twinprint`,
  legend: "in other words",
  legendShared: "a word of both in it",
  strip: (first: number, last: number) => (first === last ? `, at passage in other words ${first}` : `, at passages in other words ${first} to ${last}`),
};
