//! Verdicts and notes that would be gone with the page, as they are neither kept on this device nor in a project file: how many
//! they are is said beside what keeps them, and leaving the page asks.

import type { Documents } from "../documents/documents.ts";
import { byId, h } from "../page/dom.ts";
import type { Judged, Verdicts } from "../pairs/verdicts.ts";
import { UNSAVED } from "../words/saving.ts";

export class Unsaved {
  #line = byId("unsaved");
  #filed: Judged[] = [];
  #drawing = false;

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
    /** Whether all is kept on this device. */
    private isKept: () => boolean,
    private saveProject: () => void,
  ) {
    verdicts.observe(() => this.update());
    documents.observe(({ is }) => {
      if (is === "added" || is === "removed") this.update();
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.pairs > 0) event.preventDefault();
    });
  }

  /** The verdicts and notes of the project file that was saved or opened last. */
  get filed(): Judged[] {
    return this.#filed;
  }

  set filed(judged: Judged[]) {
    this.#filed = judged;
    this.update();
  }

  /** How many pairs have another verdict or note than is kept. */
  get pairs(): number {
    if (this.isKept()) return 0;
    const now = texts(this.verdicts.all);
    const then = texts(this.#filed.filter(({ a, b }) => this.documents.get(a) && this.documents.get(b)));
    return [...new Set([...now.keys(), ...then.keys()])].filter((pair) => now.get(pair) !== then.get(pair)).length;
  }

  /** Says, once all that changes now has changed, what is not kept. */
  update(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      const { pairs } = this;
      const save = h("button", { type: "button", class: "link", onclick: () => this.saveProject() }, UNSAVED.save);
      this.#line.replaceChildren(...(pairs > 0 ? [UNSAVED.said(pairs), " ", save] : []));
      this.#line.hidden = pairs === 0;
    });
  }
}

/** What was thought of each pair. */
function texts(judged: Judged[]): Map<string, string> {
  return new Map(judged.map(({ a, b, verdict, note }) => [`${a} ${b}`, `${verdict} ${note}`]));
}
