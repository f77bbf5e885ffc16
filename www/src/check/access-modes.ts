//! The four access modes of an index: what leaves the page in each, in one sentence that is true, and what it costs.

import type { IndexFacts, Told, Way } from "../protocol/checking.ts";
import { CHECKING } from "../words/checking.ts";
import { bytes, count, counted } from "../words/format.ts";

/** From what discloses nothing of a text to what discloses most. */
export const ACCESS_MODES: readonly Way[] = ["download", "ranges", "prefix", "whole"];

/** An index of up to this many bytes is downloaded unless another access mode is chosen. */
const PRACTICAL_DOWNLOAD = 32_000_000;

/** For this many words prices are shown until there is a document. */
const SAMPLE_WORDS = 1000;

/** What leaves the page. `facts` are absent until the index is known. */
export function sentence(way: Way, facts?: IndexFacts): string {
  switch (way) {
    case "download":
      return CHECKING.disclosed.download;
    case "ranges":
      return CHECKING.disclosed.ranges(facts?.block_bits ? CHECKING.about(counted(facts.block_bits, "bit")) : CHECKING.disclosed.someBits);
    case "prefix":
      return CHECKING.disclosed.prefix;
    case "whole":
      return CHECKING.disclosed.whole;
  }
}

/** Why an index cannot be used in an access mode. */
export function unavailable(way: Way): string {
  return way === "download" || way === "ranges" ? CHECKING.onlyPublished : CHECKING.onlyService;
}

/** What an access mode costs: `"1.2 MB once"`, or for documents of `words` words `"about 40 KB"`. */
export function price(way: Way, facts: IndexFacts, words: number): string {
  const { once, word } = facts.prices.find((price) => price.way === way) ?? { once: 0, word: 0 };
  if (word === 0) return CHECKING.once(bytes(once));
  const n = words || SAMPLE_WORDS;
  // No more than all of it is ever read.
  const all = facts.bytes > 0 ? facts.bytes : Infinity;
  const about = CHECKING.about(bytes(Math.min(once + word * n, all)));
  return words ? about : CHECKING.forWords(about, count(n));
}

/** The most private access mode that is practical for an index. */
export function preferred(facts: IndexFacts): Way {
  const ways = facts.ways.filter((way) => way !== "download" || facts.bytes <= PRACTICAL_DOWNLOAD);
  return ACCESS_MODES.find((way) => ways.includes(way)) ?? facts.ways[0] ?? "whole";
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
