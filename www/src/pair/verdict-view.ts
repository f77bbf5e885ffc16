//! The reader's verdict on a pair, and a note.

import { h, icon, named, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { differ } from "../pairs/verdicts.ts";
import type { Opinion, Verdict, Verdicts } from "../pairs/verdicts.ts";
import { moment } from "../words/format.ts";
import { VERDICTS } from "../words/verdicts.ts";

/** A note is kept when nothing was typed for this long, and when its field is left. */
const TYPED_MS = 400;

/** The key of each verdict. */
const KEYS = { copied: "c", fine: "f", again: "l" } as const;
export const NOTE_KEY = "w";

type Given = Exclude<Verdict, "">;

export class VerdictView {
  readonly element: HTMLElement;
  #buttons: Map<Given, HTMLButtonElement>;
  #open = h("button", { type: "button", class: "quiet", "aria-expanded": "false", title: VERDICTS.key(VERDICTS.note, NOTE_KEY), onclick: () => this.toggleNote() }, icon("note"), VERDICTS.note);
  #note = h("textarea", { rows: 2, dir: "auto", maxlength: 10_000, hidden: true, "aria-label": VERDICTS.noteAbout, placeholder: VERDICTS.notePlaceholder });
  #others = h("ul", { class: "opinions", "aria-label": VERDICTS.others });
  #differ = h("p", { class: "differ" }, VERDICTS.differ);
  #pair: [number, number] | undefined;
  /** The note as it was before anything was typed. */
  #noted = "";
  #typed: ReturnType<typeof setTimeout> | undefined;

  constructor(private verdicts: Verdicts) {
    this.#buttons = new Map((Object.keys(KEYS) as Given[]).map((verdict) => [
      verdict,
      h("button", { type: "button", title: VERDICTS.key(VERDICTS.names[verdict], KEYS[verdict]), onclick: () => this.give(verdict) }, icon(verdict), VERDICTS.names[verdict]),
    ]));
    this.element = h("div", { class: "verdict-bar" },
      h("div", { class: "switch", role: "group", "aria-label": VERDICTS.group }, ...this.#buttons.values()),
      this.#open,
      this.#note,
      this.#others,
      this.#differ);
    // It may have been given in another tab.
    verdicts.observe(({ a, b }) => {
      if (this.#pair && a === Math.min(...this.#pair) && b === Math.max(...this.#pair)) this.#renew();
    });
    this.#note.addEventListener("input", () => {
      clearTimeout(this.#typed);
      this.#typed = setTimeout(() => this.#keep(), TYPED_MS);
    });
    this.#note.addEventListener("change", () => this.#keep());
    window.addEventListener("beforeunload", () => this.#keep());
    window.addEventListener("pagehide", () => this.#keep());
  }

  /** Shows the verdict on a pair; what was typed about the one before is kept first. */
  show(a: number, b: number): void {
    this.#keep();
    this.#pair = [a, b];
    const { note = "" } = this.verdicts.of(a, b) ?? {};
    this.#note.value = this.#noted = note;
    this.#reveal(note !== "");
    this.#draw();
  }

  /** Gives a verdict, or takes it back if it is the one given. */
  give(verdict: Given): void {
    if (!this.#pair) return;
    const [a, b] = this.#pair;
    const given = this.verdicts.of(a, b)?.verdict === verdict ? "" : verdict;
    this.verdicts.judge(a, b, { verdict: given });
    announce(given ? VERDICTS.given(VERDICTS.names[given]) : VERDICTS.taken);
    this.#draw();
  }

  /** Opens the note to be written, or closes it. */
  toggleNote(): void {
    this.#reveal(this.#note.hidden);
    if (!this.#note.hidden) this.#note.focus();
  }

  /** The actions of keys. */
  get keys(): Record<string, () => void> {
    const give = Object.entries(KEYS).map(([verdict, key]) => [key, () => this.give(verdict as Given)]);
    return { ...Object.fromEntries(give), [NOTE_KEY]: () => this.toggleNote() };
  }

  #reveal(open: boolean): void {
    this.#note.hidden = !open;
    set(this.#open, "aria-expanded", String(open));
  }

  #keep(): void {
    clearTimeout(this.#typed);
    if (!this.#pair) return;
    const [a, b] = this.#pair;
    const note = this.#note.value.trim();
    if (note !== this.#noted) this.verdicts.judge(a, b, { note });
  }

  /** Shows what the pair has now, but for a note that is being typed. */
  #renew(): void {
    const { note = "" } = this.verdicts.of(...this.#pair!) ?? {};
    if (this.#note.value.trim() === this.#noted && note !== this.#noted) {
      this.#note.value = note;
      if (note !== "") this.#reveal(true);
    }
    this.#noted = note;
    this.#draw();
  }

  #draw(): void {
    const judged = this.#pair && this.verdicts.of(...this.#pair);
    for (const [each, button] of this.#buttons) set(button, "aria-pressed", String(each === judged?.verdict));
    const { others = [] } = judged ?? {};
    this.#others.replaceChildren(...others.map(opinion));
    this.#others.hidden = others.length === 0;
    this.#differ.hidden = !judged || !differ(judged);
  }
}

/** What somebody else thinks of a pair, with the name and the time. */
function opinion({ by, verdict, note, at }: Opinion): HTMLElement {
  const time = new Date(at);
  return h("li", {},
    named(by, { class: "who" }), verdict && icon(verdict), verdict && h("b", {}, VERDICTS.names[verdict]),
    !Number.isNaN(time.getTime()) && h("time", { datetime: at, class: "hint" }, moment(time)),
    note && h("p", { dir: "auto", class: "opinion-note" }, note));
}
