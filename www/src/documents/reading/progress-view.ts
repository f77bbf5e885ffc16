//! How far reading is: a card at the edge of the page, so that nothing moves when it comes and goes.

import { h } from "../../page/dom.ts";
import { READERS } from "../../words/readers.ts";
import type { Progress } from "./reader.ts";

/** From this many on, the pages of a PDF are counted too. */
const MANY_PAGES = 20;

export class ProgressView {
  #said = h("p", {});
  #bar = h("progress", { "aria-label": READERS.progressLabel });
  #element: HTMLElement;

  constructor(stop: () => void) {
    this.#element = h("section", { class: "reading", "aria-label": READERS.progressTitle, hidden: true },
      h("div", {}, this.#said, this.#bar),
      h("button", { type: "button", class: "plain", onclick: stop }, READERS.stop));
    document.body.append(this.#element);
  }

  show(progress: Progress): void {
    this.#element.hidden = !progress;
    if (!progress) return;
    const { done, all, page } = progress;
    const pages = page && page.pages > MANY_PAGES ? `, ${READERS.progressPage(page.page, page.pages)}` : "";
    this.#said.textContent = READERS.progress(done, all) + pages;
    this.#bar.max = all;
    this.#bar.value = done + (page ? page.page / page.pages : 0);
  }
}
