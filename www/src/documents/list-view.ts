//! The list of documents: names, sizes, what went wrong; and one document opened for changes.

import { byId, h, icon, isolated, named, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import type { LeftOut } from "../protocol/comparing.ts";
import { AUTHORS } from "../words/authors.ts";
import { COUNTING } from "../words/counting.ts";
import { DOCUMENTS } from "../words/documents.ts";
import { counted } from "../words/format.ts";
import { READERS } from "../words/readers.ts";
import { TROUBLE } from "../words/trouble.ts";
import { asidesOf, warnings } from "./asides.ts";
import { EDITABLE, flagNotes } from "./documents.ts";
import type { Change, Doc, Documents } from "./documents.ts";
import { leftOutNotes } from "./left-out.ts";

export interface DocumentActions {
  /** The text of a document that came from a file. */
  text(doc: Doc): Promise<string>;
  /** What does not count of a document. */
  leftOut(doc: Doc): Promise<LeftOut[]>;
  remove(doc: Doc): void;
}

/** The longest that rows are drawn in one frame. */
const FRAME_MS = 6;

export class DocumentsView {
  #list = byId<HTMLUListElement>("document-list");
  #rows = new Map<number, Row>();
  #stale = new Set<number>();

  constructor(
    private documents: Documents,
    private actions: DocumentActions,
  ) {
    documents.observe((change) => this.#follow(change));
  }

  /** Puts the keyboard on a document's name. */
  focus(id: number): void {
    this.#rows.get(id)?.focus();
  }

  #follow({ is, docs }: Change): void {
    if (this.#stale.size === 0) requestAnimationFrame(() => this.#draw());
    for (const { id } of docs) this.#stale.add(id);
    if (is === "added" && docs.length > 1) announce(DOCUMENTS.added(docs.length));
  }

  /** Draws what changed, for as long as a frame allows; the rest is drawn in the next. */
  #draw(): void {
    const end = performance.now() + FRAME_MS;
    for (const id of this.#stale) {
      if (performance.now() > end) return void requestAnimationFrame(() => this.#draw());
      this.#stale.delete(id);
      const doc = this.documents.get(id);
      let row = this.#rows.get(id);
      if (!doc) {
        row?.element.remove();
        this.#rows.delete(id);
      } else if (row) {
        row.draw();
      } else {
        row = new Row(doc, this.documents, this.actions);
        this.#rows.set(id, row);
        this.#list.insertBefore(row.element, this.#after(id));
      }
    }
  }

  /** The row before which a new one goes: documents stay in the order of their ids. */
  #after(id: number): Element | null {
    const last = this.#list.lastElementChild as HTMLElement | null;
    if (!last || Number(last.dataset.id) < id) return null;
    return [...this.#list.children].find((row) => Number((row as HTMLElement).dataset.id) > id) ?? null;
  }
}

class Row {
  readonly element: HTMLLIElement;
  #name = h("button", { type: "button", class: "document-name", "aria-expanded": "false", onclick: () => this.#toggle() });
  #size = h("span", { class: "document-size" });
  #origin = h("p", { class: "document-origin" });
  #notes = h("p", { class: "document-notes" });
  #remove = h("button", { type: "button", class: "quiet icon-only", onclick: () => this.actions.remove(this.doc) }, icon("close"));
  #panel = h("div", { class: "document-panel", hidden: true });

  constructor(
    private doc: Doc,
    private documents: Documents,
    private actions: DocumentActions,
  ) {
    this.element = h(
      "li",
      { class: "document", "data-id": doc.id },
      h("div", { class: "document-line" }, this.#name, this.#size, this.#remove),
      this.#origin,
      this.#notes,
      this.#panel,
    );
    this.draw();
  }

  focus(): void {
    this.#name.focus();
  }

  draw(): void {
    const { doc } = this;
    const { state } = doc;
    this.#name.replaceChildren(named(doc.label));
    set(this.#remove, "aria-label", DOCUMENTS.remove(isolated(doc.label)));
    this.element.classList.toggle("failed", state.is === "failed");
    this.element.classList.toggle("template", doc.template);
    const size = { reading: () => DOCUMENTS.reading, ready: () => counted((state as { words: number }).words, "word"), failed: () => "" };
    this.#size.textContent = size[state.is]();
    if (doc.template) this.#size.prepend(h("span", { class: "badge" }, icon("template"), DOCUMENTS.template), " ");
    this.#origin.textContent = doc.origin ? READERS.origin(doc.origin.kind, doc.pages?.length, doc.origin.blank ?? 0) : "";
    this.#origin.hidden = !doc.origin;
    const problem = state.is === "failed" && TROUBLE.inList(state.problem.what, state.problem.remedy);
    const note = problem || warnings(doc);
    this.#notes.replaceChildren(...(note ? [icon("warning"), note] : []));
    this.#notes.hidden = !note;
  }

  #toggle(): void {
    const open = this.#panel.hidden;
    this.#panel.hidden = !open;
    set(this.#name, "aria-expanded", String(open));
    if (open) this.#fill();
    else this.#panel.replaceChildren();
  }

  #fill(): void {
    const { doc, documents } = this;
    const name = h("input", { type: "text", value: doc.name, dir: "auto", maxlength: 200, spellcheck: "false" });
    name.addEventListener("change", () => documents.rename(doc, name.value.trim() || doc.name));
    const author = h("input", { type: "text", value: doc.author, dir: "auto", maxlength: 200, spellcheck: "false", placeholder: AUTHORS.unknown });
    author.addEventListener("change", () => {
      documents.setAuthor(doc, author.value);
      author.value = doc.author;
    });
    const template = h("input", { type: "checkbox", checked: doc.template });
    template.addEventListener("change", () => documents.setTemplate(doc, template.checked));
    this.#panel.append(
      h("label", { class: "field" }, DOCUMENTS.name, name),
      h("label", { class: "field" }, AUTHORS.field, author, h("span", { class: "hint" }, AUTHORS.fieldHint)),
      h("label", { class: "check" }, template, DOCUMENTS.templateAbout),
    );
    if (doc.state.is === "ready") {
      const notes = flagNotes(doc.state.flags);
      if (notes.length > 0) this.#panel.append(h("p", { class: "hint" }, DOCUMENTS.seen(notes.join(", "))));
    }
    const { title, author: said } = doc.origin ?? {};
    if (title || said) this.#panel.append(h("p", { class: "hint" }, READERS.saysOfItself(title, said)));
    this.#panel.append(...asidesOf(doc));
    void this.#addLeftOut();
    void this.#addEditor();
    name.focus();
  }

  /** How many words of it do not count, and why. */
  async #addLeftOut(): Promise<void> {
    if (this.doc.state.is !== "ready") return;
    const notes = leftOutNotes(await this.actions.leftOut(this.doc).catch(() => []));
    if (notes.length > 0) this.#panel.append(h("p", { class: "hint" }, COUNTING.document(notes)));
  }

  /** Short plain texts can be changed in place, and are compared as they are typed. */
  async #addEditor(): Promise<void> {
    const { doc, documents } = this;
    const { source } = doc;
    if (source === null || doc.format === "html") return;
    if (doc.pages) return void this.#panel.append(h("p", { class: "hint" }, READERS.notEditable));
    const long = typeof source === "string" ? source.length > EDITABLE : source.size > EDITABLE;
    if (long) return void this.#panel.append(h("p", { class: "hint" }, DOCUMENTS.tooLong));
    if (typeof source !== "string" && doc.state.is !== "ready") return;
    const text = typeof source === "string" ? source : await this.actions.text(doc).catch(() => undefined);
    if (text === undefined) return;
    const editor = h("textarea", { rows: 8, dir: "auto", spellcheck: "false" });
    editor.value = text;
    editor.addEventListener("input", () => documents.setSource(doc, editor.value));
    this.#panel.append(h("label", { class: "field" }, DOCUMENTS.text, editor));
  }
}
