//! The matrix: how much of each row's document is in each column's. Drawn on a canvas, since two hundred documents make
//! forty thousand cells; one real cell follows the pointer and the arrow keys, and says what the canvas shows. Documents that
//! share much stand side by side.

import { inFull, short } from "../documents/called.ts";
import type { Doc, Documents } from "../documents/documents.ts";
import { h, isolated, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { yielder } from "../page/yielding.ts";
import { write } from "../pairs/address.ts";
import type { Measure } from "../pairs/measures.ts";
import { wordsShared } from "../pairs/pair-table.ts";
import type { PairTable } from "../pairs/pair-table.ts";
import { percent, shortPercent } from "../words/format.ts";
import { RESULTS } from "../words/results.ts";
import { clipped } from "./clipped.ts";
import { clusters } from "./clusters.ts";
import { strongest } from "./edges.ts";

/** Cells are as large as fits, within these bounds, in CSS pixels. */
const SMALLEST = 4;
const LARGEST = 52;
/** From this size on a cell has room for its number, and a line for its name. */
const WITH_NUMBER = 26;
const WITH_NAME = 13;
const NAME_WIDTH = 170;
/** Smaller columns have only every fifth numbered. */
const WITH_EACH = 22;
/** Up to this size cells touch each other. */
const WITHOUT_GAP = 8;
/** Up to this many pairs, those that share most, decide which documents stand side by side. */
const MOST_EDGES = 20_000;

export class MatrixView {
  readonly element: HTMLElement;
  #canvas = h("canvas", { "aria-hidden": "true" });
  #cursor = h("a", { class: "matrix-cursor", tabindex: 0 });
  #cell = h("div", { role: "gridcell" }, this.#cursor);
  #line = h("div", { role: "row" }, this.#cell);
  #caption = h("p", { class: "matrix-caption" });
  #grid = h("div", { class: "matrix-grid", role: "grid", "aria-label": RESULTS.matrix });
  #docs: Doc[] = [];
  #row = 0;
  #column = 1;
  #size = LARGEST;
  #margin = 0;
  /** Counts the paintings: a later one ends the one before. */
  #painting = 0;

  constructor(
    private documents: Documents,
    private table: PairTable,
  ) {
    this.#grid.append(this.#canvas, this.#line);
    this.element = h("div", { class: "matrix" }, this.#caption, h("div", { class: "matrix-scroll" }, this.#grid));
    this.#grid.addEventListener("pointermove", (event) => this.#point(event));
    this.#cursor.addEventListener("keydown", (event) => this.#move(event));
    this.#cursor.addEventListener("focus", () => this.#place());
    this.#grid.addEventListener("pointerdown", (event) => this.#point(event));
    // A finger is down on the canvas before the real cell has come to it.
    this.#canvas.addEventListener("click", () => this.#cursor.click());
    new ResizeObserver(() => this.#layOut()).observe(this.element);
  }

  /** Puts the keyboard on the current cell. */
  focus(): void {
    this.#cursor.focus();
  }

  /** Draws all pairs; documents that share at least `from` by a measure, directly or by way of others, stand side by side. */
  draw(by: Measure, from: number): void {
    const { edges } = strongest(this.table, by, from, MOST_EDGES);
    const place = new Map(clusters(edges).flat().map((id, place) => [id, place]));
    const last = place.size;
    this.#docs = this.documents.compared.sort((x, y) => (place.get(x.id) ?? last) - (place.get(y.id) ?? last) || x.id - y.id);
    this.#layOut();
  }

  #layOut(): void {
    const n = this.#docs.length;
    const width = this.element.clientWidth;
    if (n < 2 || width === 0) return;
    this.#margin = n * WITH_NAME <= width - NAME_WIDTH ? Math.min(NAME_WIDTH, width / 3) : 0;
    this.#size = Math.min(LARGEST, Math.max(SMALLEST, Math.floor((width - this.#margin) / n)));
    this.#row = Math.min(this.#row, n - 1);
    this.#column = Math.min(this.#column, n - 1);
    set(this.#grid, "aria-rowcount", n);
    set(this.#grid, "aria-colcount", n);
    void this.#paint(n);
    this.#place();
  }

  async #paint(n: number): Promise<void> {
    const painting = ++this.#painting;
    const ended = () => painting !== this.#painting;
    const style = getComputedStyle(this.element);
    const colours = ["--shared-strong", "--line", "--ink"].map((name) => style.getPropertyValue(name)) as [string, string, string];
    this.#canvas.style.width = `${this.#margin + n * this.#size}px`;
    this.#canvas.style.height = `${this.#top + n * this.#size}px`;
    const bare = this.#margin === 0 && this.#size <= WITHOUT_GAP;
    this.#canvas.style.imageRendering = bare ? "pixelated" : "";
    if (bare) await this.#paintPixels(n, colours, ended);
    else await this.#paintCells(n, colours, style.fontFamily, ended);
  }

  /** Cells without names, numbers and gaps are a pixel each, and made larger by the browser: a million of them are soon drawn. */
  async #paintPixels(n: number, [shared, own]: [string, string, string], ended: () => boolean): Promise<void> {
    const canvas = this.#canvas;
    // To set its size clears it, too, and the cells would flicker while more numbers come in.
    if (canvas.width !== n) canvas.width = n;
    if (canvas.height !== n) canvas.height = n;
    const context = canvas.getContext("2d")!;
    const [sharedPixel, ownPixel] = [pixelOf(shared), pixelOf(own)];
    const line = new ImageData(n, 1);
    const yieldDue = yielder();
    for (let row = 0; row < n; row++) {
      for (let column = 0; column < n; column++) {
        const share = row === column ? undefined : this.#share(row, column);
        line.data.set(share === undefined ? ownPixel : sharedPixel, 4 * column);
        if (share !== undefined) line.data[4 * column + 3] = Math.round(255 * strength(share));
      }
      context.putImageData(line, 0, row);
      await yieldDue();
      if (ended()) return;
    }
  }

  async #paintCells(n: number, [shared, own, ink]: [string, string, string], fontFamily: string, ended: () => boolean): Promise<void> {
    const [size, margin, scale] = [this.#size, this.#margin, devicePixelRatio];
    const top = this.#top;
    const canvas = this.#canvas;
    canvas.width = Math.round((margin + n * size) * scale);
    canvas.height = Math.round((top + n * size) * scale);
    const context = canvas.getContext("2d")!;
    context.scale(scale, scale);
    context.font = `13px ${fontFamily}`;
    context.textBaseline = "middle";
    const gap = size > WITHOUT_GAP ? 1 : 0;
    const yieldDue = yielder();
    for (let row = 0; row < n; row++) {
      const y = top + row * size;
      context.fillStyle = ink;
      if (margin > 0) {
        context.textAlign = "left";
        context.fillText(String(row + 1), 0, y + size / 2);
        context.fillText(clipped(context, isolated(short(this.documents.called(this.#docs[row]!.id))), margin - 36), 26, y + size / 2);
        context.textAlign = "center";
        if (size >= WITH_EACH || row === 0 || (row + 1) % 5 === 0) context.fillText(String(row + 1), margin + row * size + size / 2, top / 2);
      }
      for (let column = 0; column < n; column++) {
        const x = margin + column * size;
        const share = row === column ? undefined : this.#share(row, column);
        context.fillStyle = share === undefined ? own : shared;
        context.globalAlpha = share === undefined ? 1 : strength(share);
        context.fillRect(x, y, size - gap, size - gap);
        if (share === undefined || share === 0 || size < WITH_NUMBER) continue;
        context.globalAlpha = 1;
        context.fillStyle = ink;
        context.fillText(shortPercent(share), x + size / 2, y + size / 2);
      }
      context.globalAlpha = 1;
      await yieldDue();
      if (ended()) return;
    }
  }

  /** The height of the line of numbers above the cells, which goes with the names beside them. */
  get #top(): number {
    return this.#margin > 0 ? 24 : 0;
  }

  #share(row: number, column: number): number | undefined {
    return this.table.containment(this.#docs[row]!.id, this.#docs[column]!.id);
  }

  /** Moves the real cell to the current row and column. */
  #place(): void {
    const [row, column] = [this.#docs[this.#row], this.#docs[this.#column]];
    if (!row || !column) return;
    const [top, size] = [this.#top, this.#size];
    this.#cursor.style.transform = `translate(${this.#margin + this.#column * size}px, ${top + this.#row * size}px)`;
    this.#cursor.style.width = this.#cursor.style.height = `${size}px`;
    const text = this.#describe(row, column);
    set(this.#cursor, "aria-label", text);
    set(this.#line, "aria-rowindex", this.#row + 1);
    set(this.#cell, "aria-colindex", this.#column + 1);
    const [a, b] = [Math.min(row.id, column.id), Math.max(row.id, column.id)];
    set(this.#cursor, "href", row !== column && write({ page: "pair", a, b, passage: 0 }));
    this.#caption.textContent = text;
  }

  #describe(row: Doc, column: Doc): string {
    const [a, b] = [inFull(this.documents.called(row.id)), inFull(this.documents.called(column.id))];
    if (row === column) return RESULTS.itself(a);
    const pair = this.table.find(row.id, column.id);
    if (!pair) return RESULTS.comparing(a, b);
    const share = percent(this.#share(this.#row, this.#column) ?? 0);
    return RESULTS.cell(share, a, b, wordsShared(pair.wordsA, pair.wordsB), pair.edited, pair.longestRun);
  }

  #point(event: PointerEvent): void {
    const box = this.#canvas.getBoundingClientRect();
    const top = this.#top;
    const row = Math.floor((event.clientY - box.top - top) / this.#size);
    const column = Math.floor((event.clientX - box.left - this.#margin) / this.#size);
    const inside = (i: number) => i >= 0 && i < this.#docs.length;
    if (!inside(row) || !inside(column) || (row === this.#row && column === this.#column)) return;
    [this.#row, this.#column] = [row, column];
    this.#place();
  }

  #move(event: KeyboardEvent): void {
    const last = this.#docs.length - 1;
    const moves: Record<string, [number, number]> = {
      ArrowDown: [this.#row + 1, this.#column],
      ArrowUp: [this.#row - 1, this.#column],
      ArrowRight: [this.#row, this.#column + 1],
      ArrowLeft: [this.#row, this.#column - 1],
      Home: [this.#row, 0],
      End: [this.#row, last],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const [row, column] = move.map((i) => Math.min(Math.max(0, i), last)) as [number, number];
    [this.#row, this.#column] = [row, column];
    this.#place();
    this.#cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
    announce(this.#cursor.getAttribute("aria-label") ?? "");
  }
}

/** How strongly a share shows, from 0 to 1: what is there at all is told from nothing. */
function strength(share: number): number {
  return share > 0 ? 0.12 + 0.88 * share : 0.05;
}

/** A colour as red, green, blue and opacity, 0 to 255 each. */
function pixelOf(colour: string): Uint8ClampedArray {
  const canvas = h("canvas", { width: 1, height: 1 });
  const context = canvas.getContext("2d")!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}
