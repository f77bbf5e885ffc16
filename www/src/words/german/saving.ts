//! The German of ../saving.ts.

import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import type * as english from "../saving.ts";
import { dative } from "./nouns.ts";

export const SAVING: Words<typeof english.SAVING> = {
  save: "Speichern…",
  title: "Speichern",
  what: "Was gespeichert wird",
  kinds: {
    report: ["Bericht (HTML)", "Eine Datei zum Weitergeben. Sie öffnet sich in jedem Browser, lässt sich gut drucken und kann ihre Zahlen neu berechnen."],
    docx: ["Bericht (Word)", "Derselbe für ein Textprogramm, zum Bearbeiten oder Ablegen: mit den Stellen, ohne die ganzen Dokumente."],
    csv: ["Tabelle (CSV)", "Die Paare und alle ihre Zahlen, für eine Tabellenkalkulation."],
    json: ["Daten (JSON)", "Die Paare und alle ihre Zahlen, für Programme."],
    project: ["Projekt", "Alles, was hier ist, um es wieder in Twinprint zu öffnen: Dokumente, Optionen, Urteile, Notizen und was herausgenommen wurde."],
  },
  heading: "Titel",
  defaultTitle: "Was diese Dokumente gemeinsam haben",
  by: "Ihr Name",
  byHint: "Er steht bei den Urteilen. Lassen Sie das Feld leer, um keinen Namen zu nennen.",
  which: "Welche Paare",
  onePair: "Dieses Paar",
  listed: (pairs) => `Alle in der Liste: ${pairs}`,
  sharing: (pairs) => `Nur mit gemeinsamer Stelle: ${pairs}`,
  copied: (pairs) => `Nur mit dem Urteil „Kopiert“: ${pairs}`,
  first: (n) => `Der Bericht enthält die ersten ${n}; Tabelle und Daten enthalten alle.`,
  holds: "Der Bericht enthält",
  whole: "die ganzen Dokumente",
  passages: "nur die gemeinsamen Stellen",
  passagesHint: "Ohne die ganzen Dokumente kann der Bericht Anteile nicht neu berechnen.",
  anonymous: "Anonymisieren: Nummern statt Namen von Dokumenten und Personen",
  anonymousHint: "Texte, Notizen und der Titel bleiben unverändert, mit den Namen darin.",
  summary: "Übersicht der Klasse: eine Seite, je Person eine Zeile",
  judgements: "Mit Urteilen und Notizen",
  confirm: "Speichern",
  cancel: "Abbrechen",
  making: (done, of) => `${done} von ${of} fertig…`,
  saved: (name) => `„${name}“ ist gespeichert.`,
  failed: (what) => `Die Datei konnte nicht gespeichert werden: ${what}.`,
  noPartsToOpen: "Das Projekt wurde nicht geöffnet: Ein Teil dieser Seite konnte nicht geladen werden. Stellen Sie eine Netzverbindung her, und versuchen Sie es noch einmal.",
  noParts: "ein Teil dieser Seite konnte nicht geladen werden; stellen Sie eine Netzverbindung her, und versuchen Sie es noch einmal",
  changed: "inzwischen haben sich Dokumente oder Optionen geändert; speichern Sie noch einmal",
  aliases: {
    author: (author) => `Person ${author}`,
    document: (author, document) => (document === 1 ? `Dokument ${author}` : `Dokument ${author}.${document}`),
    template: (template) => `Vorlage ${template}`,
  },
  fileName: "twinprint",
  pairName: (first, second) => `${first} und ${second}`,
};

export const UNSAVED: Words<typeof english.UNSAVED> = {
  said: (pairs) => `Was Sie zu ${dative(pairs, "pair")} festgelegt haben (Urteile, Notizen, herausgenommene Stellen), ist noch nirgends gespeichert. Behalten Sie es auf diesem Gerät, oder`,
  save: "speichern Sie ein Projekt",
};

export const DEVICE: Words<typeof english.DEVICE> = {
  notKept: "Dieser Browser lässt die Seite keine Dokumente behalten; sie bleiben, bis Sie die Seite schließen.",
  notWritten: "Die letzten Änderungen konnten auf diesem Gerät nicht gespeichert werden, vermutlich aus Platzmangel. Hier sind sie noch: Schaffen Sie Platz, oder speichern Sie ein Projekt.",
  joined: (documents) => `${counted(documents, "document")} aus einem anderen Tab ${documents === 1 ? "ist" : "sind"} jetzt auch hier.`,
  erased: "Ein anderer Tab hat gelöscht, was auf diesem Gerät gespeichert war. Was Sie hier sehen, bleibt, bis Sie die Seite schließen.",
  gone: "Der Browser hat gelöscht, was auf diesem Gerät gespeichert war. Was Sie hier sehen, bleibt, bis Sie die Seite schließen.",
  older: "In einem anderen Tab ist eine frühere Version dieser Seite offen. Schließen Sie ihn, dann öffnet sich, was auf diesem Gerät gespeichert ist.",
  newer: "In einem anderen Tab ist eine spätere Version dieser Seite offen. Laden Sie diese hier neu, um weiter zu speichern.",
  notErased: "Ein anderer Tab verwendet noch, was auf diesem Gerät gespeichert ist. Schließen Sie ihn, dann wird es gelöscht.",
};
