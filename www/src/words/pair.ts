//! Words for a pair side by side: why a passage matches, what was changed, how it is quoted.

import { CHANCE, pairsByChance } from "./chance.ts";
import { count, counted } from "./format.ts";

/** Longer texts than this are cut where a change is described. */
const LONGEST = 60;

function quoted(text: string): string {
  const letters = [...text];
  return `“${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : text}”`;
}

export const PAIR = {
  all: "All pairs",
  previous: "Previous",
  previousAbout: "Previous passage (p)",
  next: "Next",
  nextAbout: "Next passage (n)",
  together: "Scroll together",
  sides: { a: "A", b: "B" },
  and: "and",
  /** Said aloud when a pair is opened. */
  opened: (passages: number, a: string, b: string) => `${counted(passages, "shared passage")} in ${a} and ${b}`,
  notShown: (what: string, remedy: string) => `This pair could not be shown: ${what}; ${remedy}.`,
  nothing: "These two documents share no passage.",
  nothingCopied: "No passage is copied; Edited looks further.",
  /** "3 passages, 1 edited", "2 edited passages" */
  passages: (n: number, edited: number) => (edited === 0 ? counted(n, "passage") : edited === n ? counted(n, "edited passage") : `${counted(n, "passage")}, ${count(edited)} edited`),
  position: (passage: number, all: number) => `${passage} of ${count(all)}`,
  passage: "Passage",
  /** After the number of an edited passage. */
  edited: "edited",
  numbered: (passage: number) => `Passage ${passage}:`,
  templateWords: (words: number, names: string) => `${counted(words, "word")} from a template${names ? ` (${names})` : ""}`,
  ignoredIn: { a: (notes: string) => `in A: ${notes}`, b: (notes: string) => `in B: ${notes}` },
  programs: (letters: string[]) =>
    `${letters.join(" and ")} ${letters.length === 1 ? "is a program" : "are programs"}: only word-for-word copies are found, and shared statements may be chance.`,
  ignored: (parts: string) => `Not counted, or disguised characters undone, ${parts}.`,
  words: (n: number) => counted(n, "word"),

  legend: "What the colours and lines mean",
  legendSame: "same words",
  legendEdited: "changed within a passage",
  legendTemplate: "template",
  legendLeftOut: "not counted",
  legendSeen: "disguised characters undone",
  /** For who hovers over a piece of text, or hears it. */
  pieces: {
    template: "Template: not compared",
    again: (passage: number) => `Passage ${passage} is here too`,
    edited: "Changed within the passage",
  },
  marks: {
    invisible: "invisible character, not compared",
    soft_hyphen: "soft hyphen, not compared",
    look_alike: "look-alike letters of another script, compared as the letters they imitate",
    foreign_word: "word in another script",
    styled: "styled letters, compared as plain letters",
  } as Record<string, string>,

  kinds: { same: "Word for word", changed: "With changes", edited: "Edited", disguised: "Disguised" },
  kindTitles: {
    same: "One run of words that are the same",
    changed: "Runs of words that are the same, with changes between them",
    edited: "Words that rarely stand near one another, with changes among them; no run of them is long enough to count as copied",
    disguised: "Letters were replaced by look-alikes, or invisible characters were put in",
  },
  inARow: (words: number) => `${counted(words, "word")} in a row are the same`,
  inRuns: (words: number, runs: number, longest: number) => `${counted(words, "word")} are the same, in ${runs} runs of up to ${longest}`,
  byChance: (bits: number) => `${CHANCE.before}${pairsByChance(bits)}${CHANCE.after}`,
  changes: (n: number) => counted(n, "change"),
  moreChanges: (n: number) => `and ${count(n)} more`,
  replaced: (a: string, b: string) => `${quoted(a)} became ${quoted(b)}`,
  onlyA: (words: string) => `${quoted(words)} is only in A`,
  onlyB: (words: string) => `${quoted(words)} is only in B`,
  undone: (notes: string) => `disguised characters undone: ${notes}`,
  elsewhere: (n: number, where: "A" | "B") => `found ${counted(n, "more time")} in ${where}`,
  difference: (number: number, all: number, passage: number) => `Change ${count(number)} of ${count(all)}, in passage ${count(passage)}:`,
  noDifferences: "No passage has a change.",
  previousDifference: "Previous change (D)",
  nextDifference: "Next change (d)",
  differences: "Change",
  quote: "Copy as quotation",
  quoteTitle: "Copy the passage from both documents, with names and pages (q)",
  quotedOne: "The passage was copied as a quotation.",
  quotedAll: (n: number) => `${counted(n, "passage")} copied as quotations.`,
  notQuoted: "The browser did not let the page copy; select the text instead.",
  quotedFrom: (words: string, name: string, pages: string | undefined) => `“${words}” (${name}${pages ? `, ${pages}` : ""})`,
  quotedWords: (words: number, edited: boolean) => `${counted(words, "word")} the same${edited ? ", edited" : ""}, found by Twinprint`,
  pages: (first: number, last: number) => (first === last ? `page ${first}` : `pages ${first}–${last}`),
  page: (number: number, all: number) => `page ${count(number)} of ${count(all)}`,
  strip: (name: string) => `Where you are in ${name}`,
  stripValue: (share: number, passages: string) => `${Math.round(share * 100)} % of the way down${passages}`,
  stripPassages: (first: number, last: number) => (first === last ? `, at passage ${first}` : `, at passages ${first} to ${last}`),
};
