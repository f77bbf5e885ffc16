//! The pages of a text that came from a file with pages.

/** The number of the page, from 1, that a place of the text is on. `starts` has where each page starts. */
export function pageAt(starts: ArrayLike<number>, offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
