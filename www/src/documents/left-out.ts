//! What of a document does not count, in words.

import type { LeftOut } from "../protocol/comparing.ts";
import { COUNTING } from "../words/counting.ts";

/** How many words of a document do not count, in words: "312 words in quotations". */
export function leftOutNotes(stretches: LeftOut[]): string[] {
  const words = new Map<LeftOut["kind"], number>();
  for (const { kind, words: n } of stretches) words.set(kind, (words.get(kind) ?? 0) + n);
  return [...words].sort().map(([kind, n]) => COUNTING.words(kind, n));
}
