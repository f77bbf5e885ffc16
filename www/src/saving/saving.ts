//! What is handed on, as the rest of the page sees it: the dialog and what it makes are loaded when they are first needed.

import { isolated } from "../page/dom.ts";
import { note } from "../page/notices.ts";
import type { Problem } from "../protocol/comparing.ts";
import { PROJECT } from "../words/project.ts";
import { SAVING } from "../words/saving.ts";
import { SETTINGS_LINK } from "../words/settings-link.ts";
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

  /** Copies a link that opens the page with these settings. */
  async copyLink(): Promise<void> {
    try {
      const { settingsLink } = await import("./settings-link.ts");
      const link = await settingsLink(this.workspace);
      const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
      note(copied ? SETTINGS_LINK.copied(this.workspace.documents.all.filter(({ template }) => template).length) : SETTINGS_LINK.shown(link));
    } catch (error) {
      note(SETTINGS_LINK.failed(error instanceof Error && !(error instanceof TypeError) ? error.message : SAVING.noParts));
    }
  }

  /** The settings of a link; says what is wrong with them and gives nothing if they are no good. */
  async fromLink(packed: string): Promise<Project | undefined> {
    try {
      const { fromLink } = await import("./settings-link.ts");
      return await fromLink(packed);
    } catch (error) {
      note(SETTINGS_LINK.refused((error as Partial<Problem>).what ?? SAVING.noParts));
      return undefined;
    }
  }

  /** Puts the verdicts of a project beside those that are here, where it has the same documents and the person chooses that; returns whether
   * nothing is left to be done with it. */
  async beside(project: Project, fileName: string): Promise<boolean> {
    try {
      const { beside } = await import("./second-marker.ts");
      return await beside(project, fileName, this.workspace);
    } catch {
      note(SAVING.noPartsToOpen);
      return true;
    }
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
