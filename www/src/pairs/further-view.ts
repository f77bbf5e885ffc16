//! Looking for other words in all pairs: on demand, with what it costs, and so that it can be stopped. What it finds is a column of the
//! table.

import type { Documents } from "../documents/documents.ts";
import { h } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import type { Problem } from "../protocol/comparing.ts";
import { REWORDED } from "../words/reworded.ts";
import type { Engine } from "./engine.ts";
import { CANCELLED, Rewording, seconds } from "./rewording.ts";

/** Of a single pair it is offered when that is opened. */
const SEVERAL = 2;

/** Each worker has all documents in its memory. */
const MOST_WORKERS = 4;

export class FurtherView {
  readonly element: HTMLElement;
  /** They share the pairs, as many as the device has cores for. */
  #rewordings: Rewording[];
  #look = h("button", { type: "button", class: "plain", onclick: () => void this.#start() });
  #said = h("p", { class: "hint" });
  #progress = h("progress", { class: "progress", "aria-label": REWORDED.lookingInAll, hidden: true });
  #stop = h("button", { type: "button", class: "plain", hidden: true, onclick: () => this.#cancel() }, REWORDED.stop);
  #looking = false;
  /** What holds of the last that was said. */
  #epoch = "";

  constructor(
    private documents: Documents,
    private engine: Engine,
    /** More is known of some pairs. */
    private found: () => void,
  ) {
    const workers = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency));
    this.#rewordings = Array.from({ length: workers }, () => new Rewording(documents, engine));
    this.element = h("div", { class: "further", hidden: true }, this.#look, this.#said, this.#progress, this.#stop);
    documents.observe(({ is }) => {
      // What is being looked at is out of date.
      if (is === "source" || is === "template") this.#cancel();
    });
  }

  /** Offers to look where there are several pairs in which nobody looked; it is there from the first on, so that nothing moves later. */
  update(): void {
    if (this.#looking) return;
    const { table, left, epoch } = this.engine;
    const pairs = table.unlooked;
    if (epoch !== this.#epoch) this.#said.textContent = "";
    this.#look.hidden = (pairs.length === 0 && left === 0) || table.length + left < SEVERAL;
    this.#look.disabled = left > 0;
    this.element.hidden = this.#look.hidden && this.#said.textContent === "";
    if (this.#look.hidden) return;
    const words = new Map(this.documents.compared.map(({ id, state }) => [id, state.is === "ready" ? state.words : 0]));
    const all = pairs.reduce((sum, id) => sum + (words.get(id) ?? 0), 0);
    const rest = left === 0 && pairs.length / 2 < table.length;
    this.#look.textContent = rest ? REWORDED.lookInRest(pairs.length / 2) : REWORDED.offer;
    this.#look.title = REWORDED.offerAll(pairs.length / 2, seconds(all / this.#rewordings.length));
  }

  async #start(): Promise<void> {
    const pairs = this.engine.table.unlooked;
    const focused = document.activeElement === this.#look;
    this.#begin(pairs.length / 2);
    // What was pressed is gone: the keyboard stays near.
    if (focused) this.#stop.focus();
    let said: string;
    try {
      await this.#lookIn(pairs);
      said = REWORDED.foundInAll(this.engine.table.rewordedPairs);
    } catch (problem) {
      const { kind, what, remedy } = problem as Problem;
      said = kind === CANCELLED ? REWORDED.cancelled : REWORDED.failed(what, remedy);
    }
    const near = document.activeElement === this.#stop;
    this.#end(said);
    if (near) this.#look.focus();
  }

  /** Looks in pairs, a share of them in each worker. */
  async #lookIn(pairs: Uint32Array<ArrayBuffer>): Promise<void> {
    const { table, epoch } = this.engine;
    const all = pairs.length / 2;
    const share = 2 * Math.ceil(all / this.#rewordings.length);
    let done = 0;
    await Promise.all(this.#rewordings.map(async (rewording, i) => {
      let next = pairs.slice(i * share, (i + 1) * share);
      if (next.length === 0) return;
      await rewording.pairs(next, (words) => {
        // By other options it would be something else.
        if (this.engine.epoch !== epoch) return this.#cancel();
        table.takeReworded(next.subarray(0, 2 * words.length), words);
        next = next.subarray(2 * words.length);
        done += words.length;
        this.#progress.value = done;
        this.#said.textContent = REWORDED.lookedAt(done, all);
        this.found();
      });
    }));
  }

  #begin(pairs: number): void {
    this.#looking = true;
    this.#progress.max = pairs;
    this.#progress.value = 0;
    this.#said.textContent = REWORDED.lookedAt(0, pairs);
    this.#look.hidden = true;
    this.#progress.hidden = this.#stop.hidden = false;
  }

  /** Says what came of it, and offers what is left. */
  #end(said: string): void {
    this.#cancel();
    this.#looking = false;
    this.#epoch = this.engine.epoch;
    this.#said.textContent = said;
    this.#progress.hidden = this.#stop.hidden = true;
    announce(said);
    this.update();
    this.found();
  }

  #cancel(): void {
    for (const rewording of this.#rewordings) rewording.close();
  }
}
