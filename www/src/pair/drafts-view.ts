//! Lets another text of the same author take a document's place in a pair.

import type { Doc, Documents } from "../documents/documents.ts";
import { h } from "../page/dom.ts";
import { AUTHORS } from "../words/authors.ts";

export class DraftsView {
  readonly element = h("div", { class: "drafts", hidden: true });

  constructor(
    private documents: Documents,
    private chosen: (a: number, b: number) => void,
  ) {}

  /** Shows the texts of both authors, where one of them has several that can be compared. */
  show(a: Doc, b: Doc): void {
    const choices = [this.#choice(a, (id) => this.chosen(id, b.id)), this.#choice(b, (id) => this.chosen(a.id, id))];
    this.element.replaceChildren(...choices.flatMap((choice) => choice ?? []));
    this.element.hidden = this.element.childElementCount === 0;
  }

  #choice(doc: Doc, chosen: (id: number) => void): HTMLElement | undefined {
    const drafts = this.documents.drafts(doc).filter((other) => other.state.is === "ready" && !other.template);
    if (drafts.length < 2) return undefined;
    const select = h("select", { dir: "auto" }, ...drafts.map(({ id, label }) => h("option", { value: id }, label)));
    select.value = String(doc.id);
    select.addEventListener("change", () => chosen(Number(select.value)));
    return h("label", {}, `${AUTHORS.drafts} `, h("bdi", {}, doc.author), " ", select);
  }
}
