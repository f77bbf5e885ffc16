//! Where a person takes a passage out by hand, and says why.

import { h } from "../page/dom.ts";
import { note } from "../page/notices.ts";
import { LONGEST_WORDS, REASONS } from "../pairs/taken-out.ts";
import type { TakenOut, TakenReason } from "../pairs/taken-out.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";

/** A passage that could be taken out, and the documents it is in. */
export interface Offered {
  a: number;
  b: number;
  texts: [a: string, b: string];
}

export class TakingOut {
  #quoted = h("blockquote", { dir: "auto" });
  #words = h("textarea", { rows: 2, dir: "auto", maxlength: LONGEST_WORDS, "aria-describedby": "taking-out-error" });
  #error = h("p", { class: "error", id: "taking-out-error", role: "alert" });
  #form: HTMLFormElement;
  #dialog = h("dialog", { id: "taking-out", "aria-labelledby": "taking-out-title" });
  #offered: Offered | undefined;

  constructor(private takenOut: TakenOut) {
    const choice = (name: string, value: string, checked: boolean, title: string, about: string) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked }), h("span", {}, title, about && h("span", { class: "hint" }, about)));
    this.#form = h("form", { method: "dialog" },
      h("h2", { id: "taking-out-title" }, TAKEN_OUT.title),
      this.#quoted,
      h("p", { class: "hint" }, TAKEN_OUT.about),
      h("fieldset", {}, h("legend", {}, TAKEN_OUT.why), ...REASONS.map((reason, i) => choice("reason", reason, i === 0, ...TAKEN_OUT.choices[reason]))),
      h("label", { class: "field" }, h("span", {}, TAKEN_OUT.words), this.#words),
      this.#error,
      h("fieldset", {}, h("legend", {}, TAKEN_OUT.where), choice("where", "pair", true, TAKEN_OUT.inPair, ""), choice("where", "all", false, TAKEN_OUT.inAll, "")),
      h("div", { class: "choices" },
        h("button", { type: "submit", class: "primary" }, TAKEN_OUT.confirm),
        h("button", { type: "button", class: "link", onclick: () => this.#dialog.close() }, TAKEN_OUT.cancel)));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take();
    });
    this.#form.addEventListener("input", () => (this.#error.textContent = ""));
    this.#dialog.append(this.#form);
    document.body.append(this.#dialog);
  }

  /** Asks why a passage is taken out; the reason before is chosen still, its words are not. */
  offer(offered: Offered): void {
    this.#offered = offered;
    this.#quoted.textContent = TAKEN_OUT.quoted(offered.texts[0]);
    this.#words.value = this.#error.textContent = "";
    (this.#form.querySelector("[name=where][value=pair]") as HTMLInputElement).checked = true;
    this.#dialog.showModal();
  }

  #take(): void {
    if (!this.#offered) return;
    const chosen = new FormData(this.#form);
    const reason = chosen.get("reason") as TakenReason;
    const words = this.#words.value.trim();
    if (reason === "other" && words === "") {
      this.#error.textContent = TAKEN_OUT.wordsNeeded;
      return this.#words.focus();
    }
    const all = chosen.get("where") === "all";
    this.#dialog.close();
    const { key } = this.takenOut.takeOut({ ...this.#offered, all, reason, words });
    note(TAKEN_OUT.taken(all), { label: TAKEN_OUT.putBack, run: () => this.takenOut.putBack(key) });
  }
}
