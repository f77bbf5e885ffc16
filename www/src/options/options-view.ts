//! The options of a comparison. What is left empty is chosen by Twinprint.

import { AUTHOR_OPTIONS } from "../documents/authors.ts";
import { byId, h } from "../page/dom.ts";
import type { Options, Problem } from "../protocol/comparing.ts";
import { OPTIONS } from "../words/options.ts";
import { SETTINGS_LINK } from "../words/settings-link.ts";
import type { AuthorsView } from "./authors-view.ts";
import { CountingView } from "./counting-view.ts";
import { isShort, LEFT_OUT, SHORT } from "./settings.ts";
import type { Settings } from "./settings.ts";

export class OptionsView {
  #dialog = byId<HTMLDialogElement>("options");
  #short = h("input", { type: "checkbox", "aria-describedby": "short-hint", onchange: () => this.#chooseShort() });
  #run = h("input", { type: "number", min: 1, max: 1000, placeholder: "8" });
  #shingle = h("input", { type: "number", min: 1, max: 64, placeholder: OPTIONS.auto });
  #words = select(OPTIONS.wordRules);
  #stop = select({ "": OPTIONS.none, ...OPTIONS.languages });
  #stem = select({ "": OPTIONS.none, ...OPTIONS.languages });
  #error = h("p", { class: "error", role: "alert" });

  #counting = new CountingView();

  constructor(
    private authors: AuthorsView,
    private apply: (settings: Settings) => void,
    copyLink: () => void,
  ) {
    const field = (label: string, hint: string, input: HTMLElement) =>
      h("label", { class: "field" }, h("span", {}, label), input, h("span", { class: "hint" }, hint));
    this.#dialog.append(
      h("form", { method: "dialog" },
        h("h2", { id: "options-title", tabindex: -1, autofocus: true }, OPTIONS.title),
        h("label", { class: "check" }, this.#short, OPTIONS.short),
        h("p", { class: "hint", id: "short-hint" }, OPTIONS.shortHint),
        field(OPTIONS.run, OPTIONS.runHint, this.#run),
        field(OPTIONS.shingle, OPTIONS.shingleHint, this.#shingle),
        field(OPTIONS.words, "", this.#words),
        field(OPTIONS.stopWords, OPTIONS.stopWordsHint, this.#stop),
        field(OPTIONS.stemmer, OPTIONS.stemmerHint, this.#stem),
        this.#counting.element,
        this.authors.element,
        this.authors.submissions.element,
        this.#error,
        h("div", { class: "choices" },
          h("button", { class: "primary" }, OPTIONS.done),
          h("button", { type: "button", class: "link", onclick: () => this.#reset() }, OPTIONS.recommended),
          h("button", { type: "button", class: "link", onclick: copyLink }, SETTINGS_LINK.copy))),
    );
    this.#dialog.addEventListener("change", () => {
      this.#short.checked = isShort(this.settings);
      this.apply(this.settings);
    });
    byId("open-options").addEventListener("click", () => this.openAll());
  }

  openAll(): void {
    this.authors.draw();
    this.#dialog.showModal();
    void this.authors.list();
  }

  /** Opens where the authors are. */
  openAuthors(): void {
    this.openAll();
    this.authors.focus();
  }

  /** Takes a table over if it is a list of what was handed in; returns what is then to be said. */
  takeList(file: File): Promise<string | undefined> {
    return this.authors.submissions.take(file);
  }

  /** Whether a person is choosing options. */
  get open(): boolean {
    return this.#dialog.open;
  }

  /** Shows settings as the ones in force. */
  show({ shingle, run, words, stop_words, stemmer, leave_out, common, authors }: Settings): void {
    this.#counting.show({ leaveOut: leave_out ?? LEFT_OUT, common });
    this.authors.show(authors ?? AUTHOR_OPTIONS);
    this.#shingle.value = shingle ? String(shingle) : "";
    this.#run.value = run ? String(run) : "";
    this.#short.checked = isShort({ shingle, run });
    this.#words.value = words ?? "unicode";
    this.#stop.value = stop_words ?? "";
    this.#stem.value = stemmer ?? "";
    this.#error.textContent = "";
  }

  /** Chooses something for the person, as if it was chosen here. */
  choose(change: Settings): void {
    this.show({ ...this.settings, ...change });
    this.apply(this.settings);
  }

  /** Says why the options were not taken. */
  refuse({ place, what, remedy }: Problem): void {
    this.#error.textContent = `${place}: ${what}; ${remedy}.`;
  }

  /** What is chosen. */
  get settings(): Settings {
    this.#error.textContent = "";
    const { leaveOut, common } = this.#counting.value;
    return {
      ...(this.#shingle.value ? { shingle: Number(this.#shingle.value) } : {}),
      ...(this.#run.value ? { run: Number(this.#run.value) } : {}),
      words: this.#words.value as NonNullable<Options["words"]>,
      stop_words: this.#stop.value || null,
      stemmer: this.#stem.value || null,
      leave_out: leaveOut,
      ...(common === undefined ? {} : { common }),
      authors: this.authors.value,
    };
  }

  /** Sets, or takes back, what short answers are compared by; all of it can be changed below. */
  #chooseShort(): void {
    const { checked } = this.#short;
    this.#shingle.value = checked ? String(SHORT.shingle) : "";
    this.#run.value = checked ? String(SHORT.run) : "";
    if (checked && !this.#stem.value) this.#stem.value = SHORT.stemmer;
    if (!checked && this.#stem.value === SHORT.stemmer) this.#stem.value = "";
  }

  #reset(): void {
    this.authors.reset();
    this.show({ authors: this.authors.value });
    this.apply(this.settings);
  }
}

function select(choices: Record<string, string>): HTMLSelectElement {
  return h("select", {}, ...Object.entries(choices).map(([value, label]) => h("option", { value }, label)));
}
