//! The words of the options.

import type { Options } from "../protocol/comparing.ts";

export const OPTIONS = {
  title: "Options",
  done: "Done",
  recommended: "Reset to defaults",
  none: "none",
  auto: "auto",
  short: "Short answers",
  shortHint: "For a sentence or two each, titles or abstracts: counts single words without their endings, in any order, and passages from three words on.",
  run: "Shortest passage, in words",
  runHint: "Every shared run of at least this many words is found.",
  shingle: "Words per shingle",
  shingleHint: "Resemblance and shares count shingles: this many words in a row.",
  words: "What counts as a word",
  wordRules: {
    unicode: "words of any script (recommended)",
    "white-space": "anything between spaces",
    alphanumeric: "letters and digits in a row",
  } satisfies Record<NonNullable<Options["words"]>, string>,
  stopWords: "Ignore stop words",
  stopWordsHint: "Common words of a language, such as “the” and “of”.",
  stemmer: "Ignore word endings (stemming)",
  stemmerHint: "“copy” and “copied” count as the same word.",
  /** Languages with a stop list and a stemmer. */
  languages: {
    ar: "Arabic", da: "Danish", nl: "Dutch", en: "English", fi: "Finnish", fr: "French", de: "German", el: "Greek",
    hu: "Hungarian", it: "Italian", no: "Norwegian", pt: "Portuguese", ro: "Romanian", ru: "Russian", es: "Spanish",
    sv: "Swedish", ta: "Tamil", tr: "Turkish",
  },
};
