//! What was taken out by hand, told to the core.

import type { Session } from "twinprint";
import type { TakenTexts } from "../protocol/comparing.ts";

/** Tells a session what is taken out where that is not what it was; returns the documents of which other words count now in all pairs,
 * and the pairs in which they do. */
export function takeOut(session: Pick<Session, "take_out">, before: TakenTexts, wanted: TakenTexts): { documents: number[]; pairs: [number, number][] } {
  const documents = JSON.stringify(before.all) === JSON.stringify(wanted.all) ? [] : [...session.take_out(wanted.all, new Uint32Array())];
  const [former, present] = [byPair(before), byPair(wanted)];
  const pairs: [number, number][] = [];
  for (const [key, { a, b }] of new Map([...former, ...present])) {
    const texts = present.get(key)?.texts ?? [];
    if (JSON.stringify(texts) === JSON.stringify(former.get(key)?.texts ?? [])) continue;
    session.take_out(texts, Uint32Array.of(a, b));
    pairs.push([a, b]);
  }
  return { documents, pairs };
}

function byPair({ pairs }: TakenTexts): Map<string, TakenTexts["pairs"][number]> {
  return new Map(pairs.map((pair) => [`${pair.a} ${pair.b}`, pair]));
}
