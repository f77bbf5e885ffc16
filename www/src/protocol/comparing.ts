//! What the page and its worker say to each other. The page owns the documents; the worker owns the core.

import type { Flags, LeftOut, Options, PairSummary, Report } from "twinprint";
import type { ComparedAsWholes, LexiconDistances, SketchPart } from "twinprint/languages";

export type { Flags, LeftOut, Mark, Options, PairSummary, Passage, Place, Report } from "twinprint";
export type { SketchPart } from "twinprint/languages";

/** An error as the core words it: what is wrong, where, and what to do about it. */
export interface Problem {
  kind: string;
  what: string;
  place: string;
  remedy: string;
}

/** A text that was pasted or typed, or the bytes of a file. */
export type Source = string | Blob;

export type Format = "plain" | "html";

/** Runs that do not count because a larger `share` of the authors (0 to 1) has them, and at least as many authors as `fewest`; with a share of 1 all count. */
export interface Common {
  share: number;
  fewest: number;
  /** Whether all count where most of most documents would not. */
  sparing: boolean;
}

/** What documents have of what is common. */
export interface CommonFound {
  /** How many documents have any of it. */
  documents: number;
  /** The words of the one that has most. */
  words: number;
}

/** What was taken out by hand, as texts: two for each passage, as it stands in either document. The core numbers them in this order,
 * those of a pair after those of all. */
export interface TakenTexts {
  all: string[];
  pairs: { a: number; b: number; texts: string[] }[];
}

/** From the page to the worker. A `ticket` names the question that an answer belongs to. */
export type Request =
  | { is: "start"; epoch: number; options: Options }
  | { is: "put"; id: number; version: number; name: string; source: Source; format: Format }
  | { is: "remove"; id: number }
  | { is: "templates"; epoch: number; ids: number[] }
  /** Who wrote what: for each document the number of its author. Pairs of one author are compared only if `within`, and
   * those of two `old` documents never. What is common
   * stays what it was while documents are `arriving`. */
  | { is: "class"; authors: Map<number, number>; within: boolean; old: Set<number>; common: Common; arriving: boolean }
  /** All that is taken out from now on. */
  | { is: "taken-out"; taken: TakenTexts }
  | { is: "report"; ticket: number; a: number; b: number; reach: "copied" | "edited" }
  | { is: "effects"; ticket: number; a: number; b: number; reasons: LeftOutReason[] }
  | { is: "elsewhere"; ticket: number; asked: { id: number; others: number[] }[] }
  | { is: "left-out"; ticket: number; id: number }
  | { is: "view"; ticket: number; id: number }
  | { is: "signatures"; ticket: number; a: number; b: number; method: string; weighs: boolean }
  | { is: "summaries"; ticket: number; pairs: Uint32Array }
  | { is: "text"; ticket: number; name: string; source: Blob };

/** The text of one side of a pair, cut into blocks that are laid out one by one. */
export interface View {
  text: string;
  /** Where each block starts, in UTF-16 units. */
  starts: Uint32Array<ArrayBuffer>;
  /** How many line ends each block has, to estimate its height before it is laid out. */
  breaks: Uint16Array<ArrayBuffer>;
}

/** What two documents are reduced to by a method, side by side. */
export interface Signatures {
  score: number | null;
  alike: boolean;
  /** When two documents are alike, in words. */
  rule: string;
  recipe: string;
  parts: SketchPart[];
  /** How far simhashes of several lexicons are apart by each rule. */
  lexicons: LexiconDistances | null;
  /** The documents as wholes, by 40 bytes of each; null where one is too short for that. */
  wholes: ComparedAsWholes | null;
}

/** Which documents the worker was busy with. */
export type Busy = { ids: number[]; why: "reading" | "comparing" | "showing" };

/** From the worker to the page. */
export type Event =
  | { is: "started"; epoch: number; recipe: string; recipeId: string }
  | { is: "refused"; epoch: number; problem: Problem }
  | { is: "read"; id: number; version: number; words: number; flags: Flags; program: boolean }
  | { is: "unreadable"; id: number; version: number; problem: Problem }
  | { is: "only-template"; epoch: number; problems: { id: number; problem: Problem }[] }
  /**
   * `left` pairs are still to be compared, as far as the first `heard` requests go. Once all are, `rarities` tell how rare what
   * pairs share is: for each, of these rows or of earlier ones, both ids and the share, as in `ROW.rarity`.
   */
  | { is: "numbers"; epoch: number; rows: Float64Array<ArrayBuffer>; rarities: Float64Array<ArrayBuffer>; left: number; heard: number }
  | { is: "answer"; ticket: number; value: Report | View | Signatures | PairSummary[] | Effect[] | LeftOut[] | number[] | string }
  /** What documents have of what is common; where that `changed`, what was shown of a pair is out of date. */
  | { is: "common"; changed: boolean; found: CommonFound }
  | { is: "failure"; ticket: number; problem: Problem }
  | { is: "down"; busy: Busy | null; reason: string };

/** The numbers of one pair within `rows`, in this order. */
export const ROW = {
  a: 0,
  b: 1,
  resemblance: 2,
  containmentA: 3,
  containmentB: 4,
  wordsA: 5,
  wordsB: 6,
  longestRun: 7,
  passages: 8,
  /** Words in passages beyond those that are shared as they are. */
  edited: 9,
  /** The share of the shared shingles that at most one other document has; NaN until all pairs are compared, in a class
   * of fewer than four documents, and where no passage is shared. */
  rarity: 10,
} as const;

/** Why words do not count. */
export type LeftOutReason = LeftOut["kind"] | "template";

/** What a pair's numbers would be if what is left out for one reason counted. */
export interface Effect {
  reason: LeftOutReason;
  numbers: PairSummary;
}

/** Numbers a row of `rows` has. */
export const ROW_LENGTH = 11;
