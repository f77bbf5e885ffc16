//! The four ways to ask an index: what leaves the page in each, in one sentence that is true, and what it costs.

import { bytes, count, counted } from "../format.ts";
import type { IndexFacts, Told, Way } from "./protocol.ts";

/** From what tells nothing of a text to what tells most. */
export const WAYS: readonly Way[] = ["download", "ranges", "prefix", "whole"];

/** An index of up to so many bytes is downloaded unless another way is chosen. */
const PRACTICAL_DOWNLOAD = 32_000_000;

/** How many words prices are told for until there is a document. */
const SAMPLE_WORDS = 1000;

export const NAMES: Record<Way, string> = {
  download: "Download the whole index",
  ranges: "Read parts of its files",
  prefix: "Ask with first bits",
  whole: "Ask with whole fingerprints",
};

/** What leaves the page. `facts` are absent until the index is known. */
export function sentence(way: Way, facts?: IndexFacts): string {
  switch (way) {
    case "download":
      return "Nothing of the text: the same files are fetched whatever is checked.";
    case "ranges":
      return `Which parts of its files are read: ${facts?.block_bits ? `about ${counted(facts.block_bits, "bit")}` : "some bits"} of each fingerprint, among others drawn at random.`;
    case "prefix":
      return "The first 24 of the 64 bits of each fingerprint, and the numbers of the groups of sources and texts then looked into, all shuffled among others drawn at random: only who has the same text can recognise it by them.";
    case "whole":
      return "Every fingerprint whole, and the numbers of the groups of sources and texts then looked into: who has the same text, or parts of it, can recognise it; others cannot read it from them.";
  }
}

/** Why an index cannot be asked in a way. */
export function unavailable(way: Way): string {
  return way === "download" || way === "ranges"
    ? "Only a published index: this one is behind a service."
    : "Only an index behind a service: this one is published files.";
}

/** What a way costs: `"1.2 MB once"`, or for documents of so many words `"about 40 KB"`. */
export function price(way: Way, facts: IndexFacts, words: number): string {
  const { once, word } = facts.prices.find((price) => price.way === way) ?? { once: 0, word: 0 };
  if (word === 0) return `${bytes(once)} once`;
  const n = words || SAMPLE_WORDS;
  // No more than all of it is ever read.
  const all = facts.bytes > 0 ? facts.bytes : Infinity;
  const about = `about ${bytes(Math.min(once + word * n, all))}`;
  return words ? about : `${about} for ${count(n)} words`;
}

/** The most private way that is practical for an index. */
export function preferred(facts: IndexFacts): Way {
  const ways = facts.ways.filter((way) => way !== "download" || facts.bytes <= PRACTICAL_DOWNLOAD);
  return WAYS.find((way) => ways.includes(way)) ?? facts.ways[0] ?? "whole";
}

/** What left the page for a check that is done. */
export function receipt(way: Way, told: Told, traffic: { requests: number; sent: number; received: number }): string {
  const exchanged = `${bytes(traffic.sent)} sent and ${bytes(traffic.received)} received in ${counted(traffic.requests, "request")}`;
  const lookedUp = told.fingerprints + told.shingles;
  switch (way) {
    case "download":
      return traffic.requests === 0 ? "Nothing left this page: the index was there." : `Nothing of the text left this page; ${exchanged}.`;
    case "ranges":
      return `Parts of files were read for ${count(lookedUp)} fingerprints, ${count(told.decoys)} of them drawn at random; ${exchanged}.`;
    case "prefix":
      return `What left this page: first bits of ${count(lookedUp)} fingerprints and the numbers of ${count(told.buckets)} groups of sources, ${count(told.decoys)} of them all drawn at random; ${exchanged}.`;
    case "whole":
      return `What left this page: ${count(lookedUp)} whole fingerprints; ${exchanged}.`;
  }
}
