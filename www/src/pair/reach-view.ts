//! How far one looks in a pair: for copied words, also edited, or also for what is said in other words. That is offered where little is
//! copied, says what it costs, and can be stopped.

import type { Doc } from "../documents/documents.ts";
import { h, set } from "../page/dom.ts";
import { wordsShared } from "../pairs/pair-table.ts";
import { CANCELLED, seconds } from "../pairs/rewording.ts";
import type { Rewording } from "../pairs/rewording.ts";
import type { Problem, Report } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";
import { REWORDED } from "../words/reworded.ts";

export type Reach = keyof typeof REWORDED.reaches;

/** It is offered where less than this share of the shorter document, in percent, is shared. */
const LITTLE = 10;

export class ReachView {
  /** The ways to look. */
  readonly switch: HTMLElement;
  /** The offer to look further, and what came of it. */
  readonly element: HTMLElement;
  #buttons: Map<Reach, HTMLButtonElement>;
  #offer = h("button", { type: "button", class: "plain", onclick: () => this.choose("reworded") }, REWORDED.offer);
  #said = h("p", { role: "status" });
  #progress = h("progress", { class: "progress", "aria-label": REWORDED.looking });
  #stop = h("button", { type: "button", class: "plain", onclick: () => this.rewording.cancel() }, REWORDED.stop);
  #reach: Reach = "edited";
  #pair: { a: Doc; b: Doc; report: Report } | undefined;
  #call = 0;

  constructor(
    private rewording: Rewording,
    private found: (passages: RewordedPassage[]) => void,
    /** What is looked for but for other words is no longer the same. */
    private changed: () => void,
  ) {
    this.#buttons = new Map((Object.keys(REWORDED.reaches) as Reach[]).map((reach) => [
      reach,
      h("button", { type: "button", title: REWORDED.reaches[reach].title, onclick: () => this.choose(reach) }, REWORDED.reaches[reach].name),
    ]));
    this.switch = h("div", { class: "switch reach", role: "group", "aria-label": REWORDED.reach }, ...this.#buttons.values());
    this.element = h("div", { class: "reach-bar", hidden: true }, this.#offer, this.#said, this.#progress, this.#stop);
    this.#draw("");
  }

  /** How far to look, other words aside. */
  get wording(): "copied" | "edited" {
    return this.#reach === "copied" ? "copied" : "edited";
  }

  /** What is already known of a pair by the way that is chosen. */
  known(a: number, b: number): RewordedPassage[] {
    return (this.#reach === "reworded" && this.rewording.found(a, b)) || [];
  }

  /** The pair in sight: looks further if that is chosen, and offers it where little is copied. */
  show(a: Doc, b: Doc, report: Report): void {
    this.#pair = { a, b, report };
    void this.#look();
  }

  /** Nothing is in sight any more. */
  leave(): void {
    this.#pair = undefined;
    this.#call += 1;
    this.rewording.cancel();
  }

  choose(reach: Reach): void {
    if (reach === this.#reach) return;
    const focused = document.activeElement === this.#offer;
    const { wording } = this;
    this.#reach = reach;
    if (this.wording === wording) void this.#look();
    else {
      this.rewording.cancel();
      this.#draw("");
      this.changed();
    }
    // What was pressed is gone: the keyboard stays near.
    if (focused) this.#buttons.get(reach)!.focus();
  }

  /** Looks further, or no further, whichever is not chosen. */
  toggle(): void {
    this.choose(this.#reach === "reworded" ? "edited" : "reworded");
  }

  async #look(): Promise<void> {
    const call = ++this.#call;
    this.rewording.cancel();
    if (!this.#pair) return this.#draw("");
    const { a, b, report } = this.#pair;
    if (this.#reach !== "reworded") {
      this.#draw(isLittle(report) ? "offer" : "", `${REWORDED.little(LITTLE)} ${REWORDED.cost(seconds(report.words_a + report.words_b))}`);
      return this.found([]);
    }
    if (!this.rewording.found(a.id, b.id)) this.#draw("looking", REWORDED.looking);
    try {
      const passages = await this.rewording.pair(a.id, b.id);
      if (call !== this.#call) return;
      if (passages.length > 0) this.#draw("found", REWORDED.found(passages.length));
      else this.#draw("nothing", REWORDED.notFound);
      this.found(passages);
    } catch (problem) {
      if (call !== this.#call) return;
      const { kind, what, remedy } = problem as Problem;
      this.#reach = "edited";
      this.#draw("offer", kind === CANCELLED ? REWORDED.cancelled : REWORDED.failed(what, remedy));
    }
  }

  /** What was found is told beside the passage that is picked out, and so is only heard here. */
  #draw(state: "" | "offer" | "looking" | "nothing" | "found", said = ""): void {
    for (const [reach, button] of this.#buttons) set(button, "aria-pressed", String(reach === this.#reach));
    this.element.hidden = state === "";
    this.element.classList.toggle("spoken", state === "found");
    this.#offer.hidden = state !== "offer";
    this.#progress.hidden = this.#stop.hidden = state !== "looking";
    this.#said.textContent = said;
  }
}

/** Whether little of the shorter document is in the other. */
function isLittle({ words_a, words_b, shared_words_a, shared_words_b }: Report): boolean {
  return wordsShared(shared_words_a, shared_words_b) * 100 < LITTLE * Math.min(words_a, words_b);
}
