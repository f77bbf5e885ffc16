//! A text of which only stretches are there.

export class Stretches {
  /** Stretches in their order, each with its place. */
  constructor(private parts: [number, string][]) {}

  /** What is there of the text from `start` to `end`, if it lies within one stretch; else nothing. */
  slice(start: number, end: number): string {
    const [at, text] = this.parts.find(([at, text]) => at <= start && end <= at + text.length) ?? [0, ""];
    return text.slice(start - at, end - at);
  }
}

/** The stretches that places cover; those that meet are one. */
export function joined(places: { start: number; end: number }[]): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of places.toSorted((x, y) => x.start - y.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
