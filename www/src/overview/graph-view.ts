//! The graph: who shares with whom. Drawn on a canvas; one real link follows the pointer and the arrow keys, and a list beside
//! it says the same in words. Loaded when it is first shown.

import { inFull, short } from "../documents/called.ts";
import type { Documents } from "../documents/documents.ts";
import { h, isolated, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { yieldNow, yielder } from "../page/yielding.ts";
import { write } from "../pairs/address.ts";
import type { ListRoute } from "../pairs/address.ts";
import { exactly, UNFILTERED } from "../pairs/pair-table.ts";
import type { PairTable } from "../pairs/pair-table.ts";
import { percent } from "../words/format.ts";
import { GRAPH, OVERVIEW } from "../words/overview.ts";
import { clusters } from "./clusters.ts";
import type { Edge } from "./clusters.ts";
import { strongest } from "./edges.ts";
import { GraphCanvas } from "./graph-canvas.ts";
import type { Spot } from "./graph-canvas.ts";
import { layout } from "./layout.ts";

/** More lines than this are a blot: the strongest are drawn. */
const MOST_EDGES = 2500;
/** More links than this are a long way by Tab: the strongest of each cluster are listed. */
const MOST_LISTED = 120;

export class GraphView {
  readonly element: HTMLElement;
  #canvas = new GraphCanvas();
  #cursor = h("a", { class: "graph-cursor", tabindex: 0, hidden: true });
  #plot = h("div", { class: "graph-plot", role: "application", "aria-roledescription": GRAPH.kind, "aria-label": GRAPH.about }, this.#canvas.element, this.#cursor);
  #sum = h("p", { class: "graph-sum" });
  #caption = h("p", { class: "graph-caption" });
  #list = h("section", { class: "graph-list", tabindex: 0, "aria-label": GRAPH.list });
  #route: ListRoute | undefined;
  #edges: Edge[] = [];
  #clusters: number[][] = [];
  #cluster = new Map<number, number>();
  /** The documents in the order of the clusters, which is the order of the arrow keys. */
  #order: number[] = [];
  #spot: Spot | undefined;
  #drawn = "";
  #drawing = 0;

  constructor(
    private documents: Documents,
    private table: PairTable,
  ) {
    this.element = h("div", { class: "graph" },
      h("div", { class: "graph-side" }, this.#sum, this.#list),
      h("div", { class: "graph-main" }, this.#plot, this.#caption));
    this.#plot.addEventListener("pointermove", (event) => this.#point(event));
    this.#plot.addEventListener("pointerdown", (event) => this.#point(event));
    this.#cursor.addEventListener("keydown", (event) => this.#move(event));
    for (const event of ["focusin", "focusout", "pointerenter", "pointerleave"]) {
      this.#plot.addEventListener(event, () => this.#place(this.#spot));
    }
    new ResizeObserver(() => this.#paint()).observe(this.#plot);
  }

  /** Puts the keyboard into the graph. */
  focus(): void {
    this.#cursor.focus();
  }

  /** Draws the pairs in `slots` that share anything by the measure of `route`. */
  async draw(slots: Uint32Array, route: ListRoute): Promise<void> {
    this.#route = route;
    const drawing = ++this.#drawing;
    const { edges: drawn, all } = strongest(this.table, route.by, 0, MOST_EDGES, slots);
    await yieldNow();
    if (drawing !== this.#drawing) return;
    const found = clusters(drawn);
    const names = found.flat().map((id) => this.#name(id)).join("\n");
    const key = `${route.by} ${drawn.map(({ a, b, value }) => `${a},${b},${value}`).join(" ")}\n${names}`;
    if (key === this.#drawn) return this.#paint();
    await yieldNow();
    const yieldDue = yielder();
    const aspect = Math.max(0.5, this.#plot.clientWidth / Math.max(1, this.#plot.clientHeight));
    const laid = await layout(found, drawn, aspect, async () => {
      await yieldDue();
      return drawing !== this.#drawing;
    });
    if (!laid) return;
    await yieldNow();
    if (drawing !== this.#drawing) return;
    this.#edges = drawn;
    this.#clusters = found;
    this.#order = found.flat();
    this.#cluster = new Map(found.flatMap((ids, cluster) => ids.map((id) => [id, cluster] as const)));
    this.#canvas.take(laid, drawn, found, new Map(this.#order.map((id) => [id, isolated(short(this.documents.called(id)))])));
    this.#spot = this.#order.length > 0 ? { node: this.#order[0]! } : undefined;
    this.#paint();
    await yieldNow();
    if (drawing !== this.#drawing) return;
    this.#tell(all);
    this.#drawn = key;
  }

  #paint(): void {
    this.#canvas.paint(this.#plot.clientWidth, this.#plot.clientHeight);
    this.#place(this.#spot);
  }

  #tell(all: number): void {
    const [documents, pairs] = [this.#order.length, this.#edges.length];
    this.#sum.textContent = pairs === 0 ? GRAPH.nothing : GRAPH.sum(documents, this.documents.compared.length, this.#clusters.length, pairs);
    if (all > pairs) this.#sum.append(" ", GRAPH.strongest(pairs, all));
    let places = MOST_LISTED;
    const lists = this.#clusters.map((ids, cluster) => {
      const own = this.#edges.filter(({ a }) => this.#cluster.get(a) === cluster);
      const shown = own.slice(0, Math.max(0, places));
      places -= shown.length;
      return [
        h("h3", {}, GRAPH.clusterAbout(cluster + 1, ids.length, own.length)),
        h("ul", {}, ...shown.map((edge) => h("li", {}, h("a", { href: this.#pair(edge) }, GRAPH.pair(this.#name(edge.a), this.#name(edge.b), this.#amount(edge)))))),
      ];
    });
    const left = pairs - (MOST_LISTED - Math.max(0, places));
    this.#list.replaceChildren(...lists.flat());
    if (left > 0) this.#list.append(h("p", {}, h("a", { href: write({ ...this.#route!, results: "table" }) }, GRAPH.more(left))));
    this.#list.hidden = pairs === 0;
  }

  /** Moves the real link to a document or a pair. */
  #place(spot: Spot | undefined): void {
    this.#spot = spot;
    this.#cursor.hidden = spot === undefined;
    if (!spot) return void (this.#caption.textContent = "");
    const used = this.#plot.matches(":hover, :focus-within");
    this.#canvas.point(used ? spot : undefined);
    this.#cursor.classList.toggle("used", used);
    const { x, y } = this.#canvas.placeOf(spot);
    this.#cursor.style.transform = `translate(${x}px, ${y}px)`;
    const text = this.#describe(spot);
    set(this.#cursor, "aria-label", text);
    set(this.#cursor, "href", "edge" in spot ? this.#pair(this.#edges[spot.edge]!) : this.#own(spot.node));
    this.#caption.textContent = used ? text : GRAPH.hint;
  }

  #describe(spot: Spot): string {
    if ("edge" in spot) {
      const edge = this.#edges[spot.edge]!;
      return GRAPH.edge(this.#name(edge.a), this.#name(edge.b), this.#amount(edge));
    }
    return GRAPH.node(this.#name(spot.node), this.#edgesOf(spot.node).length, this.#cluster.get(spot.node)! + 1);
  }

  #point(event: PointerEvent): void {
    const box = this.#plot.getBoundingClientRect();
    const spot = this.#canvas.at(event.clientX - box.left, event.clientY - box.top);
    if (spot) this.#place(spot);
  }

  #move(event: KeyboardEvent): void {
    const spot = this.#spot;
    if (!spot) return;
    const node = "node" in spot ? spot.node : spot.from;
    const at = this.#order.indexOf(node);
    const moves: Record<string, () => Spot> = {
      ArrowRight: () => ({ node: this.#order[Math.min(at + 1, this.#order.length - 1)]! }),
      ArrowLeft: () => ({ node: this.#order[Math.max(at - 1, 0)]! }),
      Home: () => ({ node: this.#order[0]! }),
      End: () => ({ node: this.#order.at(-1)! }),
      ArrowDown: () => this.#along(node, spot, 1),
      ArrowUp: () => this.#along(node, spot, -1),
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#place(move());
    announce(this.#cursor.getAttribute("aria-label") ?? "");
  }

  /** The next pair of a document, or the document itself before the first. */
  #along(node: number, spot: Spot, by: 1 | -1): Spot {
    const own = this.#edgesOf(node);
    const at = "edge" in spot ? own.indexOf(spot.edge) : -1;
    const next = Math.min(Math.max(at + by, -1), own.length - 1);
    return next < 0 ? { node } : { edge: own[next]!, from: node };
  }

  /** The indices of the pairs of a document, the strongest first. */
  #edgesOf(id: number): number[] {
    return [...this.#edges.keys()].filter((edge) => this.#edges[edge]!.a === id || this.#edges[edge]!.b === id);
  }

  #pair({ a, b }: Edge): string {
    return write({ page: "pair", a, b, passage: 0 });
  }

  /** The table of the pairs of one document. */
  #own(id: number): string {
    const label = this.documents.get(id)?.label ?? "";
    return write({ ...this.#route!, results: "table", filter: { ...UNFILTERED, text: exactly(label) } });
  }

  #name(id: number): string {
    return inFull(this.documents.called(id));
  }

  #amount({ value }: Edge): string {
    return this.#route!.by === "share" ? percent(value / 100) : OVERVIEW.amount(this.#route!.by, value);
  }
}
