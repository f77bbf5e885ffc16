//! What the page shows, as the part of its address after "#": links into it work, and so does the back button.

import { MEASURES } from "./measures.ts";
import type { Measure } from "./measures.ts";
import type { Filter, Order, SortKey } from "./pair-table.ts";
import type { Wanted } from "./verdicts.ts";

export type Results = "table" | "persons" | "matrix" | "graph";

export const RESULTS: Results[] = ["table", "persons", "matrix", "graph"];

export interface ListRoute {
  page: "list";
  results: Results;
  /** What the histogram and the graph measure pairs by. */
  by: Measure;
  order: Order;
  filter: Filter;
}

export interface PairRoute {
  page: "pair";
  a: number;
  b: number;
  /** The number of the passage that is picked out, from 1; 0 if none is. */
  passage: number;
}

export type Route = ListRoute | PairRoute;

const WANTED: Wanted[] = ["copied", "fine", "again", "none", "differ"];

const KEYS: SortKey[] = ["score", "copied", "passages", "rarity", "reworded", "a", "b", "resemblance", "containmentA", "containmentB", "longestRun"];

/** `#pair=3,7&passage=2`, `#matrix`, `#graph&by=run&run=12`, `#sort=-resemblance&names=essay&words=20&verdict=again`. Whatever is not understood is left out. */
export function read(hash: string): Route {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [a, b] = (fields.get("pair") ?? "").split(",").map(whole);
  if (a && b && a !== b) return { page: "pair", a: Math.min(a, b), b: Math.max(a, b), passage: whole(fields.get("passage")) };
  const sort = fields.get("sort") ?? "-score";
  const key = KEYS.find((key) => key === sort.replace(/^-/, "")) ?? "score";
  return {
    page: "list",
    results: RESULTS.find((results) => fields.has(results)) ?? "table",
    by: MEASURES.find((by) => by === fields.get("by")) ?? "score",
    order: { key, descending: sort.startsWith("-") },
    filter: {
      text: fields.get("names") ?? "",
      words: whole(fields.get("words")),
      percent: Math.min(whole(fields.get("percent")), 100),
      run: whole(fields.get("run")),
      score: Math.min(whole(fields.get("score")), 100),
      verdict: WANTED.find((wanted) => wanted === fields.get("verdict")) ?? "",
    },
  };
}

/** The inverse of `read`, as short as it can be. */
export function write(route: Route): string {
  const fields = new URLSearchParams();
  if (route.page === "pair") {
    fields.set("pair", `${route.a},${route.b}`);
    if (route.passage > 0) fields.set("passage", String(route.passage));
  } else {
    const { results, by, order, filter } = route;
    if (results !== "table") fields.set(results, "");
    if (by !== "score") fields.set("by", by);
    const sort = (order.descending ? "-" : "") + order.key;
    if (sort !== "-score") fields.set("sort", sort);
    if (filter.text) fields.set("names", filter.text);
    if (filter.words) fields.set("words", String(filter.words));
    if (filter.percent) fields.set("percent", String(filter.percent));
    if (filter.run) fields.set("run", String(filter.run));
    if (filter.score) fields.set("score", String(filter.score));
    if (filter.verdict) fields.set("verdict", filter.verdict);
  }
  const text = fields.toString().replaceAll("%2C", ",").replace(/=(&|$)/, "$1");
  return `#${text}`;
}

/** What a link that hands on settings has of them, packed; undefined in any other address. */
export function settingsIn(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, "")).get("settings") ?? undefined;
}

/** The inverse of `settingsIn`. */
export function withSettings(packed: string): string {
  return `#settings=${packed}`;
}

function whole(text: string | null | undefined): number {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}
