//! The options for who wrote what, with what they make of the documents that are here.

import { AUTHOR_OPTIONS, patternOf, toldBy } from "../documents/authors.ts";
import type { AuthorOptions, AuthorRule } from "../documents/authors.ts";
import type { Documents } from "../documents/documents.ts";
import { h, isolated } from "../page/dom.ts";
import { AUTHORS } from "../words/authors.ts";

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

  constructor(private documents: Documents) {
    this.element = h("fieldset", { class: "option-group" },
      h("legend", {}, AUTHORS.title),
      h("label", { class: "field" }, h("span", {}, AUTHORS.by), this.#by),
      this.#patternField,
      h("div", { role: "status" }, this.#example),
      h("label", { class: "check" }, this.#within, AUTHORS.within),
      h("label", { class: "check" }, this.#asOne, AUTHORS.asOne));
    this.#by.addEventListener("change", () => this.draw());
    this.#pattern.addEventListener("input", () => this.draw());
    this.show(AUTHOR_OPTIONS);
  }

  get value(): AuthorOptions {
    return { rule: this.#rule, within: this.#within.checked, asOne: this.#asOne.checked };
  }

  show({ rule, within, asOne }: AuthorOptions): void {
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

  /** Shows what the rule makes of some documents: of those of which it tells an author, first. */
  draw(): void {
    const rule = this.#rule;
    this.#patternField.hidden = rule.by !== "pattern";
    this.#example.replaceChildren(...this.#examples(rule).map((text) => h("li", { dir: "auto" }, text)));
  }

  #examples(rule: AuthorRule): string[] {
    if (rule.by === "none") return [];
    if (rule.by === "pattern" && !patternOf(rule.pattern)) return [AUTHORS.noPattern];
    const all = this.documents.all;
    if (all.length === 0) return [AUTHORS.noDocuments];
    const told = toldBy(rule, all);
    const examples = all.map(({ path }, i) => ({ path, author: told[i]!.name })).sort((x, y) => Number(y.author !== "") - Number(x.author !== ""));
    return examples.slice(0, EXAMPLES).map(({ path, author }) => AUTHORS.example(isolated(path), author && isolated(author)));
  }
}
