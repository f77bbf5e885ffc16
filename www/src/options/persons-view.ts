//! The list of authors as the page took them, in which a person corrects what is wrong: a name, two who are one, a document that is
//! somebody else's. One stop of the keyboard leads to all of them, arrow keys from one to the next.

import type { Author, Corrections } from "../documents/corrections.ts";
import type { Doc, Documents } from "../documents/documents.ts";
import { h, icon, isolated, named } from "../page/dom.ts";
import { PERSONS } from "../words/authors.ts";
import { counted } from "../words/format.ts";

/** More documents of one author, or of none, are corrected in the list of documents. */
const MOST_LISTED = 100;

/** The key of the documents whose author is not known. */
const UNKNOWN = "";

export class PersonsView {
  readonly element = h("div", { class: "persons" });
  #found = h("p", { class: "hint" });
  #list = h("ul", { class: "person-list", "aria-label": PERSONS.list });
  #names = h("datalist", { id: "author-names" });
  #said = h("p", { class: "hint", role: "status" });
  #undo = h("button", { type: "button", class: "link", onclick: () => this.#takeBack(() => this.corrections.undo()) }, PERSONS.undo);
  #reset = h("button", { type: "button", class: "link", onclick: () => this.#takeBack(() => this.corrections.takeBack()) }, PERSONS.takeBack);
  /** The authors that are open, and the one that the keyboard comes to. */
  #open: string | undefined;
  #active: string | undefined;
  #due = false;

  constructor(
    private documents: Documents,
    private corrections: Corrections,
    private corrected: () => void,
  ) {
    this.element.append(this.#found, this.#list, this.#names, h("div", { class: "choices" }, this.#undo, this.#reset), this.#said);
    // What changes in here is corrected at once, and no option.
    this.element.addEventListener("change", (event) => event.stopPropagation());
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    documents.observe(({ is }) => {
      if (is === "added" || is === "removed" || is === "author" || is === "name") this.#redraw();
    });
  }

  /** Shows who is taken for an author of what. */
  draw(): void {
    const { known, unknown } = this.corrections.authors;
    const { activeElement } = document;
    const focused = this.#list.contains(activeElement) && activeElement?.classList.contains("person");
    this.#found.textContent = this.documents.size === 0 ? PERSONS.noDocuments : PERSONS.found(known.length, this.documents.size);
    const keys = [...known.map(({ key }) => key), ...(unknown.length > 0 ? [UNKNOWN] : [])];
    if (this.#active === undefined || !keys.includes(this.#active)) this.#active = keys[0];
    this.#names.replaceChildren(...known.map(({ name }) => h("option", { value: name })));
    this.#list.replaceChildren(
      ...known.map((author) => this.#row(author.key, author.name, author.docs, author.numbers, () => this.#panel(author, known))),
      ...(unknown.length > 0 ? [this.#row(UNKNOWN, PERSONS.unknown, unknown, [], () => unknown.slice(0, MOST_LISTED).map((doc) => this.#document(doc)))] : []),
    );
    this.#list.hidden = keys.length === 0;
    this.#undo.hidden = !this.corrections.canUndo;
    this.#reset.hidden = !this.corrections.any;
    if (focused) this.#focus(this.#active);
  }

  /** Draws once what changes now has changed, unless a person is writing. */
  #redraw(): void {
    const { activeElement } = document;
    const writing = activeElement instanceof HTMLInputElement && this.#list.contains(activeElement) && activeElement.value !== activeElement.defaultValue;
    if (this.#due || writing || !this.element.closest("dialog")?.open) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.draw();
    });
  }

  #row(key: string, name: string, docs: Doc[], numbers: string[], panel: () => HTMLElement[]): HTMLElement {
    const open = this.#open === key;
    const about = [counted(docs.length, "document"), ...numbers.filter((number) => !name.includes(number)).map(PERSONS.number)].join(", ");
    const button = h("button", { type: "button", class: "person", "aria-expanded": String(open), "data-key": key, tabindex: key === this.#active ? 0 : -1 },
      icon(open ? "next" : "open"), key === UNKNOWN ? h("span", {}, name) : named(name), h("span", { class: "hint" }, about));
    button.addEventListener("click", () => {
      this.#open = open ? undefined : key;
      this.#active = key;
      this.draw();
      this.#focus(key);
    });
    return h("li", {}, button, open && h("div", { class: "person-panel" }, ...panel()));
  }

  #panel(author: Author, known: Author[]): HTMLElement[] {
    const name = this.#field(PERSONS.name, author.name, {}, (given) => {
      if (given) this.#correct(PERSONS.renamed(isolated(author.name), isolated(given)), given, () => this.corrections.rename(author, given));
    });
    const others = known.filter((other) => other !== author);
    const same = h("select", {}, h("option", { value: "" }, PERSONS.nobody), ...others.map(({ name }, at) => h("option", { value: String(at + 1) }, name)));
    same.addEventListener("change", () => {
      const other = others[Number(same.value) - 1];
      if (other) this.#correct(PERSONS.merged(isolated(author.name), isolated(other.name)), other.name, () => this.corrections.merge(author, other));
    });
    const documents = author.docs.length > 1 ? author.docs.slice(0, MOST_LISTED).map((doc) => this.#document(doc)) : [h("p", { class: "hint" }, named(author.docs[0]!.label))];
    return [name, ...(others.length > 0 ? [h("label", { class: "field" }, h("span", {}, PERSONS.same), same)] : []), ...documents];
  }

  /** Who wrote one document. */
  #document(doc: Doc): HTMLElement {
    return this.#field(PERSONS.by(isolated(doc.label)), doc.author, { list: "author-names", placeholder: PERSONS.unknown }, (given) => {
      const said = given ? PERSONS.given(isolated(doc.label), isolated(given)) : PERSONS.asTold(isolated(doc.label));
      this.#correct(said, given || this.#open!, () => this.corrections.give(doc, given));
    });
  }

  #field(label: string, value: string, more: Record<string, string>, changed: (value: string) => void): HTMLElement {
    const input = h("input", { type: "text", dir: "auto", maxlength: 200, spellcheck: "false", autocomplete: "off", value, ...more });
    input.addEventListener("change", () => {
      const given = input.value.trim();
      if (given !== value) changed(given);
    });
    // Enter corrects; it does not end the dialog.
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      input.blur();
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
  }

  /** Corrects something, says so, and goes to who is the author now. */
  #correct(said: string, name: string, run: () => void): void {
    run();
    const { known } = this.corrections.authors;
    const author = known.find((one) => one.name === name) ?? known.find(({ key }) => key === name);
    this.#open = this.#active = author?.key ?? UNKNOWN;
    this.#tell(said);
    this.#focus(this.#active);
  }

  #takeBack(run: () => void): void {
    run();
    this.#open = undefined;
    this.#tell(PERSONS.undone);
    this.#focus(this.#active);
  }

  #tell(said: string): void {
    this.corrected();
    this.draw();
    this.#said.textContent = said;
  }

  #focus(key: string | undefined): void {
    const buttons = [...this.#list.querySelectorAll<HTMLElement>(".person")];
    for (const button of buttons) button.tabIndex = button.dataset.key === key ? 0 : -1;
    buttons.find(({ dataset }) => dataset.key === key)?.focus();
  }

  #move(event: KeyboardEvent): void {
    const buttons = [...this.#list.querySelectorAll<HTMLElement>(".person")];
    const at = buttons.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    this.#active = buttons[Math.min(Math.max(to, 0), buttons.length - 1)]!.dataset.key;
    this.#focus(this.#active);
  }
}
