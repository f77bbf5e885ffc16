//! The German of ../project.ts.

import type { Words } from "../edition.ts";
import { capital } from "../format.ts";
import type * as english from "../project.ts";

export const PROJECT: Words<typeof english.PROJECT> = {
  file: "die Datei",
  remedy: "speichern Sie sie noch einmal mit Twinprint, oder wählen Sie eine andere Datei; hier wurde nichts verändert",
  tooLarge: (size, most) => `sie hat ${size}; ein Projekt darf ${most} haben`,
  unreadable: "die Datei konnte nicht gelesen werden",
  notJson: "sie ist beschädigt: Sie ist kein vollständiges JSON",
  notAProject: "sie ist kein Twinprint-Projekt",
  newer: "sie wurde von einer anderen Version von Twinprint gespeichert, in einem Format, das diese Version nicht kennt",
  twice: "zwei Dokumente darin haben dieselbe Nummer",
  wrong: (place) => `„${place}“ darin ist nicht gültig`,
  nameless: "Dokument",
  refused: (name, what, remedy) => `„${name}“ wurde nicht geöffnet: ${what}. ${capital(remedy)}.`,
  opened: (documents) => `Das Projekt ist geöffnet: ${documents}.`,
  replaced: (documents) => `Das Projekt ist geöffnet und ersetzt, was hier war: ${documents}.`,
  otherRecipe: "Es wurde mit einem anderen Fingerabdruck der Einstellungen verglichen: Zahlen können abweichen.",
  undo: "Rückgängig",
};
