//! The words of the options.

import type { Options } from "../protocol/comparing.ts";

export const OPTIONS = {
  title: "Options",
  done: "Done",
  recommended: "As recommended",
  none: "none",
  auto: "auto",
  run: "Shortest passage, in words",
  runHint: "Every shared run of at least this many words is found.",
  shingle: "Words a shingle",
  shingleHint: "Resemblance and containment count groups of this many words.",
  words: "A word is",
  wordRules: {
    unicode: "words of any script (recommended)",
    "white-space": "whatever stands between spaces",
    alphanumeric: "letters and digits in a row",
  } satisfies Record<NonNullable<Options["words"]>, string>,
  stopWords: "Leave out common words of",
  stopWordsHint: "Such as “the” and “of”.",
  stemmer: "Take word forms as one in",
  stemmerHint: "Such as “copy” and “copied”.",
  /** Languages with a stop list and a stemmer. */
  languages: {
    ar: "Arabic", da: "Danish", nl: "Dutch", en: "English", fi: "Finnish", fr: "French", de: "German", el: "Greek",
    hu: "Hungarian", it: "Italian", no: "Norwegian", pt: "Portuguese", ro: "Romanian", ru: "Russian", es: "Spanish",
    sv: "Swedish", ta: "Tamil", tr: "Turkish",
  },
};
