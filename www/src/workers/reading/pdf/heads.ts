//! Running heads, running feet and page numbers: lines at the edge of a page whose text, with any number in place of
//! its own, stands at the same place on another page, where two pages in five have such a line at that place: the heads of
//! left and right pages and of chapters differ. A head stands apart from the text, unlike a line that is repeated within
//! it, as in a form. A number that stands apart is a page's wherever another page has one, and on a single page.

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
  const rowsOf = pages.map(({ fragments, height }) => inRows(fragments.filter((fragment) => !fragment.turned)).map((row) => keyed(row, height)));
  const usual = median(rowsOf.flatMap((rows) => rows.slice(1).map(({ y }, at) => y - rows[at]!.y)));
  const sides = rowsOf.flatMap((down, page) => {
    const { height } = pages[page]!;
    return [down, down.toReversed()].map((rows, side) => {
      const edge = rows.slice(0, ROWS).filter(({ y }) => (side === 0 ? y < EDGE * height : y > (1 - EDGE) * height)).length;
      return { page, rows, edge };
    });
  });
  const pagesWith = new Map<string, Set<number>>();
  for (const { page, rows, edge } of sides) {
    for (const { keys } of rows.slice(0, edge)) for (const { key } of keys) pagesWith.set(key, (pagesWith.get(key) ?? new Set()).add(page));
  }
  const pagesAt = new Map<number, Set<number>>();
  for (const { page, rows, edge } of sides) {
    for (const { keys } of rows.slice(0, edge)) {
      for (const { key, place } of keys) if (pagesWith.get(key)!.size > 1) pagesAt.set(place, (pagesAt.get(place) ?? new Set()).add(page));
    }
  }
  const gone = new Set<Fragment>();
  for (const { rows, edge } of sides) {
    const apart = (at: number) => !rows[at + 1] || Math.abs(rows[at + 1]!.y - rows[at]!.y) > APART * usual;
    const repeated = ({ keys }: Row) => keys.some(({ key, place }) => pagesWith.get(key)!.size > 1 && pagesAt.get(place)!.size >= SHARE * pages.length);
    const numbers = ({ bare, keys }: Row, at: number) => bare && apart(at) && (pages.length === 1 || keys.some(({ key }) => pagesWith.get(key)!.size > 1));
    const other = rows.slice(0, edge).findIndex((row, at) => !repeated(row) && !numbers(row, at));
    let heads = other < 0 ? edge : other;
    while (heads > 0 && !rows[heads - 1]!.bare && !apart(heads - 1)) heads -= 1;
    for (const { row } of rows.slice(0, heads)) for (const fragment of row) gone.add(fragment);
  }
  return pages.map((page) => ({ ...page, fragments: page.fragments.filter((fragment) => !gone.has(fragment)) }));
}

interface Row {
  row: Fragment[];
  y: number;
  /** What it is known by on other pages: its text, with any number for its own, at each of the two places it is near to. */
  keys: { key: string; place: number }[];
  /** Whether it is a number and nothing else. */
  bare: boolean;
}

function keyed(row: Fragment[], height: number): Row {
  const text = joined(row).map((fragment) => fragment.text).join(" ").trim().replace(/\s+/g, " ");
  const pattern = /^[ivxlcdm]+$/i.test(text) ? "#" : text.replace(/\p{Nd}+/gu, "#");
  const { y } = row[0]!;
  const near = (y - height) / NEAR;
  const keys = [Math.floor(near), Math.floor(near + 0.5) + 0.5].map((place) => ({ key: `${place} ${pattern}`, place }));
  return { row, y, bare: /^[-–— ]*#[-–— ]*$/.test(pattern), keys };
}
