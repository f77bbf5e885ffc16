//! The German of ../reworded.ts.

import type { Words } from "../edition.ts";
import { capital, count, counted, percent } from "../format.ts";
import type * as english from "../reworded.ts";
import { dative } from "./nouns.ts";

const BY_CHANCE = "Sätze können zufällig etwa dasselbe sagen: Lesen Sie sie.";

function duration(seconds: number): string {
  if (seconds < 2) return "ein, zwei Sekunden";
  return seconds < 120 ? `etwa ${counted(seconds, "second")}` : `etwa ${counted(Math.ceil(seconds / 60), "minute")}`;
}

export const REWORDED: Words<typeof english.REWORDED> = {
  sign: "≈",
  reach: "Wie weit gesucht wird",
  reaches: {
    copied: { name: "Kopiert", title: "Gleiche Wörter hintereinander mit wenigen Änderungen dazwischen" },
    edited: { name: "Bearbeitet", title: "Auch Wörter, die selten nahe beieinanderstehen, wie viele auch zwischen ihnen geändert sind" },
    reworded: { name: "Umformuliert", title: "Auch Sätze, die in anderen Worten etwa dasselbe sagen (r)" },
  },

  offer: "Umformulierte Stellen suchen",
  little: (most) => `Weniger als ${count(most)}\u00a0% des kürzeren Dokuments stehen Wort für Wort im anderen.`,
  cost: (seconds) => `Die Suche dauert ${duration(seconds)}; beim ersten Mal wird das Programm dafür geladen.`,
  looking: "Sätze, die in anderen Worten etwa dasselbe sagen, werden gesucht…",
  stop: "Anhalten",
  cancelled: "Die Suche ist angehalten.",
  notFound: "Keine Stelle sagt in anderen Worten etwa dasselbe.",
  found: (n) => `${counted(n, "passage")} in anderen Worten. ${BY_CHANCE}`,
  failed: (what, remedy) => `${capital(what)}; ${remedy}.`,

  offerAll: (pairs, seconds) => `Vergleicht ${counted(pairs, "pair")} Satz für Satz, was ${duration(seconds)} dauert; beim ersten Mal wird das Programm dafür geladen`,
  lookInRest: (pairs) => `In ${dative(pairs, "more pair")} umformulierte Stellen suchen`,
  lookingInAll: "In allen Paaren werden umformulierte Stellen gesucht",
  lookedAt: (done, all) => `${count(done)} von ${dative(all, "pair")} durchsucht`,
  foundInAll: (n) => (n === 0 ? "Kein Paar hat umformulierte Stellen" : `${counted(n, "pair")} mit umformulierten Stellen, vielleicht zufällig`),
  column: "Umformuliert",
  columnTitle: "Wörter in Stellen, die in anderen oder denselben Worten etwa dasselbe sagen: des Dokuments, das mehr davon hat",
  words: (n) => `${counted(n, "word")} in anderen Worten`,

  passages: (n) => `${count(n)} in anderen Worten`,
  passage: "Stelle in anderen Worten",
  numbered: (n) => `Stelle ≈${n}:`,
  kind: "Umformuliert",
  kindTitle: "Sätze, die in anderen oder denselben Worten etwa dasselbe sagen",
  alike: (likeness) => `${percent(likeness)} Bedeutungsnähe`,
  why: (likeness, sentences) =>
    `${percent(likeness)} Bedeutungsnähe im Ganzen; ${counted(sentences, "sentence")} von A ${sentences === 1 ? "entspricht einem" : "entsprechen Sätzen"} von B. Das kann Zufall sein: Lesen Sie sie.`,
  alsoCopied: "Ein Teil davon ist auch Wort für Wort kopiert.",
  alsoEdited: "Ein Teil davon ist auch eine bearbeitete Stelle.",
  sentences: (n) => `Welche Sätze der Stelle ≈${n} einander entsprechen; Wörter, die beide haben, sind unterstrichen`,
  columns: { a: "A", b: "B", alike: "Bedeutungsnähe" },
  alikeUnit: "Bedeutungsnähe",
  piece: "Im anderen Dokument in anderen Worten gesagt",
  quoted: (likeness) => `${percent(likeness)} Bedeutungsnähe in anderen Worten, gefunden von Twinprint`,
  legend: "in anderen Worten",
  legendShared: "darin ein Wort, das beide haben",
  strip: (first, last) => (first === last ? `, an Stelle ${first} in anderen Worten` : `, an den Stellen ${first} bis ${last} in anderen Worten`),
};
