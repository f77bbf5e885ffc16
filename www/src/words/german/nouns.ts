//! The German of ../nouns.ts.

import type { Forms } from "../edition.ts";
import { count, form } from "../format.ts";
import type { Noun } from "../nouns.ts";

export const NOUNS: Record<Noun, Forms> = {
  author: { one: "Person", other: "Personen" },
  bit: { one: "Bit", other: "Bits" },
  byte: { one: "Byte", other: "Byte" },
  change: { one: "Änderung", other: "Änderungen" },
  cluster: { one: "Cluster", other: "Cluster" },
  "deleted word": { one: "gelöschtes Wort", other: "gelöschte Wörter" },
  document: { one: "Dokument", other: "Dokumente" },
  file: { one: "Datei", other: "Dateien" },
  "hidden word": { one: "verborgenes Wort", other: "verborgene Wörter" },
  line: { one: "Zeile", other: "Zeilen" },
  minute: { one: "Minute", other: "Minuten" },
  "min-value": { one: "Min-Wert", other: "Min-Werte" },
  "more pair": { one: "weiteres Paar", other: "weitere Paare" },
  "more source": { one: "weitere Quelle", other: "weitere Quellen" },
  "more time": { one: "weiteres Mal", other: "weitere Male" },
  page: { one: "Seite", other: "Seiten" },
  pair: { one: "Paar", other: "Paare" },
  part: { one: "Teil", other: "Teile" },
  "edited passage": { one: "bearbeitete Stelle", other: "bearbeitete Stellen" },
  passage: { one: "Stelle", other: "Stellen" },
  program: { one: "Programm", other: "Programme" },
  request: { one: "Anfrage", other: "Anfragen" },
  second: { one: "Sekunde", other: "Sekunden" },
  sentence: { one: "Satz", other: "Sätze" },
  "separate passage": { one: "einzelne Stelle", other: "einzelne Stellen" },
  "shared passage": { one: "gemeinsame Stelle", other: "gemeinsame Stellen" },
  shingle: { one: "Shingle", other: "Shingles" },
  source: { one: "Quelle", other: "Quellen" },
  template: { one: "Vorlage", other: "Vorlagen" },
  text: { one: "Text", other: "Texte" },
  time: { one: "Zeit", other: "Zeiten" },
  word: { one: "Wort", other: "Wörter" },
};

/** After “von”, “in” and “mit”; what does not stand here is there as elsewhere. */
const DATIVE: Partial<Record<Noun, Forms>> = {
  document: { one: "Dokument", other: "Dokumenten" },
  file: { one: "Datei", other: "Dateien" },
  "more pair": { one: "weiteren Paar", other: "weiteren Paaren" },
  pair: { one: "Paar", other: "Paaren" },
  text: { one: "Text", other: "Texten" },
  word: { one: "Wort", other: "Wörtern" },
};

/** `dative(3, "pair")` is “3 Paaren”. */
export const dative = (n: number, noun: Noun): string => `${count(n)}\u00a0${form(DATIVE[noun] ?? NOUNS[noun], n)}`;
