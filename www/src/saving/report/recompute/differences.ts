//! Where what is printed is not what was computed.

import { REPORT } from "../../../words/report.ts";

export interface Difference {
  /** Which of the printed places it is, in their order; -1 where one is missing. */
  index: number;
  /** What the place says, in words. */
  name: string;
  /** The number that is printed; null where a text is. */
  printed: string | null;
  computed: string | null;
  /** The id of the part of the report in which it stands. */
  section: string | undefined;
}

const PLACES = "[data-figure], [data-text]";

/**
 * Compares two reports, place by place. What could not be computed is `unknown`, by its index among the places; so is what
 * stands in the parts that are named in `unknowable`.
 */
export function differences(printed: HTMLElement, computed: HTMLElement, unknowable: ReadonlySet<string>) {
  const anew = byKey(computed);
  const unlike: Difference[] = [];
  const unknown: number[] = [];
  let [numbers, texts] = [0, 0];
  const seen = new Map<string, number>();
  for (const [index, place] of [...printed.querySelectorAll(PLACES)].entries()) {
    const key = keyOf(place);
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    const own = anew.get(key)?.[turn];
    const text = place.hasAttribute("data-text");
    if (unknowable.has(ownerOf(place)) || (own?.hasAttribute("data-unknown") && place.textContent !== "")) {
      unknown.push(index);
      continue;
    }
    if (text) texts += 1;
    else numbers += 1;
    const same = own !== undefined && (text ? plain(place).isEqualNode(plain(own)) : spaced(place) === spaced(own));
    if (same) continue;
    unlike.push({ index, name: nameOf(place, printed), printed: text ? null : spaced(place), computed: text ? null : own ? spaced(own) : "", section: sectionOf(place, printed) });
  }
  for (const [key, places] of anew) {
    for (const place of places.slice(seen.get(key) ?? 0)) {
      if (unknowable.has(ownerOf(place))) continue;
      unlike.push({ index: -1, name: nameOf(place, printed), printed: "", computed: spaced(place), section: undefined });
    }
  }
  return { numbers, texts, unknown, unlike };
}

/** The part of the report in which a place is told of at length. */
function sectionOf(place: Element, report: HTMLElement): string | undefined {
  const [owner = ""] = (place.getAttribute("data-figure") ?? "").split(" ");
  return place.closest("section[id]")?.id ?? report.querySelector(`[id="${CSS.escape(owner)}"]`)?.id;
}

function byKey(report: HTMLElement): Map<string, Element[]> {
  const places = new Map<string, Element[]>();
  for (const place of report.querySelectorAll(PLACES)) {
    const key = keyOf(place);
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  return places;
}

/** The name of the part that a place is about: "pair-3". */
function ownerOf(place: Element): string {
  return (place.getAttribute("data-figure") ?? place.getAttribute("data-text")!).split(" ")[0]!;
}

function keyOf(place: Element): string {
  return place.getAttribute("data-figure") ?? `text ${place.getAttribute("data-text")}`;
}

/** Languages differ in which of the spaces they write. */
function spaced(place: Element): string {
  return (place.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** A copy whose neighbouring texts are one. */
function plain(place: Element): Element {
  const copy = place.cloneNode(true) as Element;
  copy.normalize();
  return copy;
}

/** "First.txt and Second.txt, passage 2: longest run". */
function nameOf(place: Element, report: HTMLElement): string {
  const [owner = "", ...rest] = (place.getAttribute("data-figure") ?? place.getAttribute("data-text")!).split(" ");
  const heading = report.querySelector(`[id="${CSS.escape(owner)}"] > h2`) ?? place.closest("tr")?.querySelector("th");
  const passage = rest.find((part) => /^(passage-)?\d+$/.test(part))?.replace("passage-", "");
  const where = [heading?.textContent?.replace(/\s+/g, " ").trim(), passage && REPORT.again.passage(passage)].filter(Boolean).join(", ");
  const { figures } = REPORT.again;
  const what = place.hasAttribute("data-text") ? figures.text! : (figures[rest.at(-1) ?? ""] ?? REPORT.recipe);
  return where ? `${where}: ${what}` : what;
}
