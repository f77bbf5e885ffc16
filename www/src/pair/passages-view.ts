//! The list of all that a pair has: sorted and filtered, a stop of the tab key, and a key press from each to its place.

import { h, icon, set } from "../page/dom.ts";
import { lettersAreKeys } from "../page/keys.ts";
import { VirtualRows } from "../page/virtual-rows.ts";
import { PASSAGES } from "../words/passages.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import { COUNTED, inOrder, KINDS } from "./passages.ts";
import type { Kind, Listed, Order } from "./passages.ts";

/** Where there are more passages than this, a wide page shows their list by itself. */
const MANY = 8;
const WIDE = "(min-width: 80rem)";

/** The beginning of a passage that a row shows, in letters. */
const EXCERPT = 160;

export const LIST_KEY = "i";
export const TAKE_OUT_KEY = "x";

export interface PassagesEvents {
  /** Goes to where something is. */
  go(listed: Listed): void;
  takeOut(listed: Listed): void;
  putBack(listed: Listed): void;
  /** It was opened or closed. */
  toggled(): void;
}

/** What a list is made of. */
export interface Source {
  listed: Listed[];
  texts: { a: string; b: string };
  /** What a passage is called by: "3", "≈2". */
  number(passage: number): string;
  /** The page of a place of either document, where it has pages. */
  page(side: "a" | "b", offset: number): number | undefined;
}

export class PassagesView {
  readonly button = h("button", { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": "passages", title: PASSAGES.openAbout(LIST_KEY), onclick: () => this.toggle() }, icon("list"), PASSAGES.open);
  readonly element: HTMLElement;
  #order = h("select", { title: PASSAGES.orderAbout }, ...Object.entries(PASSAGES.orders).map(([value, name]) => h("option", { value }, name)));
  #kinds = h("div", { class: "kinds", role: "group", "aria-label": PASSAGES.filter });
  #sum = h("span", { class: "hint", role: "status" });
  #body = h("div", { class: "passage-rows", role: "listbox", "aria-label": PASSAGES.list });
  #nothing = h("p", { class: "hint", hidden: true }, PASSAGES.nothing);
  #scroller = h("div", { class: "passage-scroll" }, this.#body);
  #rows: VirtualRows;
  #source: Source = { listed: [], texts: { a: "", b: "" }, number: String, page: () => undefined };
  #pair = "";
  #wanted = new Set<Kind>(COUNTED);
  #shown: Listed[] = [];
  #current: Listed | undefined;
  /** Whether a person opened or closed it; else it goes by how many passages there are. */
  #chosen = false;

  constructor(private events: PassagesEvents) {
    this.element = h("section", { class: "passages", id: "passages", "aria-label": PASSAGES.title, hidden: true },
      h("div", { class: "passages-head" },
        h("h2", {}, PASSAGES.title), this.#sum,
        h("label", {}, `${PASSAGES.order} `, this.#order)),
      this.#kinds,
      this.#nothing,
      this.#scroller);
    this.#order.addEventListener("change", () => this.#list());
    this.#rows = new VirtualRows(this.#scroller, this.#body, {
      make: (index) => this.#row(index),
      shown: (index) => this.#shownAt(index),
      target: (row) => row,
    });
    this.#body.addEventListener("click", (event) => this.#go(this.#at(event.target)));
    this.#body.addEventListener("keydown", (event) => this.#key(event));
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** The passages in the order of the list, where it is open. */
  get order(): number[] | undefined {
    return this.open ? this.#shown.flatMap(({ passage }) => (passage >= 0 ? [passage] : [])) : undefined;
  }

  toggle(): void {
    this.#chosen = true;
    this.#reveal(!this.open);
    if (this.open) this.#rows.focus(Math.max(0, this.#currentAt()));
    else this.button.focus();
  }

  /** Lists what a pair has, which is told from others by its name. */
  show(pair: string, source: Source): void {
    const another = pair !== this.#pair;
    this.#pair = pair;
    this.#source = source;
    if (another) this.#current = undefined;
    const passages = source.listed.filter(({ passage }) => passage >= 0).length;
    if (another && !this.#chosen) this.#reveal(passages > MANY && matchMedia(WIDE).matches);
    set(this.button, "disabled", source.listed.length === 0);
    if (source.listed.length === 0) this.#reveal(false);
    this.#offer();
    this.#list();
  }

  /** Marks what is picked out, and brings it into sight. */
  mark(is: (listed: Listed) => boolean): void {
    this.#current = this.#shown.find(is);
    this.#rows.show(this.#shown.length);
    const at = this.#currentAt();
    if (this.open && at >= 0) this.#rows.bring(at);
  }

  #currentAt(): number {
    return this.#current ? this.#shown.indexOf(this.#current) : -1;
  }

  #reveal(open: boolean): void {
    if (open === this.open) return;
    this.element.hidden = !open;
    set(this.button, "aria-expanded", String(open));
    this.events.toggled();
  }

  /** Offers the kinds that there are. */
  #offer(): void {
    const counts = KINDS.map((kind) => [kind, this.#source.listed.filter((one) => one.kind === kind).length] as const);
    const there = counts.filter(([, n]) => n > 0);
    const focused = this.#kinds.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.kind : undefined;
    this.#kinds.replaceChildren(...there.map(([kind, n]) =>
      h("button", { type: "button", class: `kind ${kind}`, "data-kind": kind, "aria-pressed": String(this.#wanted.has(kind)), onclick: () => this.#want(kind) }, PASSAGES.kind(kind, n))));
    this.#kinds.hidden = there.length < 2 && there.every(([kind]) => this.#wanted.has(kind));
    if (focused) this.#kinds.querySelector<HTMLElement>(`[data-kind="${focused}"]`)?.focus();
  }

  #want(kind: Kind): void {
    if (!this.#wanted.delete(kind)) this.#wanted.add(kind);
    this.#offer();
    this.#list();
  }

  #list(): void {
    const { listed } = this.#source;
    this.#shown = inOrder(listed.filter(({ kind }) => this.#wanted.has(kind)), this.#order.value as Order);
    this.#sum.textContent = PASSAGES.sum(this.#shown.length, listed.length);
    this.#nothing.hidden = this.#shown.length > 0;
    this.#scroller.hidden = this.#shown.length === 0;
    this.#rows.show(this.#shown.length);
  }

  #shownAt(index: number): string {
    const listed = this.#shown[index]!;
    return JSON.stringify([this.#excerpt(listed), listed.kind, listed.passage, listed.words, listed === this.#current, this.#shown.length, index]);
  }

  #row(index: number): HTMLElement {
    const listed = this.#shown[index]!;
    const { kind, passage, words, a, b, taken } = listed;
    const { number, page } = this.#source;
    const side = a ? (b ? undefined : PASSAGES.only.a) : PASSAGES.only.b;
    const about = [
      words > 0 && PASSAGES.words(words),
      side,
      PASSAGES.pages(a && page("a", a.start), b && page("b", b.start)),
      taken && TAKEN_OUT.reason(taken.reason, taken.words),
    ];
    return h("div", { class: `passage-row ${kind}`, role: "option", "aria-selected": String(listed === this.#current), "aria-setsize": this.#shown.length, "aria-posinset": index + 1, "data-at": index },
      h("span", { class: "passage-about" },
        passage >= 0 && h("span", { class: "number" }, number(passage)), " ",
        h("b", {}, PASSAGES.kinds[kind]), ` ${about.filter(Boolean).join(", ")}`),
      " ",
      h("span", { class: "excerpt", dir: "auto" }, this.#excerpt(listed)));
  }

  #excerpt({ a, b }: Listed): string {
    const [text, place] = a ? [this.#source.texts.a, a] : [this.#source.texts.b, b!];
    return text.slice(place.start, Math.min(place.end, place.start + 2 * EXCERPT)).replace(/\s+/g, " ").trim().slice(0, EXCERPT);
  }

  #at(target: EventTarget | null): Listed | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
    return row ? this.#shown[Number(row.dataset.at)] : undefined;
  }

  #go(listed: Listed | undefined): void {
    if (listed) this.events.go(listed);
  }

  #key(event: KeyboardEvent): void {
    const listed = this.#at(event.target);
    if (!listed || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#go(listed);
    }
    if (event.key !== TAKE_OUT_KEY || !lettersAreKeys()) return;
    // Of the row that has the keyboard, and not of the passage that is picked out.
    event.preventDefault();
    event.stopPropagation();
    if (listed.taken) this.events.putBack(listed);
    else if (listed.passage >= 0) this.events.takeOut(listed);
  }
}
