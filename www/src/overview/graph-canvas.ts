//! The picture of a graph: outlines around clusters, lines as broad as what is shared, a dot and a name for each document.

import { h } from "../dom.ts";
import { GRAPH } from "../texts/overview.ts";
import { clipped } from "./clipped.ts";
import type { Edge } from "./clusters.ts";
import { hull } from "./layout.ts";
import type { Layout, Point } from "./layout.ts";

/** A document, or a pair by its index and the document it was reached from. */
export type Spot = { node: number } | { edge: number; from: number };

/** The longest an edge is drawn, in CSS pixels: a few documents do not fill the window. */
const LONGEST = 110;
/** How near the pointer has to come to a dot, and to a line. */
const NEAR_DOT = 14;
const NEAR_LINE = 7;
const DOT = 5;
/** How much of a name is written where there is room, and where there is little, in CSS pixels. */
const LONG_NAME = 220;
const SHORT_NAME = 64;
/** The height of a line of names. */
const LINE = 15;
/** Half the room between names that stand side by side. */
const APART = 3;
/** The room between the dots of a cluster and its outline, in units of an edge. */
const OUTLINE = 0.38;

export class GraphCanvas {
  readonly element = h("canvas", { "aria-hidden": "true" });
  #layout: Layout = { places: new Map(), width: 0, height: 0 };
  #edges: Edge[] = [];
  #groups: number[][] = [];
  #names = new Map<number, string>();
  #points = new Map<number, Point>();
  #unit = 1;
  #size = { width: 0, height: 0 };
  #spot: Spot | undefined;
  /** Where dots and names are already. */
  #taken: { left: number; right: number; top: number; bottom: number }[] = [];

  take(layout: Layout, edges: Edge[], groups: number[][], names: Map<number, string>): void {
    this.#layout = layout;
    this.#edges = edges;
    this.#groups = groups;
    this.#names = names;
    this.#spot = undefined;
  }

  /** Draws everything within so many CSS pixels. */
  paint(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    const { places } = this.#layout;
    this.#unit = Math.min(LONGEST, width / (this.#layout.width || 1), height / (this.#layout.height || 1));
    const left = (width - this.#layout.width * this.#unit) / 2;
    this.#points = new Map([...places].map(([id, { x, y }]) => [id, { x: left + x * this.#unit, y: y * this.#unit }]));
    this.#draw();
  }

  /** Emphasises a document or a pair. */
  point(spot: Spot | undefined): void {
    const key = JSON.stringify(spot);
    if (key === JSON.stringify(this.#spot)) return;
    this.#spot = spot;
    this.#draw();
  }

  placeOf(spot: Spot): Point {
    if ("node" in spot) return this.#points.get(spot.node) ?? { x: 0, y: 0 };
    const [p, q] = this.#endsOf(spot.edge);
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  }

  /** What is at a place, if anything is near. */
  at(x: number, y: number): Spot | undefined {
    const node = least(this.#points, ([, point]) => Math.hypot(point.x - x, point.y - y), NEAR_DOT);
    if (node) return { node: node[0] };
    const edge = least(this.#edges.keys(), (edge) => distance(...this.#endsOf(edge), { x, y }), NEAR_LINE);
    return edge === undefined ? undefined : { edge, from: this.#edges[edge]!.a };
  }

  #endsOf(edge: number): [Point, Point] {
    const { a, b } = this.#edges[edge]!;
    return [this.#points.get(a)!, this.#points.get(b)!];
  }

  #draw(): void {
    const { width, height } = this.#size;
    if (width === 0) return;
    const canvas = this.element;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const style = getComputedStyle(canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const context = canvas.getContext("2d")!;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = `13px ${style.fontFamily}`;
    context.lineJoin = context.lineCap = "round";
    for (const [group, ids] of this.#groups.entries()) this.#outline(context, ids, group, colour);
    this.#lines(context, colour);
    this.#dots(context, colour);
  }

  #outline(context: CanvasRenderingContext2D, ids: number[], group: number, colour: (name: string) => string): void {
    const corners = hull(ids.map((id) => this.#points.get(id)!));
    const path = new Path2D();
    for (const { x, y } of corners) path.lineTo(x, y);
    path.closePath();
    const width = 2 * OUTLINE * this.#unit;
    for (const [ink, line] of [[colour("--field-line"), width + 1.5], [colour("--card"), width - 1.5]] as const) {
      context.strokeStyle = context.fillStyle = ink;
      context.lineWidth = Math.max(1, line);
      context.stroke(path);
      context.fill(path);
    }
    const top = corners.reduce((highest, corner) => (corner.y < highest.y ? corner : highest));
    if (this.#unit < 40) return;
    context.fillStyle = colour("--quiet");
    context.textAlign = "center";
    context.textBaseline = "bottom";
    context.fillText(GRAPH.group(group + 1), top.x, top.y - OUTLINE * this.#unit - 3);
  }

  #lines(context: CanvasRenderingContext2D, colour: (name: string) => string): void {
    const most = Math.max(...this.#edges.slice(0, 1).map(({ value }) => value), 1);
    context.strokeStyle = colour("--shared-strong");
    // Where lines are many they are thin, so that they can be told apart.
    const crowd = Math.sqrt(Math.max(1, this.#edges.length / (2 * this.#points.size)));
    const broadest = Math.min(7, Math.max(1.5, this.#unit / 10)) / crowd;
    const line = (edge: number, add: number) => {
      const [p, q] = this.#endsOf(edge);
      context.lineWidth = 0.75 / Math.sqrt(crowd) + (broadest * this.#edges[edge]!.value) / most + add;
      context.beginPath();
      context.moveTo(p.x, p.y);
      context.lineTo(q.x, q.y);
      context.stroke();
    };
    for (const edge of this.#edges.keys()) line(edge, 0);
    const spot = this.#spot;
    if (!spot) return;
    context.strokeStyle = colour("--accent");
    if ("edge" in spot) return line(spot.edge, 1);
    for (const [edge, { a, b }] of this.#edges.entries()) if (a === spot.node || b === spot.node) line(edge, 0);
  }

  #dots(context: CanvasRenderingContext2D, colour: (name: string) => string): void {
    const radius = Math.min(DOT, Math.max(2, this.#unit / 8));
    for (const { x, y } of this.#points.values()) {
      context.beginPath();
      context.arc(x, y, radius + 1.5, 0, 7);
      context.fillStyle = colour("--card");
      context.fill();
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fillStyle = colour("--ink");
      context.fill();
    }
    this.#labels(context, colour);
  }

  /** Writes the names that have room; that of the document pointed at always has. */
  #labels(context: CanvasRenderingContext2D, colour: (name: string) => string): void {
    context.textAlign = "center";
    context.textBaseline = "top";
    this.#taken = [...this.#points.values()].map(({ x, y }) => ({ left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT }));
    const spot = this.#spot;
    const pointed = !spot ? [] : "node" in spot ? [spot.node] : [this.#edges[spot.edge]!.a, this.#edges[spot.edge]!.b];
    context.fillStyle = colour("--ink");
    for (const id of pointed) this.#label(context, id, [Infinity], colour("--card"), true);
    for (const id of this.#points.keys()) if (!pointed.includes(id)) this.#label(context, id, [LONG_NAME, Math.max(SHORT_NAME, this.#unit)], colour("--card"));
  }

  /** Writes a name below or above its dot, as long as there is room for; one pointed at stands on a ground of its own and needs no room. */
  #label(context: CanvasRenderingContext2D, id: number, lengths: number[], card: string, pointed = false): void {
    const { x, y } = this.#points.get(id)!;
    for (const length of lengths) {
      const text = clipped(context, this.#names.get(id)!, length);
      const half = context.measureText(text).width / 2;
      const middle = Math.min(Math.max(x, half + 2), this.#size.width - half - 2);
      for (const top of [y + DOT + 3, y - DOT - 3 - LINE]) {
        const box = { left: middle - half - APART, right: middle + half + APART, top, bottom: top + LINE };
        if (top < 0 || box.bottom > this.#size.height) continue;
        const free = this.#taken.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom);
        if (!free && !pointed) continue;
        this.#taken.push(box);
        if (pointed) {
          const ink = context.fillStyle;
          context.fillStyle = card;
          context.fillRect(middle - half - 3, box.top - 1, 2 * half + 6, LINE + 2);
          context.fillStyle = ink;
        }
        // Where lines run behind a name, a rim keeps it legible.
        context.strokeStyle = card;
        context.lineWidth = 3;
        context.strokeText(text, middle, box.top + 1);
        return context.fillText(text, middle, box.top + 1);
      }
    }
  }
}

/** The item at the smallest distance, if that is at most `limit`. */
function least<T>(items: Iterable<T>, distance: (item: T) => number, limit: number): T | undefined {
  let [found, smallest]: [T | undefined, number] = [undefined, limit];
  for (const item of items) {
    const far = distance(item);
    if (far > smallest) continue;
    [found, smallest] = [item, far];
  }
  return found;
}

/** How far a point is from the line between two others. */
function distance(p: Point, q: Point, { x, y }: Point): number {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const share = Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x + share * dx - x, p.y + share * dy - y);
}
