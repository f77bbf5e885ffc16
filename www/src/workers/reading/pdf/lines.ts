//! From signs to stretches of a line. What pdf.js calls an item is a run of signs set at once; runs on one baseline with
//! no more than a space between them are one fragment.

import { Util } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A stretch of a line, in points from the top left of the page as it is shown. */
export interface Fragment {
  text: string;
  left: number;
  right: number;
  /** The baseline. */
  y: number;
  /** The height of the letters' bodies. */
  size: number;
  rightToLeft: boolean;
  /** Set at an angle, as a stamp on the margin is; such text is read after the rest of the page. */
  turned: boolean;
}

/** All in shares of the letters' size: how far baselines may be apart on one line (a raised number is lower), */
const RAISED = 0.5;
/** the gap from which on there is a space, */
const SPACE = 0.15;
/** and the gap that may be one between columns; if it is none, the line is joined again later. */
const GAP = 0.8;

/** The fragments of a page, from top to bottom. `shown` takes the page's points to those of `Fragment`. */
export function fragments(items: readonly unknown[], shown: number[]): Fragment[] {
  const runs: Fragment[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const run = runOf(item, shown);
    if (!run) continue;
    // Bold letters are made by some programs by setting them twice.
    const place = `${run.text}|${Math.round(run.left / (run.size * 0.2))}|${Math.round(run.y / (run.size * 0.2))}`;
    if (!seen.has(place)) runs.push(run);
    seen.add(place);
  }
  const turned = runs.filter((run) => run.turned);
  const rows = inRows(runs.filter((run) => !run.turned));
  return [...rows.flatMap((row) => joined(row, GAP)), ...turned];
}

/** Fragments by line, from top to bottom. */
export function inRows(runs: Fragment[]): Fragment[][] {
  const rows: { y: number; size: number; runs: Fragment[] }[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y)) {
    // A raised or lowered sign comes just before or after the line it belongs to.
    const row = rows.slice(-3).findLast((row) => Math.abs(run.y - row.y) <= RAISED * Math.max(row.size, run.size));
    if (!row) {
      rows.push({ y: run.y, size: run.size, runs: [run] });
      continue;
    }
    row.runs.push(run);
    if (run.size > row.size) [row.y, row.size] = [run.y, run.size];
  }
  return rows.sort((a, b) => a.y - b.y).map((row) => row.runs);
}

/** The runs of a line as fragments, in reading order, parted where a gap is wider than `most` of the letters' size. */
export function joined(row: Fragment[], most = Infinity): Fragment[] {
  const backwards = row.filter((run) => run.rightToLeft).length * 2 > row.length;
  const found: Fragment[] = [];
  for (const run of row.toSorted((a, b) => (backwards ? b.right - a.right : a.left - b.left))) {
    const last = found.at(-1);
    const gap = last && (backwards ? last.left - run.right : run.left - last.right);
    const size = last && Math.max(last.size, run.size);
    if (!last || gap! > most * size!) {
      found.push({ ...run, rightToLeft: backwards });
      continue;
    }
    const spaced = /\s$/.test(last.text) || /^\s/.test(run.text);
    last.text += (spaced || gap! <= SPACE * size! ? "" : " ") + run.text;
    last.left = Math.min(last.left, run.left);
    last.right = Math.max(last.right, run.right);
    // The line stands where its largest letters do.
    if (run.size > last.size) [last.y, last.size] = [run.y, run.size];
  }
  return found;
}

interface Item {
  str: string;
  transform: number[];
  width: number;
  dir: string;
}

function runOf(item: unknown, shown: number[]): Fragment | undefined {
  const { str, transform, width, dir } = item as Item;
  if (typeof str !== "string" || str.trim() === "") return undefined;
  const [a, b, c, d, x, y] = Util.transform(shown, transform) as [number, number, number, number, number, number];
  const size = Math.hypot(c, d);
  if (![x, y, size, width].every(Number.isFinite) || size === 0) return undefined;
  // Signs that no text has, and those that stand for a line's end.
  const text = str.replace(/[\u0000-\u001f\u007f]+/g, " ");
  const turned = Math.abs(b) > 0.1 * Math.abs(a) || a < 0;
  return { text, left: x, right: x + width, y, size, rightToLeft: dir === "rtl", turned };
}
