//! Reading order. A gutter is an upright strip without text that has columns on both sides over several lines; between
//! lines that cross it, the one side is read before the other. A table has gutters too, but what is between them is
//! short: it is read line by line. Beside a gutter of another page a column may be as short as the last one of a text is.

import type { Page } from "../pdf.ts";
import { inRows, joined } from "./lines.ts";
import type { Fragment } from "./lines.ts";

/** A line of a column. */
export interface Line extends Fragment {
  /** The edges of its column. */
  columnLeft: number;
  columnRight: number;
  /** Counts the columns of a page from 0; a line of another column than the one before begins at its top. */
  column: number;
}

/** Lines that a column has at least on either side of a gutter. */
const LINES = 3;
/** How wide a column is at least, in letters' sizes, and how much of it its lines fill on the average; cells of a table are
 * narrower, or emptier. */
const WIDE = 9;
const FILLED = 0.5;
/** How wide a gutter is at least, in letters' sizes. */
const GUTTER = 0.6;
/** Columns within columns. */
const DEEPEST = 4;

/** The lines of each page in reading order. */
export function inColumns(pages: Page[]): Line[][] {
  const level = pages.map(({ fragments }) => fragments.filter((fragment) => !fragment.turned));
  const known = level.map((fragments) => zonesOf(fragments, [])[0]?.edge);
  return pages.map(({ fragments }, page) => {
    const elsewhere = known.filter((edge, other) => edge !== undefined && other !== page) as number[];
    const groups: Fragment[][] = [];
    part(level[page]!, elsewhere, DEEPEST, groups);
    const turned = fragments.filter((fragment) => fragment.turned).map((fragment) => [fragment]);
    return [...groups, ...turned].flatMap(linesOf);
  });
}

function linesOf(group: Fragment[], column: number): Line[] {
  const columnLeft = Math.min(...group.map(({ left }) => left));
  const columnRight = Math.max(...group.map(({ right }) => right));
  return inRows(group).flatMap((row) => joined(row)).map((line) => ({ ...line, columnLeft, columnRight, column }));
}

/** Adds to `groups` the columns of what is given, in reading order. */
function part(fragments: Fragment[], known: number[], depth: number, groups: Fragment[][]): void {
  const zones = depth > 0 ? zonesOf(fragments, known) : [];
  if (zones.length === 0) {
    if (fragments.length > 0) groups.push(fragments);
    return;
  }
  const backwards = fragments.filter((fragment) => fragment.rightToLeft).length * 2 > fragments.length;
  let rest = fragments;
  for (const { left, right, bottom } of zones) {
    const inside = new Set([...left, ...right]);
    const above = rest.filter((fragment) => !inside.has(fragment) && fragment.y < bottom);
    if (above.length > 0) groups.push(above);
    part(backwards ? right : left, known, depth - 1, groups);
    part(backwards ? left : right, known, depth - 1, groups);
    rest = rest.filter((fragment) => !inside.has(fragment) && fragment.y >= bottom);
  }
  if (rest.length > 0) groups.push(rest);
}

interface Zone {
  /** Where what is right of the gutter begins. */
  edge: number;
  left: Fragment[];
  right: Fragment[];
  /** The baseline of its last line. */
  bottom: number;
}

/** The zones of the gutter that most of the text lies beside; gutters that are known from other pages come first. */
function zonesOf(fragments: Fragment[], known: number[]): Zone[] {
  const size = median(fragments.map((fragment) => fragment.size));
  const down = fragments.toSorted((a, b) => a.y - b.y);
  let best: Zone[] = [];
  let most = 0;
  const trusted = known.filter((edge, at) => known.findIndex((other) => Math.abs(other - edge) < size) === at);
  for (const edge of [...trusted, ...leftEdges(fragments, size)]) {
    const zones = zonesAt(down, edge, size, trusted.includes(edge));
    const text = zones.reduce((sum, { left, right }) => sum + left.length + right.length, 0);
    if (text > most) [best, most] = [zones, text];
  }
  return best;
}

/** Where several lines begin, one below the other. */
function leftEdges(fragments: Fragment[], size: number): number[] {
  const lefts = fragments.map(({ left }) => left).sort((a, b) => a - b);
  const edges: number[] = [];
  for (let at = 0; at < lefts.length; ) {
    let end = at;
    while (end < lefts.length && lefts[end]! - lefts[at]! < 0.5 * size) end += 1;
    if (end - at >= LINES) edges.push(lefts[at]!);
    at = end;
  }
  // The first is the edge of the page's text.
  return edges.slice(1);
}

/** Stretches of the page over which nothing crosses the strip left of `edge`, and that have a column on both sides. */
function zonesAt(down: Fragment[], edge: number, size: number, trusted: boolean): Zone[] {
  const zones: Zone[] = [];
  let left: Fragment[] = [];
  let right: Fragment[] = [];
  const close = () => {
    const both = left.length > 0 && right.length > 0;
    const columns = both && (trusted ? overlap(left, right) > -size : isColumn(left, size) && isColumn(right, size) && overlap(left, right) > 2 * size);
    if (columns) {
      zones.push({ edge, left, right, bottom: Math.max(left.at(-1)!.y, right.at(-1)!.y) });
    }
    [left, right] = [[], []];
  };
  for (const fragment of down) {
    if (fragment.right <= edge - GUTTER * size) left.push(fragment);
    else if (fragment.left >= edge - 0.1 * size) right.push(fragment);
    else close();
  }
  close();
  return zones;
}

function isColumn(fragments: Fragment[], size: number): boolean {
  const rows = new Set(fragments.map(({ y }) => Math.round(y / (0.5 * size)))).size;
  if (rows < LINES) return false;
  const width = Math.max(...fragments.map(({ right }) => right)) - Math.min(...fragments.map(({ left }) => left));
  const text = fragments.reduce((sum, { left, right }) => sum + right - left, 0);
  return width >= WIDE * size && text >= FILLED * width * rows;
}

/** Over what height there is text on both sides. */
function overlap(left: Fragment[], right: Fragment[]): number {
  return Math.min(left.at(-1)!.y, right.at(-1)!.y) - Math.max(left[0]!.y, right[0]!.y);
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
