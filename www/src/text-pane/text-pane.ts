//! One text of a pair, laid out block by block as it comes into sight: a text of 32 MB scrolls as a page does.

import { h, named, set } from "../page/dom.ts";
import type { Place, View } from "../protocol/comparing.ts";
import { COUNTING } from "../words/counting.ts";
import { PAIR } from "../words/pair.ts";
import { REWORDED } from "../words/reworded.ts";
import { pageAt } from "./pages.ts";
import type { Painter, Segment } from "./painting.ts";
import { Strip } from "./strip.ts";

/** Texts of up to this many blocks are laid out whole, so that the browser's own search finds everything. */
const WHOLE = 120;
/** How far beyond the edges of the pane blocks are laid out, in pane heights. */
const BEYOND = 0.75;
/** Where in the pane a place is put that is scrolled to, as a share of its height. */
const EYE = 0.3;
/** Panes that were made: a strip names the text that it scrolls by an id. */
let panes = 0;

/** What stands at the start of a passage: its number, what is numbered, a sign before the number where it is in other words, and a mark after it. */
export type Numbers = (passage: number) => { name: string; number: number; sign?: string; mark?: string };

const NUMBERS: Numbers = (passage) => ({ name: PAIR.passage, number: passage + 1 });

export interface PaneEvents {
  scrolled(): void;
  /** The pointer or the keyboard is over a passage, or over none (-1). */
  over(passage: number): void;
  chosen(passage: number): void;
}

/** Where no pointer is. */
const NOWHERE = { x: -1, y: -1 };

export class TextPane {
  readonly element: HTMLElement;
  #text = h("div", { class: "text", tabindex: 0, role: "region", id: `text-${++panes}` });
  #sizer = h("div", { class: "sizer" });
  #flow = h("div", { class: "flow" });
  #strip = new Strip(this.#text);
  #title = h("h2", {});
  #words = h("span", { class: "hint" });
  #page = h("span", { class: "hint page" });
  /** Where the pages start, if the text has pages. */
  #pages: ArrayLike<number> | undefined;
  /** The change that is picked out. */
  #change: Place | undefined;
  #view: View = { text: "", starts: new Uint32Array(), breaks: new Uint16Array() };
  #painting: Painter | undefined;
  #numbers = NUMBERS;
  #places: Place[] = [];
  #heights = new Float64Array();
  #tops = new Float64Array(1);
  #measured = new Uint8Array();
  #blocks = new Map<number, HTMLElement>();
  #current = -1;
  #hovered = -1;
  /** Where the pointer was last: text that scrolls beneath it is not pointed at. */
  #pointer = NOWHERE;
  /** The scroll position that was set by the page and not by the person. */
  #expected = -1;

  /** `letter` is the side of a pair that the pane shows, if it is one of a pair. */
  constructor(
    private events: PaneEvents,
    letter = "",
  ) {
    this.#sizer.append(this.#flow);
    this.#text.append(this.#sizer);
    this.element = h("section", { class: "pane" },
      h("header", { class: "pane-head" }, letter && h("span", { class: "side" }, letter), this.#title, this.#page, this.#words),
      h("div", { class: "pane-body" }, this.#text, this.#strip.element));
    this.#text.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#text.addEventListener("pointermove", (event) => this.#point(event));
    this.#text.addEventListener("pointerleave", () => {
      this.#pointer = NOWHERE;
      this.events.over(-1);
    });
    this.#text.addEventListener("focusin", (event) => this.#hover(event));
    this.#text.addEventListener("click", (event) => {
      const passage = passageOf(event.target);
      if (passage >= 0 && !getSelection()?.toString()) this.events.chosen(passage);
    });
    let width = 0;
    new ResizeObserver(() => {
      if (this.#text.clientWidth === width) return this.#draw();
      const place = width > 0 && this.#text.scrollTop > 0 ? this.#placeInSight() : undefined;
      width = this.#text.clientWidth;
      this.#relayout();
      if (place !== undefined) this.scrollTo(place);
    }).observe(this.#text);
  }

  show(label: string, words: number, view: View, painting: Painter, places: Place[], numbers = NUMBERS, pages?: ArrayLike<number>): void {
    this.#title.replaceChildren(named(label));
    this.#pages = pages;
    this.#change = undefined;
    this.#strip.name(label);
    this.#words.textContent = PAIR.words(words);
    set(this.#text, "aria-label", label);
    this.#view = view;
    this.#painting = painting;
    this.#numbers = numbers;
    this.#places = places;
    this.#current = this.#hovered = -1;
    this.#text.scrollTop = 0;
    this.#relayout();
  }

  /** Shows the same text with other passages on it, where it is. */
  repaint(painting: Painter, places: Place[], numbers: Numbers): void {
    this.#painting = painting;
    this.#numbers = numbers;
    this.#places = places;
    for (const element of this.#blocks.values()) element.remove();
    this.#blocks.clear();
    this.#measured.fill(0);
    this.#draw();
  }

  /** Whether the person moves this pane at present, by pointer or keyboard. */
  get led(): boolean {
    return this.element.matches(":hover") || this.element.contains(document.activeElement);
  }

  /** The place in the text that is at eye level. */
  get offset(): number {
    return this.#offsetAt(this.#text.scrollTop + this.#text.clientHeight * EYE);
  }

  #offsetAt(y: number): number {
    const block = this.#blockAtHeight(y);
    const [start, end] = this.#range(block);
    const share = (y - this.#tops[block]!) / (this.#heights[block] || 1);
    return start + Math.min(Math.max(share, 0), 1) * (end - start);
  }

  /** Brings a place of the text to eye level. */
  scrollTo(offset: number): void {
    this.#scroll(this.#heightOf(offset) - this.#text.clientHeight * EYE);
  }

  /** Brings the start of a passage to eye level, exactly. */
  scrollToPassage(passage: number): void {
    const place = this.#places[passage];
    if (!place) return;
    this.scrollTo(place.start);
    // The way there was estimated; what is now laid out can be measured.
    const start = this.#flow.querySelector(`button[data-passage="${passage}"], [data-passage="${passage}"]`);
    if (!start) return;
    const by = start.getBoundingClientRect().top - this.#text.getBoundingClientRect().top - this.#text.clientHeight * EYE;
    this.#scroll(this.#text.scrollTop + by);
  }

  /** Picks out a change within a passage, or none. */
  mark(change: Place | undefined): void {
    this.#change = change;
    for (const element of this.#flow.querySelectorAll<HTMLElement>("[data-at]")) this.#markChange(element);
  }

  /** Brings a change to eye level, unless it is in sight. */
  scrollToChange(change: Place): void {
    const inSight = () => {
      const element = this.#flow.querySelector(".here");
      if (!element) return false;
      const [box, pane] = [element.getBoundingClientRect(), this.#text.getBoundingClientRect()];
      return box.top >= pane.top && box.bottom <= pane.bottom;
    };
    if (!inSight()) this.scrollTo(change.start);
  }

  #markChange(element: HTMLElement): void {
    const at = Number(element.dataset.at);
    element.classList.toggle("here", this.#change !== undefined && at >= this.#change.start && at < this.#change.end);
  }

  /** Picks out the current passage, and the one that the pointer is over in either pane. */
  highlight(current: number, hovered: number): void {
    [this.#current, this.#hovered] = [current, hovered];
    for (const element of this.#flow.querySelectorAll<HTMLElement>("[data-passage]")) this.#emphasise(element);
    this.#sketch();
  }

  #emphasise(element: HTMLElement): void {
    const passage = Number(element.dataset.passage);
    element.classList.toggle("current", passage === this.#current);
    element.classList.toggle("hovered", passage === this.#hovered);
    if (element instanceof HTMLButtonElement) element.tabIndex = passage === this.#current ? 0 : -1;
  }

  #scroll(top: number): void {
    this.#text.scrollTop = top;
    this.#expected = this.#text.scrollTop;
    this.#draw();
  }

  #scrolled(): void {
    const own = Math.abs(this.#text.scrollTop - this.#expected) > 1;
    this.#expected = -1;
    this.#draw();
    if (own) this.events.scrolled();
  }

  #point(event: PointerEvent): void {
    const { screenX: x, screenY: y } = event;
    if (x === this.#pointer.x && y === this.#pointer.y) return;
    this.#pointer = { x, y };
    this.#hover(event);
  }

  #hover(event: Event): void {
    this.events.over(passageOf(event.target));
  }

  /** Starts the layout over, every height estimated from the length of the text and the width of the pane. */
  #relayout(): void {
    const { starts, breaks } = this.#view;
    const style = getComputedStyle(this.#flow);
    const line = parseFloat(style.lineHeight) || 28;
    const letters = Math.max(10, this.#flow.clientWidth / (parseFloat(style.fontSize) * 0.5 || 8));
    this.#heights = Float64Array.from(starts, (_, block) => {
      const [start, end] = this.#range(block);
      return line * Math.max(1, breaks[block]! * 0.6 + (end - start) / letters);
    });
    this.#measured = new Uint8Array(starts.length);
    for (const element of this.#blocks.values()) element.remove();
    this.#blocks.clear();
    this.#sum();
    this.#draw();
  }

  #sum(): void {
    const tops = new Float64Array(this.#heights.length + 1);
    for (let i = 0; i < this.#heights.length; i++) tops[i + 1] = tops[i]! + this.#heights[i]!;
    this.#tops = tops;
    this.#sizer.style.height = `${tops.at(-1)}px`;
  }

  /** Lays out the blocks in sight; their true heights move what comes after them. */
  #draw(): void {
    const n = this.#heights.length;
    if (n === 0 || this.#text.clientHeight === 0) return;
    for (let pass = 0; pass < 3; pass++) {
      const [first, last] = this.#sight(n);
      this.#keep(first, last);
      this.#flow.style.transform = `translateY(${this.#tops[first]}px)`;
      if (!this.#measure(first, last)) break;
    }
    this.#sketch();
  }

  #sight(n: number): [number, number] {
    if (n <= WHOLE) return [0, n - 1];
    const [top, height] = [this.#text.scrollTop, this.#text.clientHeight];
    return [this.#blockAtHeight(top - height * BEYOND), this.#blockAtHeight(top + height * (1 + BEYOND))];
  }

  #keep(first: number, last: number): void {
    for (const [block, element] of this.#blocks) {
      if (block >= first && block <= last) continue;
      element.remove();
      this.#blocks.delete(block);
    }
    let next: Element | null = null;
    for (let block = last; block >= first; block--) {
      let element = this.#blocks.get(block);
      if (!element) {
        element = this.#block(block);
        this.#blocks.set(block, element);
        this.#flow.insertBefore(element, next);
      }
      next = element;
    }
  }

  /** Takes the heights of new blocks; true if any differed from its estimate. */
  #measure(first: number, last: number): boolean {
    const anchor = this.#blockAtHeight(this.#text.scrollTop);
    const before = this.#tops[anchor]!;
    let changed = false;
    for (let block = first; block <= last; block++) {
      if (this.#measured[block]) continue;
      const height = this.#blocks.get(block)!.getBoundingClientRect().height;
      this.#measured[block] = 1;
      if (Math.abs(height - this.#heights[block]!) > 0.5) changed = true;
      this.#heights[block] = height;
    }
    if (!changed) return false;
    this.#sum();
    const by = this.#tops[anchor]! - before;
    if (by !== 0) {
      this.#text.scrollTop += by;
      this.#expected = this.#text.scrollTop;
    }
    return true;
  }

  #block(block: number): HTMLElement {
    const [start, end] = this.#range(block);
    const element = h("div", { class: "block", dir: "auto" });
    for (const segment of this.#painting!.segments(start, end)) {
      for (const passage of segment.opens) element.append(this.#chip(passage));
      element.append(this.#segment(segment));
    }
    return element;
  }

  #chip(passage: number): HTMLElement {
    const { name, number, sign = "", mark = "" } = this.#numbers(passage);
    const marked = mark ? `${number} ${mark}` : String(number);
    const chip = h("button", { type: "button", class: sign ? "chip other-words" : "chip", "data-passage": passage, "aria-label": `${name} ${marked}` }, `${sign}${marked}`);
    this.#emphasise(chip);
    return chip;
  }

  #segment({ start, end, passage, as, leftOut, marks }: Segment): Node {
    const text = this.#view.text.slice(start, end);
    // Where words were changed, the spaces around them were not. Where there is nothing but space, words are missing.
    const trimmed = as === "edited" ? text.trim() : "";
    if (trimmed !== "" && trimmed !== text) {
      const at = start + text.indexOf(trimmed);
      const inner = this.#segment({ start: at, end: at + trimmed.length, passage, as, marks, opens: [] });
      const piece = document.createDocumentFragment();
      piece.append(text.slice(0, at - start), inner, text.slice(at - start + trimmed.length));
      return piece;
    }
    if (as === "plain" && marks.length === 0) return document.createTextNode(text);
    const tag = as === "same" || as === "again" ? "mark" : "span";
    const element = h(tag, { class: [as, ...marks].join(" ") }, text);
    if (passage >= 0) {
      element.dataset.passage = String(passage);
      this.#emphasise(element);
    }
    if (as === "edited" || as === "left-out" || as === "template") {
      element.dataset.at = String(start);
      this.#markChange(element);
    }
    if (as === "template") element.title = PAIR.pieces.template;
    if (leftOut) {
      element.title = COUNTING.part(leftOut.kind);
      element.dataset.kind = leftOut.kind;
      if (leftOut.begins) element.dataset.begins = COUNTING.labels[leftOut.kind];
    }
    if (as === "again") element.title = PAIR.pieces.again(passage + 1);
    if (as === "edited") element.title = PAIR.pieces.edited;
    if (as === "reworded" || as === "in-both") element.title = REWORDED.piece;
    if (marks.length > 0) {
      element.title = marks.map((mark) => PAIR.marks[mark] ?? mark).join("; ");
      element.append(h("span", { class: "spoken" }, ` (${element.title}) `));
    }
    return element;
  }

  /** Draws the whole text as a strip, and says which page is in sight. */
  #sketch(): void {
    this.#page.textContent = this.#pages ? PAIR.page(pageAt(this.#pages, this.#placeInSight()), this.#pages.length) : "";
    this.#strip.draw({
      places: this.#places,
      current: this.#current,
      length: this.#tops.at(-1)!,
      heightOf: (offset) => this.#heightOf(offset),
      sight: this.#inSight(),
      number: (passage) => this.#numbers(passage),
    });
  }

  /** The start of the current passage where that is in sight, else the place at eye level. */
  #placeInSight(): number {
    const current = this.#places[this.#current];
    const [first, last] = this.#inSight();
    return current && current.start >= first && current.start < last ? current.start : this.offset;
  }

  /** The part of the text that is in sight. */
  #inSight(): [number, number] {
    const { scrollTop, clientHeight } = this.#text;
    return [this.#offsetAt(scrollTop), this.#offsetAt(scrollTop + clientHeight)];
  }

  #heightOf(offset: number): number {
    const block = this.#blockAtOffset(offset);
    const [start, end] = this.#range(block);
    return this.#tops[block]! + ((offset - start) / Math.max(1, end - start)) * this.#heights[block]!;
  }

  #range(block: number): [number, number] {
    const { starts, text } = this.#view;
    return [starts[block] ?? 0, starts[block + 1] ?? text.length];
  }

  #blockAtHeight(y: number): number {
    return lastAtOrBefore(this.#tops, y, this.#heights.length);
  }

  #blockAtOffset(offset: number): number {
    return lastAtOrBefore(this.#view.starts, offset, this.#heights.length);
  }
}

function passageOf(target: EventTarget | null): number {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-passage]") : null;
  return element ? Number(element.dataset.passage) : -1;
}

/** The index of the last of the first `n` ascending `values` that is not above `value`; 0 if all are. */
function lastAtOrBefore(values: ArrayLike<number>, value: number, n: number): number {
  let [low, high] = [0, Math.max(0, n - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
