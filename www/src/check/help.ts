//! What a check finds and what it tells, in the page's help.

import { helpDialog } from "../help-dialog.ts";
import type { Meaning } from "../help-dialog.ts";

const WORDS: Meaning[] = [
  ["Index", "fingerprints of many documents, made by “twinprint index build”. It is published as files or stands behind a service; either way it is asked from here."],
  ["Found", "the share of the document’s words that stand in some source. Each word counts once, for the source that explains most."],
  ["In a row", "the longest run of equal words. Runs of as many words as the index says are always found."],
  ["Exact, estimated", "where the index has a source’s text, both are compared here word by word. Where it has not, numbers are estimated from fingerprints, with the bounds between which they lie 95 times in 100."],
  ["First bits", "a fingerprint has 64 bits. A service asked with the first 24 answers with all that begin so, and this page sorts out what it wanted."],
];

const KEYS: Meaning[] = [
  ["Ctrl  Enter", "check what was typed"],
  ["n  j", "next passage of a source"],
  ["p  k", "previous passage"],
  ["Esc", "back to all sources"],
];

export function help(): void {
  helpDialog("A check finds what of a text stands in an index, word for word or nearly so. It does not find paraphrase or translation, and a match is not a verdict: quotations match too.", WORDS, KEYS);
}
