//! What a person chooses for a comparison, and what is chosen unless they do.

import type { AuthorOptions } from "../documents/authors.ts";
import type { Common, Options } from "../protocol/comparing.ts";

export type LeftOutKind = NonNullable<Options["leave_out"]>[number];

export interface Counting {
  leaveOut: LeftOutKind[];
  /** Runs that a larger share of the authors have (0 to 1) do not count; with 1 all do. Nothing where a person did not say it. */
  common?: number | undefined;
}

/** What the page leaves out unless options say otherwise: what is marked as another's. */
export const LEFT_OUT: LeftOutKind[] = ["quotations", "block-quotes", "bibliography"];

/** What is common: what a person said, or what most of a class has, which is its assignment. As few as three may have copied from one place, so
 *  that then it takes more authors; and what is most of most documents is no assignment. */
export function commonOf(share: number | undefined): Common {
  return share === undefined ? { share: 0.5, fewest: 6, sparing: true } : { share, fewest: 3, sparing: false };
}

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
