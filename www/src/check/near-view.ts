//! Whether a document is near others as a whole: in an index of documents, or among what is remembered on this device, with the button that
//! remembers it.

import type { Doc } from "../documents/documents.ts";
import { h, isolated, named } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import type { Near, NearMatch } from "../protocol/checking.ts";
import { moment } from "../words/format.ts";
import { NEAR } from "../words/near.ts";
import { REMEMBERED } from "../words/remembered.ts";

export interface NearEvents {
  remember(doc: Doc): void;
  forget(doc: Doc, name: string): void;
}

export class NearView {
  readonly element = h("div", { class: "near", hidden: true });

  constructor(private events: NearEvents) {}

  /** Shows what is near a document, `here` on this device or in an index. */
  show(doc: Doc, near: Near, here: boolean): void {
    const { status, matches } = near;
    const verdict = h("p", { class: "verdict" }, h("b", {}, status === "known" ? NEAR.known : NEAR.isNew), here ? hereVerdict(near) : verdictOn(near));
    const list = h("ul", { class: "near-list", "aria-label": here ? REMEMBERED.matches : NEAR.matches },
      ...matches.map((match) => h("li", {}, ...(here ? this.#remembered(doc, match) : indexed(match, near.bits)))));
    const remember = h("button", { type: "button", class: "plain", id: "remember", onclick: () => this.events.remember(doc) }, REMEMBERED.remember);
    this.element.replaceChildren(...[
      h("h2", {}, named(doc.label)),
      verdict,
      matches.length > 0 && list,
      here && status === "new" && near.id === null && h("div", { class: "choices" }, remember),
    ].filter((child) => child !== false));
    announce(verdict.textContent ?? "");
  }

  #remembered(doc: Doc, match: NearMatch): HTMLElement[] {
    const { id, first_seen = 0, last_seen = 0 } = match;
    const when = (seconds: number) => moment(new Date(1000 * seconds));
    return [
      h("span", { class: "near-name" }, named(id)),
      h("button", { type: "button", class: "link", "aria-label": REMEMBERED.forgetThis(isolated(id)), onclick: () => this.events.forget(doc, id) }, REMEMBERED.forget),
      alike(match),
      h("span", { class: "hint" }, REMEMBERED.times(when(first_seen), when(last_seen))),
    ];
  }
}

function indexed(match: NearMatch, bits: number): HTMLElement[] {
  const { id, distance, by_chance } = match;
  const chance = by_chance < 0.001 ? NEAR.seldom : by_chance.toPrecision(1);
  return [h("span", { class: "near-name" }, named(id)), alike(match), h("span", { class: "hint" }, NEAR.chance(distance, bits, chance))];
}

function alike({ resemblance: { low, estimate, high } }: NearMatch): HTMLElement {
  const of = (share: number) => Math.round(100 * share);
  return h("span", { class: "hint" }, NEAR.alike(of(estimate), of(low), of(high)));
}

function verdictOn({ status, matches, documents, truncated = false }: Near): string {
  return status === "known" ? NEAR.knownOf(matches.length, documents, truncated) : NEAR.newOf(documents);
}

function hereVerdict({ status, id, matches, documents }: Near): string {
  if (status === "known") return REMEMBERED.knownOf(matches.length, documents);
  if (id === null) return REMEMBERED.newOf(documents);
  return documents === 1 ? REMEMBERED.first : `${REMEMBERED.newOf(documents - 1)} ${REMEMBERED.remembered}`;
}
