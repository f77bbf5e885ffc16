//! The words of the list of documents, and of what is found in their texts.

import type { Flags } from "../protocol/comparing.ts";
import { count, counted } from "./format.ts";

/** What a flag counts, in words: `[one, many]`. */
const FLAGS: Record<keyof Flags, [string, string]> = {
  invisible: ["invisible character", "invisible characters"],
  soft_hyphens: ["soft hyphen", "soft hyphens"],
  look_alikes: ["word with look-alike letters", "words with look-alike letters"],
  foreign_words: ["word in another script", "words in another script"],
  styled: ["styled letter", "styled letters"],
};

export const DOCUMENTS = {
  /** What a document is called that came without a name. */
  pasted: (number: number) => `Text ${number}`,
  added: (documents: number) => `${counted(documents, "document")} added`,
  remove: (name: string) => `Remove ${name}`,
  reading: "reading…",
  template: "Template",
  templateAbout: "Template: a text given to everyone. What a document shares with it does not count.",
  name: "Name",
  text: "Text",
  tooLong: "Too long to edit here.",
  seen: (notes: string) => `Disguised characters undone: ${notes}.`,
  /** "3 invisible characters". */
  flag: (flag: keyof Flags, n: number) => `${count(n)} ${FLAGS[flag][n === 1 ? 0 : 1]}`,
};
