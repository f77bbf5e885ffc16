//! What was found, laid over a text: stretches that stand in a source, each with its number.

import type { FoundPassage, Place } from "../protocol/checking.ts";
import { Intervals } from "../text-pane/painting.ts";
import type { Painter, Segment } from "../text-pane/painting.ts";

/** A stretch of a text that is marked. */
export interface Marked extends Place {
  /** Whether words of it may differ from the source's. */
  edited: boolean;
}

/** Whether a passage was found by what outlives an edit. */
export function isEdited(how: FoundPassage["how"]): boolean {
  return how === "pairs" || how === "passage";
}

/** Marks stretches of one text; each is a passage of its own, by its place in the list. */
export class StretchPainting implements Painter {
  #places: Intervals;
  #stretches: Marked[];

  constructor(stretches: Marked[]) {
    this.#stretches = stretches;
    this.#places = new Intervals(stretches);
  }

  segments(start: number, end: number): Segment[] {
    const found = this.#places.within(start, end);
    const bounds = new Set([start, end]);
    for (const index of found) {
      const place = this.#stretches[index]!;
      if (place.start > start) bounds.add(place.start);
      if (place.end < end) bounds.add(place.end);
    }
    const sorted = [...bounds].sort((x, y) => x - y);
    return sorted.slice(0, -1).map((from, i) => {
      const passage = found.find((index) => this.#stretches[index]!.start <= from && this.#stretches[index]!.end > from) ?? -1;
      const edited = passage >= 0 && this.#stretches[passage]!.edited;
      return {
        start: from,
        end: sorted[i + 1]!,
        passage,
        as: passage < 0 ? "plain" : edited ? "edited" : "same",
        marks: [],
        opens: found.filter((index) => this.#stretches[index]!.start === from),
      };
    });
  }
}
