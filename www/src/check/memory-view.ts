//! The texts that are remembered on this device, where an index is chosen: how many there are, and what can be done with all of them.

import { h, icon } from "../page/dom.ts";
import { save } from "../page/download.ts";
import { note } from "../page/notices.ts";
import type { Problem } from "../protocol/comparing.ts";
import { REMEMBERED } from "../words/remembered.ts";
import { inWords } from "./problems.ts";

export interface Memory {
  /** How many texts are remembered. */
  remembered(): Promise<number>;
  exportRemembered(): Promise<string>;
  /** How many texts of a file are new. */
  importRemembered(file: string): Promise<number>;
  forgetAll(): Promise<void>;
}

export class MemoryView {
  readonly element = h("div", { class: "memory", hidden: true });
  #about = h("p", { class: "hint", role: "status" }, REMEMBERED.opening);
  #problem = h("p", { class: "error", role: "alert", hidden: true });
  #file = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => void this.#import() });
  #export = h("button", { type: "button", class: "link", onclick: () => void this.#try(() => this.#save()) }, REMEMBERED.export);
  #forget = h("button", { type: "button", class: "link", onclick: () => void this.#try(() => this.#forgetAll()) }, REMEMBERED.forgetAll);
  #count: number | undefined;

  constructor(
    private memory: Memory,
    /** Called once it is known how many texts there are. */
    private counted: () => void,
  ) {
    const choose = h("button", { type: "button", class: "link", onclick: () => this.#file.click() }, REMEMBERED.import);
    this.element.append(
      this.#about, this.#problem,
      h("div", { class: "memory-actions" }, this.#export, choose, this.#forget), this.#file,
      h("p", { class: "hint" }, h("b", {}, REMEMBERED.leaves), " ", REMEMBERED.about));
  }

  /** Whether texts can be remembered and found here. */
  get ready(): boolean {
    return this.#count !== undefined;
  }

  /** Counts the texts anew. */
  async refresh(): Promise<void> {
    await this.#try(() => this.#recount());
  }

  async #recount(): Promise<void> {
    this.#count = undefined;
    this.#count = await this.memory.remembered();
    this.#about.textContent = this.#count === 0 ? REMEMBERED.none : REMEMBERED.described(this.#count);
    this.#export.hidden = this.#forget.hidden = this.#count === 0;
  }

  async #save(): Promise<void> {
    save(`${REMEMBERED.file}.json`, "application/json", await this.memory.exportRemembered());
  }

  async #import(): Promise<void> {
    const [file] = this.#file.files ?? [];
    this.#file.value = "";
    if (!file) return;
    await this.#try(async () => {
      note(REMEMBERED.imported(await this.memory.importRemembered(await file.text())));
      await this.#recount();
    });
  }

  /** They come back when the person wants that. */
  async #forgetAll(): Promise<void> {
    const [count, all] = [this.#count ?? 0, await this.memory.exportRemembered()];
    await this.memory.forgetAll();
    const undo = () => this.#try(() => this.memory.importRemembered(all).then(() => this.#recount()));
    note(REMEMBERED.forgotten(count), { label: REMEMBERED.undo, run: () => void undo() });
    await this.#recount();
  }

  /** Says what goes wrong, until something else goes well. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#problem.hidden = true;
    } catch (problem) {
      this.#problem.replaceChildren(icon("warning"), " ", ...inWords(problem as Problem));
      this.#problem.hidden = false;
    }
    this.#about.hidden = !this.ready && !this.#problem.hidden;
    this.counted();
  }
}
