//! What a report holds: what is printed in it and cannot be computed, and the texts from which the rest can.

import type { First } from "../../documents/first.ts";
import type { Piece } from "../../pair/shared-words.ts";
import { wordsEdited, wordsInPassages } from "../../pairs/edited-words.ts";
import type { Taken } from "../../pairs/taken-out.ts";
import type { Judged } from "../../pairs/verdicts.ts";
import type { Format, Mark, Options, Passage, Place, Report, TakenTexts } from "../../protocol/comparing.ts";
import type { Citation } from "../../text-pane/citation.ts";

export interface ReportData {
  kind: "twinprint-report";
  version: 1;
  title: string;
  /** Who made it and judged its pairs; empty where that is not to be said. */
  by: string;
  /** When it was made, as ISO 8601 has it. */
  made: string;
  /** The version of Twinprint that made it. */
  twinprint: string;
  /** The language in which its numbers are written. */
  locale: string;
  recipe: { id: string; text: string };
  options: Options;
  /** Whether it holds documents as a whole; else only the passages they share. */
  whole: boolean;
  anonymous: boolean;
  documents: ReportDocument[];
  pairs: ReportPair[];
  /** Whom each person shares most with, by all pairs that were to be saved; it is not computed again. */
  persons: ReportPerson[];
  /** What was taken out by hand of these pairs: first what counts in no pair. */
  taken: ReportTaken[];
}

/** A person, as printed. */
export interface ReportPerson {
  name: string;
  /** Empty for who shares no passage. */
  with: string;
  /** From 0 to 100. */
  score: number;
  /** Words of the person's documents, and those of them that stand in documents of others, too. */
  words: number;
  elsewhere: number;
  /** How many other persons a passage is shared with. */
  sources: number;
  /** 0 for who is in none. */
  group: number;
}

/** What was taken out of one pair, or of all where it names none. */
export type ReportTaken = Pick<Taken, "texts" | "reason" | "words" | "at"> & { pair?: [a: number, b: number] };

export interface ReportDocument {
  id: number;
  name: string;
  author: string;
  template: boolean;
  format: Format;
  /** When it was handed in, in ISO 8601, and of which year, class or variant it is; none where nobody said it. */
  handedIn?: string;
  cohort?: string;
  /** Of the file that it was read from, or of its text where it came without a file; none where it could not be computed. */
  sha256?: string;
  /** The document as it was read, if it is held as a whole. */
  text?: string;
  /** Else stretches of its visible text in their order, each with its place in UTF-16 units. */
  parts?: [number, string][];
}

export interface ReportPair {
  a: number;
  b: number;
  judgement?: Pick<Judged, "verdict" | "note" | "at" | "others">;
  /** Which of the two was handed in first, where that is known. */
  first?: First;
  /** Words that many of the class have do not count in it: without the class its numbers cannot be computed. */
  common?: true;
  /** What was taken out by hand and both have, or had, by the places among all that was. */
  taken: number[];
  /** Where each passage stands in either document, by page and line; it is not computed again. */
  cited: { a: Citation; b: Citation }[];
  /** What both have in other words, if it was looked for; it is not computed again. */
  reworded?: ReportReworded[];
  /** Where the passages are, if the documents are not held as a whole. */
  places?: PassagePlaces;
}

/** What does not count in a pair, in the order of the texts that the core is told. */
export function takenIn({ taken }: ReportData, { a, b }: ReportPair): ReportTaken[] {
  return taken.filter(({ pair }) => !pair || (pair[0] === a && pair[1] === b));
}

/** The same of all pairs, as the core is told of it. */
export function takenTexts(data: ReportData): TakenTexts {
  const texts = (taken: ReportTaken[]) => taken.flatMap((one) => one.texts);
  const pairs = data.pairs.map((pair) => ({ a: pair.a, b: pair.b, texts: texts(takenIn(data, pair).filter((one) => one.pair)) }));
  return { all: texts(data.taken.filter(({ pair }) => !pair)), pairs: pairs.filter((pair) => pair.texts.length > 0) };
}

/** A passage in other words, as it is printed: its sentences in pieces, of which some are words that both have. */
export interface ReportReworded {
  likeness: number;
  sentences: { likeness: number; a: Piece[]; b: Piece[] }[];
}

/** The passages of a pair, without their numbers. */
export interface PassagePlaces {
  passages: { a: Place; b: Place; edited: boolean; runs: { a: Place; b: Place }[] }[];
  /** Whether words of them were edited: how many of them are shared as they are can then be told by the documents alone. */
  edited: boolean;
  marks_a: Mark[];
  marks_b: Mark[];
}

/** What was counted: once when the report is made, and again by the report. Undefined is what it cannot know. */
export interface Counted {
  /** The words of each document, by its id. */
  words: Map<number, number | undefined>;
  /** One for each pair. */
  reports: CountedPair[];
  /** The visible text of a document, or as much of it as is held. */
  slice(id: number, start: number, end: number): string;
  /** How long the visible text of a document is. */
  length(id: number): number;
}

type Numbers =
  | "shared_words_a" | "shared_words_b"
  | "containment_a" | "containment_b" | "resemblance" | "words_a" | "words_b"
  | "template_words_a" | "template_words_b" | "left_out_words_a" | "left_out_words_b";

/** A report of a pair; numbers are undefined where they cannot be computed. */
export type CountedPair = Omit<Report, Numbers | "passages" | "edited_words_a" | "edited_words_b"> & { [Key in Numbers]: number | undefined } & {
  passages: CountedPassage[];
  /** Words in all passages. */
  words_in_passages: number;
  /** Whether some of them are not shared as they are. */
  has_edited: boolean;
};

export type CountedPassage = Omit<Passage, "bits"> & { bits: number | undefined };

/** A report in which everything could be computed. */
export function countedWhole(report: Report): CountedPair {
  return { ...report, words_in_passages: wordsInPassages(report), has_edited: wordsEdited(report) > 0 };
}
