//! Whether a text is near one that is remembered on this device, and the button that remembers it.

import type { Doc } from "../documents/documents.ts";
import { h, isolated, named } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import type { Recalled, RecalledMatch } from "../protocol/checking.ts";
import { moment } from "../words/format.ts";
import { REMEMBERED } from "../words/remembered.ts";

export interface RecalledEvents {
  remember(doc: Doc): void;
  forget(doc: Doc, name: string): void;
}

export class RecalledView {
  readonly element = h("div", { class: "recalled", hidden: true });

  constructor(private events: RecalledEvents) {}

  show(doc: Doc, recalled: Recalled): void {
    const { status, id, matches } = recalled;
    const verdict = h("p", { class: "verdict" }, h("b", {}, status === "known" ? REMEMBERED.known : REMEMBERED.isNew), verdictOn(recalled));
    const list = h("ul", { class: "recalled-list", "aria-label": REMEMBERED.matches }, ...matches.map((match) => this.#row(doc, match)));
    const remember = h("button", { type: "button", class: "plain", id: "remember", onclick: () => this.events.remember(doc) }, REMEMBERED.remember);
    this.element.replaceChildren(...[
      h("h2", {}, named(doc.label)),
      verdict,
      matches.length > 0 && list,
      status === "new" && id === null && h("div", { class: "choices" }, remember),
    ].filter((child) => child !== false));
    announce(verdict.textContent ?? "");
  }

  #row(doc: Doc, { id, resemblance, first_seen, last_seen }: RecalledMatch): HTMLElement {
    const of = (share: number) => Math.round(100 * share);
    const when = (seconds: number) => moment(new Date(1000 * seconds));
    return h("li", {},
      h("span", { class: "recalled-name" }, named(id)),
      h("button", { type: "button", class: "link", "aria-label": REMEMBERED.forgetThis(isolated(id)), onclick: () => this.events.forget(doc, id) }, REMEMBERED.forget),
      h("span", { class: "hint" }, REMEMBERED.alike(of(resemblance.estimate), of(resemblance.low), of(resemblance.high))),
      h("span", { class: "hint" }, REMEMBERED.times(when(first_seen), when(last_seen))));
  }
}

function verdictOn({ status, id, matches, documents }: Recalled): string {
  if (status === "known") return REMEMBERED.knownOf(matches.length, documents);
  if (id === null) return REMEMBERED.newOf(documents);
  return documents === 1 ? REMEMBERED.first : `${REMEMBERED.newOf(documents - 1)} ${REMEMBERED.remembered}`;
}
