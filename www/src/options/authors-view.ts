//! The options for who wrote what, with what they make of the documents that are here.

import { AUTHOR_OPTIONS, patternOf, toldBy } from "../documents/authors.ts";
import { Corrections } from "../documents/corrections.ts";
import type { AuthorOptions, AuthorRule } from "../documents/authors.ts";
import type { Documents } from "../documents/documents.ts";
import { h, isolated } from "../page/dom.ts";
import { AUTHORS } from "../words/authors.ts";
import type { PersonsView } from "./persons-view.ts";
import { SubmissionsView } from "./submissions-view.ts";

/** The most documents shown as examples. */
const EXAMPLES = 3;

export class AuthorsView {
  readonly element: HTMLElement;
  #by = h("select", {}, ...Object.entries(AUTHORS.rules).map(([value, label]) => h("option", { value }, label)));
  #pattern = h("input", { type: "text", spellcheck: "false", value: "{author}_*", maxlength: 200 });
  #patternField = h("label", { class: "field" }, h("span", {}, AUTHORS.pattern), this.#pattern, h("span", { class: "hint" }, AUTHORS.patternHint));
  #within = h("input", { type: "checkbox" });
  #asOne = h("input", { type: "checkbox" });
  #example = h("ul", { class: "hint author-example" });
  #persons: PersonsView | undefined;
  #place = h("div", {});
  #corrections: Corrections;
  #names: Record<string, string> = {};
  readonly submissions: SubmissionsView;

  constructor(private documents: Documents) {
    this.#corrections = new Corrections(documents);
    this.submissions = new SubmissionsView(documents);
    this.element = h("fieldset", { class: "option-group" },
      h("legend", {}, AUTHORS.title),
      h("label", { class: "field" }, h("span", {}, AUTHORS.by), this.#by),
      this.#patternField,
      h("div", { role: "status" }, this.#example),
      this.#place,
      h("label", { class: "check" }, this.#within, AUTHORS.within),
      h("label", { class: "check" }, this.#asOne, AUTHORS.asOne));
    this.#by.addEventListener("change", () => this.draw());
    this.#pattern.addEventListener("input", () => this.draw());
    this.show(AUTHOR_OPTIONS);
  }

  get value(): AuthorOptions {
    const names = Object.keys(this.#names).length > 0 ? { names: this.#names } : {};
    const { old } = this.submissions;
    return { rule: this.#rule, within: this.#within.checked, asOne: this.#asOne.checked, ...(old.length > 0 ? { old } : {}), ...names };
  }

  /** Shows what is recommended; what was corrected stays. */
  reset(): void {
    this.show({ ...AUTHOR_OPTIONS, names: this.#names });
  }

  show({ rule, within, asOne, old = [], names = {} }: AuthorOptions): void {
    if (JSON.stringify(names) !== JSON.stringify(this.#names)) this.#corrections.forget();
    this.#names = names;
    this.submissions.old = old;
    this.#by.value = rule.by;
    if (rule.by === "pattern") this.#pattern.value = rule.pattern;
    this.#within.checked = within;
    this.#asOne.checked = asOne;
    this.draw();
  }

  get #rule(): AuthorRule {
    const by = this.#by.value as AuthorRule["by"];
    return by === "pattern" ? { by, pattern: this.#pattern.value } : { by };
  }

  /** Shows what a pattern makes of some documents while it is written: of those of which it tells an author, first. */
  draw(): void {
    const rule = this.#rule;
    this.#patternField.hidden = rule.by !== "pattern";
    this.#example.replaceChildren(...this.#examples(rule).map((text) => h("li", { dir: "auto" }, text)));
  }

  /** Lists the authors of all documents, to be corrected. */
  async list(): Promise<void> {
    if (!this.#persons) {
      const { PersonsView } = await import("./persons-view.ts");
      this.#persons ??= new PersonsView(this.documents, this.#corrections, () => {
        this.#names = Object.fromEntries(this.documents.authorNames);
        this.element.dispatchEvent(new Event("change", { bubbles: true }));
      });
      this.#place.replaceChildren(this.#persons.element);
    }
    this.#persons.draw();
  }

  /** Brings the authors into sight, and the keyboard to them. */
  focus(): void {
    this.element.scrollIntoView();
    this.#by.focus();
  }

  #examples(rule: AuthorRule): string[] {
    if (rule.by !== "pattern") return [];
    if (!patternOf(rule.pattern)) return [AUTHORS.noPattern];
    const all = this.documents.all;
    if (all.length === 0) return [AUTHORS.noDocuments];
    const told = toldBy(rule, all);
    const examples = all.map(({ path }, i) => ({ path, author: told[i]!.name })).sort((x, y) => Number(y.author !== "") - Number(x.author !== ""));
    return examples.slice(0, EXAMPLES).map(({ path, author }) => AUTHORS.example(isolated(path), author && isolated(author)));
  }
}
