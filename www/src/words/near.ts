//! The words of documents that are near others as wholes: in an index of documents, or among what is remembered on this device.

import { bytes, count, counted, wholePercent } from "./format.ts";

const documents = (n: number) => counted(n, "document");

export const NEAR = {
  known: "Known",
  isNew: "New",
  shortKnown: "known",
  shortNew: "new",
  alike: (resemblance: number, low: number, high: number) => `about ${wholePercent(resemblance)} resemblance (${low} to ${high}), estimated from fingerprints`,
  chance: (distance: number, bits: number, chance: string) => `${count(distance)} of ${count(bits)} bits differ; ${chance} unrelated documents come as near by chance`,
  seldom: "fewer than 0.001",

  described: (n: number, knownBy: number, size: string) => `${documents(n)} as wholes, each known by ${bytes(knownBy)} of fingerprints${size}. Near-duplicates of whole documents are found, passages within other text are not.`,
  knownOf: (matches: number, all: number, more: boolean) => `: a near-duplicate of ${more ? "at least " : ""}${documents(matches)} of the ${documents(all)} in the index.`,
  newOf: (all: number) => (all === 1 ? ": not near the document in the index." : `: not near any of the ${documents(all)} in the index.`),
  matches: "Documents near it",

  sends: "Send fingerprints",
  disclosed: "Fingerprints of the document: someone who has one like it can recognise it; nobody can read the text from them.",
  price: (about: string) => `${about} a document`,
  disclosedByRanges: (chosenBy: number, bits: number) => `Which parts of its files are read: buckets, chosen by ${count(chosenBy)} of the ${count(bits)} bits of the document's fingerprints, and the records of documents that may be near it. Someone who has a document like it can recognise it; nobody can read the text from them.`,
  noSuchMode: "Not available for an index of documents as wholes: prefixes of fingerprints tell someone who has a document like it as much as all of them, and would take hundreds of kilobytes.",
  onlyRanges: "Not available: this index is published so that parts of its files are read.",
  onlyDownload: "Not available: this index is published so that it is downloaded.",
  receiptByRanges: (exchanged: string) => `What left this page: which parts of files were read; ${exchanged}.`,
  receipt: (knownBy: string, exchanged: string) => `What left this page: ${knownBy} of fingerprints; ${exchanged}.`,
};
