//! The German of ../readers.ts.

import type { Words } from "../edition.ts";
import { bytes, count, counted, listed } from "../format.ts";
import type * as english from "../readers.ts";

export const KINDS: Words<typeof english.KINDS> = {
  pdf: "PDF",
  docx: "Word",
  odt: "OpenDocument",
  pptx: "PowerPoint",
  odp: "OpenDocument-Präsentation",
  epub: "EPUB",
  rtf: "RTF",
  notebook: "Notebook",
  latex: "LaTeX",
  mail: "Nachricht",
};

export const ASIDES: Words<typeof english.ASIDES> = {
  comment: (words) => `${counted(words, "word")} in Kommentaren`,
  deleted: (words) => counted(words, "deleted word"),
  hidden: (words) => counted(words, "hidden word"),
  white: (words) => `${counted(words, "word")} in weißer Schrift`,
  tiny: (words) => `${counted(words, "word")} in unlesbar kleiner Schrift`,
};

/** Names in a sentence, kept from turning what is around them. */
const list = (names: string[]) => listed(names.map((name) => `\u2068${name}\u2069`));

const EXPORT = "öffnen Sie sie in dem Programm, mit dem sie gemacht wurde, und speichern Sie sie als .docx oder PDF";
const NEW_COPY = "vertrauen Sie ihr nicht; bitten Sie um eine neue Kopie";
const OTHER_FORMAT = "speichern Sie ihren Text in einem anderen Format, und fügen Sie den hinzu";
const SPLIT = "teilen Sie sie, oder verwenden Sie die Befehlszeile, die längere Dokumente liest";
const RECOGNISE = "lassen Sie eine Texterkennung (OCR) darüber laufen, und fügen Sie das Ergebnis hinzu";

export const READERS: Words<typeof english.READERS> = {
  origin: (kind, pages, blank) => [KINDS[kind], ...(pages ? [counted(pages, "page")] : []), ...(blank > 0 ? [`${count(blank)} ohne Text`] : [])].join(", "),
  aside: ({ kind, words }) => ASIDES[kind](words),
  notCompared: (unseen) => `Nicht verglichen: ${unseen.join(", ")}.`,
  disguised: (words) => `${counted(words, "word")} ${words === 1 ? "ist" : "sind"} mit anderen Buchstaben gezeichnet, als die Datei angibt`,
  programAbout: "Ein Programm: Nur Wort für Wort Kopiertes wird gefunden, und gleiche Anweisungen können Zufall sein. Vergleichen Sie Programme mit Dolos oder JPlag.",
  programsSkipped: (names) =>
    `${counted(names.length, "program")} ausgelassen: ${list(names.slice(0, 3))}${names.length > 3 ? ` und ${count(names.length - 3)} weitere` : ""}. Twinprint vergleicht Prosa; vergleichen Sie Programme mit Dolos oder JPlag. Wort für Wort Kopiertes aus einem Programm wird gefunden, wenn Sie es einzeln hinzufügen.`,
  withoutText: (blank, pages) => `${count(blank)} von ${counted(pages, "page")} ohne Text`,
  saysOfItself: (title, author) =>
    `In der Datei selbst: ${[...(title ? [`Titel „\u2068${title}\u2069“`] : []), ...(author ? [`verfasst von \u2068${author}\u2069`] : [])].join(", ")}.`,
  notEditable: "Text aus einer Datei mit Seiten lässt sich hier nicht bearbeiten: Ihre Seitenzahlen würden falsch.",
  progress: (done, all) => `Datei ${count(Math.min(done + 1, all))} von ${count(all)} wird gelesen`,
  progressPage: (page, pages) => `Seite ${count(page)} von ${count(pages)}`,
  progressTitle: "Dateien werden gelesen",
  progressLabel: "Gelesene Dateien",
  finished: (read, failed) => (failed > 0 ? `${counted(read, "document")} gelesen; ${count(failed)} nicht lesbar, die Liste sagt, warum.` : `${counted(read, "document")} gelesen.`),
  stop: "Anhalten",
  skipped: (names) =>
    names.length <= 3
      ? `Übergangen, weil die Dateiart nicht gelesen wird: ${list(names)}.`
      : `${counted(names.length, "file")} übergangen, weil die Dateiart nicht gelesen wird: ${list(names.slice(0, 2))} und ${count(names.length - 2)} weitere.`,
  folderCut: (path) => `Der Ordner „${path}“ konnte nicht vollständig gelesen werden; prüfen Sie, ob Sie ihn öffnen dürfen.`,
  nothingInside: (name) => `In \u2068${name}\u2069 steht kein Text.`,

  notOpened: { kind: "unreadable", what: "die Datei konnte nicht geöffnet werden", remedy: "prüfen Sie, ob Sie sie lesen dürfen, und fügen Sie sie noch einmal hinzu" },
  notRead: { kind: "unreadable", what: "die Datei konnte nicht gelesen werden", remedy: "prüfen Sie, ob es sie noch gibt und ob Sie sie öffnen dürfen, und fügen Sie sie noch einmal hinzu" },
  notLoaded: { kind: "not-loaded", what: "das Programm, das diese Dateiart liest, konnte nicht geladen werden", remedy: "stellen Sie eine Netzverbindung her, und fügen Sie die Datei noch einmal hinzu" },
  stillBuilding: { kind: "not-loaded", what: "was PDF liest, wird noch gebaut", remedy: "laden Sie die Seite neu, sobald im Terminal steht, dass sie vollständig ist, und fügen Sie die Datei noch einmal hinzu" },
  stopped: { kind: "stopped", what: "das Lesen wurde angehalten", remedy: "fügen Sie die Datei noch einmal hinzu, um sie zu lesen" },
  slow: { kind: "slow", what: "das Lesen dauerte zu lange und wurde angehalten", remedy: "die Datei ist vielleicht darauf angelegt; speichern Sie ihren Text in einem anderen Format" },
  fell: { kind: "broken", what: "das Lesen misslang, vermutlich aus Mangel an Speicher", remedy: "teilen Sie die Datei, oder speichern Sie ihren Text in einem anderen Format" },
  tooLarge: (size, limit) => ({ kind: "too-large", what: `sie hat ${bytes(size)}; die Grenze liegt hier bei ${count(limit / 1024 / 1024)} MB`, remedy: SPLIT }),
  broken: () => ({ kind: "broken", what: "die Datei ist beschädigt", remedy: "öffnen Sie sie in dem Programm, mit dem sie gemacht wurde, und speichern Sie sie noch einmal" }),
  wrongKind: () => ({ kind: "broken", what: "die Datei ist von anderer Art, als ihr Name sagt", remedy: "bitten Sie um eine neue Kopie" }),
  noText: (pages) => ({
    kind: "no-text",
    what: `darin ist kein Text; ${pages === 1 ? "die Seite ist ein Bild" : `die ${counted(pages, "page")} sind Bilder`} oder leer`,
    remedy: RECOGNISE,
  }),
  empty: { kind: "no-text", what: "darin ist kein Text", remedy: "prüfen Sie, ob es die richtige Datei ist" },
  attached: { kind: "no-text", what: "eine Nachricht ohne eigenen Text", remedy: "speichern Sie den Anhang, und fügen Sie den hinzu" },
  noLetters: {
    kind: "no-text",
    what: "der Text lässt sich nicht auslesen: Die Schriften sagen nicht, welche Buchstaben ihre Formen sind",
    remedy: "lassen Sie eine Texterkennung (OCR) darüber laufen, oder bitten Sie um ein anderes Format",
  },
  protectedFile: { kind: "protected", what: "mit einem Passwort geschützt", remedy: "entfernen Sie das Passwort, und fügen Sie die Datei noch einmal hinzu" },
  protectedBook: { kind: "protected", what: "kopiergeschützt", remedy: "bitten Sie um den Text selbst" },
  oldWord: { kind: "unsupported", what: "eine ältere Office-Datei, die nicht gelesen wird", remedy: "speichern Sie sie als .docx oder PDF, und fügen Sie das hinzu" },
  pages: { kind: "unsupported", what: "ein Dokument von Apple Pages, das nicht gelesen wird", remedy: EXPORT },
  office: () => ({ kind: "unsupported", what: "eine Datei einer Art, die nicht gelesen wird", remedy: OTHER_FORMAT }),
  entities: { kind: "hostile", what: "das XML darin deklariert Entitäten, die solche Dateien nicht brauchen und mit denen sich Speicher füllen lässt", remedy: NEW_COPY },
  endless: { kind: "hostile", what: "ihre Seiten zu zeichnen dauert viel länger als bei jeder gewöhnlichen Seite", remedy: "vertrauen Sie ihr nicht; bitten Sie um ein anderes Format" },
  longText: (limit) => ({ kind: "too-large", what: `der Text darin hat mehr als ${bytes(limit)}`, remedy: SPLIT }),
  nested: (levels) => ({ kind: "hostile", what: `ihre Teile sind mehr als ${count(levels)}-fach verschachtelt`, remedy: NEW_COPY }),
  bomb: (limit) => ({ kind: "hostile", what: `ausgepackt ergibt sie mehr als ${bytes(limit)} oder weit mehr, als sie enthalten könnte`, remedy: NEW_COPY }),
  manyEntries: (limit) => ({ kind: "hostile", what: `sie enthält mehr als ${counted(limit, "file")}`, remedy: "packen Sie sie aus, und fügen Sie die Dateien hinzu, die verglichen werden sollen" }),
  manyPages: (pages, limit) => ({
    kind: "hostile",
    what: `sie gibt an, ${counted(pages, "page")} zu haben; die Grenze liegt hier bei ${count(limit)}`,
    remedy: "teilen Sie sie, und vertrauen Sie ihr nicht, wenn sie klein ist",
  }),
  outside: { kind: "hostile", what: "ihr Pfad führt aus dem Archiv hinaus", remedy: "vertrauen Sie ihr nicht; sehen Sie in das Archiv, bevor Sie es verwenden" },
  deepArchive: (levels) => ({ kind: "hostile", what: `ein Archiv in ${levels === 2 ? "zwei" : count(levels)} anderen Archiven wird nicht geöffnet`, remedy: "packen Sie es aus, und fügen Sie seine Dateien hinzu" }),
};
