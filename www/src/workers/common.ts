//! How many authors may have a run of words before it counts as common.

/** The fewest authors that have what is common. */
const LEAST_COMMON = 3;

/** The most authors of a class that may have what counts, where `share` of them (0 to 1) may; 0 where all may. */
export function commonBound(share: number, authors: Uint32Array): number {
  return share < 1 ? Math.max(LEAST_COMMON - 1, Math.floor(share * new Set(authors).size)) : 0;
}
