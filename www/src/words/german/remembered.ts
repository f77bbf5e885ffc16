//! The German of ../remembered.ts.

import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import type * as english from "../remembered.ts";
import { dative } from "./nouns.ts";

const texts = (n: number) => counted(n, "text");

export const REMEMBERED: Words<typeof english.REMEMBERED> = {
  name: "Gemerkte Texte",
  opening: "Das Gemerkte wird geöffnet…",
  none: "Noch ist kein Text gemerkt. Prüfen Sie einen, und wählen Sie dann „Diesen Text merken“.",
  described: (n) => `${texts(n)} ${n === 1 ? "ist" : "sind"} hier gemerkt: von jedem der Name, wann er gesehen wurde und ein Fingerabdruck von 40 Byte. Wörter werden nicht behalten.`,
  leaves: "Nichts verlässt diese Seite.",
  export: "Exportieren",
  import: "Importieren",
  forgetAll: "Alle vergessen",
  forgotten: (n) => `${texts(n)} vergessen.`,
  imported: (n) => `${texts(n)} importiert.`,
  undo: "Rückgängig",
  file: "twinprint-gemerkt",

  knownOf: (matches, documents) => `: ein Beinahe-Duplikat von ${dative(matches, "text")} unter insgesamt ${dative(documents, "text")}, die auf diesem Gerät gemerkt sind.`,
  newOf: (documents) =>
    documents === 0 ? ": Auf diesem Gerät ist noch kein Text gemerkt." : documents === 1 ? ": dem einen Text nicht nahe, der auf diesem Gerät gemerkt ist." : `: keinem der ${texts(documents)} nahe, die auf diesem Gerät gemerkt sind.`,
  remember: "Diesen Text merken",
  remembered: "Er ist jetzt gemerkt.",
  first: ": Es ist der erste Text, der auf diesem Gerät gemerkt ist.",
  times: (first, last) => (first === last ? `gesehen ${first}` : `zuerst gesehen ${first}, zuletzt ${last}`),
  matches: "Nahe gemerkte Texte",
  forget: "Vergessen",
  forgetThis: (name) => `${name} vergessen`,
  about: "Ganze Texte werden verglichen: Einer wird auch dann erkannt, wenn etwa jedes fünfte Wort geändert wurde, und oft bei noch mehr. Eine Stelle in anderem Text wird nicht gefunden.",
};
