//! The German of ../documents.ts.

import type * as english from "../documents.ts";
import type { Words } from "../edition.ts";
import { count, counted, form } from "../format.ts";
import type { Flags } from "../../protocol/comparing.ts";

const FLAGS: Record<keyof Flags, { one: string; other: string }> = {
  invisible: { one: "unsichtbares Zeichen", other: "unsichtbare Zeichen" },
  soft_hyphens: { one: "weiches Trennzeichen", other: "weiche Trennzeichen" },
  look_alikes: { one: "Wort mit täuschend ähnlichen Buchstaben", other: "Wörter mit täuschend ähnlichen Buchstaben" },
  foreign_words: { one: "Wort in einer anderen Schrift", other: "Wörter in einer anderen Schrift" },
  styled: { one: "Zierbuchstabe", other: "Zierbuchstaben" },
};

export const DOCUMENTS: Words<typeof english.DOCUMENTS> = {
  pasted: (number) => `Text ${number}`,
  added: (documents) => `${counted(documents, "document")} hinzugefügt`,
  remove: (name) => `${name} entfernen`,
  reading: "wird gelesen…",
  template: "Vorlage",
  templateAbout: "Vorlage: ein Text, den alle bekommen haben. Was ein Dokument mit ihm gemeinsam hat, zählt nicht.",
  name: "Name",
  text: "Text",
  tooLong: "Zu lang, um hier bearbeitet zu werden.",
  seen: (notes) => `Verschleierte Zeichen zurückgeführt: ${notes}.`,
  flag: (flag, n) => `${count(n)} ${form(FLAGS[flag], n)}`,
};
