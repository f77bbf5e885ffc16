//! Sorting in pieces, the page living in between.

/** Items sorted in one go; more are sorted in pieces and merged. */
export const PIECE = 2048;

export type Compare = (x: number, y: number) => number;

/** Sorts `items` in place or anew; undefined if `overtaken`, which is awaited between pieces. */
export async function sorted(items: Uint32Array, compare: Compare, overtaken: () => Promise<boolean>): Promise<Uint32Array | undefined> {
  let runs: Uint32Array[] = [];
  for (let at = 0; at < items.length; at += PIECE) {
    runs.push(items.subarray(at, at + PIECE).sort(compare));
    if (await overtaken()) return undefined;
  }
  while (runs.length > 1) {
    const longer: Uint32Array[] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const run = await merged(runs[i]!, runs[i + 1], compare, overtaken);
      if (!run) return undefined;
      longer.push(run);
    }
    runs = longer;
  }
  return runs[0] ?? items;
}

/** Merges two sorted runs; undefined if `overtaken` meanwhile. */
export async function merged(left: Uint32Array, right: Uint32Array | undefined, compare: Compare, overtaken: () => Promise<boolean>): Promise<Uint32Array | undefined> {
  if (!right || right.length === 0) return left;
  const both = new Uint32Array(left.length + right.length);
  let [i, j] = [0, 0];
  for (let n = 0; n < both.length; ) {
    for (const end = Math.min(n + PIECE, both.length); n < end; n++) {
      const takeLeft = j === right.length || (i < left.length && compare(left[i]!, right[j]!) <= 0);
      both[n] = takeLeft ? left[i++]! : right[j++]!;
    }
    if (await overtaken()) return undefined;
  }
  return both;
}
