//! What is counted, in each form that this language has for a number of it.

import type { Forms } from "./edition.ts";

export const NOUNS = {
  author: { one: "author", other: "authors" },
  bit: { one: "bit", other: "bits" },
  byte: { one: "byte", other: "bytes" },
  change: { one: "change", other: "changes" },
  cluster: { one: "cluster", other: "clusters" },
  "deleted word": { one: "deleted word", other: "deleted words" },
  document: { one: "document", other: "documents" },
  file: { one: "file", other: "files" },
  "hidden word": { one: "hidden word", other: "hidden words" },
  line: { one: "line", other: "lines" },
  minute: { one: "minute", other: "minutes" },
  "min-value": { one: "min-value", other: "min-values" },
  "more pair": { one: "more pair", other: "more pairs" },
  "more source": { one: "more source", other: "more sources" },
  "more time": { one: "more time", other: "more times" },
  page: { one: "page", other: "pages" },
  pair: { one: "pair", other: "pairs" },
  part: { one: "part", other: "parts" },
  "edited passage": { one: "edited passage", other: "edited passages" },
  passage: { one: "passage", other: "passages" },
  program: { one: "program", other: "programs" },
  request: { one: "request", other: "requests" },
  second: { one: "second", other: "seconds" },
  sentence: { one: "sentence", other: "sentences" },
  "separate passage": { one: "separate passage", other: "separate passages" },
  "shared passage": { one: "shared passage", other: "shared passages" },
  shingle: { one: "shingle", other: "shingles" },
  source: { one: "source", other: "sources" },
  template: { one: "template", other: "templates" },
  text: { one: "text", other: "texts" },
  time: { one: "time", other: "times" },
  word: { one: "word", other: "words" },
} satisfies Record<string, Forms>;

export type Noun = keyof typeof NOUNS;
