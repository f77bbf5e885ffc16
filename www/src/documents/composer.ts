//! Where texts are put in: a field to paste or type into, pickers for files and folders, and the whole page to drop on.
//! A long paste never enters a text field, which would hold up the page; it becomes a document at once.

import { byId } from "../page/dom.ts";
import { EDITABLE } from "./documents.ts";
import type { Doc, Documents, NewDoc } from "./documents.ts";
import type { Intake } from "./intake.ts";

export class Composer {
  #draft = byId<HTMLTextAreaElement>("draft");
  #add = byId<HTMLButtonElement>("add-draft");
  /** The document that is being typed; it is compared as it grows. */
  #typed: Doc | undefined;

  /** `entered` is called when a text that was typed is finished by Ctrl and Enter. */
  constructor(
    private documents: Documents,
    private intake: Intake,
    example: NewDoc[],
    entered: () => void = () => undefined,
  ) {
    this.#draft.addEventListener("input", () => this.#type());
    this.#draft.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        this.finish();
        this.#draft.focus();
        entered();
      }
    });
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
      this.#draft.focus();
    });
    byId("example").addEventListener("click", () => documents.add(...example));
    this.#picker("choose-files", "files", false);
    this.#picker("choose-folder", "folder", true);
    document.addEventListener("paste", (event) => this.#paste(event));
    this.#dropping();
  }

  /** The document being typed, if there is one. */
  get typed(): Doc | undefined {
    return this.#typed;
  }

  #type(): void {
    const text = this.#draft.value;
    if (this.#typed && !this.documents.get(this.#typed.id)) this.#typed = undefined;
    if (text.trim() === "") {
      if (this.#typed) this.documents.remove(this.#typed.id);
      this.#typed = undefined;
    } else if (this.#typed) {
      this.documents.setSource(this.#typed, text);
    } else {
      const name = this.documents.nameForPaste();
      [this.#typed] = this.documents.add({ name, source: text, format: "plain" });
    }
    this.#add.hidden = this.#typed === undefined;
  }

  /** What was typed stays a document; the field is free for the next. */
  finish(): void {
    this.#typed = undefined;
    this.#draft.value = "";
    this.#add.hidden = true;
  }

  #paste(event: ClipboardEvent): void {
    const data = event.clipboardData;
    if (!data) return;
    const field = event.target instanceof Element && event.target.closest("input, textarea");
    const intoDraft = event.target === this.#draft && this.#draft.value === "";
    const files = data.files.length > 0;
    const text = files ? "" : data.getData("text/plain");
    const long = text.length > EDITABLE;
    if (field && !intoDraft && !files && !long) return;
    event.preventDefault();
    if (files) void this.intake.transfer(data);
    else if (text) this.intake.text(text);
  }

  #picker(button: string, input: string, folder: boolean): void {
    const picker = byId<HTMLInputElement>(input);
    byId(button).addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => {
      if (picker.files) void this.intake.files(picker.files, folder);
      picker.value = "";
    });
  }

  #dropping(): void {
    const veil = byId("drop-veil");
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      veil.hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) veil.hidden = true;
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      veil.hidden = true;
      if (event.dataTransfer) void this.intake.transfer(event.dataTransfer);
    });
  }
}
