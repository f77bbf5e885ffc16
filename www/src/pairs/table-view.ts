//! The table of pairs.

import { inFull } from "../documents/called.ts";
import type { Called } from "../documents/called.ts";
import type { Doc, Documents } from "../documents/documents.ts";
import { first } from "../documents/first.ts";
import { h, icon, named, set } from "../page/dom.ts";
import { VirtualRows } from "../page/virtual-rows.ts";
import { FIGURES } from "../words/figures.ts";
import { count, duration, percent } from "../words/format.ts";
import { RESULTS } from "../words/results.ts";
import { REWORDED } from "../words/reworded.ts";
import { SCORE } from "../words/score.ts";
import { SUBMISSIONS } from "../words/submissions.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import { VERDICTS } from "../words/verdicts.ts";
import { write } from "./address.ts";
import { wordsShared } from "./pair-table.ts";
import type { Order, PairNumbers, PairTable, SortKey } from "./pair-table.ts";
import { score } from "./score.ts";
import type { TakenOut } from "./taken-out.ts";
import { differ } from "./verdicts.ts";
import type { Verdicts } from "./verdicts.ts";

interface Column {
  key: SortKey;
  label: string;
  /** What the number is, for who hovers over the heading. */
  title: string;
}

const COLUMNS: Column[] = [
  { key: "a", label: RESULTS.a, title: RESULTS.aAbout },
  { key: "b", label: RESULTS.b, title: RESULTS.bAbout },
  { key: "score", label: SCORE.heading, title: SCORE.title },
  { key: "copied", label: FIGURES.wordsShared, title: FIGURES.wordsSharedAbout },
  { key: "longestRun", label: FIGURES.longestRun, title: FIGURES.longestRunAbout },
  { key: "containmentA", label: FIGURES.aInB, title: FIGURES.aInBAbout },
  { key: "containmentB", label: FIGURES.bInA, title: FIGURES.bInAAbout },
  { key: "resemblance", label: FIGURES.resemblance, title: FIGURES.resemblanceAbout },
  { key: "reworded", label: REWORDED.column, title: REWORDED.columnTitle },
];

export class PairsView {
  readonly element: HTMLElement;
  #headings: Map<SortKey, HTMLElement>;
  #body = h("div", { class: "rows", role: "rowgroup" });
  #slots: Uint32Array = new Uint32Array();
  #rows: VirtualRows;

  constructor(
    private documents: Documents,
    private table: PairTable,
    private verdicts: Verdicts,
    private takenOut: TakenOut,
    sort: (key: SortKey) => void,
  ) {
    this.#headings = new Map(COLUMNS.map(({ key, label, title }) => [
      key,
      h("div", { role: "columnheader", class: `cell ${key}` },
        h("button", { type: "button", class: "heading", title, onclick: () => sort(key) }, label)),
    ]));
    this.element = h(
      "div",
      { class: "pairs", role: "grid", "aria-label": RESULTS.table, },
      h("div", { role: "rowgroup", class: "head" },
        h("div", { role: "row", class: "row", "aria-rowindex": 1 }, ...this.#headings.values(),
          h("div", { role: "columnheader", class: "cell judged", title: VERDICTS.headingTitle }, VERDICTS.heading))),
      this.#body,
    );
    this.#rows = new VirtualRows(this.element, this.#body, {
      make: (index) => this.#row(this.table.at(this.#slots[index]!), index),
      shown: (index) => this.#shown(index),
      target: (row) => row.querySelector("a")!,
    });
  }

  /** Shows the pairs in `slots`, which are in `order`. */
  show(slots: Uint32Array, order: Order): void {
    this.#slots = slots;
    for (const [key, heading] of this.#headings) {
      set(heading, "aria-sort", key === order.key && (order.descending ? "descending" : "ascending"));
    }
    set(this.element, "aria-rowcount", slots.length + 1);
    this.#showFurther();
    this.#rows.show(slots.length);
  }

  /** Has the column of other words where somebody looked for them. */
  #showFurther(): void {
    const looked = this.table.unlooked.length < 2 * this.table.length;
    this.element.classList.toggle("looked", looked);
    set(this.element, "aria-colcount", COLUMNS.length + (looked ? 1 : 0));
    this.#rows.measure();
  }

  /** All that a row shows. */
  #shown(index: number): string {
    const pair = this.table.at(this.#slots[index]!);
    const decided = [this.verdicts.of(pair.a, pair.b), this.takenOut.from(pair.a, pair.b).length];
    return JSON.stringify([pair, this.documents.called(pair.a), this.documents.called(pair.b), decided, ...[pair.a, pair.b].map((id) => handedOf(this.documents.get(id)))]);
  }

  #row(pair: PairNumbers, index: number): HTMLElement {
    const [a, b] = [this.documents.called(pair.a), this.documents.called(pair.b)];
    const [one, other] = [this.documents.get(pair.a), this.documents.get(pair.b)];
    const came = first(one, other);
    const badges = (side: "a" | "b", cohort = "") => [
      ...(came?.side === side ? [h("span", { class: "came-first", title: SUBMISSIONS.firstAbout(duration(came.apart)) }, SUBMISSIONS.first)] : []),
      ...(cohort ? [named(cohort, { class: "cohort" })] : []),
    ];
    const [ofA, ofB] = [badges("a", one?.cohort), badges("b", other?.cohort)];
    const said = (badges: HTMLElement[]) => badges.map(({ textContent }) => textContent);
    const link = h("a", {
      href: write({ page: "pair", a: pair.a, b: pair.b, passage: 0 }),
      "aria-label": [RESULTS.both(inFull(a, said(ofA)), inFull(b, said(ofB))), came?.side && SUBMISSIONS.came(RESULTS[came.side], duration(came.apart))].filter(Boolean).join(". "),
    }, ...names(a, ofA));
    const cell = (key: SortKey, ...content: (Node | string)[]) => h("div", { role: "gridcell", class: `cell ${key}` }, ...content);
    const words = wordsShared(pair.wordsA, pair.wordsB);
    const { value } = score(pair);
    const scored = cell("score", count(Math.round(value)));
    scored.title = SCORE.reason(pair);
    set(scored, "aria-label", SCORE.explained(value, pair));
    const copied = cell("copied", count(words));
    if (pair.edited > 0) copied.title = FIGURES.edited(pair.edited);
    if (pair.edited > 0 && words === 0) {
      copied.replaceChildren(count(pair.edited), " ", h("small", {}, RESULTS.edited));
      set(copied, "aria-label", FIGURES.edited(pair.edited));
    }
    const longestRun = cell("longestRun", count(pair.longestRun));
    const reworded = cell("reworded", Number.isNaN(pair.reworded) ? "" : count(pair.reworded));
    if (pair.reworded > 0) {
      reworded.classList.add("found");
      set(reworded, "aria-label", REWORDED.words(pair.reworded));
    }
    for (const [unit, numbered] of Object.entries({ copied, longestRun, reworded })) numbered.dataset.unit = RESULTS.units[unit as keyof typeof RESULTS.units];
    return h(
      "div",
      { role: "row", class: `row${pair.passages > 0 || pair.reworded > 0 ? "" : " nothing"}`, "aria-rowindex": index + 2 },
      cell("a", link),
      cell("b", ...names(b, ofB)),
      scored,
      copied,
      longestRun,
      cell("containmentA", share(pair.containmentA)),
      cell("containmentB", share(pair.containmentB)),
      cell("resemblance", share(pair.resemblance)),
      reworded,
      this.#judged(pair),
    );
  }

  /** What the reader thinks of a pair, and whether some of it was taken out, as a badge. */
  #judged({ a, b }: PairNumbers): HTMLElement {
    const judged = this.verdicts.of(a, b);
    const { verdict = "", note = "", others = [] } = judged ?? {};
    const name = verdict && VERDICTS.names[verdict];
    const taken = this.takenOut.from(a, b).length;
    const takenOut = taken > 0 && TAKEN_OUT.badge(taken);
    const ofOthers = others.map((one) => [VERDICTS.of(one.by, one.verdict && VERDICTS.names[one.verdict]), one.note && VERDICTS.noted].filter(Boolean).join(" "));
    const differing = judged !== undefined && differ(judged) && VERDICTS.differ;
    const label = [name, note && VERDICTS.noted, takenOut, ...ofOthers, differing].filter(Boolean).join(", ");
    const given = others.flatMap((one) => one.verdict || []).map((verdict) => h("span", { class: "other-verdict" }, icon(verdict)));
    return h("div", { role: "gridcell", class: "cell judged", title: [note || name, takenOut, ...ofOthers, differing].filter(Boolean).join(", ") },
      verdict && icon(verdict), note && icon("note"), takenOut && icon("taken"), differing && h("b", { class: "differ", "aria-hidden": "true" }, "≠"), ...given, label && h("span", { class: "spoken" }, label));
  }

  /** Brings the row at `index` into sight and puts the keyboard on it. */
  focus(index: number): void {
    this.#rows.focus(index);
  }
}

/** A document by its author, the file below, with what it is of, and whether it came first. */
function names({ author, file }: Called, badges: HTMLElement[]): (HTMLElement | string)[] {
  const apart = badges.flatMap((badge) => [" ", badge]);
  return author ? [named(author, { class: "who" }), ...apart, " ", named(file, { class: "file" })] : [named(file), ...apart];
}

function handedOf(doc: Doc | undefined): string {
  return `${doc?.handedIn ?? ""} ${doc?.cohort ?? ""}`;
}

/** A share as a number over a bar of its length. */
function share(value: number): HTMLElement {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${value * 100}%`;
  return h("span", { class: "share" }, percent(value), bar);
}
