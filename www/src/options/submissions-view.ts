//! When documents were handed in, and of which year, class or variant they are: a list of it is chosen here, and which of those are old.

import type { Read } from "../documents/submissions.ts";
import type { Documents, Handed } from "../documents/documents.ts";
import { h, isolated } from "../page/dom.ts";
import { SUBMISSIONS } from "../words/submissions.ts";

/** A longer file is no list of submissions. */
const LONGEST = 16 * 1024 * 1024;

export class SubmissionsView {
  readonly element: HTMLElement;
  #said = h("p", { class: "hint", role: "status" });
  #cohorts = h("ul", { class: "cohorts" });
  #old: string[] = [];
  /** The list that was taken last, which documents that come later are in, too. */
  #read: Extract<Read, { lines: unknown }> | undefined;
  #due = false;

  constructor(private documents: Documents) {
    const file = h("input", { type: "file", accept: ".csv,.tsv,.txt", hidden: true, id: "submissions-file" });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) void this.#choose(chosen);
      file.value = "";
    });
    this.element = h("fieldset", { class: "option-group" },
      h("legend", {}, SUBMISSIONS.title),
      h("p", { class: "hint" }, SUBMISSIONS.about),
      h("div", {}, h("button", { type: "button", class: "plain", onclick: () => file.click() }, SUBMISSIONS.choose), file),
      this.#said,
      this.#cohorts);
    // What is chosen of a file is no option, and said where it is taken.
    file.addEventListener("change", (event) => event.stopPropagation());
    documents.observe(({ is }) => {
      if (is === "added") void this.#match();
      if (is === "added" || is === "removed" || is === "author") this.#redraw();
    });
  }

  /** The years, classes or variants of which no two documents are compared. */
  get old(): string[] {
    return this.#old;
  }

  set old(old: string[]) {
    this.#old = old;
    this.draw();
  }

  /** Takes a file over if it is a list of submissions; returns what is then to be said, and nothing where it is none. */
  async take(file: File): Promise<string | undefined> {
    if (file.size > LONGEST) return undefined;
    const text = await file.text().catch(() => "");
    const { read } = await import("../documents/submissions.ts");
    const found = read(text);
    if (found === undefined) return undefined;
    if ("problem" in found) return SUBMISSIONS.refused(isolated(file.name), found.problem);
    this.#read = found;
    return this.#match();
  }

  async #choose(file: File): Promise<void> {
    this.#said.textContent = (await this.take(file)) ?? SUBMISSIONS.noList(isolated(file.name));
  }

  /** Finds the documents of the list, and says how many there are. */
  async #match(): Promise<string | undefined> {
    if (!this.#read) return undefined;
    const { matched } = await import("../documents/submissions.ts");
    const { handed, unmatched } = matched(this.#read.lines, this.documents);
    const changed = new Map([...handed].filter(([doc, said]) => !isSame(doc, said)));
    if (changed.size > 0) this.documents.setHanded(changed);
    if (handed.size === 0) return SUBMISSIONS.awaited(this.#read.lines.length);
    return SUBMISSIONS.taken(handed.size, unmatched, this.#read.undated);
  }

  #redraw(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.draw();
    });
  }

  draw(): void {
    const { cohorts, all } = this.documents;
    this.#cohorts.hidden = cohorts.length === 0;
    this.#cohorts.replaceChildren(...cohorts.map((cohort) => {
      const old = h("input", { type: "checkbox", checked: this.#old.includes(cohort) });
      old.addEventListener("change", () => {
        this.#old = [...this.#old.filter((other) => other !== cohort), ...(old.checked ? [cohort] : [])];
      });
      return h("li", {}, h("b", {}, SUBMISSIONS.cohort(isolated(cohort), all.filter((doc) => doc.cohort === cohort).length)), h("label", { class: "check" }, old, SUBMISSIONS.old));
    }));
  }
}

function isSame(one: Handed, other: Handed): boolean {
  return one.handedIn === other.handedIn && one.cohort === other.cohort;
}
