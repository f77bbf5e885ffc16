//! The four ways to ask an index: what leaves the page in each, in one sentence that is true, and what it costs.

import type { IndexFacts, Told, Way } from "../protocol/checking.ts";
import { CHECKING } from "../words/checking.ts";
import { bytes, count, counted } from "../words/format.ts";

/** From what tells nothing of a text to what tells most. */
export const WAYS: readonly Way[] = ["download", "ranges", "prefix", "whole"];

/** An index of up to so many bytes is downloaded unless another way is chosen. */
const PRACTICAL_DOWNLOAD = 32_000_000;

/** How many words prices are told for until there is a document. */
const SAMPLE_WORDS = 1000;

/** What leaves the page. `facts` are absent until the index is known. */
export function sentence(way: Way, facts?: IndexFacts): string {
  switch (way) {
    case "download":
      return CHECKING.told.download;
    case "ranges":
      return CHECKING.told.ranges(facts?.block_bits ? CHECKING.about(counted(facts.block_bits, "bit")) : CHECKING.told.someBits);
    case "prefix":
      return CHECKING.told.prefix;
    case "whole":
      return CHECKING.told.whole;
  }
}

/** Why an index cannot be asked in a way. */
export function unavailable(way: Way): string {
  return way === "download" || way === "ranges" ? CHECKING.onlyPublished : CHECKING.onlyService;
}

/** What a way costs: `"1.2 MB once"`, or for documents of so many words `"about 40 KB"`. */
export function price(way: Way, facts: IndexFacts, words: number): string {
  const { once, word } = facts.prices.find((price) => price.way === way) ?? { once: 0, word: 0 };
  if (word === 0) return CHECKING.once(bytes(once));
  const n = words || SAMPLE_WORDS;
  // No more than all of it is ever read.
  const all = facts.bytes > 0 ? facts.bytes : Infinity;
  const about = CHECKING.about(bytes(Math.min(once + word * n, all)));
  return words ? about : CHECKING.forWords(about, count(n));
}

/** The most private way that is practical for an index. */
export function preferred(facts: IndexFacts): Way {
  const ways = facts.ways.filter((way) => way !== "download" || facts.bytes <= PRACTICAL_DOWNLOAD);
  return WAYS.find((way) => ways.includes(way)) ?? facts.ways[0] ?? "whole";
}

/** What left the page for a check that is done. */
export function receipt(way: Way, told: Told, traffic: { requests: number; sent: number; received: number }): string {
  const { receipt } = CHECKING;
  const exchanged = receipt.exchanged(bytes(traffic.sent), bytes(traffic.received), counted(traffic.requests, "request"));
  const lookedUp = told.fingerprints + told.shingles;
  switch (way) {
    case "download":
      return traffic.requests === 0 ? receipt.nothing : receipt.download(exchanged);
    case "ranges":
      return receipt.ranges(count(lookedUp), count(told.decoys), exchanged);
    case "prefix":
      return receipt.prefix(count(lookedUp), count(told.buckets), count(told.decoys), exchanged);
    case "whole":
      return receipt.whole(count(lookedUp), exchanged);
  }
}
