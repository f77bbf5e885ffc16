//! What a person chooses for a comparison, and what is chosen unless they do.

import type { AuthorOptions } from "../documents/authors.ts";
import type { Options } from "../protocol/comparing.ts";

export type LeftOutKind = NonNullable<Options["leave_out"]>[number];

export interface Counting {
  leaveOut: LeftOutKind[];
  /** Runs that a larger share of the authors have (0 to 1) do not count; with 1 all do. */
  common: number;
}

/** What the page leaves out unless options say otherwise: what is marked as another's. What many have counts, as many may have copied it. */
export const RECOMMENDED: Counting = { leaveOut: ["quotations", "block-quotes", "bibliography"], common: 1 };

/** All that a person chooses: how documents are read and compared, what is common (see `Counting`), and who wrote what. */
export interface Settings extends Options {
  common?: number;
  authors?: AuthorOptions;
}

/** What is chosen for answers of a sentence or two, titles, abstracts: single words by their stems, in whatever order, and runs of three. */
export const SHORT = { shingle: 1, run: 3, stemmer: "en" } satisfies Settings;

export function isShort({ shingle, run }: { shingle?: number | undefined; run?: number | undefined }): boolean {
  return shingle === SHORT.shingle && run === SHORT.run;
}
