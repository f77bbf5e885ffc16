//! The results of all documents: what there is to see in a sentence, the histogram of all pairs, then the table, the matrix
//! or the graph.

import { inFull } from "../documents/called.ts";
import type { Documents } from "../documents/documents.ts";
import { isShort } from "../options/settings.ts";
import { h, isolated, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { RESULTS } from "../pairs/address.ts";
import type { ListRoute, Results } from "../pairs/address.ts";
import type { Engine } from "../pairs/engine.ts";
import { FurtherView } from "../pairs/further-view.ts";
import { filters, UNFILTERED } from "../pairs/pair-table.ts";
import type { Filter, SortKey } from "../pairs/pair-table.ts";
import { PairsView } from "../pairs/table-view.ts";
import { TakenList } from "../pairs/taken-list.ts";
import type { TakenOut } from "../pairs/taken-out.ts";
import type { Verdicts, Wanted } from "../pairs/verdicts.ts";
import { COUNTING } from "../words/counting.ts";
import { NO_PAIRS } from "../words/no-pairs.ts";
import { OVERVIEW } from "../words/overview.ts";
import { RESULTS as WORDS } from "../words/results.ts";
import { SAVING } from "../words/saving.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import { VERDICTS } from "../words/verdicts.ts";
import type { GraphView } from "./graph-view.ts";
import { HistogramView } from "./histogram-view.ts";
import { MatrixView } from "./matrix-view.ts";
import { whyHidden, whyNone } from "./no-pairs.ts";
import { PersonsView } from "./persons-view.ts";
import type { Help, Reason } from "./no-pairs.ts";

/** Progress is shown when there is still something to compare after this long. */
const PATIENCE_MS = 300;
/** Fewer pairs than this are all in sight, and need no filter. */
const WORTH_FILTERING = 8;
/** While numbers come in, drawing rests this many times as long as it took: else it would keep the page from all else, and the
 *  drawing of many pairs would never come to its end. */
const REST = 3;
/** A slider has come to rest when it has not moved for this long. */
const SETTLED_MS = 200;
/** While numbers come in, what was drawn stays at least this long. */
const REORDER_MS = 150;

/** What helps and is done elsewhere on the page. */
type Elsewhere = Record<Extract<Help, "files" | "within" | "authors" | "counting"> | "common", () => void>;

export class ResultsView {
  #summary = h("p", { class: "summary", id: "summary" });
  #progress = h("progress", { class: "progress", "aria-label": WORDS.compared, hidden: true });
  #toggles = new Map(RESULTS.map((results) => [
    results,
    h("button", { type: "button", onclick: () => this.#switch(results) }, OVERVIEW.views[results]),
  ]));
  #names = h("input", { type: "search", placeholder: WORDS.filterByName, "aria-label": WORDS.filterByName, spellcheck: "false" });
  #words = h("input", { type: "number", min: 0, step: 1, placeholder: "0", class: "small" });
  #percent = h("input", { type: "number", min: 0, max: 100, step: 1, placeholder: "0", class: "small" });
  #verdict = h("select", { "aria-label": VERDICTS.filter }, ...Object.entries({ "": VERDICTS.any, ...VERDICTS.names, none: VERDICTS.none, differ: VERDICTS.differing }).map(([value, name]) => h("option", { value }, name)));
  #filters = h("div", { class: "filters", role: "search" },
    this.#names,
    h("label", {}, `${WORDS.atLeast} `, this.#words, ` ${WORDS.words}`),
    h("label", { title: WORDS.percentAbout }, `${WORDS.and} `, this.#percent, ` ${WORDS.percent}`),
    this.#verdict);
  #exports = h("div", { class: "exports" },
    h("button", { type: "button", class: "plain", onclick: () => this.save(this.listed()) }, SAVING.save));
  #bar = h("div", { class: "results-bar" });
  #heading = h("h2", { tabindex: -1 }, WORDS.title);
  #common = h("p", { class: "common-found", hidden: true });
  #waiting = h("div", { class: "waiting" });
  #reason: Reason = { what: "", helps: [] };
  /** Whether pairs are shown although none shares anything. */
  #showsNothing = false;
  #pairs: PairsView;
  #persons: PersonsView;
  #matrix: MatrixView;
  #histogram: HistogramView;
  #further: FurtherView;
  #taken: TakenList;
  #graph: GraphView | undefined;
  #route: ListRoute;
  #slots: Uint32Array = new Uint32Array();
  #busySince: number | undefined;
  /** How long the last drawing took, in milliseconds. */
  #took = 0;
  /** When the last drawing ended, and when the next is due; as `performance.now`. */
  #ended = -Infinity;
  #due = Infinity;
  /** The drawing that is under way, and whether something came in meanwhile. */
  #drawing: object | undefined;
  #again = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #ordering: ReturnType<typeof setTimeout> | undefined;
  #spoken = "";
  #measured = true;

  constructor(
    private host: HTMLElement,
    private documents: Documents,
    private engine: Engine,
    verdicts: Verdicts,
    private takenOut: TakenOut,
    route: ListRoute,
    private navigate: (route: ListRoute) => void,
    /** Offers pairs to be saved. */
    private save: (pairs: [number, number][]) => void,
    private elsewhere: Elsewhere,
  ) {
    this.#route = route;
    this.#pairs = new PairsView(documents, engine.table, verdicts, takenOut, (key) => this.#sort(key));
    this.#persons = new PersonsView(documents, engine);
    this.#matrix = new MatrixView(documents, engine.table);
    this.#histogram = new HistogramView(engine.table, {
      measure: (by) => this.navigate({ ...this.#route, by }),
      filter: (change, settled) => this.#choose({ ...this.#route.filter, ...change }, settled),
    });
    const named = (id: number) => isolated(inFull(documents.called(id)));
    this.#taken = new TakenList(takenOut, ({ a, b, all }) => TAKEN_OUT.scopeOf(all, named(a), named(b)), () => this.#heading);
    this.#further = new FurtherView(documents, engine, () => this.update());
    this.#bar.append(
      h("div", { class: "switch", role: "group", "aria-label": WORDS.showAs }, ...this.#toggles.values()),
      this.#filters,
    );
    this.host.append(
      h("div", { class: "results-head" }, this.#heading, this.#summary, this.#progress, this.#further.element, this.#exports, this.#common, this.#taken.element),
      this.#bar,
      this.#histogram.element,
      this.#waiting,
      this.#pairs.element,
      this.#persons.element,
      this.#matrix.element,
    );
    for (const input of [this.#names, this.#words, this.#percent, this.#verdict]) input.addEventListener("input", () => this.#filter());
    documents.observe(({ is }) => {
      if (is === "added") this.#measured = false;
      this.update();
    });
    this.show(route);
  }

  /** Shows what the address says. */
  show(route: ListRoute): void {
    this.#route = route;
    const { text, words, percent, verdict } = route.filter;
    if (this.#names.value !== text) this.#names.value = text;
    if (Number(this.#words.value) !== words) this.#words.value = words ? String(words) : "";
    if (Number(this.#percent.value) !== percent) this.#percent.value = percent ? String(percent) : "";
    this.#verdict.value = verdict;
    for (const [results, toggle] of this.#toggles) set(toggle, "aria-pressed", String(route.results === results));
    // What a person asks for does not wait for what comes in by itself.
    this.#ended = -Infinity;
    this.#drawing = undefined;
    this.update();
  }

  /** Something changed: documents, numbers, or how they are to be shown. */
  update(): void {
    if (!this.host.hasAttribute("aria-busy")) set(this.host, "aria-busy", "true");
    const { left, table } = this.engine;
    this.#busySince = left > 0 ? (this.#busySince ?? performance.now()) : undefined;
    // What is being drawn is not given up for what comes in meanwhile: else drawing many pairs would never come to its end.
    this.#again = this.#drawing !== undefined;
    if (left > 0 && this.#again) return;
    const first = this.#bar.hidden && table.length > 0;
    const due = this.#ended + (left > 0 && !first ? Math.max(REORDER_MS, REST * this.#took) : 0);
    if (this.#ordering !== undefined && due >= this.#due) return;
    clearTimeout(this.#ordering);
    this.#due = due;
    this.#ordering = setTimeout(() => {
      this.#ordering = undefined;
      void this.#draw();
    }, Math.max(0, due - performance.now()));
  }

  /** The pairs before and after one of them, in the order of the table. */
  neighbours(a: number, b: number): [[number, number] | undefined, [number, number] | undefined] {
    const ids = (slot: number | undefined): [number, number] | undefined => {
      if (slot === undefined) return undefined;
      return this.engine.table.ids(slot);
    };
    const at = this.#find(a, b);
    return at < 0 ? [undefined, undefined] : [ids(this.#slots[at - 1]), ids(this.#slots[at + 1])];
  }

  /** Puts the keyboard back on a pair that was open. */
  focusPair(a: number, b: number): void {
    const at = this.#find(a, b);
    if (at >= 0 && this.#route.results === "table") this.#pairs.focus(at);
    else if (this.#route.results === "persons") this.#persons.focus();
    else if (this.#route.results === "matrix") this.#matrix.focus();
    else if (this.#route.results === "graph") this.#graph?.focus();
  }

  /** Where a pair stands in the table; -1 if it does not. */
  #find(a: number, b: number): number {
    const slot = this.engine.table.slot(a, b);
    return slot === undefined ? -1 : this.#slots.indexOf(slot);
  }

  async #draw(): Promise<void> {
    const drawing = {};
    this.#drawing = drawing;
    this.#again = false;
    await this.#drawAll();
    if (this.#drawing !== drawing) return;
    this.#drawing = undefined;
    if (this.#again) this.update();
  }

  async #drawAll(): Promise<void> {
    const { table, left } = this.engine;
    const began = performance.now();
    if (left > 0) this.#sum(left);
    const { by, filter, order, results } = this.#route;
    const slots = await table.select(filter, order);
    if (!slots) return;
    this.#slots = slots;
    const some = table.length > 0;
    this.#bar.hidden = this.#exports.hidden = !some;
    if (table.sharing > 0) this.#showsNothing = false;
    const nothing = left === 0 && !this.#showsNothing && this.#sharesNothing();
    const none = (results === "table" || results === "persons") && (slots.length === 0 || nothing);
    this.#pairs.element.hidden = !some || results !== "table" || none;
    this.#persons.element.hidden = !some || results !== "persons" || none;
    if (this.#persons.element.hidden) this.#persons.leave();
    this.#matrix.element.hidden = !some || results !== "matrix";
    if (this.#graph) this.#graph.element.hidden = !some || results !== "graph";
    const few = table.length + left < WORTH_FILTERING && !filters(filter);
    this.#filters.hidden = results === "matrix" || few;
    this.#histogram.element.hidden = !some || results === "matrix" || (few && results !== "graph");
    if (some) this.#histogram.show(by, filter);
    this.#explain(!some ? whyNone(this.documents, this.engine) : none ? whyHidden(slots, table.length) : { what: "", helps: [] });
    if (results === "table") this.#pairs.show(slots, order);
    else if (results === "persons") await this.#persons.show(none ? [] : slots);
    else if (results === "matrix") this.#matrix.draw(by, this.#histogram.unusual?.from ?? 0);
    else if (some) await (await this.#graphView()).draw(slots, this.#route);
    this.#further.update();
    this.#tellCommon();
    this.#taken.show(this.takenOut.all);
    this.#sum(left);
    this.#ended = performance.now();
    this.#took = this.#ended - began;
    set(this.host, "aria-busy", (this.engine.left > 0 || this.#ordering !== undefined) && "true");
    if (left === 0 && some && !this.#measured) {
      this.#measured = true;
      performance.mark("twinprint:numbers");
      const arrived = performance.getEntriesByName("twinprint:arrived").at(-1);
      if (arrived) performance.measure("twinprint:comparison", { start: arrived.startTime });
    }
  }

  /** The graph, which is loaded when it is first shown. */
  async #graphView(): Promise<GraphView> {
    if (!this.#graph) {
      const { GraphView } = await import("./graph-view.ts");
      this.#graph ??= new GraphView(this.documents, this.engine.table);
      this.#graph.element.hidden = this.#route.results !== "graph";
      this.host.append(this.#graph.element);
    }
    return this.#graph;
  }

  /** Whether no pair shares anything that anybody looked for; short answers share words where they share no passage. */
  #sharesNothing(): boolean {
    const { table, options } = this.engine;
    return table.length > 0 && table.sharing === 0 && table.rewordedPairs === 0 && !isShort(options);
  }

  /** Says why there is no pair to see, with what helps. */
  #explain(reason: Reason): void {
    const { what, helps } = reason;
    if (JSON.stringify(reason) === JSON.stringify(this.#reason)) return;
    this.#reason = reason;
    const buttons = helps.map((help) => h("button", { type: "button", class: "plain", onclick: () => this.#help(help) }, NO_PAIRS.helps[help]));
    this.#waiting.replaceChildren(...(what ? [h("p", {}, what)] : []), ...(buttons.length > 0 ? [h("p", { class: "choices" }, ...buttons)] : []));
    if (helps.length > 0) announce(what);
  }

  #help(help: Help): void {
    // What was pressed goes: the keyboard stays near.
    this.#heading.focus();
    switch (help) {
      case "templates":
        for (const doc of this.documents.all.filter(({ template }) => template)) this.documents.setTemplate(doc, false);
        return;
      case "filters":
        return this.navigate({ ...this.#route, filter: UNFILTERED });
      case "nothing":
        this.#showsNothing = true;
        return this.update();
      case "again":
        return this.engine.again();
      default:
        return this.elsewhere[help]();
    }
  }

  /** Says what most of the class has, which does not count. */
  #tellCommon(): void {
    const { common: { share }, commonFound: { documents, words } } = this.engine;
    const none = documents === 0 || share === 1;
    const text = none ? "" : COUNTING.commonFound(share, words, documents, this.documents.size);
    if (this.#common.hidden === none && (none || this.#common.firstChild?.textContent === text)) return;
    this.#common.hidden = none;
    const count = h("button", { type: "button", class: "link", onclick: () => {
      this.#heading.focus();
      this.elsewhere.common();
    } }, COUNTING.countIt);
    this.#common.replaceChildren(...(none ? [] : [h("span", {}, text), " ", count]));
    if (!none) announce(text);
  }

  #sum(left: number): void {
    const { table } = this.engine;
    const total = table.length + left;
    const sharing = table.sharing;
    const chosen = this.#slots.length;
    const text = table.length > 0 ? WORDS.sum(total, table.length, sharing, chosen) : "";
    this.#summary.textContent = text;
    const late = this.#busySince !== undefined && performance.now() - this.#busySince > PATIENCE_MS;
    this.#progress.hidden = !late;
    // While documents are still being read, not all pairs are known; the bar is not to go backwards for that.
    const reading = this.documents.all.some((doc) => doc.state.is === "reading");
    const all = this.documents.size;
    this.#progress.max = reading ? Math.max(total, (all * (all - 1)) / 2) : total;
    this.#progress.value = table.length;
    if (left === 0 && text !== this.#spoken) {
      this.#spoken = text;
      if (text) announce(text);
    }
  }

  #switch(results: Results): void {
    this.navigate({ ...this.#route, results });
  }

  #sort(key: SortKey): void {
    const { order } = this.#route;
    const names = key === "a" || key === "b";
    const descending = order.key === key ? !order.descending : !names;
    this.navigate({ ...this.#route, order: { key, descending } });
  }

  #filter(): void {
    const whole = (input: HTMLInputElement) => Math.max(0, Math.floor(Number(input.value) || 0));
    this.#choose({
      ...this.#route.filter,
      text: this.#names.value,
      words: whole(this.#words),
      percent: Math.min(100, whole(this.#percent)),
      verdict: this.#verdict.value as Wanted,
    }, true);
  }

  /** Another filter; the address follows once it is settled, since browsers let it change only so often. */
  #choose(filter: Filter, settled: boolean): void {
    clearTimeout(this.#settling);
    const route = { ...this.#route, filter };
    if (settled) return this.navigate(route);
    this.#settling = setTimeout(() => {
      if (!this.host.closest("[hidden]")) this.navigate(route);
    }, SETTLED_MS);
    this.show(route);
  }

  /** The pairs that are shown, in their order. */
  listed(): [number, number][] {
    return Array.from(this.#slots, (slot) => this.engine.table.ids(slot));
  }
}
