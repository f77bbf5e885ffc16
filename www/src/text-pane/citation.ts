//! Where a stretch of a text stands, as people find it.

import type { Place } from "../protocol/comparing.ts";
import { pageAt } from "./pages.ts";

/** The first and the last page, if the text has pages, and the first and the last line, from 1 on. */
export interface Citation {
  pages?: [number, number];
  lines: [number, number];
}

/** Cites places of a text, whose pages start where `pages` says. Finding its lines takes time linear in its length. */
export function citations(text: string, pages?: ArrayLike<number>): (place: Place) => Citation {
  const lines = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines.push(at + 1);
  return ({ start, end }) => {
    const last = Math.max(start, end - 1);
    const both = (starts: ArrayLike<number>): [number, number] => [pageAt(starts, start), pageAt(starts, last)];
    return { ...(pages && { pages: both(pages) }), lines: both(lines) };
  };
}
