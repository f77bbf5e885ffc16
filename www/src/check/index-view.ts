//! The choice of an index and of how much it learns. Nothing of a document is sent before the person says so.

import { byId, h, icon, set } from "../page/dom.ts";
import type { AccessMode, Facts } from "../protocol/checking.ts";
import type { Problem } from "../protocol/comparing.ts";
import { CHECKING } from "../words/checking.ts";
import { bytes, count, counted } from "../words/format.ts";
import { NEAR } from "../words/near.ts";
import { REMEMBERED } from "../words/remembered.ts";
import { nameOf, preferred, price, sentence, unavailable, ACCESS_MODES } from "./access-modes.ts";
import type { Asking } from "./checks.ts";
import { addressOf, DEVICE, Indexes, OWN, shown } from "./indexes.ts";
import { MemoryView } from "./memory-view.ts";
import type { Memory } from "./memory-view.ts";
import { inWords } from "./problems.ts";

const CHOICE = CHECKING.choice;

export interface AskingEvents {
  /** Asks what is at an address; rejects with a problem. */
  open(address: string): Promise<Facts>;
  changed(): void;
  check(): void;
  cancel(): void;
}

type Opened = { is: "opening" } | { is: "open"; facts: Facts } | { is: "failed"; problem: Problem };

const OPENING: Opened = { is: "opening" };

/** The value of what adds an index, among the addresses of those there are. */
const ADD = "add";

export class AskingView {
  #indexes = new Indexes();
  #opened = new Map<string, Opened>();
  #address = OWN;
  #mode: AccessMode = "download";
  /** The access mode that the person chose; an index that has it is used so. */
  #wanted: AccessMode | undefined;
  #words = 0;
  /** What of the index is shown. */
  #drawn: Opened | undefined;
  #select = h("select", { id: "index" });
  #facts = h("p", { class: "index-facts hint", role: "status" });
  #forget = h("button", { type: "button", class: "link", onclick: () => this.#remove() }, CHOICE.forget);
  #choiceOf = new Map<AccessMode, Choice>();
  #choices = h("fieldset", { class: "ways" }, h("legend", {}, CHOICE.leaves));
  #memory: MemoryView;
  #summary = h("span", { class: "asking-summary" });
  #leaves = h("p", { class: "leaves hint" });
  #details = h("details", { class: "asking-details", open: true });
  #go = h("button", { type: "button", class: "primary", id: "check", onclick: () => this.events.check() }, CHOICE.check);
  #cancel = h("button", { type: "button", class: "plain", id: "cancel", hidden: true, onclick: () => this.events.cancel() }, CHOICE.cancel);
  #dialog = byId<HTMLDialogElement>("add-index");

  constructor(
    host: HTMLElement,
    private events: AskingEvents,
    memory: Memory,
  ) {
    this.#memory = new MemoryView(memory, () => this.#changed());
    for (const mode of ACCESS_MODES) {
      const choice = new Choice(mode, () => this.#chooseMode(mode));
      this.#choiceOf.set(mode, choice);
      this.#choices.append(choice.element);
    }
    this.#select.addEventListener("change", () => this.#chosen());
    this.#details.append(
      h("summary", {}, this.#summary),
      h("div", { class: "asking-body" },
        h("div", { class: "index-field" },
          h("label", { for: "index" }, CHOICE.index), this.#select,
          this.#facts, this.#forget),
        this.#memory.element, this.#choices),
    );
    this.#details.addEventListener("toggle", () => this.#draw());
    host.append(this.#details, h("div", { class: "go" }, this.#leaves, h("div", { class: "choices" }, this.#go, this.#cancel)));
    this.#addDialog();
    this.#listIndexes();
    void this.#open(this.#address);
  }

  /** What would be used now, if it is there. */
  get asking(): Asking | undefined {
    if (this.#address === DEVICE) return this.#memory.ready ? { address: DEVICE, mode: null } : undefined;
    return this.facts ? { address: this.#address, mode: this.#mode } : undefined;
  }

  get facts(): Facts | undefined {
    const opened = this.#opened.get(this.#address);
    return opened?.is === "open" ? opened.facts : undefined;
  }

  /** Counts anew what is remembered on this device. */
  recount(): Promise<void> {
    return this.#memory.refresh();
  }

  /** Opens the index anew. */
  reopen(): Promise<void> {
    this.#opened.delete(this.#address);
    return this.#open(this.#address);
  }

  /** Folds the choices away, once they have been made. */
  fold(): void {
    this.#details.open = false;
  }

  /** What can be checked: how many documents, how many of them have not been, and their words. */
  update(outstanding: number, documents: number, words: number, running: boolean): void {
    this.#words = words;
    const which = documents === 1 ? CHOICE.thisText : counted(outstanding || documents, "document");
    this.#go.textContent = documents === 0 ? CHOICE.check : outstanding === 0 ? CHOICE.checkAgain(which) : CHOICE.checkWhat(which);
    set(this.#go, "class", outstanding === 0 && documents > 0 ? "plain" : "primary");
    this.#go.disabled = documents === 0 || !this.asking;
    this.#go.hidden = running;
    this.#cancel.hidden = !running;
    this.#draw();
  }

  async #open(address: string): Promise<void> {
    if (!this.#opened.has(address)) {
      const opening: Opened = { ...OPENING };
      this.#opened.set(address, opening);
      this.#draw();
      const opened = await this.events.open(address).then(
        (facts): Opened => ({ is: "open", facts }),
        (problem: Problem): Opened => ({ is: "failed", problem }),
      );
      if (this.#opened.get(address) === opening) this.#opened.set(address, opened);
    }
    if (this.facts) this.#mode = this.#wanted && this.facts.ways.includes(this.#wanted) ? this.#wanted : preferred(this.facts);
    this.#changed();
  }

  #changed(): void {
    this.#draw();
    this.events.changed();
  }

  #chosen(): void {
    if (this.#select.value === ADD) {
      this.#select.value = this.#address;
      return this.#dialog.showModal();
    }
    this.#address = this.#select.value;
    if (this.#address !== DEVICE) return void this.#open(this.#address);
    this.#changed();
    void this.#memory.refresh();
  }

  #chooseMode(mode: AccessMode): void {
    this.#mode = this.#wanted = mode;
    this.#changed();
  }

  #remove(): void {
    this.#indexes.remove(this.#address);
    this.#opened.delete(this.#address);
    this.#address = OWN;
    this.#listIndexes();
    this.#select.focus();
    void this.#open(OWN);
  }

  #listIndexes(): void {
    this.#select.replaceChildren(
      ...this.#indexes.all.map((address) => h("option", { value: address }, shown(address))),
      h("option", { value: DEVICE }, shown(DEVICE)),
      h("option", { value: ADD }, CHOICE.another),
    );
    this.#select.value = this.#address;
  }

  /** The dialog that takes another index's address; it is kept once something answered there. */
  #addDialog(): void {
    const address = h("input", { type: "text", inputmode: "url", spellcheck: "false", autocapitalize: "off", placeholder: "https://example.org/index/", id: "index-address" });
    const error = h("p", { class: "error", role: "alert" });
    const add = h("button", { type: "submit", class: "primary" }, CHOICE.add);
    const form = h("form", { novalidate: true },
      h("h2", { id: "add-index-title" }, CHOICE.addTitle),
      h("p", {}, CHOICE.addAbout),
      h("label", { class: "field" }, h("span", {}, CHOICE.address), address),
      error,
      h("div", { class: "choices" }, add, h("button", { type: "button", class: "plain", onclick: () => this.#dialog.close() }, CHOICE.cancel)));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      error.textContent = "";
      add.disabled = true;
      try {
        const whole = addressOf(address.value);
        const facts = await this.events.open(whole);
        this.#indexes.add(whole);
        this.#opened.set(whole, { is: "open", facts });
        this.#address = whole;
        this.#listIndexes();
        this.#dialog.close();
        await this.#open(whole);
      } catch (problem) {
        error.replaceChildren(...inWords(problem as Problem));
        address.focus();
      }
      add.disabled = false;
    });
    this.#dialog.addEventListener("close", () => {
      address.value = error.textContent = "";
      this.#select.focus();
    });
    this.#dialog.append(form);
  }

  #draw(): void {
    const opened = this.#opened.get(this.#address) ?? OPENING;
    const { facts } = this;
    const here = this.#address === DEVICE;
    if (opened !== this.#drawn) this.#drawFacts(opened);
    this.#facts.hidden = this.#choices.hidden = here;
    this.#memory.element.hidden = !here;
    this.#forget.hidden = here || this.#address === OWN;
    for (const [mode, choice] of this.#choiceOf) choice.draw(facts, mode === this.#mode, this.#words);
    const how = here ? REMEMBERED.leaves : facts ? nameOf(this.#mode, facts) : "";
    this.#summary.replaceChildren(h("b", {}, shown(this.#address)), h("span", { class: "hint" }, how));
    this.#leaves.replaceChildren(h("b", {}, CHOICE.leavesColon), sentence(this.#mode, facts));
    this.#leaves.hidden = this.#details.open || !facts;
  }

  #drawFacts(opened: Opened): void {
    this.#drawn = opened;
    const button = (label: string, onclick: () => void) => h("button", { type: "button", class: "link", onclick }, label);
    this.#facts.classList.toggle("error", opened.is === "failed");
    if (opened.is === "opening") {
      this.#facts.textContent = CHOICE.opening;
    } else if (opened.is === "open") {
      this.#facts.textContent = described(opened.facts);
    } else if (opened.problem.kind === "no-index" && this.#address === OWN) {
      this.#facts.classList.remove("error");
      this.#facts.replaceChildren(CHOICE.noneHere, button(CHOICE.addOne, () => this.#dialog.showModal()));
    } else {
      this.#facts.replaceChildren(icon("warning"), " ", ...inWords(opened.problem), " ", button(CHOICE.tryAgain, () => void this.reopen()));
    }
  }
}

/** One access mode, as a person chooses it. */
class Choice {
  readonly element: HTMLElement;
  #radio: HTMLInputElement;
  #name: HTMLElement;
  #price = h("span", { class: "price" });
  #sentence: HTMLElement;

  constructor(
    private mode: AccessMode,
    chosen: () => void,
  ) {
    const about = `way-${mode}`;
    this.#radio = h("input", { type: "radio", name: "way", value: mode, "aria-labelledby": `${about}-name`, "aria-describedby": about, onchange: chosen });
    this.#sentence = h("span", { class: "sentence", id: about });
    this.#name = h("span", { class: "way-name", id: `${about}-name` }, nameOf(mode));
    this.element = h("label", { class: "way" }, this.#radio, h("span", { class: "way-head" }, this.#name, this.#price), this.#sentence);
  }

  draw(facts: Facts | undefined, chosen: boolean, words: number): void {
    const there = facts?.ways.includes(this.mode) ?? false;
    this.#radio.checked = chosen && there;
    this.#radio.disabled = !there;
    set(this.element, "class", there ? "way" : "way absent");
    this.#name.textContent = nameOf(this.mode, facts);
    this.#price.textContent = facts && there ? price(this.mode, facts, words) : "";
    this.#sentence.textContent = there || !facts ? sentence(this.mode, facts) : unavailable(this.mode, facts);
  }
}

function described(facts: Facts): string {
  if (facts.find === "documents") return NEAR.described(facts.documents, facts.known_by, facts.bytes > 0 ? `, ${bytes(facts.bytes)}` : "");
  const kept = facts.texts ? CHOICE.withTexts : CHOICE.withoutTexts;
  const missing = facts.missing.length > 0 ? CHOICE.missing(counted(facts.missing.length, "part")) : "";
  const size = facts.bytes > 0 ? `, ${bytes(facts.bytes)}` : "";
  return CHOICE.described(counted(facts.documents, "document"), count(facts.passages), kept, size, facts.run, missing);
}
