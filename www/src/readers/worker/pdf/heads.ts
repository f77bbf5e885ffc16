//! Running heads, running feet and page numbers: lines at the edge of a page whose text, with any number in place of
//! its own, stands at the same place on at least two pages and two in five, as heads of left and right pages may differ.
//! All but a bare number stand apart from the text: a line that is repeated within it, as in a form, is no head.

import type { Page } from "../pdf.ts";
import { median } from "./columns.ts";
import { inRows, joined } from "./lines.ts";
import type { Fragment } from "./lines.ts";

/** How many lines at either edge may be heads, and in which share of the page. */
const ROWS = 3;
const EDGE = 0.15;
const SHARE = 0.4;
/** How far a head may stand from where it stands on other pages, in points. */
const NEAR = 4;
/** How far it stands from the text at least, as a share of what lines usually are apart. */
const APART = 1.25;

/** The pages without what is repeated at their edges. */
export function withoutHeads(pages: Page[]): Page[] {
  const sides = pages.flatMap(({ fragments, height }, page) => {
    const rows = inRows(fragments.filter((fragment) => !fragment.turned)).map((row) => keyed(row, height));
    const usual = median(rows.slice(1).map(({ y }, at) => y - rows[at]!.y));
    return [rows, rows.toReversed()].map((rows, side) => {
      const edge = rows.slice(0, ROWS).filter(({ y }) => (side === 0 ? y < EDGE * height : y > (1 - EDGE) * height)).length;
      return { page, rows, edge, usual };
    });
  });
  const pagesWith = new Map<string, Set<number>>();
  for (const { page, rows, edge } of sides) {
    for (const { keys } of rows.slice(0, edge)) for (const key of keys) pagesWith.set(key, (pagesWith.get(key) ?? new Set()).add(page));
  }
  const least = Math.max(2, SHARE * pages.length);
  const gone = new Set<Fragment>();
  for (const { rows, edge, usual } of sides) {
    const other = rows.slice(0, edge).findIndex(({ keys }) => !keys.some((key) => pagesWith.get(key)!.size >= least));
    let heads = other < 0 ? edge : other;
    const stands = (at: number) => rows[at]!.bare || !rows[at + 1] || Math.abs(rows[at + 1]!.y - rows[at]!.y) > APART * usual;
    while (heads > 0 && !stands(heads - 1)) heads -= 1;
    for (const { row } of rows.slice(0, heads)) for (const fragment of row) gone.add(fragment);
  }
  return pages.map((page) => ({ ...page, fragments: page.fragments.filter((fragment) => !gone.has(fragment)) }));
}

interface Row {
  row: Fragment[];
  y: number;
  /** What it is known by on other pages: its text, any number in it, and the two places it is near to. */
  keys: string[];
  /** Whether it is a number and nothing else. */
  bare: boolean;
}

function keyed(row: Fragment[], height: number): Row {
  const text = joined(row).map((fragment) => fragment.text).join(" ").trim().replace(/\s+/g, " ");
  const pattern = /^[ivxlcdm]+$/i.test(text) ? "#" : text.replace(/\p{Nd}+/gu, "#");
  const { y } = row[0]!;
  const place = (y - height) / NEAR;
  return { row, y, bare: /^[-–— ]*#[-–— ]*$/.test(pattern), keys: [Math.floor(place), Math.floor(place + 0.5) + 0.5].map((near) => `${near} ${pattern}`) };
}
