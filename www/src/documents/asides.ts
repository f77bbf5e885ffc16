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

/** What of a document is not compared as a person sees it: what nobody sees, pages without text, and words that look otherwise. */
export function notCompared(doc: Pick<Doc, "origin" | "pages">): string[] {
  const { blank = 0, disguised = 0 } = doc.origin ?? {};
  return [
    ...unseen(doc),
    ...(blank > 0 ? [READERS.withoutText(blank, doc.pages?.length ?? blank)] : []),
    ...(disguised > 0 ? [READERS.disguised(disguised)] : []),
  ];
}

/** What a reader is to know of a document before any pair: text that nobody sees, words that look otherwise, that it is a program. */
export function warnings(doc: Pick<Doc, "origin" | "state">): string {
  const [hidden, disguised] = [unseen(doc), doc.origin?.disguised ?? 0];
  return [
    ...(hidden.length > 0 ? [READERS.notCompared(hidden)] : []),
    ...(disguised > 0 ? [`${READERS.disguised(disguised)}.`] : []),
    ...(isProgram(doc) ? [READERS.programAbout] : []),
  ].join(" ");
}

/** Whether a document is the source of a program. */
export function isProgram({ state }: Pick<Doc, "state">): boolean {
  return state.is === "ready" && state.program;
}

/** The asides of a document, each to be opened. */
export function asidesOf({ origin }: Pick<Doc, "origin">): HTMLElement[] {
  return (origin?.asides ?? []).map((aside) =>
    h("details", { class: "aside" }, h("summary", {}, READERS.aside(aside)), h("p", { dir: "auto" }, aside.text)));
}
