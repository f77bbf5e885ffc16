//! A passage as a citation: both texts' words, each with the name of its document and the page, as plain text.

import type { Place } from "../protocol.ts";
import { PAIR } from "../texts/pair.ts";

/** A side of a passage: the document's name, its text, the passage's place in it, and where its pages start, if it has pages. */
export interface Cited {
  name: string;
  text: string;
  place: Place;
  pages: ArrayLike<number> | undefined;
}

/** Both sides of a passage, a line each, and what is the same. */
export function citation(sides: [Cited, Cited], words: number): string {
  return `${sides.map(quoted).join("\n")}\n${PAIR.citedWords(words)}`;
}

function quoted({ name, text, place, pages }: Cited): string {
  const words = text.slice(place.start, place.end).replace(/\s+/g, " ").trim();
  return PAIR.cited(words, name, pages && PAIR.pages(pageAt(pages, place.start), pageAt(pages, Math.max(place.start, place.end - 1))));
}

/** The number of the page, from 1, that a place of the text is on. `starts` has where each page starts. */
export function pageAt(starts: ArrayLike<number>, offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
