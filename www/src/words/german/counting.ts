//! The German of ../counting.ts.

import type * as english from "../counting.ts";
import type { Words } from "../edition.ts";
import { count, counted, percent } from "../format.ts";
import type { LeftOutReason } from "../../protocol/comparing.ts";
import { FIGURES } from "./figures.ts";
import { dative } from "./nouns.ts";

/** What words are in that do not count. */
const PLACES: Record<LeftOutReason, string> = {
  "taken-out": "von Hand herausgenommen",
  quotations: "in Zitaten",
  "block-quotes": "in Blockzitaten",
  bibliography: "in einem Literaturverzeichnis",
  common: "in Text, den viele haben",
  template: "aus einer Vorlage",
};

const LABELS = { "taken-out": "herausgenommen", quotations: "Zitat", "block-quotes": "Blockzitat", bibliography: "Literaturverzeichnis", common: "viele haben dies" };

export const COUNTING: Words<typeof english.COUNTING> = {
  title: "Was nicht zählt",
  quotations: "Zitate in Anführungszeichen",
  blockQuotes: "Blockzitate, eingerückt oder mit > vor jeder Zeile",
  bibliography: "Literaturverzeichnis",
  common: "Text auslassen, den mehr als so viel % der Personen haben",
  commonHint: "Bleibt das Feld leer, so gilt Text, den mehr als die Hälfte der Personen hat, mindestens aber sechs, als Aufgabenstellung, sofern er nicht den größten Teil ihrer Dokumente ausmacht. Mit 100 zählt alles: Viele können denselben Text kopiert haben.",
  commonFound: (share, words, documents, all) =>
    `${count(documents)} von ${dative(all, "document")} enthalten Text, den mehr als ${share === 0.5 ? "die Hälfte" : percent(share)} der Personen hat, vielleicht die Aufgabenstellung. Er zählt nicht: bis zu ${counted(words, "word")} je Dokument.`,
  countIt: "Mitzählen",
  labels: LABELS,
  part: (kind) => `${LABELS[kind]}: zählt nicht`,
  words: (reason, words) => `${counted(words, "word")} ${PLACES[reason]}`,
  document: (parts) => `Nicht gezählt: ${parts.join(", ")}.`,
  effectsTitle: "Zahlen mit und ohne das Ausgelassene",
  effectsHead: ["", FIGURES.wordsShared, FIGURES.longestRun, FIGURES.aInB, FIGURES.bInA],
  asIs: "Wie oben angezeigt",
  with: {
    "taken-out": "Mit dem, was von Hand herausgenommen wurde",
    quotations: "Mit Zitaten",
    "block-quotes": "Mit Blockzitaten",
    bibliography: "Mit dem Literaturverzeichnis",
    common: "Mit Text, den viele haben",
    template: "Mit Vorlagen",
  },
  row: (words, run, a, b) => [count(words), count(run), percent(a), percent(b)],
};
