//! The German of ../page.ts.

import type { Words } from "../edition.ts";
import type * as english from "../page.ts";

export const PAGE: Words<typeof english.PAGE> = {
  name: "Twinprint",
  pair: (a, b) => `${a} und ${b} – Twinprint`,
  noSuchPair: "Dieses Paar gibt es unter diesen Dokumenten nicht.",
  removed: (name) => `${name} entfernt.`,
  cleared: (documents) => `${documents} entfernt.`,
  undo: "Rückgängig",
  dismiss: "Schließen",
  recipe: "Fingerabdruck der Einstellungen",
  copyRecipe: (id) => `Fingerabdruck der Einstellungen ${id} kopieren`,
  recipeCopied: "Der Fingerabdruck der Einstellungen ist kopiert.",
  recipeNotCopied: "Der Browser erlaubte das Kopieren nicht; markieren Sie stattdessen den Fingerabdruck.",
  notThere: "Ihre Dokumente sind nicht gespeichert und gingen beim Wechsel der Sprache verloren.",
  keepAndGo: "Auf diesem Gerät behalten und wechseln",
  goWithout: "Ohne sie wechseln",
  light: "Hell",
  dark: "Dunkel",
  useLight: "Hell: helle Farben verwenden",
  useDark: "Dunkel: dunkle Farben verwenden",
};
