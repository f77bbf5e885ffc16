//! The German of ../report.ts.

import type { Words } from "../edition.ts";
import type * as english from "../report.ts";
import { COUNTING } from "./counting.ts";
import { FIGURES } from "./figures.ts";
import { VERDICTS } from "./verdicts.ts";

type Citation = Parameters<typeof english.REPORT.cited>[0];

/** “Seite 2, Zeilen 3–5”. */
function place({ pages, lines }: Citation): string {
  const both = (one: string, many: string, [first, last]: [number, number]) => (first === last ? `${one} ${first}` : `${many} ${first}–${last}`);
  return [...(pages ? [both("Seite", "Seiten", pages)] : []), both("Zeile", "Zeilen", lines)].join(", ");
}

const IN_PASSAGES = (passages: number) => `{words} Wörter in {passages} ${passages === 1 ? "Stelle" : "Stellen"}; die längste gleiche Folge hat {run}.`;

export const REPORT: Words<typeof english.REPORT> = {
  kind: "Bericht von Twinprint",
  made: (when, version) => `Erstellt am ${when} mit Twinprint ${version}`,
  wholes: "Er enthält die ganzen Dokumente.",
  passagesOnly: "Er enthält nur die Stellen, die die Dokumente gemeinsam haben.",
  anonymous: "Namen von Dokumenten und Personen sind durch Nummern ersetzt. Texte und Notizen sind unverändert, mit den Namen darin.",
  limits: "Twinprint findet Wörter, die in beiden Dokumenten in derselben Reihenfolge stehen. Umschreibungen und Übersetzungen findet es nicht, und es weiß nicht, wer zuerst geschrieben hat. Ein Fund ist kein Urteil: Auch Zitate werden gefunden.",

  limitsReworded: "Twinprint findet Wörter, die in beiden Dokumenten in derselben Reihenfolge stehen, und, wo es verlangt war, Sätze, die in anderen Worten etwa dasselbe sagen, worin es irren kann. Übersetzungen findet es nicht, und es weiß nicht, wer zuerst geschrieben hat. Ein Fund ist kein Urteil: Auch Zitate werden gefunden.",

  finding: {
    title: "Was gefunden wurde",
    none: (pairs) => (pairs === 1 ? "Diese beiden Dokumente haben keine Stelle gemeinsam." : "Keines dieser Paare hat eine gemeinsame Stelle."),
    several: "{pairs}, davon {sharing} mit gemeinsamen Stellen.",
    one: (passages) => `{a} und {b} haben gemeinsam: ${IN_PASSAGES(passages)}`,
    most: (passages) => `Am meisten haben {a} und {b} gemeinsam: ${IN_PASSAGES(passages)}`,
    judged: "Beurteilt von einer Person",
    judgedBy: "Beurteilt von",
    alsoBy: "Auch beurteilt von",
    differ: (n, pairs) => (n === 0 ? "kein Urteil unterscheidet sich." : `bei ${pairs} unterscheiden sich die Urteile.`),
    verdict: (number, verdict) => `${number} „${VERDICTS.names[verdict]}“`,
    open: (pairs) => `; nicht beurteilt: ${pairs}`,
    limits: "Was das nicht besagt",
  },
  digest: "SHA-256 der Datei",
  digestAbout: "Wer eine Datei hat, kann ihren SHA-256 berechnen und sehen, dass sie die verglichene ist. Wo ein Text ohne Datei kam, ist es der des Textes.",
  cited: (a, b) => `A ${place(a)}; B ${place(b)}`,

  pairs: "Paare",
  a: "A",
  b: "B",
  wordsShared: FIGURES.wordsShared,
  longestRun: FIGURES.longestRun,
  aInB: FIGURES.aInB,
  bInA: FIGURES.bInA,
  resemblance: FIGURES.resemblance,
  verdict: VERDICTS.heading,
  verdicts: { ...VERDICTS.names, "": "" },
  differ: VERDICTS.differ,
  note: "Notiz",
  passages: "Stellen",
  and: "und",
  wordsOfA: "Wörter von A",
  wordsOfB: "Wörter von B",
  templateWords: (a, b) => ["Text der Vorlage zählt nicht: ", a, " Wörter von A, ", b, " Wörter von B."],
  leftOutWords: (a, b) => ["Zitate, Literaturverzeichnisse, von Hand Herausgenommenes und dergleichen zählen nicht: ", a, " Wörter von A, ", b, " Wörter von B."],
  leftOut: (kind) => COUNTING.part(kind),
  wordsInPassages: "Wörter in Stellen, auch in bearbeiteten",
  edited: "bearbeitet",
  noPassage: "Diese beiden Dokumente haben keine Stelle gemeinsam.",
  toOther: (n, edited) => `Stelle ${n}${edited ? ", bearbeitet" : ""}; zum anderen Dokument`,
  passage: (n) => `Stelle ${n}`,
  passageWords: (words) => (words === 1 ? " Wort gleich" : " Wörter gleich"),
  inARow: " hintereinander",
  by: "von",

  persons: { title: "Personen", about: "Mit wem jede am meisten gemeinsam hat und wie viele ihrer Wörter auch in Dokumenten anderer stehen. Drei Personen oder mehr, die durch auffällige Paare verbunden sind, bilden eine Gruppe. Diese Zahlen gelten für die Klasse und werden hier nicht neu berechnet." },

  taken: { title: "Von Hand herausgenommen", ofA: " Wörter von A, ", ofB: " von B" },

  reworded: {
    title: "In anderen Worten",
    about: "Diese Sätze sagen etwa dasselbe. Das kann Zufall sein: Lesen Sie sie. Wörter, die beide haben, sind unterstrichen, außer kurzen. Keine Zahl oben zählt sie mit, und sie werden hier nicht neu berechnet.",
    notFound: "Keine Stelle sagt in anderen Worten etwa dasselbe.",
    numbered: (number, likeness) => `≈${number}: ${likeness} Bedeutungsnähe im Ganzen`,
    alike: "Bedeutungsnähe",
  },

  documents: "Dokumente",
  document: "Dokument",
  author: "Person",
  words: "Wörter",
  template: "Vorlage",

  parameters: "Wie er entstanden ist",
  recipe: "Fingerabdruck der Einstellungen",
  options: "Optionen",
  defaults: "Vorgaben",
  optionNames: {
    shingle: "Wörter je Shingle",
    run: "Kürzeste Stelle, in Wörtern",
    reach: "Wie weit nach Stellen gesucht wird",
    shingle_hash: "Hash der Shingles",
    units: "Einheiten",
    words: "Was als Wort zählt",
    urls: "Adressen",
    images: "Bilder",
    stop_words: "Ausgelassene Stoppwörter",
    stemmer: "Ausgelassene Wortendungen (Stemming)",
    leave_out: "Zählt nicht",
  },
  legend: "Was die Farben und Linien bedeuten",
  legendSame: "gleiche Wörter",
  legendEdited: "in einer Stelle geändert",
  legendTemplate: "Vorlage",
  legendLeftOut: "zählt nicht",
  legendSeen: "verschleierte Zeichen zurückgeführt",

  again: {
    title: "Stimmen diese Zahlen?",
    about: "Diese Datei enthält die Texte und das Programm, das sie vergleicht. Sie kann jede Zahl neu berechnen, auf diesem Gerät und ohne Netz, und zeigen, welche so sind wie gedruckt.",
    aboutPassages: "Diese Datei enthält die Stellen und das Programm, das sie zählt. Sie kann ihre Wörter neu zählen, auf diesem Gerät und ohne Netz. Zahlen ganzer Dokumente, etwa Anteile, brauchen die Dokumente, die sie nicht enthält.",
    limits: "Das zeigt, dass die Zahlen aus den Texten in dieser Datei folgen. Dass es die eingereichten Texte sind, können nur die Originale zeigen.",
    key: "Jede Zahl neu berechnen",
    preparing: "Wird vorbereitet…",
    progress: (done, of) => `${done} von ${of} Paaren berechnet…`,
    same: (numbers, texts) => `Alle ${numbers} Zahlen sind wie gedruckt, ebenso ${texts} Texte mit ihren Markierungen.`,
    differing: (n, shown, of) => (n === 1 ? `1 von ${of} Angaben ist nicht wie gedruckt:` : `${shown} von ${of} Angaben sind nicht wie gedruckt:`),
    unknown: (n) => `${n} Zahlen betreffen ganze Dokumente oder eine ganze Klasse, die diese Datei nicht enthält.`,
    failed: (reason) => `Die Zahlen konnten nicht berechnet werden: ${reason}.`,
    printed: "gedruckt",
    computed: "berechnet",
    nothing: "nichts",
    otherText: "der Text oder seine Markierungen sind anders",
    passage: (n) => `Stelle ${n}`,
    figures: {
      sharing: "Paare mit gemeinsamer Stelle", words: "Wörter", shared: "gemeinsame Wörter", "in-passages": "Wörter in Stellen, auch in bearbeiteten", pairs: "in wie vielen Paaren von Büchern, die nichts miteinander zu tun haben, sich etwas so Seltenes findet", run: "längste gleiche Folge", ab: "Anteil von A in B", ba: "Anteil von B in A",
      resemblance: "Ähnlichkeit", passages: "Stellen", wordsA: "Wörter von A", wordsB: "Wörter von B",
      templateA: "Wörter von A aus der Vorlage", templateB: "Wörter von B aus der Vorlage",
      leftOutA: "Wörter von A, die nicht zählen", leftOutB: "Wörter von B, die nicht zählen", takenA: "Wörter von A, die herausgenommen wurden", takenB: "Wörter von B, die herausgenommen wurden", text: "Text",
    },
  },
};
