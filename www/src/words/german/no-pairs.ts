//! The German of ../no-pairs.ts.

import type { Words } from "../edition.ts";
import { count } from "../format.ts";
import type * as english from "../no-pairs.ts";
import { dative } from "./nouns.ts";

export const NO_PAIRS: Words<typeof english.NO_PAIRS> = {
  waiting: "Lesen und Vergleichen…",
  reading: (read, all) => `Lesen und Vergleichen: ${count(read)} von ${dative(all, "document")} gelesen…`,
  stopped: "Das Vergleichen brach ab und ließ sich nicht wieder starten. Ihre Dokumente sind noch da.",
  oneMore: "Fügen Sie noch ein Dokument hinzu, um zu vergleichen.",
  none: "Keines der Dokumente kann verglichen werden; die Liste sagt, warum.",
  onlyOne: (documents) => `Nur eines von ${dative(documents, "document")} kann verglichen werden; die Liste sagt, warum.`,
  allTemplates: (documents) => (documents === 1 ? "Das einzige Dokument ist eine Vorlage, und Vorlagen werden nicht verglichen." : "Alle Dokumente sind Vorlagen, und Vorlagen werden nicht verglichen."),
  allLeftOut: (templates) => (templates > 0 ? "Jedes Wort der Dokumente steht in der Vorlage oder ist ausgelassen." : "Jedes Wort der Dokumente ist ausgelassen."),
  oneAuthor: (documents, author) =>
    `${documents === 2 ? "Beide" : `Alle ${count(documents)}`} Dokumente sind von derselben Person, \u2068${author}\u2069, und Dokumente derselben Person werden nicht miteinander verglichen.`,
  allOld: (documents) => `Alle ${count(documents)} Dokumente gehören zu dem, was Sie alt nennen, und alte Dokumente werden nicht miteinander verglichen.`,
  noneChosen: "Kein Paar passt zu diesen Filtern. Versuchen Sie es mit weniger Wörtern, einem kleineren Anteil oder einem anderen Namen.",
  nothingShared: (pairs) => (pairs === 1 ? "Die beiden Dokumente haben keine Stelle gemeinsam." : `Keines von ${dative(pairs, "pair")} hat eine gemeinsame Stelle.`),
  helps: {
    files: "Dateien wählen",
    within: "Auch Dokumente derselben Person vergleichen",
    authors: "Personen berichtigen",
    templates: "Auch die Vorlagen vergleichen",
    counting: "Wählen, was zählt",
    filters: "Alle Paare zeigen",
    nothing: "Paare ohne gemeinsame Stellen zeigen",
    again: "Neu starten",
  },
};
