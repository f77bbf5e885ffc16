//! The options for what does not count.

import { h } from "../page/dom.ts";
import { COUNTING } from "../words/counting.ts";
import { commonOf, LEFT_OUT } from "./settings.ts";
import type { Counting, LeftOutKind } from "./settings.ts";

export class CountingView {
  readonly element: HTMLElement;
  #kinds = LEFT_OUT.map((kind) => ({ kind, box: h("input", { type: "checkbox", checked: true }) }));
  #common = h("input", { type: "number", min: 1, max: 100, placeholder: String(percentOf(commonOf(undefined).share)) });

  constructor() {
    const labels: Record<LeftOutKind, string> = {
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
      common: percent > 0 && percent <= 100 ? percent / 100 : undefined,
    };
  }

  show({ leaveOut, common }: Counting): void {
    for (const { kind, box } of this.#kinds) box.checked = leaveOut.includes(kind);
    this.#common.value = common === undefined ? "" : String(percentOf(common));
  }
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}
