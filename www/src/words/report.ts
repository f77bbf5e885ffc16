//! The words of a report.

import type { LeftOut } from "../protocol/comparing.ts";
import { COUNTING } from "./counting.ts";
import { FIGURES } from "./figures.ts";
import { VERDICTS } from "./verdicts.ts";

/** Where a passage stands: the first and the last line, and page where there are pages. */
interface Citation {
  pages?: [number, number];
  lines: [number, number];
}

/** "page 2, lines 3–5". */
function place({ pages, lines }: Citation): string {
  const both = (noun: string, [first, last]: [number, number]) => (first === last ? `${noun} ${first}` : `${noun}s ${first}–${last}`);
  return [...(pages ? [both("page", pages)] : []), both("line", lines)].join(", ");
}

const IN_PASSAGES = (passages: number) => `{words} words in {passages} ${passages === 1 ? "passage" : "passages"}; the longest run of the same words has {run}.`;

export const REPORT = {
  kind: "Twinprint report",
  made: (when: string, version: string) => `Made on ${when} with Twinprint ${version}`,
  wholes: "It contains the whole documents.",
  passagesOnly: "It contains only the passages that the documents share.",
  anonymous: "Names of documents and authors are replaced by numbers. Texts and notes are unchanged, with any names in them.",
  limits: "Twinprint finds words that are in both documents in the same order. It does not find paraphrase or translation, and does not know who wrote first. A match is not a verdict: quotations match too.",

  limitsReworded: "Twinprint finds words that are in both documents in the same order and, where it was asked to, sentences that say much the same in other words, which may be wrong. It does not find translation, and does not know who wrote first. A match is not a verdict: quotations match too.",

  finding: {
    title: "What was found",
    none: (pairs: number) => (pairs === 1 ? "These two documents share no passage." : "None of these pairs shares a passage."),
    several: "Passages are shared by {sharing} of {pairs}.",
    one: (passages: number) => `{a} and {b} share ${IN_PASSAGES(passages)}`,
    most: (passages: number) => `Most is shared by {a} and {b}: ${IN_PASSAGES(passages)}`,
    judged: "Judged by a person",
    judgedBy: "Judged by",
    alsoBy: "Also judged by",
    differ: (n: number, pairs: string) => (n === 0 ? "no verdict differs." : `the verdicts on ${pairs} differ.`),
    verdict: (number: string, verdict: keyof typeof VERDICTS.names) => `${number} “${VERDICTS.names[verdict]}”`,
    open: (pairs: string) => `; ${pairs} not judged`,
    limits: "What this does not say",
  },
  digest: "SHA-256 of the file",
  digestAbout: "Whoever has a file can compute its SHA-256, and see that it is the one that was compared. Where a text came without a file, it is that of the text.",
  cited: (a: Citation, b: Citation) => `A ${place(a)}; B ${place(b)}`,

  pairs: "Pairs",
  a: "A",
  b: "B",
  wordsShared: FIGURES.wordsShared,
  longestRun: FIGURES.longestRun,
  aInB: FIGURES.aInB,
  bInA: FIGURES.bInA,
  resemblance: FIGURES.resemblance,
  verdict: VERDICTS.heading,
  verdicts: { ...VERDICTS.names, "": "" },
  differ: VERDICTS.differ,
  note: "Note",
  passages: "Passages",
  and: "and",
  wordsOfA: "Words of A",
  wordsOfB: "Words of B",
  templateWords: (a: string, b: string) => [`Template text does not count: `, a, ` words of A, `, b, ` words of B.`],
  leftOutWords: (a: string, b: string) => [`Quotations, bibliographies, what was taken out by hand and the like do not count: `, a, ` words of A, `, b, ` words of B.`],
  leftOut: (kind: LeftOut["kind"]) => COUNTING.part(kind),
  wordsInPassages: "Words in passages, edited ones too",
  edited: "edited",
  noPassage: "These two documents share no passage.",
  toOther: (n: number, edited: boolean) => `Passage ${n}${edited ? " edited" : ""}, go to the other document`,
  passage: (n: string) => `Passage ${n}`,
  passageWords: (words: number) => (words === 1 ? " word the same" : " words the same"),
  inARow: " in a row",
  by: "by",

  persons: { title: "Persons", about: "Whom each shares most with, and how many words of theirs stand in documents of others, too. Three persons or more who are joined by pairs that stand out are a group. These numbers are of the class, and are not computed again here." },

  taken: { title: "Taken out by hand", ofA: " words of A, ", ofB: " of B" },

  reworded: {
    title: "In other words",
    about: "These sentences say much the same. They may do so by chance: read them. Words that both have are underlined, but for short ones. No number above counts them, and they are not computed again here.",
    notFound: "No passage says much the same in other words.",
    numbered: (number: string, likeness: string) => `≈${number}: ${likeness} alike as a whole`,
    alike: "Alike",
  },

  documents: "Documents",
  document: "Document",
  author: "Author",
  words: "Words",
  template: "Template",

  parameters: "How it was made",
  recipe: "Settings fingerprint",
  options: "Options",
  defaults: "defaults",
  optionNames: {
    shingle: "Words per shingle",
    run: "Shortest passage, in words",
    reach: "How far passages are looked for",
    shingle_hash: "Hash of shingles",
    units: "Units",
    words: "What counts as a word",
    urls: "Addresses",
    images: "Images",
    stop_words: "Stop words ignored",
    stemmer: "Word endings ignored (stemming)",
    leave_out: "Does not count",
  } as Record<string, string>,
  legend: "What the colours and lines mean",
  legendSame: "same words",
  legendEdited: "changed within a passage",
  legendTemplate: "template",
  legendLeftOut: "does not count",
  legendSeen: "disguised characters undone",

  again: {
    title: "Are these numbers right?",
    about: "This file contains the texts and the program that compares them. It can compute every number again, on this device and without a network, and show which are as printed.",
    aboutPassages: "This file contains the passages and the program that counts them. It can count their words again, on this device and without a network. Numbers of whole documents, such as shares, need the documents, which it does not contain.",
    limits: "This shows that the numbers follow from the texts in this file. Only the originals can show that these are the texts that were handed in.",
    key: "Compute every number again",
    preparing: "Preparing…",
    progress: (done: string, of: string) => `${done} of ${of} pairs computed…`,
    same: (numbers: string, texts: string) => `All ${numbers} numbers are as printed, and so are ${texts} texts with their marks.`,
    differing: (n: number, shown: string, of: string) => (n === 1 ? `1 of ${of} places is not as printed:` : `${shown} of ${of} places are not as printed:`),
    unknown: (n: string) => `${n} numbers are about whole documents or a whole class, which this file does not contain.`,
    failed: (reason: string) => `The numbers could not be computed: ${reason}.`,
    printed: "printed",
    computed: "computed",
    nothing: "nothing",
    otherText: "the text or its marks differ",
    passage: (n: string) => `passage ${n}`,
    figures: {
      sharing: "pairs that share a passage", words: "words", shared: "words shared", "in-passages": "words in passages, edited ones too", pairs: "in how many pairs of unrelated books something as rare is found", run: "longest identical run", ab: "share of A found in B", ba: "share of B found in A",
      resemblance: "resemblance", passages: "passages", wordsA: "words of A", wordsB: "words of B",
      templateA: "template words of A", templateB: "template words of B",
      leftOutA: "words of A that do not count", leftOutB: "words of B that do not count", takenA: "words of A that were taken out", takenB: "words of B that were taken out", text: "text",
    } as Record<string, string>,
  },
} as const;
