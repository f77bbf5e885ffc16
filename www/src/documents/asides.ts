//! What the file of a document has beside its text, and what of it no comparison can find.

import { h } from "../page/dom.ts";
import type { Aside } from "../protocol/reading.ts";
import { READERS } from "../words/readers.ts";
import type { Doc } from "./documents.ts";

/** What nobody sees: a person may have wanted that a program reads it. */
export function unseen({ origin }: Pick<Doc, "origin">): string[] {
  const kinds: Aside["kind"][] = ["hidden", "white", "tiny"];
  return (origin?.asides ?? []).filter(({ kind }) => kinds.includes(kind)).map(READERS.aside);
}

/** What of a document is not compared: what nobody sees, and pages without text. */
export function notCompared(doc: Pick<Doc, "origin" | "pages">): string[] {
  const blank = doc.origin?.blank ?? 0;
  return [...unseen(doc), ...(blank > 0 ? [READERS.withoutText(blank, doc.pages?.length ?? blank)] : [])];
}

/** The asides of a document, each to be opened. */
export function asidesOf({ origin }: Pick<Doc, "origin">): HTMLElement[] {
  return (origin?.asides ?? []).map((aside) =>
    h("details", { class: "aside" }, h("summary", {}, READERS.aside(aside)), h("p", { dir: "auto" }, aside.text)));
}
