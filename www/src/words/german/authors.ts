//! The German of ../authors.ts.

import type * as english from "../authors.ts";
import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import { dative } from "./nouns.ts";

export const AUTHORS: Words<typeof english.AUTHORS> = {
  title: "Personen",
  field: "Person",
  fieldHint: "Dokumente derselben Person werden nicht miteinander verglichen.",
  by: "Personen erkennen",
  rules: {
    platform: "wie Lernplattformen und Zeitschriften Dateien benennen",
    folder: "an Ordnern, je einer für eine Person",
    pattern: "an Dateinamen, nach einem Muster",
    none: "gar nicht; ich trage sie ein",
  },
  pattern: "Muster",
  patternHint: "{author} steht für den Namen und * für Beliebiges, zum Beispiel {author}_*",
  within: "Auch Dokumente derselben Person vergleichen",
  asOne: "Von zwei Personen nur das Paar mit den meisten Punkten zeigen",
  noPattern: "Schreiben Sie {author} an die Stelle des Namens.",
  noDocuments: "Fügen Sie Dokumente hinzu, um zu sehen, welche Personen erkannt werden.",
  unknown: "ohne Person",
  drafts: "Dokument von",
  submission: (number) => `Abgabe ${number}`,
  numbered: (name, number) => `${name} (${number})`,
  example: (name, author) => `${name}: ${author || AUTHORS.unknown}`,
};

export const PERSONS: Words<typeof english.PERSONS> = {
  list: "Gefundene Personen",
  count: (authors) => counted(authors, "author"),
  countAbout: "Sehen und berichtigen, wen die Seite für eine Person hält",
  noDocuments: AUTHORS.noDocuments,
  found: (authors, documents) =>
    authors === 0 ? "Es wurde keine Person gefunden. Öffnen Sie die Zeile darunter, um eine einzutragen." : `${counted(authors, "author")} bei ${dative(documents, "document")}. Öffnen Sie eine, um sie zu berichtigen.`,
  unknown: AUTHORS.unknown,
  number: (number) => `Nummer ${number}`,
  name: "Name",
  same: "Dieselbe Person wie",
  nobody: "niemand sonst hier",
  by: (document) => `${document} ist von`,
  renamed: (before, now) => `${before} heißt jetzt ${now}.`,
  merged: (one, other) => `${one} und ${other} sind jetzt eine Person.`,
  given: (document, author) => `${document} ist jetzt von ${author}.`,
  asTold: (document) => `Von wem ${document} ist, wird wieder am Namen erkannt.`,
  undo: "Letzte Berichtigung rückgängig machen",
  takeBack: "Alle Berichtigungen rückgängig machen",
  undone: "Rückgängig gemacht.",
};
