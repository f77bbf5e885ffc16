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
  /** What a text is called that came without a name. */
  pasted: (number: number) => `Text ${number}`,
  added: (documents: number) => `${counted(documents, "document")} added`,
  remove: (name: string) => `Remove ${name}`,
  reading: "reading…",
  template: "Template",
  templateAbout: "Template: a text given to everyone. What is shared with it does not count.",
  name: "Name",
  text: "Text",
  tooLong: "Too long to be edited here.",
  seen: (notes: string) => `Seen through while reading: ${notes}.`,
  /** "3 invisible characters". */
  flag: (flag: keyof Flags, n: number) => `${count(n)} ${FLAGS[flag][n === 1 ? 0 : 1]}`,
};
