//! Where a person says what is to be saved, and hears how far it is.

import { h } from "../dom.ts";
import { fileName, save } from "../export.ts";
import { count, counted } from "../format.ts";
import { announce, note } from "../notices.ts";
import { HANDOUT } from "../texts/handout.ts";
import { csv } from "./csv.ts";
import { gather } from "./gather.ts";
import type { Progress, Wanted } from "./gather.ts";
import type { Here } from "./here.ts";
import { list } from "./listing.ts";
import { pairsJson } from "./pairs-json.ts";
import { write } from "./project.ts";
import { report } from "./report.ts";

/** A report holds both texts of each pair; more pairs than this make one that no browser likes to open. */
const MOST_IN_REPORT = 200;

type Kind = keyof typeof HANDOUT.kinds;
type Scope = "listed" | "sharing" | "copied";

/** What is offered: the pairs of the list, or one pair. */
export interface Offer {
  pairs: [number, number][];
  /** Whether it is the pair that is open. */
  one: boolean;
}

export class SaveDialog {
  #offer: Offer = { pairs: [], one: false };
  #kinds = h("fieldset", { class: "save-kinds" }, h("legend", {}, HANDOUT.what));
  #title = h("input", { type: "text", dir: "auto", maxlength: 200, placeholder: HANDOUT.defaultTitle });
  #scope = h("select", { "aria-describedby": "save-scope-hint" });
  #scopeHint = h("p", { class: "hint", id: "save-scope-hint" });
  #whole = h("select", { "aria-describedby": "save-whole-hint" }, h("option", { value: "whole" }, HANDOUT.whole), h("option", { value: "passages" }, HANDOUT.passages));
  #wholeHint = h("p", { class: "hint", id: "save-whole-hint" }, HANDOUT.passagesHint);
  #anonymous = h("input", { type: "checkbox", "aria-describedby": "save-anonymous-hint" });
  #judgements = h("input", { type: "checkbox", checked: true });
  #error = h("p", { class: "error", role: "alert" });
  #progress = h("p", { class: "hint", role: "status" });
  #confirm = h("button", { type: "submit", class: "primary" }, HANDOUT.confirm);
  #fields = {
    title: h("label", { class: "field" }, h("span", {}, HANDOUT.heading), this.#title),
    scope: h("div", {}, h("label", { class: "field" }, h("span", {}, HANDOUT.which), this.#scope), this.#scopeHint),
    whole: h("div", {}, h("label", { class: "field" }, h("span", {}, HANDOUT.holds), this.#whole), this.#wholeHint),
    anonymous: h("div", {}, h("label", { class: "check" }, this.#anonymous, HANDOUT.anonymous), h("p", { class: "hint", id: "save-anonymous-hint" }, HANDOUT.anonymousHint)),
    judgements: h("label", { class: "check" }, this.#judgements, HANDOUT.judgements),
  };
  #dialog = h("dialog", { id: "save", "aria-labelledby": "save-title" });
  /** Counts what is made; what was cancelled is not saved. */
  #call = 0;

  constructor(private here: Here) {
    for (const [kind, [name, about]] of Object.entries(HANDOUT.kinds)) {
      const radio = h("input", { type: "radio", name: "kind", value: kind, checked: kind === "report" });
      this.#kinds.append(h("label", { class: "save-kind" }, radio, h("span", {}, h("b", {}, name), h("span", { class: "hint" }, about))));
    }
    const form = h("form", { method: "dialog" },
      h("h2", { id: "save-title" }, HANDOUT.title),
      this.#kinds,
      ...Object.values(this.#fields),
      this.#error,
      this.#progress,
      h("div", { class: "choices" }, this.#confirm, h("button", { type: "button", class: "link", onclick: () => this.#dialog.close() }, HANDOUT.cancel)));
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
      ["listed", offer.one ? HANDOUT.onePair : HANDOUT.listed(counted(offer.pairs.length, "pair"))],
      ["sharing", HANDOUT.sharing(counted(this.#pairs("sharing").length, "pair"))],
      ["copied", HANDOUT.copied(counted(this.#pairs("copied").length, "pair"))],
    ];
    const offered = scopes.filter(([scope]) => scope === "listed" || (!offer.one && this.#pairs(scope).length > 0));
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
    const { engine, verdicts } = this.here;
    if (scope === "listed") return this.#offer.pairs;
    if (scope === "sharing") return this.#offer.pairs.filter(([a, b]) => (engine.table.find(a, b)?.passages ?? 0) > 0);
    const copied = new Set(verdicts.all.filter(({ verdict }) => verdict === "copied").map(({ a, b }) => `${a} ${b}`));
    return this.#offer.pairs.filter(([a, b]) => copied.has(`${a} ${b}`));
  }

  /** Shows the fields that what is chosen has. */
  #fit(): void {
    const kind = this.#kind;
    const { title, scope, whole, anonymous, judgements } = this.#fields;
    title.hidden = whole.hidden = kind !== "report";
    scope.hidden = anonymous.hidden = judgements.hidden = kind === "project";
    this.#wholeHint.hidden = this.#whole.value === "whole";
    const many = kind === "report" && this.#pairs(this.#scope.value as Scope).length > MOST_IN_REPORT;
    this.#scopeHint.textContent = many ? HANDOUT.first(count(MOST_IN_REPORT)) : "";
  }

  /** A report of one pair is called by the names of both, unless nobody is to know them. */
  #name(kind: Kind, { anonymous }: Wanted): string {
    const [pair] = this.#offer.pairs;
    if (kind !== "report" || !this.#offer.one || !pair || anonymous) return HANDOUT.fileName;
    return HANDOUT.pairName(...(pair.map((id) => this.here.documents.get(id)?.label ?? "") as [string, string]));
  }

  #rest(): void {
    this.#confirm.disabled = false;
    this.#progress.textContent = "";
  }

  async #make(): Promise<void> {
    const call = ++this.#call;
    const kind = this.#kind;
    const pairs = this.#pairs(this.#scope.value as Scope);
    const wanted: Wanted = {
      title: this.#title.value.trim(),
      pairs: kind === "report" ? pairs.slice(0, MOST_IN_REPORT) : pairs,
      whole: this.#whole.value === "whole",
      anonymous: this.#anonymous.checked,
      judgements: this.#judgements.checked,
    };
    this.#error.textContent = "";
    this.#confirm.disabled = true;
    const progress: Progress = (done, of) => {
      if (call !== this.#call) throw new Error("cancelled");
      this.#progress.textContent = HANDOUT.making(count(done), count(of));
    };
    try {
      const [extension, type, content] = await make(kind, wanted, this.here, progress);
      if (call !== this.#call) return;
      const name = fileName(this.#name(kind, wanted), extension);
      save(name, type, content);
      this.#dialog.close();
      note(HANDOUT.saved(name));
    } catch (error) {
      if (call !== this.#call) return;
      this.#rest();
      this.#error.textContent = HANDOUT.failed(reason(error));
      announce(this.#error.textContent);
    }
  }
}

async function make(kind: Kind, wanted: Wanted, here: Here, progress: Progress): Promise<[extension: string, type: string, content: string]> {
  switch (kind) {
    case "report": {
      const { held, counted } = await gather(wanted, here, progress);
      return ["html", "text/html", await report(held, counted)];
    }
    case "csv":
      return ["csv", "text/csv", csv(await list(wanted, here, progress))];
    case "json":
      return ["json", "application/json", pairsJson(await list(wanted, here, progress))];
    case "project":
      return ["twinprint", "application/json", await write(here, progress)];
  }
}

/** A problem of the core, an error with a sentence, or a part that did not come. */
function reason(error: unknown): string {
  if (error instanceof TypeError) return HANDOUT.noParts;
  if (error instanceof Error) return error.message || HANDOUT.noParts;
  return (error as { what?: string }).what ?? String(error);
}
