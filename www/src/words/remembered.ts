//! The words of what is remembered on this device: texts by their fingerprints, to tell whether one was here before.

import { counted } from "./format.ts";

const texts = (n: number) => counted(n, "text");

export const REMEMBERED = {
  name: "Remembered texts",
  opening: "Looking at what is remembered…",
  none: "No text is remembered yet. Check one, then choose “Remember this text”.",
  described: (n: number) => `${texts(n)} ${n === 1 ? "is" : "are"} remembered here: of each its name, when it was seen, and a fingerprint of 40 bytes. No words are kept.`,
  leaves: "Nothing leaves this page.",
  export: "Export",
  import: "Import",
  forgetAll: "Forget all",
  forgotten: (n: number) => `${texts(n)} forgotten.`,
  imported: (n: number) => `${texts(n)} imported.`,
  undo: "Undo",
  file: "twinprint-remembered",

  knownOf: (matches: number, documents: number) => `: a near-duplicate of ${texts(matches)} remembered on this device, of ${texts(documents)} in all.`,
  newOf: (documents: number) => (documents === 0 ? ": no text is remembered on this device yet." : `: not near ${documents === 1 ? "the text" : `any of the ${texts(documents)}`} remembered on this device.`),
  remember: "Remember this text",
  remembered: "It is remembered now.",
  first: ": it is the first text remembered on this device.",
  times: (first: string, last: string) => (first === last ? `seen ${first}` : `first seen ${first}, last seen ${last}`),
  matches: "Remembered texts near it",
  forget: "Forget",
  forgetThis: (name: string) => `Forget ${name}`,
  about: "Whole texts are compared: one is known again after about one word in five was changed, and often after more. A passage within other text is not found.",
};
