//! How many authors may have a run of words before it counts as common.

import type { Common } from "../protocol/comparing.ts";

/** The most authors of a class that may have what counts; 0 where all may. */
export function commonBound({ share, fewest }: Common, authors: Uint32Array): number {
  const all = new Set(authors).size;
  return share < 1 && all >= fewest ? Math.max(fewest - 1, Math.floor(share * all)) : 0;
}
