//! The German of ../results.ts.

import type { Words } from "../edition.ts";
import { count, counted } from "../format.ts";
import type * as english from "../results.ts";
import { FIGURES } from "./figures.ts";

export const RESULTS: Words<typeof english.RESULTS> = {
  title: "Paare",
  compared: "Verglichene Paare",
  showAs: "Zeigen als",
  filterByName: "Nach Namen filtern",
  atLeast: "mindestens",
  words: "Wörter",
  and: "und",
  percent: "%",
  percentAbout: "Der größere der Anteile, die ein Dokument im anderen hat",

  sum(all, compared, sharing, chosen) {
    const parts = [counted(all, "pair")];
    if (compared < all) parts.push(`${count(compared)}\u00a0verglichen`);
    else if (sharing === 0) parts.push(all === 1 ? "keine gemeinsame Stelle" : "keines mit gemeinsamer Stelle");
    else if (sharing === all) parts.push(all === 1 ? "mit gemeinsamen Stellen" : "alle mit gemeinsamen Stellen");
    else parts.push(`${count(sharing)} mit gemeinsamen Stellen`);
    if (chosen < compared) parts.push(`${count(chosen)}\u00a0gezeigt`);
    return parts.join(", ");
  },

  table: "Paare von Dokumenten",
  a: "A",
  aAbout: "Das Dokument, das zuerst hinzugefügt wurde",
  b: "B",
  bAbout: "Das Dokument, das später hinzugefügt wurde",
  both: (a, b) => `${a} und ${b}`,

  units: { copied: "Wörter", longestRun: "in Folge", reworded: "Wörter in anderen Worten" },

  edited: "bearbeitet",

  matrix: "Wie viel von jedem Dokument in jedem anderen steht; bewegen Sie sich mit den Pfeiltasten",
  itself: (name) => `${name} selbst`,
  comparing: (a, b) => `${a} und ${b}: werden verglichen`,
  cell: (share, a, b, words, edited, run) => {
    const found = words === 0 && edited > 0 ? FIGURES.edited(edited) : `${counted(words, "word")}, längste gleiche Folge ${run}`;
    return `${share} von ${a} stehen in ${b}: ${found}`;
  },
};
