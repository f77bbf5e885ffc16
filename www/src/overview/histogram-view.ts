//! All pairs at once: a histogram of how much they share, where the unusual begins in a sentence, and a slider that shows the
//! pairs from any point on. The bars are for the eye and the pointer; the slider does the same for everyone.

import { h, set } from "../page/dom.ts";
import { MEASURES, SMALLEST_SPREAD } from "../pairs/measures.ts";
import type { Measure } from "../pairs/measures.ts";
import type { Filter, PairTable } from "../pairs/pair-table.ts";
import { OVERVIEW } from "../words/overview.ts";
import { bins, DEVIATIONS, Tally } from "./tally.ts";
import type { Unusual } from "./tally.ts";

/** The part of a filter that a measure's slider sets. */
const FIELD = { share: "percent", words: "words", run: "run", score: "score" } as const satisfies Record<Measure, keyof Filter>;

/** No slider set. */
const ALL: Partial<Filter> = { percent: 0, words: 0, run: 0, score: 0 };

export interface HistogramEvents {
  measure(by: Measure): void;
  /** Another filter; `settled` once the slider has come to rest. */
  filter(change: Partial<Filter>, settled: boolean): void;
}

export class HistogramView {
  readonly element: HTMLElement;
  #said = h("p", { class: "spread-said", title: OVERVIEW.rule(DEVIATIONS) });
  #apart = h("button", { type: "button", class: "link", onclick: () => this.#set(this.#unusual?.from ?? 0, true) });
  #all = h("button", { type: "button", class: "link", onclick: () => this.events.filter(ALL, true) }, OVERVIEW.showAll);
  #by = h("select", { "aria-label": OVERVIEW.byAbout, onchange: () => this.events.measure(this.#by.value as Measure) });
  #bars = h("div", { class: "spread-bars", "aria-hidden": "true", title: OVERVIEW.barsAbout });
  #line = h("div", { class: "spread-line", "aria-hidden": "true" });
  #slider = h("input", { type: "range", min: 0, step: 1, "aria-label": OVERVIEW.slider });
  #from = h("output", {});
  #most = h("span", { "aria-hidden": "true" });
  #measure: Measure = "share";
  #tally = new Tally(new Float64Array());
  #unusual: Unusual | undefined;
  /** What is counted: the measure, and the pairs but for those that came since. */
  #counted = "";

  constructor(
    private table: PairTable,
    private events: HistogramEvents,
  ) {
    this.#by.append(...MEASURES.map((by) => h("option", { value: by }, OVERVIEW.measures[by])));
    this.#slider.addEventListener("input", () => this.#set(this.#slider.valueAsNumber, false));
    this.#slider.addEventListener("change", () => this.#set(this.#slider.valueAsNumber, true));
    this.element = h("section", { class: "spread", "aria-label": OVERVIEW.histogram },
      h("div", { class: "spread-head" }, this.#said, this.#apart, this.#all, h("span", { class: "spread-by" }, OVERVIEW.by, " ", this.#by)),
      h("div", { class: "spread-plot" }, this.#bars, this.#line),
      this.#slider,
      h("div", { class: "spread-axis" }, this.#from, this.#most));
  }

  /** Where the unusual begins by the measure shown; undefined where nothing is unusual. */
  get unusual(): Unusual | undefined {
    return this.#unusual;
  }

  /** Shows all pairs by a measure, and from where on they are shown elsewhere. */
  show(by: Measure, filter: Filter): void {
    const counted = `${by} ${this.table.arrangement}`;
    const before = this.#tally.size;
    if (counted !== this.#counted) this.#tally = new Tally(this.table.measure(by));
    else if (before < this.table.length) this.#tally.add(this.table.measure(by, before));
    if (counted !== this.#counted || before < this.table.length) this.#tell(by);
    this.#counted = counted;
    const from = filter[FIELD[by]];
    this.#by.value = by;
    if (this.#slider.valueAsNumber !== from) this.#slider.valueAsNumber = from;
    const sentence = OVERVIEW.from(by, from, this.#tally.atLeast(from));
    this.#from.textContent = sentence;
    set(this.#slider, "aria-valuetext", sentence);
    this.#apart.hidden = !this.#unusual || from === this.#unusual.from;
    this.#all.hidden = Object.values(FIELD).every((field) => filter[field] === 0);
    for (const bar of this.#bars.children) bar.classList.toggle("out", Number((bar as HTMLElement).dataset.high) <= from);
  }

  #tell(by: Measure): void {
    this.#measure = by;
    this.#unusual = this.#tally.unusual(SMALLEST_SPREAD[by]);
    const { size, some } = this.#tally;
    if (some === 0) this.#said.textContent = OVERVIEW.nothingShared(size);
    else if (!this.#unusual) this.#said.textContent = OVERVIEW.noneApart(size);
    else this.#said.textContent = OVERVIEW.apart(by, this.#unusual.pairs, size, this.#unusual.from);
    this.#apart.textContent = OVERVIEW.showApart(this.#unusual?.pairs ?? 0);
    this.#draw(by);
  }

  #draw(by: Measure): void {
    const all = bins(this.#tally);
    const end = all.at(-1)!.high;
    const tallest = Math.log1p(Math.max(1, ...all.map(({ pairs }) => pairs)));
    this.#slider.max = String(end);
    this.#bars.replaceChildren(...all.map(({ low, high, pairs }) => {
      const apart = this.#unusual !== undefined && high > this.#unusual.from;
      const title = OVERVIEW.bar(by, low, high, pairs);
      const bar = h("div", { class: apart ? "bin apart" : "bin", title, "data-high": high, onclick: () => this.#set(low, true) }, h("span", {}));
      const height = pairs === 0 ? 0 : Math.max(0.06, Math.log1p(pairs) / tallest);
      (bar.firstElementChild as HTMLElement).style.height = `${100 * height}%`;
      return bar;
    }));
    this.#line.hidden = !this.#unusual;
    this.#line.style.insetInlineStart = `${(100 * (this.#unusual?.from ?? 0)) / end}%`;
    this.#most.textContent = OVERVIEW.amount(by, end);
  }

  #set(value: number, settled: boolean): void {
    this.events.filter({ [FIELD[this.#measure]]: value }, settled);
  }
}
