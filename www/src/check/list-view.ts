//! The list of documents: for each how much of it was found, or how far its check is.

import type { Doc, Documents } from "../documents/documents.ts";
import { byId, h, icon, isolated, named, set } from "../page/dom.ts";
import { CHECKING } from "../words/checking.ts";
import { counted, percent } from "../words/format.ts";
import { NEAR } from "../words/near.ts";
import { TROUBLE } from "../words/trouble.ts";
import type { Checks } from "./checks.ts";

export interface ListActions {
  choose(doc: Doc): void;
  remove(doc: Doc): void;
}

export class ListView {
  #list = byId<HTMLUListElement>("document-list");
  #rows = new Map<number, Row>();
  #due = false;
  #chosen: Doc | undefined;

  constructor(
    private documents: Documents,
    private checks: Checks,
    private actions: ListActions,
  ) {
    documents.observe(() => this.#later());
    checks.observe(() => this.#later());
  }

  /** Marks the document whose result is shown. */
  set chosen(doc: Doc | undefined) {
    this.#chosen = doc;
    this.#later();
  }

  /** Puts the keyboard on a document. */
  focus(id: number): void {
    this.#draw();
    this.#rows.get(id)?.focus();
  }

  #later(): void {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#due = false;
    const docs = this.documents.all;
    for (const [id, row] of this.#rows) {
      if (this.documents.get(id) === row.doc) continue;
      row.element.remove();
      this.#rows.delete(id);
    }
    for (const [at, doc] of docs.entries()) {
      let row = this.#rows.get(doc.id);
      if (!row) this.#rows.set(doc.id, (row = new Row(doc, this.actions)));
      if (this.#list.children[at] !== row.element) this.#list.insertBefore(row.element, this.#list.children[at] ?? null);
      row.draw(this.checks, doc === this.#chosen);
    }
  }
}

class Row {
  readonly element: HTMLLIElement;
  #name = h("button", { type: "button", class: "document-name", onclick: () => this.actions.choose(this.doc) });
  #state = h("span", { class: "document-size" });
  #notes = h("p", { class: "document-notes" });
  #remove = h("button", { type: "button", class: "quiet icon-only", onclick: () => this.actions.remove(this.doc) }, icon("close"));
  #drawn = "";

  constructor(
    readonly doc: Doc,
    private actions: ListActions,
  ) {
    this.element = h("li", { class: "document" }, h("div", { class: "document-line" }, this.#name, this.#state, this.#remove), this.#notes);
  }

  focus(): void {
    this.#name.focus();
  }

  draw(checks: Checks, chosen: boolean): void {
    const state = stateOf(this.doc, checks);
    const problem = problemOf(this.doc, checks);
    const drawn = `${this.doc.label}\n${state}\n${problem}\n${chosen}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#name.replaceChildren(named(this.doc.label));
    set(this.#name, "aria-current", chosen ? "true" : null);
    set(this.#remove, "aria-label", CHECKING.remove(isolated(this.doc.label)));
    this.#state.textContent = state;
    this.#notes.replaceChildren(...(problem ? [icon("warning"), problem] : []));
    this.#notes.hidden = !problem;
  }
}

function stateOf(doc: Doc, checks: Checks): string {
  if (doc.state.is === "reading") return CHECKING.reading;
  if (doc.state.is === "failed") return "";
  const check = checks.of(doc);
  switch (check.is) {
    case "waiting":
      return counted(doc.state.words, "word");
    case "running":
      return CHECKING.checkingNow;
    case "done":
      return CHECKING.found(percent(check.result.findings.share));
    case "near":
      return check.near.status === "known" ? NEAR.shortKnown : NEAR.shortNew;
    case "failed":
      return check.problem.kind === "cancelled" ? CHECKING.cancelledShort : CHECKING.notChecked;
  }
}

function problemOf(doc: Doc, checks: Checks): string {
  if (doc.state.is === "failed") {
    const { what, remedy } = doc.state.problem;
    return TROUBLE.inList(what, remedy);
  }
  const check = checks.of(doc);
  return check.is === "failed" && check.problem.kind !== "cancelled" ? CHECKING.couldNotBeChecked : "";
}
