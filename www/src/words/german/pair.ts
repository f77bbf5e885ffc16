//! The German of ../pair.ts.

import type { Words } from "../edition.ts";
import { count, counted } from "../format.ts";
import type * as english from "../pair.ts";
import { CHANCE, pairsByChance } from "./chance.ts";

/** Longer texts than this are cut where a change is described. */
const LONGEST = 60;

function quoted(text: string): string {
  const letters = [...text];
  return `„${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : text}“`;
}

export const PAIR: Words<typeof english.PAIR> = {
  all: "Alle Paare",
  previous: "Vorige",
  previousAbout: "Vorige Stelle (p)",
  next: "Nächste",
  nextAbout: "Nächste Stelle (n)",
  together: "Gemeinsam blättern",
  sides: { a: "A", b: "B" },
  and: "und",
  opened: (passages, a, b) => `${counted(passages, "shared passage")} in ${a} und ${b}`,
  notShown: (what, remedy) => `Dieses Paar konnte nicht gezeigt werden: ${what}; ${remedy}.`,
  nothing: "Diese beiden Dokumente haben keine Stelle gemeinsam.",
  nothingCopied: "Keine Stelle ist kopiert; „Bearbeitet“ sucht weiter.",
  passages: (n, edited) => (edited === 0 ? counted(n, "passage") : edited === n ? counted(n, "edited passage") : `${counted(n, "passage")}, ${count(edited)} bearbeitet`),
  position: (passage, all) => `${passage} von ${count(all)}`,
  passage: "Stelle",
  edited: "bearbeitet",
  numbered: (passage) => `Stelle ${passage}:`,
  templateWords: (words, names) => `${counted(words, "word")} aus einer Vorlage${names ? ` (${names})` : ""}`,
  ignoredIn: { a: (notes) => `in A: ${notes}`, b: (notes) => `in B: ${notes}` },
  programs: (letters) =>
    `${letters.join(" und ")} ${letters.length === 1 ? "ist ein Programm" : "sind Programme"}: Nur Wort für Wort Kopiertes wird gefunden, und gleiche Anweisungen können Zufall sein.`,
  ignored: (parts) => `Nicht gezählt, oder verschleierte Zeichen zurückgeführt, ${parts}.`,
  words: (n) => counted(n, "word"),

  legend: "Was die Farben und Linien bedeuten",
  legendSame: "gleiche Wörter",
  legendEdited: "in einer Stelle geändert",
  legendTemplate: "Vorlage",
  legendLeftOut: "nicht gezählt",
  legendSeen: "verschleierte Zeichen zurückgeführt",
  pieces: {
    template: "Vorlage: nicht verglichen",
    again: (passage) => `Auch hier steht Stelle ${passage}`,
    edited: "In der Stelle geändert",
  },
  marks: {
    invisible: "unsichtbares Zeichen, nicht verglichen",
    soft_hyphen: "weiches Trennzeichen, nicht verglichen",
    look_alike: "täuschend ähnliche Buchstaben einer anderen Schrift, verglichen als die Buchstaben, die sie nachahmen",
    foreign_word: "Wort in einer anderen Schrift",
    styled: "Zierbuchstaben, verglichen als einfache Buchstaben",
  },

  kinds: { same: "Wort für Wort", changed: "Mit Änderungen", edited: "Bearbeitet", disguised: "Verschleiert" },
  kindTitles: {
    same: "Eine einzige Folge gleicher Wörter",
    changed: "Folgen gleicher Wörter mit Änderungen dazwischen",
    edited: "Wörter, die selten nahe beieinanderstehen, mit Änderungen dazwischen; keine gleiche Wortfolge ist lang genug, um als kopiert zu gelten",
    disguised: "Buchstaben wurden durch täuschend ähnliche ersetzt, oder unsichtbare Zeichen wurden eingefügt",
  },
  inARow: (words) => `${counted(words, "word")} hintereinander ${words === 1 ? "ist" : "sind"} gleich`,
  inRuns: (words, runs, longest) => `${counted(words, "word")} ${words === 1 ? "ist" : "sind"} gleich, in ${runs} Folgen von bis zu ${longest}`,
  byChance: (bits) => `${CHANCE.before}${pairsByChance(bits)}${CHANCE.after}`,
  changes: (n) => counted(n, "change"),
  moreChanges: (n) => `und ${count(n)} weitere`,
  replaced: (a, b) => `aus ${quoted(a)} wurde ${quoted(b)}`,
  onlyA: (words) => `${quoted(words)} steht nur in A`,
  onlyB: (words) => `${quoted(words)} steht nur in B`,
  undone: (notes) => `verschleierte Zeichen zurückgeführt: ${notes}`,
  elsewhere: (n, where) => `in ${where} ${counted(n, "more time")} gefunden`,
  difference: (number, all, passage) => `Änderung ${count(number)} von ${count(all)}, in Stelle ${count(passage)}:`,
  noDifferences: "Keine Stelle enthält eine Änderung.",
  previousDifference: "Vorige Änderung (D)",
  nextDifference: "Nächste Änderung (d)",
  differences: "Änderung",
  quote: "Als Zitat kopieren",
  quoteTitle: "Die Stelle aus beiden Dokumenten kopieren, mit Namen und Seiten (q)",
  quotedOne: "Die Stelle ist als Zitat kopiert.",
  quotedAll: (n) => `${counted(n, "passage")} ${n === 1 ? "ist als Zitat" : "sind als Zitate"} kopiert.`,
  notQuoted: "Der Browser erlaubte das Kopieren nicht; markieren Sie stattdessen den Text.",
  quotedFrom: (words, name, pages) => `„${words}“ (${name}${pages ? `, ${pages}` : ""})`,
  quotedWords: (words, edited) => `${counted(words, "word")} gleich${edited ? ", bearbeitet" : ""}, gefunden von Twinprint`,
  pages: (first, last) => (first === last ? `Seite ${first}` : `Seiten ${first}–${last}`),
  page: (number, all) => `Seite ${count(number)} von ${count(all)}`,
  strip: (name) => `Wo Sie in ${name} sind`,
  stripValue: (share, passages) => `bei ${Math.round(share * 100)}\u00a0% des Textes${passages}`,
  stripPassages: (first, last) => (first === last ? `, an Stelle ${first}` : `, an den Stellen ${first} bis ${last}`),
};
