//! Where the two texts of a shared passage differ: between one run of equal words and the next.

import type { Place, Report } from "../protocol/comparing.ts";

/** A change within a passage, by the index of that. One of its places is empty or only space where words were added or left out. */
export interface Difference {
  passage: number;
  a: Place;
  b: Place;
}

/** All changes, passage by passage. */
export function differences(report: Pick<Report, "passages">): Difference[] {
  return report.passages.flatMap(({ runs }, passage) =>
    runs.slice(1).map((next, i) => {
      const before = runs[i]!;
      return { passage, a: { start: before.a.end, end: next.a.start }, b: { start: before.b.end, end: next.b.start } };
    }),
  );
}
