//! Where a person says what is to be saved, and hears how far it is.

import { h } from "../page/dom.ts";
import { fileName, save } from "../page/download.ts";
import { announce, note } from "../page/notices.ts";
import { count, counted } from "../words/format.ts";
import { SAVING } from "../words/saving.ts";
import type { Progress, Choice } from "./choice.ts";
import { csv } from "./csv.ts";
import { pairsJson } from "./json.ts";
import { list } from "./listing.ts";
import { write } from "./project.ts";
import { docx } from "./report/docx.ts";
import { report } from "./report/file.ts";
import { gather } from "./report/gather.ts";
import type { Workspace } from "./workspace.ts";

/** A report holds both texts of each pair; more pairs than this make one that no browser likes to open. */
const MOST_IN_REPORT = 200;

type Kind = keyof typeof SAVING.kinds;
type Scope = "listed" | "sharing" | "copied";

/** What is offered: the pairs of the list, or one pair. */
export interface Offer {
  pairs: [number, number][];
  /** Whether it is the pair that is open. */
  one: boolean;
  /** What is to be saved, unless the person chooses something else. */
  kind?: Kind;
}

export class SaveDialog {
  #offer: Offer = { pairs: [], one: false };
  #kinds = h("fieldset", { class: "save-kinds" }, h("legend", {}, SAVING.what));
  #title = h("input", { type: "text", dir: "auto", maxlength: 200, placeholder: SAVING.defaultTitle });
  #by = h("input", { type: "text", dir: "auto", maxlength: 200, autocomplete: "name", "aria-describedby": "save-by-hint" });
  #scope = h("select", { "aria-describedby": "save-scope-hint" });
  #scopeHint = h("p", { class: "hint", id: "save-scope-hint" });
  #whole = h("select", { "aria-describedby": "save-whole-hint" }, h("option", { value: "whole" }, SAVING.whole), h("option", { value: "passages" }, SAVING.passages));
  #wholeHint = h("p", { class: "hint", id: "save-whole-hint" }, SAVING.passagesHint);
  #anonymous = h("input", { type: "checkbox", "aria-describedby": "save-anonymous-hint" });
  #judgements = h("input", { type: "checkbox", checked: true });
  #summary = h("input", { type: "checkbox", checked: true });
  #error = h("p", { class: "error", role: "alert" });
  #progress = h("p", { class: "hint", role: "status" });
  #confirm = h("button", { type: "submit", class: "primary" }, SAVING.confirm);
  #fields = {
    title: h("label", { class: "field" }, h("span", {}, SAVING.heading), this.#title),
    by: h("div", {}, h("label", { class: "field" }, h("span", {}, SAVING.by), this.#by), h("p", { class: "hint", id: "save-by-hint" }, SAVING.byHint)),
    scope: h("div", {}, h("label", { class: "field" }, h("span", {}, SAVING.which), this.#scope), this.#scopeHint),
    whole: h("div", {}, h("label", { class: "field" }, h("span", {}, SAVING.holds), this.#whole), this.#wholeHint),
    anonymous: h("div", {}, h("label", { class: "check" }, this.#anonymous, SAVING.anonymous), h("p", { class: "hint", id: "save-anonymous-hint" }, SAVING.anonymousHint)),
    summary: h("label", { class: "check" }, this.#summary, SAVING.summary),
    judgements: h("label", { class: "check" }, this.#judgements, SAVING.judgements),
  };
  #dialog = h("dialog", { id: "save", "aria-labelledby": "save-title" });
  /** Counts what is made; what was cancelled is not saved. */
  #call = 0;

  constructor(private workspace: Workspace) {
    for (const [kind, [name, about]] of Object.entries(SAVING.kinds)) {
      const radio = h("input", { type: "radio", name: "kind", value: kind, checked: kind === "report" });
      this.#kinds.append(h("label", { class: "save-kind" }, radio, h("span", {}, h("b", {}, name), h("span", { class: "hint" }, about))));
    }
    const form = h("form", { method: "dialog" },
      h("h2", { id: "save-title" }, SAVING.title),
      this.#kinds,
      ...Object.values(this.#fields),
      this.#error,
      this.#progress,
      h("div", { class: "choices" }, this.#confirm, h("button", { type: "button", class: "link", onclick: () => this.#dialog.close() }, SAVING.cancel)));
    form.addEventListener("change", () => this.#fit());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#make();
    });
    this.#dialog.addEventListener("close", () => {
      this.#call += 1;
      this.#rest();
    });
    this.#dialog.append(form);
    document.body.append(this.#dialog);
  }

  /** Opens the dialog on what can be saved. */
  show(offer: Offer): void {
    this.#offer = offer;
    const scopes: [Scope, string][] = [
      ["listed", offer.one ? SAVING.onePair : SAVING.listed(counted(offer.pairs.length, "pair"))],
      ["sharing", SAVING.sharing(counted(this.#pairs("sharing").length, "pair"))],
      ["copied", SAVING.copied(counted(this.#pairs("copied").length, "pair"))],
    ];
    const offered = scopes.filter(([scope]) => scope === "listed" || (!offer.one && this.#pairs(scope).length > 0));
    if (offer.kind) (this.#kinds.querySelector(`[value=${offer.kind}]`) as HTMLInputElement).checked = true;
    this.#scope.replaceChildren(...offered.map(([value, name]) => h("option", { value }, name)));
    this.#fit();
    this.#rest();
    this.#error.textContent = "";
    this.#dialog.showModal();
  }

  get #kind(): Kind {
    return (this.#kinds.querySelector("input:checked") as HTMLInputElement).value as Kind;
  }

  #pairs(scope: Scope): [number, number][] {
    const { engine, verdicts } = this.workspace;
    if (scope === "listed") return this.#offer.pairs;
    if (scope === "sharing") return this.#offer.pairs.filter(([a, b]) => (engine.table.find(a, b)?.passages ?? 0) > 0);
    const copied = new Set(verdicts.all.filter(({ verdict }) => verdict === "copied").map(({ a, b }) => `${a} ${b}`));
    return this.#offer.pairs.filter(([a, b]) => copied.has(`${a} ${b}`));
  }

  /** Shows the fields that what is chosen has. */
  #fit(): void {
    const kind = this.#kind;
    const { title, by, scope, whole, anonymous, summary, judgements } = this.#fields;
    title.hidden = !isReport(kind);
    whole.hidden = kind !== "report";
    by.hidden = !isReport(kind) && kind !== "project";
    summary.hidden = !isReport(kind) || this.#offer.pairs.length < 2 || this.workspace.documents.all.every(({ author }) => !author);
    scope.hidden = anonymous.hidden = judgements.hidden = kind === "project";
    this.#wholeHint.hidden = this.#whole.value === "whole";
    const many = isReport(kind) && this.#pairs(this.#scope.value as Scope).length > MOST_IN_REPORT;
    this.#scopeHint.textContent = many ? SAVING.first(count(MOST_IN_REPORT)) : "";
  }

  /** A report of one pair is called by the names of both, unless nobody is to know them. */
  #name(kind: Kind, { anonymous }: Choice): string {
    const [pair] = this.#offer.pairs;
    if (!isReport(kind) || !this.#offer.one || !pair || anonymous) return SAVING.fileName;
    return SAVING.pairName(...(pair.map((id) => this.workspace.documents.get(id)?.label ?? "") as [string, string]));
  }

  #rest(): void {
    this.#confirm.disabled = false;
    this.#progress.textContent = "";
  }

  async #make(): Promise<void> {
    const call = ++this.#call;
    const kind = this.#kind;
    const pairs = this.#pairs(this.#scope.value as Scope);
    const choice: Choice = {
      title: this.#title.value.trim(),
      by: this.#by.value.trim(),
      pairs: isReport(kind) ? pairs.slice(0, MOST_IN_REPORT) : pairs,
      whole: kind !== "docx" && this.#whole.value === "whole",
      anonymous: this.#anonymous.checked,
      judgements: this.#judgements.checked,
      summary: isReport(kind) && this.#offer.pairs.length > 1 && this.#summary.checked ? pairs : [],
    };
    this.#error.textContent = "";
    this.#confirm.disabled = true;
    const decided = { judged: this.workspace.verdicts.all, taken: this.workspace.takenOut.all };
    const progress: Progress = (done, of) => {
      if (call !== this.#call) throw new Error("cancelled");
      this.#progress.textContent = SAVING.making(count(done), count(of));
    };
    try {
      const [extension, type, content] = await make(kind, choice, this.workspace, progress);
      if (call !== this.#call) return;
      const name = fileName(this.#name(kind, choice), extension);
      save(name, type, content);
      if (kind === "project") this.workspace.filed(decided);
      this.#dialog.close();
      note(SAVING.saved(name));
    } catch (error) {
      if (call !== this.#call) return;
      this.#rest();
      this.#error.textContent = SAVING.failed(reason(error));
      announce(this.#error.textContent);
    }
  }
}

function isReport(kind: Kind): boolean {
  return kind === "report" || kind === "docx";
}

async function make(kind: Kind, choice: Choice, workspace: Workspace, progress: Progress): Promise<[extension: string, type: string, content: string | Blob]> {
  switch (kind) {
    case "report": {
      const { data, counted } = await gather(choice, workspace, progress);
      return ["html", "text/html", await report(data, counted)];
    }
    case "docx": {
      const { data, counted } = await gather(choice, workspace, progress);
      return ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", await docx(data, counted)];
    }
    case "csv":
      return ["csv", "text/csv", csv(await list(choice, workspace, progress))];
    case "json":
      return ["json", "application/json", pairsJson(await list(choice, workspace, progress))];
    case "project":
      return ["twinprint", "application/json", await write(workspace, choice.by, progress)];
  }
}

/** A problem of the core, an error with a sentence, or a part that did not come. */
function reason(error: unknown): string {
  if (error instanceof TypeError) return SAVING.noParts;
  if (error instanceof Error) return error.message || SAVING.noParts;
  return (error as { what?: string }).what ?? String(error);
}
