//! The German of ../submissions.ts.

import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import type * as english from "../submissions.ts";

export const SUBMISSIONS: Words<typeof english.SUBMISSIONS> = {
  title: "Zeiten und Kennzeichen",
  about: "Eine Tabelle (CSV) mit einer Zeile für jede Datei oder Person und Spalten, die Datei, Person oder Nummer, Zeit und Kennzeichen heißen: wie Lernplattformen sie geben, oder wie Sie sie schreiben. Die Seite sagt dann, wer zuerst da war.",
  choose: "Tabelle wählen",
  taken: (documents, unmatched, undated) =>
    [
      `${counted(documents, "document")} mit Zeit oder Kennzeichen.`,
      unmatched > 0 && `${counted(unmatched, "line")} der Tabelle ${unmatched === 1 ? "gehört" : "gehören"} zu keinem Dokument, das hier ist.`,
      undated > 0 && `${counted(undated, "time")} ${undated === 1 ? "konnte" : "konnten"} nicht gelesen werden: Schreiben Sie sie wie 2026-01-31 14:05.`,
    ].filter(Boolean).join(" "),
  awaited: (lines) => `Eine Tabelle mit Zeiten oder Kennzeichen ist hier: ${counted(lines, "line")}. Noch ist keines ihrer Dokumente hier; die, die kommen, haben, was sie sagt.`,
  noList: (name) => `„${name}“ hat keine solchen Spalten: In der ersten Zeile müssen Datei, Person oder Nummer stehen, und Zeit oder Kennzeichen.`,
  refused: (name, what) => `„${name}“ wurde nicht übernommen: ${what}.`,
  ambiguous: "ihre Daten lassen sich auf zwei Arten lesen, als Tag und Monat oder als Monat und Tag; schreiben Sie sie wie 2026-01-31",
  unreadable: "die Datei konnte nicht gelesen werden",
  old: "Alt: wird mit den anderen verglichen, aber nicht untereinander",
  cohort: (name, documents) => `${name}: ${counted(documents, "document")}`,
  handedIn: "Abgegeben",
  label: "Kennzeichen",
  first: "zuerst",
  firstAbout: (apart) => `${apart} vor dem anderen abgegeben`,
  sameTime: "zur selben Zeit abgegeben",
  side: (side, when, cohort) => `${side}: ${[when && `abgegeben ${when}`, cohort].filter(Boolean).join(", ")}.`,
  came: (side, apart) => `${side} war zuerst da: ${apart} vorher.`,
  cameTogether: "Beide haben dieselbe Zeit.",
};
