//! The German of ../near.ts.

import type { Words } from "../edition.ts";
import { bytes, count, counted, wholePercent } from "../format.ts";
import type * as english from "../near.ts";
import { dative } from "./nouns.ts";

export const NEAR: Words<typeof english.NEAR> = {
  known: "Bekannt",
  isNew: "Neu",
  shortKnown: "bekannt",
  shortNew: "neu",
  alike: (resemblance, low, high) => `etwa ${wholePercent(resemblance)} Ähnlichkeit (${low} bis ${high}), aus Fingerabdrücken geschätzt`,
  chance: (distance, bits, chance) => `${count(distance)} von ${count(bits)} Bits sind verschieden; so nahe kommen zufällig ${chance} Dokumente, die nichts damit zu tun haben`,
  seldom: "weniger als 0,001",

  described: (n, knownBy, size) => `${counted(n, "document")} als Ganze, jedes bekannt durch ${bytes(knownBy)} an Fingerabdrücken${size}. Beinahe-Duplikate ganzer Dokumente werden gefunden, Stellen in anderem Text nicht.`,
  knownOf: (matches, all, more) => `: ein Beinahe-Duplikat von ${more ? "mindestens " : ""}${dative(matches, "document")} unter ${dative(all, "document")} im Index.`,
  newOf: (all) => (all === 1 ? ": dem einzigen Dokument im Index nicht nahe." : `: keinem der ${counted(all, "document")} im Index nahe.`),
  matches: "Nahe Dokumente",

  sends: "Fingerabdrücke senden",
  disclosed: "Fingerabdrücke des Dokuments: Wer ein ähnliches hat, kann es wiedererkennen; den Text kann niemand daraus lesen.",
  price: (about) => `${about} je Dokument`,
  disclosedByRanges: (chosenBy, bits) => `Welche Teile seiner Dateien gelesen werden: Fächer, gewählt nach ${count(chosenBy)} der ${count(bits)} Bits der Fingerabdrücke des Dokuments, und die Einträge von Dokumenten, die ihm nahe sein können. Wer ein ähnliches Dokument hat, kann es wiedererkennen; den Text kann niemand daraus lesen.`,
  noSuchMode: "Bei einem Index ganzer Dokumente nicht möglich: Wer ein ähnliches Dokument hat, erkennt es an den Anfängen der Fingerabdrücke so gut wie an den ganzen, und sie kosteten Hunderte von Kilobytes.",
  onlyRanges: "Nicht möglich: Dieser Index ist so veröffentlicht, dass Teile seiner Dateien gelesen werden.",
  onlyDownload: "Nicht möglich: Dieser Index ist so veröffentlicht, dass er heruntergeladen wird.",
  receiptByRanges: (exchanged) => `Was diese Seite verließ: welche Teile von Dateien gelesen wurden; ${exchanged}.`,
  receipt: (knownBy, exchanged) => `Was diese Seite verließ: ${knownBy} an Fingerabdrücken; ${exchanged}.`,
};
