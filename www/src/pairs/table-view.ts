//! The table of pairs. Only the rows in sight exist, so that a hundred thousand pairs scroll as ten do.

import { inFull } from "../documents/called.ts";
import type { Called } from "../documents/called.ts";
import type { Documents } from "../documents/documents.ts";
import { h, icon, named, set } from "../page/dom.ts";
import { FIGURES } from "../words/figures.ts";
import { count, percent } from "../words/format.ts";
import { RESULTS } from "../words/results.ts";
import { REWORDED } from "../words/reworded.ts";
import { SCORE } from "../words/score.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import { VERDICTS } from "../words/verdicts.ts";
import { write } from "./address.ts";
import { wordsShared } from "./pair-table.ts";
import type { Order, PairNumbers, PairTable, SortKey } from "./pair-table.ts";
import { score } from "./score.ts";
import type { TakenOut } from "./taken-out.ts";
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

/** Rows kept ready above and below those in sight. */
const SPARE = 6;

interface Row {
  element: HTMLElement;
  /** What it shows, in one string. */
  shown: string;
}

export class PairsView {
  readonly element: HTMLElement;
  #headings: Map<SortKey, HTMLElement>;
  #body = h("div", { class: "rows", role: "rowgroup" });
  #slots: Uint32Array = new Uint32Array();
  #rows = new Map<number, Row>();
  #active = 0;
  /** The height of a row, which depends on the width of the page, and what is in sight: asked for once, not with each drawing. */
  #height = 48;
  #sight = { top: 0, height: 0 };

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
    this.element.addEventListener("scroll", () => this.#look(), { passive: true });
    this.#body.addEventListener("keydown", (event) => this.#move(event));
    this.#body.addEventListener("focusin", (event) => this.#activate(event));
    new ResizeObserver(() => {
      this.#measure();
      this.#look();
    }).observe(this.element);
  }

  /** Shows the pairs in `slots`, which are in `order`. */
  show(slots: Uint32Array, order: Order): void {
    this.#slots = slots;
    this.#active = Math.min(this.#active, Math.max(0, slots.length - 1));
    for (const [key, heading] of this.#headings) {
      set(heading, "aria-sort", key === order.key && (order.descending ? "descending" : "ascending"));
    }
    set(this.element, "aria-rowcount", slots.length + 1);
    this.#showFurther();
    const focused = this.#body.contains(document.activeElement);
    // A row that shows what it showed before stays: while numbers come in, most do.
    for (const [index, { element, shown }] of this.#rows) {
      if (index < slots.length && shown === this.#shown(index)) {
        element.querySelector("a")!.tabIndex = index === this.#active ? 0 : -1;
        continue;
      }
      element.remove();
      this.#rows.delete(index);
    }
    this.#draw();
    if (focused) this.focus(this.#active);
  }

  /** Has the column of other words where somebody looked for them. */
  #showFurther(): void {
    const looked = this.table.unlooked.length < 2 * this.table.length;
    this.element.classList.toggle("looked", looked);
    set(this.element, "aria-colcount", COLUMNS.length + (looked ? 1 : 0));
    this.#measure();
  }

  #measure(): void {
    this.#height = parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) || this.#height;
  }

  /** Draws what is in sight now. */
  #look(): void {
    this.#sight = { top: this.element.scrollTop, height: this.element.clientHeight };
    this.#draw();
  }

  #draw(): void {
    const height = this.#height;
    const seen = this.#sight.height;
    const top = Math.min(this.#sight.top, Math.max(0, this.#slots.length * height - seen));
    this.#body.style.height = `${this.#slots.length * height}px`;
    const first = Math.max(0, Math.floor(top / height) - SPARE);
    const last = Math.min(this.#slots.length, Math.ceil((top + seen) / height) + SPARE);
    for (const [index, row] of this.#rows) {
      if ((index >= first && index < last) || index === this.#active) continue;
      row.element.remove();
      this.#rows.delete(index);
    }
    for (let index = first; index < last; index++) {
      if (!this.#rows.has(index)) this.#insert(index);
    }
    for (const [index, { element }] of this.#rows) element.style.transform = `translateY(${index * height}px)`;
  }

  #insert(index: number): void {
    const element = this.#row(this.table.at(this.#slots[index]!), index);
    this.#rows.set(index, { element, shown: this.#shown(index) });
    // In the order of the table also in the document, for those who do not see it.
    const next = [...this.#body.children].find((other) => Number(other.getAttribute("aria-rowindex")) > index + 2);
    this.#body.insertBefore(element, next ?? null);
  }

  /** All that a row shows. */
  #shown(index: number): string {
    const pair = this.table.at(this.#slots[index]!);
    const decided = [this.verdicts.of(pair.a, pair.b), this.takenOut.from(pair.a, pair.b).length];
    return JSON.stringify([pair, this.documents.called(pair.a), this.documents.called(pair.b), decided]);
  }

  #row(pair: PairNumbers, index: number): HTMLElement {
    const [a, b] = [this.documents.called(pair.a), this.documents.called(pair.b)];
    const link = h("a", {
      href: write({ page: "pair", a: pair.a, b: pair.b, passage: 0 }),
      "aria-label": RESULTS.both(inFull(a), inFull(b)),
      tabindex: index === this.#active ? 0 : -1,
    }, ...names(a));
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
    const reworded = cell("reworded", Number.isNaN(pair.reworded) ? "" : count(pair.reworded));
    if (pair.reworded > 0) {
      reworded.classList.add("found");
      set(reworded, "aria-label", REWORDED.words(pair.reworded));
    }
    return h(
      "div",
      { role: "row", class: `row${pair.passages > 0 || pair.reworded > 0 ? "" : " nothing"}`, "aria-rowindex": index + 2 },
      cell("a", link),
      cell("b", ...names(b)),
      scored,
      copied,
      cell("longestRun", count(pair.longestRun)),
      cell("containmentA", share(pair.containmentA)),
      cell("containmentB", share(pair.containmentB)),
      cell("resemblance", share(pair.resemblance)),
      reworded,
      this.#judged(pair),
    );
  }

  /** What the reader thinks of a pair, and whether some of it was taken out, as a badge. */
  #judged({ a, b }: PairNumbers): HTMLElement {
    const { verdict = "", note = "" } = this.verdicts.of(a, b) ?? {};
    const name = verdict && VERDICTS.names[verdict];
    const taken = this.takenOut.from(a, b).length;
    const takenOut = taken > 0 && TAKEN_OUT.badge(taken);
    const label = [name, note && VERDICTS.noted, takenOut].filter(Boolean).join(", ");
    return h("div", { role: "gridcell", class: "cell judged", title: [note || name, takenOut].filter(Boolean).join(", ") },
      verdict && icon(verdict), note && icon("note"), takenOut && icon("taken"), label && h("span", { class: "spoken" }, label));
  }

  #move(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 2);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.focus(Math.min(Math.max(0, this.#active + step), this.#slots.length - 1));
  }

  /** Brings the row at `index` into sight and puts the keyboard on it. */
  focus(index: number): void {
    const height = this.#height;
    const head = this.element.firstElementChild!.clientHeight;
    const [top, bottom] = [index * height, (index + 1) * height];
    const seen = this.element.clientHeight - head;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (bottom > this.element.scrollTop + seen) this.element.scrollTop = bottom - seen;
    this.#active = index;
    this.#look();
    for (const [other, row] of this.#rows) row.element.querySelector("a")!.tabIndex = other === index ? 0 : -1;
    this.#rows.get(index)?.element.querySelector("a")!.focus({ preventScroll: true });
  }

  #activate(event: FocusEvent): void {
    const row = (event.target as Element).closest("[aria-rowindex]");
    if (row) this.#active = Number(row.getAttribute("aria-rowindex")) - 2;
  }
}

/** A document by its author, the file below. */
function names({ author, file }: Called): HTMLElement[] {
  return author ? [named(author, { class: "who" }), named(file, { class: "file" })] : [named(file)];
}

/** A share as a number over a bar of its length. */
function share(value: number): HTMLElement {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${value * 100}%`;
  return h("span", { class: "share" }, percent(value), bar);
}
