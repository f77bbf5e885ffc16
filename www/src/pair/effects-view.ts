//! What leaving out changes for a pair: its numbers as they are, and with each kind counted.

import { h } from "../page/dom.ts";
import type { Engine } from "../pairs/engine.ts";
import { wordsShared } from "../pairs/pair-table.ts";
import type { LeftOutReason, PairSummary, Report } from "../protocol/comparing.ts";
import { COUNTING } from "../words/counting.ts";

export class EffectsView {
  readonly element = h("details", { class: "effects", hidden: true });
  #call = 0;

  constructor(private engine: Engine) {}

  /** Shows what leaving out changes for the pair of a report; nothing where all words count. */
  async show(a: number, b: number, report: Report): Promise<void> {
    const call = ++this.#call;
    const reasons = reasonsOf(report);
    this.element.hidden = true;
    if (reasons.length === 0) return;
    const effects = await this.engine.effects(a, b, reasons).catch(() => undefined);
    if (call !== this.#call || !effects) return;
    const line = (name: string, numbers: Omit<PairSummary, "passages">) =>
      h("tr", {}, h("th", { scope: "row" }, name), ...cells(numbers).map((text) => h("td", {}, text)));
    this.element.replaceChildren(h("summary", {}, COUNTING.effectsTitle), h("table", { "aria-label": COUNTING.effectsTitle },
      h("thead", {}, h("tr", {}, ...COUNTING.effectsHead.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, line(COUNTING.asIs, report), ...effects.map(({ reason, numbers }) => line(COUNTING.with[reason], numbers)))));
    this.element.hidden = false;
  }
}

function cells(numbers: Omit<PairSummary, "passages">): string[] {
  const words = wordsShared(numbers.shared_words_a, numbers.shared_words_b);
  return COUNTING.row(words, numbers.longest_run, numbers.containment_a, numbers.containment_b);
}

/** Why words of either document do not count. */
function reasonsOf({ left_out_a, left_out_b, template_words_a, template_words_b }: Report): LeftOutReason[] {
  const kinds = new Set<LeftOutReason>([...left_out_a, ...left_out_b].map(({ kind }) => kind));
  if (template_words_a + template_words_b > 0) kinds.add("template");
  return [...kinds].sort();
}
