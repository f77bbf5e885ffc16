//! A passage as a quotation: both texts' words, each with the name of its document and the page, as plain text.

import type { Place } from "../protocol/comparing.ts";
import { pageAt } from "../text-pane/pages.ts";
import { PAIR } from "../words/pair.ts";

/** A side of a passage: the document's name, its text, the passage's place in it, and where its pages start, if it has pages. */
export interface Quoted {
  name: string;
  text: string;
  place: Place;
  pages: ArrayLike<number> | undefined;
}

/** Both sides of a passage, a line each, and what was found of it. */
export function quotation(sides: [Quoted, Quoted], found: string): string {
  return `${sides.map(side).join("\n")}\n${found}`;
}

function side({ name, text, place, pages }: Quoted): string {
  const words = text.slice(place.start, place.end).replace(/\s+/g, " ").trim();
  return PAIR.quotedFrom(words, name, pages && PAIR.pages(pageAt(pages, place.start), pageAt(pages, Math.max(place.start, place.end - 1))));
}
