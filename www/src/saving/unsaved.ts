//! Verdicts, notes and passages taken out that would be gone with the page, as they are neither kept on this device nor in a project
//! file: of how many pairs they are is said beside what keeps them, and leaving the page asks.

import type { Documents } from "../documents/documents.ts";
import { byId, h } from "../page/dom.ts";
import type { Taken, TakenOut } from "../pairs/taken-out.ts";
import type { Judged, Verdicts } from "../pairs/verdicts.ts";
import { UNSAVED } from "../words/saving.ts";

/** What a person decided of pairs. */
export interface Decided {
  judged: Judged[];
  taken: Taken[];
}

export class Unsaved {
  #line = byId("unsaved");
  #filed: Decided = { judged: [], taken: [] };
  #drawing = false;

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
    private takenOut: TakenOut,
    /** Whether all is kept on this device. */
    private isKept: () => boolean,
    private saveProject: () => void,
  ) {
    verdicts.observe(() => this.update());
    takenOut.observe(() => this.update());
    documents.observe(({ is }) => {
      if (is === "added" || is === "removed") this.update();
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.pairs > 0) event.preventDefault();
    });
  }

  /** What the project file has that was saved or opened last. */
  get filed(): Decided {
    return this.#filed;
  }

  set filed(decided: Decided) {
    this.#filed = decided;
    this.update();
  }

  /** What is decided now. */
  get decided(): Decided {
    return { judged: this.verdicts.all, taken: this.takenOut.all };
  }

  /** How many pairs have another verdict or note than is kept, or other passages taken out. */
  get pairs(): number {
    if (this.isKept()) return 0;
    const isHere = ({ a, b }: { a: number; b: number }) => this.documents.get(a) && this.documents.get(b);
    const now = texts(this.decided);
    const then = texts({ judged: this.#filed.judged.filter(isHere), taken: this.#filed.taken.filter(isHere) });
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

/** What was decided of each pair. */
function texts({ judged, taken }: Decided): Map<string, string> {
  const decided = new Map(judged.map(({ a, b, verdict, note, others }) => [`${a} ${b}`, `${verdict} ${note} ${others ? JSON.stringify(others) : ""}`]));
  for (const { a, b, ...one } of taken) {
    const pair = `${a} ${b}`;
    decided.set(pair, `${decided.get(pair) ?? ""} ${JSON.stringify([one.at, one.all, one.texts, one.reason, one.words])}`);
  }
  return decided;
}
