//! The German of ../persons.ts.

import type { Words } from "../edition.ts";
import { count, counted, listed, percent } from "../format.ts";
import type * as english from "../persons.ts";

export const PERSONS: Words<typeof english.PERSONS> = {
  table: "Personen, je eine Zeile",
  person: "Person",
  link: "Am meisten gemeinsam mit",
  linkTitle: "Die andere Person des Paars mit den meisten Punkten; öffnen Sie die Zeile, um dieses Paar zu sehen",
  score: "Punkte",
  scoreTitle: "Die meisten Punkte unter allen Paaren der Person, von 0 bis 100",
  elsewhere: "Wörter anderswo",
  elsewhereTitle: "Wörter aus den Dokumenten der Person, die unverändert in Dokumenten anderer stehen, jedes einmal gezählt",
  sources: "Quellen",
  sourcesTitle: "Wie viele andere Personen eine Stelle gemeinsam haben",
  group: "Gruppe",
  groupTitle: "Drei Personen oder mehr, die unmittelbar oder über andere durch Paare mit auffällig vielen Punkten verbunden sind",
  numbered: (n) => `Gruppe ${count(n)}`,
  words: (words, all) => `${count(words)}, ${percent(all === 0 ? 0 : words / all)}`,
  counting: "…",
  documents: (n) => counted(n, "document"),
  nobody: "hat keine Stelle gemeinsam",
  with: "mit ",
  sourcesUnit: (n) => (n === 1 ? " Quelle" : " Quellen"),
  members: (n, names) => `${PERSONS.numbered(n)}: ${listed(names)}`,
};
