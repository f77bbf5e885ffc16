//! How many authors the page found, said beside the heading of the documents; it leads to the list of them.

import { authorKey } from "../documents/authors.ts";
import type { Documents } from "../documents/documents.ts";
import { byId } from "../page/dom.ts";
import { PERSONS } from "../words/authors.ts";

export class AuthorsLine {
  #line = byId<HTMLButtonElement>("authors-found");
  #due = false;

  constructor(
    private documents: Documents,
    open: () => void,
  ) {
    this.#line.addEventListener("click", open);
    documents.observe(({ is }) => {
      if (is !== "added" && is !== "removed" && is !== "author") return;
      if (this.#due) return;
      this.#due = true;
      queueMicrotask(() => this.#draw());
    });
  }

  #draw(): void {
    this.#due = false;
    const authors = new Set(this.documents.all.map(({ author }) => authorKey(author)).filter(Boolean)).size;
    this.#line.textContent = PERSONS.count(authors);
    this.#line.title = PERSONS.countAbout;
    this.#line.hidden = authors === 0;
  }
}
