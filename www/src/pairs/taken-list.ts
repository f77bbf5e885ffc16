//! What was taken out by hand, listed: by its words, with the reason and where, each to be put back.

import { h } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import type { Taken, TakenOut } from "./taken-out.ts";

export class TakenList {
  readonly element = h("details", { class: "taken-list", hidden: true });
  #summary = h("summary");
  #list = h("ul");
  #shown = "";

  constructor(
    private takenOut: TakenOut,
    /** Where it was taken out, in words. */
    private where: (taken: Taken) => string,
    /** Takes the keyboard when nothing is left to put back. */
    private otherwise: () => HTMLElement,
  ) {
    this.element.append(this.#summary, this.#list);
  }

  show(taken: Taken[]): void {
    const lines = taken.map((one) => ({ ...one, where: this.where(one) }));
    if (JSON.stringify(lines) === this.#shown) return;
    this.#shown = JSON.stringify(lines);
    this.element.hidden = taken.length === 0;
    this.#summary.textContent = TAKEN_OUT.list(taken.length);
    this.#list.replaceChildren(...lines.map(({ key, texts, reason, words, where }) => {
      const quoted = TAKEN_OUT.quoted(texts[0]);
      const back = h("button", { type: "button", class: "link", "aria-label": TAKEN_OUT.putBackOne(quoted), onclick: () => this.#putBack(key, back) }, TAKEN_OUT.putBack);
      return h("li", {}, h("span", { dir: "auto" }, quoted), " ", h("b", {}, TAKEN_OUT.reason(reason, words)), `, ${where} `, back);
    }));
  }

  #putBack(key: string, button: HTMLElement): void {
    const buttons = [...this.#list.querySelectorAll("button")];
    const at = buttons.indexOf(button as HTMLButtonElement);
    this.takenOut.putBack(key);
    announce(TAKEN_OUT.isBack);
    const left = [...this.#list.querySelectorAll("button")].filter((other) => other.isConnected && other !== button);
    (left[Math.min(at, left.length - 1)] ?? this.otherwise()).focus();
  }
}
