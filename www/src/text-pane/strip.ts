//! A whole text as a strip beside it: where its passages are and which part is in sight, for the eye and in words. It scrolls the
//! text, by pointer and by keys.

import { h, set } from "../page/dom.ts";
import type { Place } from "../protocol/comparing.ts";
import { PAIR } from "../words/pair.ts";
import { REWORDED } from "../words/reworded.ts";

/** How far an arrow key moves, as a share of the pane's height; Page Up and Page Down move nearly all of it. */
const ARROW = 0.15;
const PAGE = 0.9;

/** What the strip shows of a text. */
export interface Sketch {
  places: Place[];
  /** The passage that is picked out, or -1. */
  current: number;
  /** The height of the whole text, as far as it is known. */
  length: number;
  /** How far down a place is. */
  heightOf(offset: number): number;
  /** The part of the text that is in sight. */
  sight: [number, number];
  /** The number that a passage is shown with, and the sign before it where it is in other words. */
  number(passage: number): { number: number; sign?: string };
}

export class Strip {
  readonly element: HTMLCanvasElement;

  constructor(private text: HTMLElement) {
    this.element = h("canvas", {
      class: "overview",
      role: "scrollbar",
      tabindex: 0,
      "aria-controls": text.id,
      "aria-orientation": "vertical",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": 0,
    });
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.#drag(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.#drag(event);
    });
    this.element.addEventListener("keydown", (event) => this.#slide(event));
  }

  name(label: string): void {
    set(this.element, "aria-label", PAIR.strip(label));
  }

  draw(sketch: Sketch): void {
    this.#tell(sketch);
    const { places, current, length, heightOf, number } = sketch;
    const [width, height, scale] = [this.element.clientWidth, this.element.clientHeight, devicePixelRatio];
    if (width === 0 || length === 0) return;
    this.element.width = width * scale;
    this.element.height = height * scale;
    const context = this.element.getContext("2d")!;
    context.scale(scale, scale);
    const style = getComputedStyle(this.element);
    const y = (offset: number) => (heightOf(offset) / length) * height;
    const draw = (index: number, colour: string) => {
      const { start, end } = places[index]!;
      context.fillStyle = style.getPropertyValue(colour);
      context.fillRect(2, y(start), width - 4, Math.max(2, y(end) - y(start)));
    };
    for (const index of places.keys()) draw(index, number(index).sign ? "--reworded-strong" : "--shared-strong");
    if (places[current]) draw(current, "--ink");
    const shown = this.text.clientHeight / Math.max(length, this.text.clientHeight);
    if (shown >= 1) return;
    context.strokeStyle = style.getPropertyValue("--quiet");
    context.strokeRect(0.5, (this.text.scrollTop / length) * height + 0.5, width - 1, shown * height - 1);
  }

  /** Says in words which part of the text is in sight. */
  #tell({ places, sight: [first, last], number }: Sketch): void {
    const { clientHeight, scrollHeight, scrollTop } = this.text;
    const share = scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0;
    const copied: number[] = [];
    const reworded: number[] = [];
    for (const [passage, { start, end }] of places.entries()) {
      if (start >= last || end <= first) continue;
      const { number: shown, sign } = number(passage);
      (sign ? reworded : copied).push(shown);
    }
    const range = (numbers: number[], said: (first: number, last: number) => string) =>
      numbers.length > 0 ? said(numbers.reduce((x, y) => Math.min(x, y)), numbers.reduce((x, y) => Math.max(x, y))) : "";
    const passages = range(copied, PAIR.stripPassages) + range(reworded, REWORDED.strip);
    set(this.element, "aria-valuenow", Math.round(share * 100));
    set(this.element, "aria-valuetext", PAIR.stripValue(share, passages));
  }

  #drag(event: PointerEvent): void {
    const share = event.offsetY / this.element.clientHeight;
    this.text.scrollTop = share * this.text.scrollHeight - this.text.clientHeight / 2;
  }

  #slide(event: KeyboardEvent): void {
    const { clientHeight, scrollHeight, scrollTop } = this.text;
    const moves: Record<string, number> = {
      ArrowDown: scrollTop + ARROW * clientHeight,
      ArrowUp: scrollTop - ARROW * clientHeight,
      PageDown: scrollTop + PAGE * clientHeight,
      PageUp: scrollTop - PAGE * clientHeight,
      Home: 0,
      End: scrollHeight,
    };
    const top = moves[event.key];
    if (top === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.text.scrollTop = top;
  }
}
