//! The pages of a document that came with some.

/** The number of the page, from 1, on which a place of the text stands; undefined for a text without pages. */
export function pageOf({ pages }: { pages?: number[] | undefined }, offset: number): number | undefined {
  if (!pages || pages.length === 0) return undefined;
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pages[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(low, 1);
}
