//! The German of ../verdicts.ts.

import type { Words } from "../edition.ts";
import type * as english from "../verdicts.ts";

export const VERDICTS: Words<typeof english.VERDICTS> = {
  names: { copied: "Kopiert", fine: "Unbedenklich", again: "Später prüfen" },
  group: "Ihr Urteil",
  heading: "Urteil",
  headingTitle: "Ihr Urteil, und ob Sie eine Notiz geschrieben haben",
  note: "Notiz",
  noteAbout: "Ihre Notiz zu diesem Paar",
  notePlaceholder: "Was Sie gefunden haben oder fragen möchten",
  noted: "mit einer Notiz",
  filter: "Urteil",
  any: "jedes Urteil",
  none: "noch kein Urteil",
  differing: "Urteile, die sich unterscheiden",
  differ: "Die Urteile unterscheiden sich.",
  others: "Urteile anderer",
  of: (by, verdict) => (verdict ? `${by}: ${verdict}` : by),
  key: (name, key) => `${name} (${key})`,
  given: (name) => `Urteil: ${name}.`,
  taken: "Das Urteil ist entfernt.",
};
