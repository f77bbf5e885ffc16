//! Places for the documents of a graph: each cluster is laid out by forces (Fruchterman and Reingold 1991), from a start that
//! depends on nothing but the cluster, and the clusters are set in lines. The same edges always give the same picture.

import type { Edge } from "./clusters.ts";

export interface Point {
  x: number;
  y: number;
}

/** Places in units of an edge's length. */
export interface Layout {
  places: Map<number, Point>;
  width: number;
  height: number;
}

/** Steps of the forces: this many for small clusters, fewer for large ones, which settle by their edges first. */
const STEPS = 160;
const STEPS_LARGE = 60;
const LARGE = 150;
/** Where documents have more edges than this on average, each edge pulls less in proportion. */
const CALM = 2;
/** Room around a cluster, for its outline and its names. */
const MARGIN = 0.75;
/** The golden angle: points turned by it fill a disc evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Lays out `clusters` on a surface that is `aspect` times as wide as high. `turn` is awaited often, and is to let the page
 * have its turn; when it returns true the layout is given up.
 */
export async function layout(clusters: number[][], edges: Edge[], aspect: number, turn: () => Promise<boolean>): Promise<Layout | undefined> {
  const owner = new Map(clusters.flatMap((ids, cluster) => ids.map((id) => [id, cluster] as const)));
  const own: Edge[][] = clusters.map(() => []);
  for (const edge of edges) own[owner.get(edge.a)!]!.push(edge);
  const boxes: Box[] = [];
  for (const [cluster, ids] of clusters.entries()) {
    const points = await settle(ids, own[cluster]!, turn);
    if (!points) return undefined;
    boxes.push(box(ids, points));
  }
  return inLines(boxes, aspect);
}

/** Lets a cluster settle: what shares is drawn together, everything else apart. */
async function settle(ids: number[], edges: Edge[], turn: () => Promise<boolean>): Promise<Float64Array | undefined> {
  const n = ids.length;
  const at = new Map(ids.map((id, i) => [id, i]));
  const ends = edges.map(({ a, b }) => [at.get(a)!, at.get(b)!] as const);
  const places = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    const radius = 0.6 * Math.sqrt(i + 0.5);
    places.set([radius * Math.cos(i * GOLDEN), radius * Math.sin(i * GOLDEN)], 2 * i);
  }
  // Many edges at a document would draw all of them into one spot.
  const pull = Math.min(1, (CALM * n) / (2 * edges.length));
  const steps = n > LARGE ? STEPS_LARGE : STEPS;
  const forces = new Float64Array(2 * n);
  for (let step = 0; step < steps; step++) {
    forces.fill(0);
    for (let i = 0; i < n; i++) {
      repel(places, forces, i, n);
      if (await turn()) return undefined;
    }
    for (const [i, j] of ends) attract(places, forces, i, j, pull);
    const most = 0.5 * (1 - step / steps) + 0.01;
    for (let i = 0; i < n; i++) {
      const [x, y] = [forces[2 * i]!, forces[2 * i + 1]!];
      const scale = Math.min(1, most / (Math.hypot(x, y) || 1));
      places[2 * i]! += x * scale;
      places[2 * i + 1]! += y * scale;
    }
  }
  return places;
}

/** Pushes `i` and those after it apart, by 1/distance. */
function repel(places: Float64Array, forces: Float64Array, i: number, n: number): void {
  for (let j = i + 1; j < n; j++) {
    const [dx, dy] = [places[2 * i]! - places[2 * j]!, places[2 * i + 1]! - places[2 * j + 1]!];
    const square = Math.max(dx * dx + dy * dy, 0.01);
    forces[2 * i]! += dx / square;
    forces[2 * i + 1]! += dy / square;
    forces[2 * j]! -= dx / square;
    forces[2 * j + 1]! -= dy / square;
  }
}

/** Pulls two together, by the square of their distance times `pull`. */
function attract(places: Float64Array, forces: Float64Array, i: number, j: number, pull: number): void {
  const [dx, dy] = [places[2 * i]! - places[2 * j]!, places[2 * i + 1]! - places[2 * j + 1]!];
  const force = pull * Math.hypot(dx, dy);
  forces[2 * i]! -= dx * force;
  forces[2 * i + 1]! -= dy * force;
  forces[2 * j]! += dx * force;
  forces[2 * j + 1]! += dy * force;
}

interface Box {
  ids: number[];
  points: Float64Array;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A settled cluster turned so that it is wider than high, as names are, and the box around it. */
function box(ids: number[], points: Float64Array): Box {
  level(points);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]!);
    right = Math.max(right, points[i]!);
    top = Math.min(top, points[i + 1]!);
    bottom = Math.max(bottom, points[i + 1]!);
  }
  return { ids, points, left, top, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN };
}

/** Turns points so that they spread most from side to side (their first principal axis). */
function level(points: Float64Array): void {
  const n = points.length / 2;
  let [x, y] = [0, 0];
  for (let i = 0; i < n; i++) [x, y] = [x + points[2 * i]! / n, y + points[2 * i + 1]! / n];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [points[2 * i]! - x, points[2 * i + 1]! - y];
    [xx, xy, yy] = [xx + dx * dx, xy + dx * dy, yy + dy * dy];
  }
  const angle = -0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < n; i++) {
    const [px, py] = [points[2 * i]!, points[2 * i + 1]!];
    points.set([px * cos - py * sin, px * sin + py * cos], 2 * i);
  }
}

/** Sets boxes side by side, the largest first, in lines that make a surface of about `aspect`. */
function inLines(boxes: Box[], aspect: number): Layout {
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const limit = Math.max(Math.sqrt(1.2 * area * aspect), ...boxes.map(({ width }) => width));
  const places = new Map<number, Point>();
  let [x, y, line, width] = [0, 0, 0, 0];
  for (const each of boxes) {
    if (x > 0 && x + each.width > limit) [x, y, line] = [0, y + line, 0];
    for (const [i, id] of each.ids.entries()) {
      places.set(id, { x: x + MARGIN + each.points[2 * i]! - each.left, y: y + MARGIN + each.points[2 * i + 1]! - each.top });
    }
    x += each.width;
    line = Math.max(line, each.height);
    width = Math.max(width, x);
  }
  return { places, width, height: y + line };
}

/** The corners of the smallest convex shape around points, in order (Andrew's monotone chain). */
export function hull(points: Point[]): Point[] {
  const sorted = points.toSorted((p, q) => p.x - q.x || p.y - q.y);
  const half = (points: Point[]) => {
    const chain: Point[] = [];
    for (const point of points) {
      while (chain.length >= 2 && turnsRight(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

function turnsRight(p: Point, q: Point, r: Point): boolean {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) <= 0;
}
