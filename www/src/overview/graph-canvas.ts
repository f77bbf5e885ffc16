//! The picture of a graph: outlines around clusters, lines as broad as what is shared, a dot and a name for each document.

import { h } from "../page/dom.ts";
import { GRAPH } from "../words/overview.ts";
import { clipped } from "./clipped.ts";
import type { Edge } from "./clusters.ts";
import { LabelBoxes } from "./label-boxes.ts";
import type { Box } from "./label-boxes.ts";
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
/** Half the width of the shortest name. */
const LEAST = 3;
/** The room between the dots of a cluster and its outline, in units of an edge. */
const OUTLINE = 0.38;

export class GraphCanvas {
  readonly element = h("canvas", { "aria-hidden": "true" });
  /** The picture without what is emphasised, which changes with each move of the pointer. */
  #plain = h("canvas");
  #layout: Layout = { places: new Map(), width: 0, height: 0 };
  #edges: Edge[] = [];
  #clusters: number[][] = [];
  #names = new Map<number, string>();
  #points = new Map<number, Point>();
  /** Where the names that have room stand: their tops. */
  #written = new Map<number, number>();
  #unit = 1;
  #size = { width: 0, height: 0 };
  #spot: Spot | undefined;

  take(layout: Layout, edges: Edge[], clusters: number[][], names: Map<number, string>): void {
    this.#layout = layout;
    this.#edges = edges;
    this.#clusters = clusters;
    this.#names = names;
    this.#spot = undefined;
  }

  /** Draws everything within `width` and `height`, in CSS pixels. */
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
    this.#show();
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
    const [context, colour] = this.#cleared(this.#plain);
    for (const [cluster, ids] of this.#clusters.entries()) this.#outline(context, ids, cluster, colour);
    context.strokeStyle = colour("--shared-strong");
    for (const edge of this.#edges.keys()) this.#line(context, edge, 0);
    for (const id of this.#points.keys()) this.#dot(context, id, colour);
    this.#labels(context, colour);
    this.#show();
  }

  /** Shows the picture, with the document or pair that is pointed at. */
  #show(): void {
    const { width, height } = this.#size;
    const spot = this.#spot;
    if (width === 0) return;
    const [context, colour] = this.#cleared(this.element);
    context.drawImage(this.#plain, 0, 0, width, height);
    if (!spot) return;
    context.strokeStyle = colour("--accent");
    const own = "edge" in spot ? [spot.edge] : [...this.#edges.keys()].filter((edge) => [this.#edges[edge]!.a, this.#edges[edge]!.b].includes(spot.node));
    for (const edge of own) this.#line(context, edge, "edge" in spot ? 1 : 0);
    const ends = new Set(own.flatMap((edge) => [this.#edges[edge]!.a, this.#edges[edge]!.b]));
    for (const id of ends) this.#dot(context, id, colour);
    for (const id of "node" in spot ? [spot.node] : ends) this.#labelPointedAt(context, id, colour);
  }

  /** A canvas of the right size with nothing on it, and the colours of the page. */
  #cleared(canvas: HTMLCanvasElement): [CanvasRenderingContext2D, (name: string) => string] {
    const { width, height } = this.#size;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const style = getComputedStyle(this.element);
    const context = canvas.getContext("2d")!;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = `13px ${style.fontFamily}`;
    context.lineJoin = context.lineCap = "round";
    const known = new Map<string, string>();
    return [context, (name) => {
      if (!known.has(name)) known.set(name, style.getPropertyValue(name));
      return known.get(name)!;
    }];
  }

  #outline(context: CanvasRenderingContext2D, ids: number[], cluster: number, colour: (name: string) => string): void {
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
    context.fillText(GRAPH.cluster(cluster + 1), top.x, top.y - OUTLINE * this.#unit - 3);
  }

  #line(context: CanvasRenderingContext2D, edge: number, add: number): void {
    const most = Math.max(this.#edges[0]!.value, 1);
    // Where lines are many they are thin, so that they can be told apart.
    const crowd = Math.sqrt(Math.max(1, this.#edges.length / (2 * this.#points.size)));
    const broadest = Math.min(7, Math.max(1.5, this.#unit / 10)) / crowd;
    const [p, q] = this.#endsOf(edge);
    context.lineWidth = 0.75 / Math.sqrt(crowd) + (broadest * this.#edges[edge]!.value) / most + add;
    context.beginPath();
    context.moveTo(p.x, p.y);
    context.lineTo(q.x, q.y);
    context.stroke();
  }

  #dot(context: CanvasRenderingContext2D, id: number, colour: (name: string) => string): void {
    const radius = Math.min(DOT, Math.max(2, this.#unit / 8));
    const { x, y } = this.#points.get(id)!;
    for (const [size, ink] of [[radius + 1.5, "--card"], [radius, "--ink"]] as const) {
      context.beginPath();
      context.arc(x, y, size, 0, 7);
      context.fillStyle = colour(ink);
      context.fill();
    }
  }

  /** Writes the names that have room, below or above their dots. */
  #labels(context: CanvasRenderingContext2D, colour: (name: string) => string): void {
    const boxes = new LabelBoxes();
    this.#written.clear();
    for (const { x, y } of this.#points.values()) boxes.take({ left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT });
    context.textAlign = "center";
    context.textBaseline = "top";
    context.fillStyle = colour("--ink");
    context.strokeStyle = colour("--card");
    context.lineWidth = 3;
    for (const id of this.#points.keys()) {
      // To measure a name takes longer than to see that not even a letter fits.
      if (!this.#boxes(id, LEAST).some((box) => boxes.isFree(box))) continue;
      const name = this.#names.get(id)!;
      for (const length of [LONG_NAME, Math.max(SHORT_NAME, this.#unit)]) {
        const text = clipped(context, name, length);
        const box = this.#boxes(id, context.measureText(text).width / 2).find((box) => boxes.isFree(box));
        if (!box) continue;
        boxes.take(box);
        this.#written.set(id, box.top);
        // Where lines run behind a name, a rim keeps it legible.
        context.strokeText(text, (box.left + box.right) / 2, box.top + 1);
        context.fillText(text, (box.left + box.right) / 2, box.top + 1);
        break;
      }
    }
  }

  /** Writes a name whole, on a ground of its own, over where it stands already. */
  #labelPointedAt(context: CanvasRenderingContext2D, id: number, colour: (name: string) => string): void {
    context.textAlign = "center";
    context.textBaseline = "top";
    const text = this.#names.get(id)!;
    const half = context.measureText(text).width / 2;
    const boxes = this.#boxes(id, half);
    const box = boxes.find(({ top }) => top === this.#written.get(id)) ?? boxes[0];
    if (!box) return;
    const { left, right, top } = box;
    context.fillStyle = colour("--card");
    context.fillRect(left, top - 1, right - left, LINE + 2);
    context.fillStyle = colour("--ink");
    context.fillText(text, (left + right) / 2, top + 1);
  }

  /** Where a name may stand within the picture that is twice `half` wide: below its dot, or above. */
  #boxes(id: number, half: number): Box[] {
    const { x, y } = this.#points.get(id)!;
    const middle = Math.min(Math.max(x, half + 2), this.#size.width - half - 2);
    const box = (top: number): Box => ({ left: middle - half - APART, right: middle + half + APART, top, bottom: top + LINE });
    return [box(y + DOT + 3), box(y - DOT - 3 - LINE)].filter(({ top, bottom }) => top >= 0 && bottom <= this.#size.height);
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
