//! The options of a comparison. What is left empty is chosen by Twinprint.

import { byId, h } from "./dom.ts";
import type { Options, Problem } from "./protocol.ts";

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

  constructor(private apply: (options: Options) => void) {
    const field = (label: string, hint: string, input: HTMLElement) =>
      h("label", { class: "field" }, h("span", {}, label), input, h("span", { class: "hint" }, hint));
    this.#dialog.append(
      h("form", { method: "dialog" },
        h("h2", { id: "options-title" }, "Options"),
        field("Shortest passage, in words", "Every shared run of at least this many words is found.", this.#run),
        field("Words a shingle", "Resemblance and containment count groups of this many words.", this.#shingle),
        field("A word is", "", this.#words),
        field("Leave out common words of", "Such as “the” and “of”.", this.#stop),
        field("Take word forms as one in", "Such as “copy” and “copied”.", this.#stem),
        this.#error,
        h("div", { class: "choices" },
          h("button", { class: "primary" }, "Done"),
          h("button", { type: "button", class: "link", onclick: () => this.#reset() }, "As recommended"))),
    );
    this.#dialog.addEventListener("change", () => this.apply(this.#options()));
    byId("open-options").addEventListener("click", () => this.#dialog.showModal());
  }

  /** Whether a person is choosing options. */
  get open(): boolean {
    return this.#dialog.open;
  }

  /** Shows `options` as the ones in force. */
  show({ shingle, run, words, stop_words, stemmer }: Options): void {
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

  #options(): Options {
    this.#error.textContent = "";
    return {
      ...(this.#shingle.value ? { shingle: Number(this.#shingle.value) } : {}),
      ...(this.#run.value ? { run: Number(this.#run.value) } : {}),
      words: this.#words.value as NonNullable<Options["words"]>,
      stop_words: this.#stop.value || null,
      stemmer: this.#stem.value || null,
    };
  }

  #reset(): void {
    this.show({});
    this.apply({});
  }
}

function select(choices: Record<string, string>): HTMLSelectElement {
  return h("select", {}, ...Object.entries(choices).map(([value, label]) => h("option", { value }, label)));
}
