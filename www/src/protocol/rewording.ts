//! What the page and the worker that looks for other words say to each other.

import type { Common, Format, Options, Problem, Source, TakenTexts } from "./comparing.ts";
import type { RewordedPassage } from "twinprint/languages";

export type { RewordedPassage, SentencePair } from "twinprint/languages";

/** A document as it was given. */
export interface Given {
  id: number;
  version: number;
  name: string;
  source: Source;
  format: Format;
}

/** By what documents are read, and what of them does not count. */
export interface Basis {
  /** Another one where anything of it changed. */
  epoch: string;
  options: Options;
  templates: Given[];
  common: Common;
  /** The number of each document's author. */
  authors: Map<number, number>;
  taken: TakenTexts;
}

/** From the page to the worker: the documents that are needed, and the pair whose passages, or the pairs whose words, are asked for. */
export type Request = { ticket: number; basis: Basis; documents: Given[] } & ({ is: "pair"; a: number; b: number } | { is: "pairs"; pairs: Uint32Array<ArrayBuffer> });

/** From the worker to the page. */
export type Event =
  /** The words that some of the pairs have in passages in other words, in the order of the pairs. */
  | { is: "words"; ticket: number; words: Uint32Array<ArrayBuffer> }
  | { is: "answer"; ticket: number; value: RewordedPassage[] }
  | { is: "failure"; ticket: number; problem: Problem }
  | { is: "down"; reason: string };
