//! A sentence, cut where words begin and end that its partner has, too.

import type { Place } from "../protocol/comparing.ts";

/** A piece of a sentence. */
export interface Piece {
  text: string;
  /** Whether it is a word that both sentences have. */
  shared: boolean;
}

/** The pieces of what stands at `place`, of which `shared` are places in ascending order. */
export function pieces(text: string, { start, end }: Place, shared: Place[]): Piece[] {
  const found: Piece[] = [];
  let at = start;
  const upTo = (to: number, own: boolean) => {
    if (to > at) found.push({ text: text.slice(at, to), shared: own });
    at = to;
  };
  for (const word of shared) {
    upTo(word.start, false);
    upTo(word.end, true);
  }
  upTo(end, false);
  return found;
}
