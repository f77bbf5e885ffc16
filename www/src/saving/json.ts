//! Pairs as JSON, for programs.

import type { Listing } from "./listing.ts";

export function pairsJson({ pairs, ...rest }: Listing): string {
  const listed = pairs.map(({ a, b, summary, rarity, reworded, rewordedWords, judgement, taken }) => ({
    a,
    b,
    ...summary,
    rarity,
    ...(rewordedWords === null ? {} : { reworded_words: rewordedWords }),
    ...(reworded ? { reworded } : {}),
    verdict: judgement?.verdict ?? "",
    note: judgement?.note ?? "",
    ...(taken.length > 0 ? { taken_out: taken } : {}),
    ...(judgement?.others ? { others: judgement.others } : {}),
    ...(judgement?.at ? { judged: judgement.at } : {}),
  }));
  return `${JSON.stringify({ kind: "twinprint-pairs", version: 1, ...rest, pairs: listed }, null, 2)}\n`;
}
