//! The four access modes of an index: what leaves the page in each, in one sentence that is true, and what it costs.

import type { AccessMode, Disclosed, Facts, Near } from "../protocol/checking.ts";
import { CHECKING } from "../words/checking.ts";
import { bytes, count, counted } from "../words/format.ts";
import { NEAR } from "../words/near.ts";
import type { Traffic } from "./fetching.ts";

/** From what discloses nothing of a text to what discloses most. */
export const ACCESS_MODES: readonly AccessMode[] = ["download", "ranges", "prefix", "whole"];

/** An index of up to this many bytes is downloaded unless another access mode is chosen. */
const PRACTICAL_DOWNLOAD = 32_000_000;

/** For this many words prices are shown until there is a document. */
const SAMPLE_WORDS = 1000;

/** About what the exchange with a service takes for a document that is looked up as a whole. */
const NEAR_EXCHANGE = 1000;

/** What an access mode is called. */
export function nameOf(mode: AccessMode, facts?: Facts): string {
  return mode === "whole" && facts?.find === "documents" ? NEAR.sends : CHECKING.accessModes[mode];
}

/** What leaves the page. `facts` are absent until the index is known. */
export function sentence(mode: AccessMode, facts?: Facts): string {
  if (mode === "whole" && facts?.find === "documents") return NEAR.disclosed;
  if (mode === "ranges" && facts?.find === "documents" && facts.by_ranges) return NEAR.disclosedByRanges(facts.by_ranges.bits, 8 * facts.known_by);
  switch (mode) {
    case "download":
      return CHECKING.disclosed.download;
    case "ranges":
      return CHECKING.disclosed.ranges(facts?.find === "passages" && facts.block_bits ? CHECKING.about(counted(facts.block_bits, "bit")) : CHECKING.disclosed.someBits);
    case "prefix":
      return CHECKING.disclosed.prefix;
    case "whole":
      return CHECKING.disclosed.whole;
  }
}

/** Why an index cannot be used in an access mode. */
export function unavailable(mode: AccessMode, facts: Facts): string {
  if (facts.find === "documents" && mode === "prefix") return NEAR.noSuchMode;
  if (facts.find === "documents" && (mode === "download" || mode === "ranges") && facts.bytes > 0) return facts.by_ranges ? NEAR.onlyRanges : NEAR.onlyDownload;
  return mode === "download" || mode === "ranges" ? CHECKING.onlyPublished : CHECKING.onlyService;
}

/** What an access mode costs: `"1.2 MB once"`, or for documents of `words` words `"about 40 KB"`. */
export function price(mode: AccessMode, facts: Facts, words: number): string {
  if (facts.find === "documents") {
    return mode === "download" ? CHECKING.once(bytes(facts.bytes)) : NEAR.price(CHECKING.about(bytes(mode === "ranges" ? facts.by_ranges?.bytes ?? 0 : NEAR_EXCHANGE)));
  }
  const { once, word } = facts.prices.find((price) => price.way === mode) ?? { once: 0, word: 0 };
  if (word === 0) return CHECKING.once(bytes(once));
  const n = words || SAMPLE_WORDS;
  // No more than all of it is ever read.
  const all = facts.bytes > 0 ? facts.bytes : Infinity;
  const about = CHECKING.about(bytes(Math.min(once + word * n, all)));
  return words ? about : CHECKING.forWords(about, count(n));
}

/** The most private access mode that is practical for an index. */
export function preferred(facts: Facts): AccessMode {
  const ways = facts.ways.filter((mode) => mode !== "download" || facts.bytes <= PRACTICAL_DOWNLOAD);
  return ACCESS_MODES.find((mode) => ways.includes(mode)) ?? facts.ways[0] ?? "whole";
}

/** What left the page for a check that is done. */
export function receipt(mode: AccessMode, disclosed: Disclosed, traffic: Traffic): string {
  const { receipt } = CHECKING;
  const exchanged = exchange(traffic);
  const lookedUp = disclosed.fingerprints + disclosed.shingles;
  switch (mode) {
    case "download":
      return receiptOfDownload(traffic);
    case "ranges":
      return receipt.ranges(count(lookedUp), count(disclosed.decoys), exchanged);
    case "prefix":
      return receipt.prefix(count(lookedUp), count(disclosed.buckets), count(disclosed.decoys), exchanged);
    case "whole":
      return receipt.whole(count(lookedUp), exchanged);
  }
}

/** The same of a document that was looked up as a whole. */
export function receiptOfNear(mode: AccessMode, { bits }: Near, traffic: Traffic): string {
  switch (mode) {
    case "download":
      return receiptOfDownload(traffic);
    case "ranges":
      return NEAR.receiptByRanges(exchange(traffic));
    default:
      return NEAR.receipt(bytes(bits / 8), exchange(traffic));
  }
}

function receiptOfDownload(traffic: Traffic): string {
  return traffic.requests === 0 ? CHECKING.receipt.nothing : CHECKING.receipt.download(exchange(traffic));
}

function exchange({ sent, received, requests }: Traffic): string {
  return CHECKING.receipt.exchanged(bytes(sent), bytes(received), counted(requests, "request"));
}
