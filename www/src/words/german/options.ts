//! The German of ../options.ts.

import type { Words } from "../edition.ts";
import type * as english from "../options.ts";

export const OPTIONS: Words<typeof english.OPTIONS> = {
  title: "Optionen",
  done: "Fertig",
  recommended: "Auf Vorgaben zurücksetzen",
  none: "keine",
  auto: "automatisch",
  short: "Kurze Antworten",
  shortHint: "Für je ein, zwei Sätze, Titel oder Zusammenfassungen: zählt einzelne Wörter ohne ihre Endungen, in beliebiger Reihenfolge, und Stellen ab drei Wörtern.",
  run: "Kürzeste Stelle, in Wörtern",
  runHint: "Jede gemeinsame Wortfolge von mindestens so vielen Wörtern wird gefunden.",
  shingle: "Wörter je Shingle",
  shingleHint: "Ähnlichkeit und Anteile zählen Shingles: so viele Wörter hintereinander.",
  words: "Was als Wort zählt",
  wordRules: {
    unicode: "Wörter jeder Schrift (empfohlen)",
    "white-space": "alles zwischen Leerzeichen",
    alphanumeric: "Buchstaben und Ziffern hintereinander",
  },
  stopWords: "Stoppwörter auslassen",
  stopWordsHint: "Häufige Wörter einer Sprache, etwa „der“ und „von“.",
  stemmer: "Wortendungen auslassen (Stemming)",
  stemmerHint: "„Kopie“ und „Kopien“ zählen als dasselbe Wort.",
  languages: {
    ar: "Arabisch", da: "Dänisch", nl: "Niederländisch", en: "Englisch", fi: "Finnisch", fr: "Französisch", de: "Deutsch", el: "Griechisch",
    hu: "Ungarisch", it: "Italienisch", no: "Norwegisch", pt: "Portugiesisch", ro: "Rumänisch", ru: "Russisch", es: "Spanisch",
    sv: "Schwedisch", ta: "Tamil", tr: "Türkisch",
  },
};
