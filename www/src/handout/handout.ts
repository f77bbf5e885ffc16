//! What is handed on, as the rest of the page sees it: the dialog and what it makes are loaded when they are first needed.

import { isolated } from "../dom.ts";
import { note } from "../notices.ts";
import { PROJECT } from "../texts/project.ts";
import { HANDOUT } from "../texts/handout.ts";
import type { Problem } from "../protocol.ts";
import type { Offer, SaveDialog } from "./dialog.ts";
import { Here } from "./here.ts";
import type { Project } from "./project.ts";

export class Handout {
  #dialog: SaveDialog | undefined;

  constructor(private here: Here) {}

  /** Opens the dialog to save these pairs. */
  async save(offer: Offer): Promise<void> {
    try {
      const { SaveDialog } = await import("./dialog.ts");
      this.#dialog ??= new SaveDialog(this.here);
    } catch {
      return note(HANDOUT.failed(HANDOUT.noParts));
    }
    this.#dialog.show(offer);
  }

  /** Reads a project file; says what is wrong with it and gives nothing if it is no good. */
  async read(file: File): Promise<Project | undefined> {
    try {
      const { read } = await import("./project.ts");
      return await read(file);
    } catch (error) {
      const { what = HANDOUT.noParts, remedy = PROJECT.remedy } = error as Partial<Problem>;
      note(PROJECT.refused(isolated(file.name), what, remedy));
      return undefined;
    }
  }
}
