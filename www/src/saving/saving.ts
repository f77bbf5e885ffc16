//! What is handed on, as the rest of the page sees it: the dialog and what it makes are loaded when they are first needed.

import { isolated } from "../page/dom.ts";
import { note } from "../page/notices.ts";
import type { Problem } from "../protocol/comparing.ts";
import { PROJECT } from "../words/project.ts";
import { SAVING } from "../words/saving.ts";
import type { Offer, SaveDialog } from "./dialog.ts";
import type { Project } from "./project.ts";
import { Workspace } from "./workspace.ts";

export class Saving {
  #dialog: SaveDialog | undefined;

  constructor(private workspace: Workspace) {}

  /** Opens the dialog to save these pairs. */
  async save(offer: Offer): Promise<void> {
    try {
      const { SaveDialog } = await import("./dialog.ts");
      this.#dialog ??= new SaveDialog(this.workspace);
    } catch {
      return note(SAVING.failed(SAVING.noParts));
    }
    this.#dialog.show(offer);
  }

  /** Reads a project file; says what is wrong with it and gives nothing if it is no good. */
  async read(file: File): Promise<Project | undefined> {
    try {
      const { read } = await import("./project.ts");
      return await read(file);
    } catch (error) {
      const { what = SAVING.noParts, remedy = PROJECT.remedy } = error as Partial<Problem>;
      note(PROJECT.refused(isolated(file.name), what, remedy));
      return undefined;
    }
  }
}
