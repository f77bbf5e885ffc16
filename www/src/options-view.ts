//! The options of a comparison. What is left empty is chosen by Twinprint.

import { byId, h } from "./dom.ts";
import { CountingView, RECOMMENDED } from "./counting/counting-view.ts";
import type { AuthorsView } from "./authors-view.ts";
import type { AuthorOptions } from "./authors.ts";
import { AUTHOR_OPTIONS } from "./authors.ts";
import type { Options, Problem } from "./protocol.ts";

/** All that a person chooses: how documents are read and compared, what is common (see `Counting`), and who wrote what. */
export interface Settings extends Options {
  common?: number;
  authors?: AuthorOptions;
}

/** Languages with a stop list and a stemmer. */
const LANGUAGES: Record<string, string> = {
  ar: "Arabic", da: "Danish", nl: "Dutch", en: "English", fi: "Finnish", fr: "French", de: "German", el: "Greek",
  hu: "Hungarian", it: "Italian", no: "Norwegian", pt: "Portuguese", ro: "Romanian", ru: "Russian", es: "Spanish",
  sv: "Swedish", ta: "Tamil", tr: "Turkish",
};

const WORD_RULES: Record<string, string> = {
  unicode: "words of any script (recommended)",
  "white-space": "whatever stands between spaces",
  alphanumeric: "letters and digits in a row",
};

export class OptionsView {
  #dialog = byId<HTMLDialogElement>("options");
  #run = h("input", { type: "number", min: 1, max: 1000, placeholder: "8" });
  #shingle = h("input", { type: "number", min: 1, max: 64, placeholder: "auto" });
  #words = select(WORD_RULES);
  #stop = select({ "": "none", ...LANGUAGES });
  #stem = select({ "": "none", ...LANGUAGES });
  #error = h("p", { class: "error", role: "alert" });

  #counting = new CountingView();

  constructor(
    private authors: AuthorsView,
    private apply: (settings: Settings) => void,
  ) {
    const field = (label: string, hint: string, input: HTMLElement) =>
      h("label", { class: "field" }, h("span", {}, label), input, h("span", { class: "hint" }, hint));
    this.#dialog.append(
      h("form", { method: "dialog" },
        h("h2", { id: "options-title", tabindex: -1, autofocus: true }, "Options"),
        field("Shortest passage, in words", "Every shared run of at least this many words is found.", this.#run),
        field("Words a shingle", "Resemblance and containment count groups of this many words.", this.#shingle),
        field("A word is", "", this.#words),
        field("Leave out common words of", "Such as “the” and “of”.", this.#stop),
        field("Take word forms as one in", "Such as “copy” and “copied”.", this.#stem),
        this.#counting.element,
        this.authors.element,
        this.#error,
        h("div", { class: "choices" },
          h("button", { class: "primary" }, "Done"),
          h("button", { type: "button", class: "link", onclick: () => this.#reset() }, "As recommended"))),
    );
    this.#dialog.addEventListener("change", () => this.apply(this.settings));
    byId("open-options").addEventListener("click", () => {
      this.authors.draw();
      this.#dialog.showModal();
    });
  }

  /** Whether a person is choosing options. */
  get open(): boolean {
    return this.#dialog.open;
  }

  /** Shows settings as the ones in force. */
  show({ shingle, run, words, stop_words, stemmer, leave_out, common, authors }: Settings): void {
    this.#counting.show({ leaveOut: leave_out ?? RECOMMENDED.leaveOut, common: common ?? RECOMMENDED.common });
    this.authors.show(authors ?? AUTHOR_OPTIONS);
    this.#shingle.value = shingle ? String(shingle) : "";
    this.#run.value = run ? String(run) : "";
    this.#words.value = words ?? "unicode";
    this.#stop.value = stop_words ?? "";
    this.#stem.value = stemmer ?? "";
    this.#error.textContent = "";
  }

  /** Says why the options were not taken. */
  refuse({ place, what, remedy }: Problem): void {
    this.#error.textContent = `${place}: ${what}; ${remedy}.`;
  }

  /** What is chosen. */
  get settings(): Settings {
    this.#error.textContent = "";
    return {
      ...(this.#shingle.value ? { shingle: Number(this.#shingle.value) } : {}),
      ...(this.#run.value ? { run: Number(this.#run.value) } : {}),
      words: this.#words.value as NonNullable<Options["words"]>,
      stop_words: this.#stop.value || null,
      stemmer: this.#stem.value || null,
      leave_out: this.#counting.value.leaveOut,
      common: this.#counting.value.common,
      authors: this.authors.value,
    };
  }

  #reset(): void {
    this.show({});
    this.apply(this.settings);
  }
}

function select(choices: Record<string, string>): HTMLSelectElement {
  return h("select", {}, ...Object.entries(choices).map(([value, label]) => h("option", { value }, label)));
}
