//! Words for what a person takes out by hand, and for why.

import { count, counted, percent } from "./format.ts";

/** Longer texts than this are cut where a passage is named by its words. */
const LONGEST = 100;

const REASONS = { phrase: "set phrase", quotation: "unmarked quotation", method: "common method", other: "another reason" };
type Reason = keyof typeof REASONS;

export const TAKEN_OUT = {
  take: "Take out…",
  takeAbout: (key: string) => `Take the passage out: its words no longer count (${key})`,
  title: "Take this passage out",
  about: "Its words no longer count. The reason stands in reports, and you can put the passage back.",
  why: "Why",
  reasons: REASONS,
  choices: {
    phrase: ["A set phrase", "Many people would use the same words for it."],
    quotation: ["A quotation without marks", "It is said to be another’s, or plainly is."],
    method: ["A common method", "What is done alike is described alike."],
    other: ["Another reason", ""],
  } satisfies Record<Reason, [string, string]>,
  words: "The reason in your own words",
  wordsNeeded: "Write the reason, or choose one above.",
  where: "Where",
  inPair: "In this pair",
  inAll: "In all pairs that share these words",
  confirm: "Take out",
  cancel: "Cancel",
  putBack: "Put back",
  putBackOne: (words: string) => `Put back ${words}`,
  /** A passage by its words, "“It is a truth…”". */
  quoted(text: string): string {
    const letters = [...text.replace(/\s+/g, " ").trim()];
    return `“${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("").trimEnd()}…` : letters.join("")}”`;
  },
  /** "set phrase: as in every letter" */
  reason: (reason: Reason, words: string) => (reason === "other" ? words : `${REASONS[reason]}${words && `: ${words}`}`),
  scope: (all: boolean) => (all ? "in all pairs" : "in this pair"),
  /** All of it in a line, for a cell of a table. */
  line: (text: string, reason: Reason, words: string, all: boolean) => `${TAKEN_OUT.quoted(text)} ${TAKEN_OUT.reason(reason, words)}, ${TAKEN_OUT.scope(all)}`,
  scopeOf: (all: boolean, a: string, b: string) => (all ? `in all pairs; taken out of ${a} and ${b}` : `in ${a} and ${b}`),
  taken: (all: boolean) => `The passage is taken out ${all ? "of all pairs that share its words" : "of this pair"}.`,
  isBack: "The passage counts again.",
  /** Said aloud when the numbers of a pair have changed. */
  now: (passages: number, words: number, run: number, a: number, b: number) =>
    `Now ${counted(passages, "shared passage")}, ${counted(words, "word")} shared, ${count(run)} in a row; ${percent(a)} of A is in B, ${percent(b)} of B in A.`,
  nothingElse: "These two documents share no passage but what was taken out by hand.",
  list: (n: number) => `${counted(n, "passage")} taken out by hand`,
  /** Beside the verdict on a pair. */
  badge: (n: number) => `${counted(n, "passage")} taken out`,
  /** For who hovers over a part that was taken out. */
  part: (reason: Reason, words: string) => `taken out by hand, does not count: ${TAKEN_OUT.reason(reason, words)}`,
};
