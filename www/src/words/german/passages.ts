//! The German of ../passages.ts.

import type { Words } from "../edition.ts";
import { count, counted, percent } from "../format.ts";
import type * as english from "../passages.ts";

const KINDS: Words<typeof english.PASSAGES.kinds> = {
  copied: "Kopiert",
  edited: "Bearbeitet",
  reworded: "Umformuliert",
  "taken-out": "Herausgenommen",
  quoted: "Zitiert",
  bibliography: "Literaturverzeichnis",
  common: "Viele haben dies",
  template: "Vorlage",
};

export const PASSAGES: Words<typeof english.PASSAGES> = {
  open: "Liste",
  openAbout: (key) => `Alle Stellen in einer Liste (${key})`,
  title: "Stellen",
  order: "Ordnen nach",
  orders: { place: "Ort im Text", length: "Länge", rarity: "Seltenheit" },
  orderAbout: "Seltenheit: wie selten sich Ähnliches in Büchern findet, die nichts miteinander zu tun haben",
  kinds: KINDS,
  filter: "Arten, die gezeigt werden",
  kind: (kind, n) => `${KINDS[kind]} ${count(n)}`,
  nothing: "Nichts von diesen Arten.",
  sum: (listed, all) => (listed === all ? count(all) : `${count(listed)} von ${count(all)}`),
  list: "Stellen; die Pfeiltasten bewegen, die Eingabetaste führt zur Stelle, x nimmt sie heraus oder wieder auf",
  words: (n) => counted(n, "word"),
  pages: (a, b) => [a && `A, Seite ${count(a)}`, b && `B, Seite ${count(b)}`].filter(Boolean).join("; "),
  only: { a: "in A", b: "in B" },
  notCounted: (words) => (words > 0 ? `${counted(words, "word")}, nicht gezählt.` : "Nicht gezählt."),
  alike: (share) => `${percent(share)} Bedeutungsnähe`,
};
