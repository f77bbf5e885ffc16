//! The options for what does not count.

import { h } from "../dom.ts";
import type { Options } from "../protocol.ts";
import { COUNTING } from "../texts/counting.ts";

type Kind = NonNullable<Options["leave_out"]>[number];

export interface Counting {
  leaveOut: Kind[];
  /** Runs that a larger share of the authors have (0 to 1) do not count; with 1 all do. */
  common: number;
}

/** What the page leaves out unless told otherwise: what is marked as another's. What many have counts, as many may have copied it. */
export const RECOMMENDED: Counting = { leaveOut: ["quotations", "block-quotes", "bibliography"], common: 1 };

export class CountingView {
  readonly element: HTMLElement;
  #kinds = RECOMMENDED.leaveOut.map((kind) => ({ kind, box: h("input", { type: "checkbox", checked: true }) }));
  #common = h("input", { type: "number", min: 1, max: 99, placeholder: "–" });

  constructor() {
    const labels: Record<Kind, string> = {
      quotations: COUNTING.quotations,
      "block-quotes": COUNTING.blockQuotes,
      bibliography: COUNTING.bibliography,
    };
    this.element = h("fieldset", { class: "option-group" },
      h("legend", {}, COUNTING.title),
      ...this.#kinds.map(({ kind, box }) => h("label", { class: "check" }, box, labels[kind])),
      h("label", { class: "field" }, h("span", {}, COUNTING.common), this.#common, h("span", { class: "hint" }, COUNTING.commonHint)));
  }

  get value(): Counting {
    const percent = Number(this.#common.value);
    return {
      leaveOut: this.#kinds.filter(({ box }) => box.checked).map(({ kind }) => kind),
      common: percent > 0 && percent < 100 ? percent / 100 : 1,
    };
  }

  show({ leaveOut, common }: Counting): void {
    for (const { kind, box } of this.#kinds) box.checked = leaveOut.includes(kind);
    this.#common.value = common < 1 ? String(Math.round(common * 100)) : "";
  }
}
