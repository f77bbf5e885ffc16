//! Which sentences of a passage in other words answer to which, side by side, the words that both have underlined.

import { h, set } from "../page/dom.ts";
import type { Place } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";
import { percent } from "../words/format.ts";
import { REWORDED } from "../words/reworded.ts";
import { pieces } from "./shared-words.ts";
import type { Texts } from "./why.ts";

export class SentencesView {
  readonly element = h("div", { class: "sentences", role: "region", tabindex: 0, hidden: true });

  /** Shows the sentences of a passage by its number, from 1; of none, nothing. */
  show(passage: RewordedPassage | undefined, number: number, texts: Texts): void {
    this.element.hidden = passage === undefined;
    if (!passage) return this.element.replaceChildren();
    set(this.element, "aria-label", REWORDED.sentences(number));
    const { a, b, alike } = REWORDED.columns;
    this.element.replaceChildren(h("table", {},
      h("thead", {}, h("tr", {}, ...[a, b, alike].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...passage.sentences.map((pair) =>
        h("tr", {},
          sentence(a, texts.a, pair.a, pair.shared_a),
          sentence(b, texts.b, pair.b, pair.shared_b),
          h("td", { class: "alike", "data-unit": REWORDED.alikeUnit, title: REWORDED.alike(pair.likeness) }, percent(pair.likeness)))))));
    this.element.scrollTop = 0;
  }
}

function sentence(side: string, text: string, place: Place, shared: Place[]): HTMLElement {
  const cut = pieces(text, place, shared).map(({ text, shared }) => (shared ? h("u", {}, text) : text));
  return h("td", { dir: "auto", "data-side": side }, ...cut);
}
