//! What was found in one document: a sentence, the document as a bar, its text with what was found, and the sources beside it.

import type { Doc } from "../documents/documents.ts";
import { h, icon, named, set } from "../page/dom.ts";
import { fileName, save } from "../page/download.ts";
import { announce, note } from "../page/notices.ts";
import type { Findings, FoundSource, Progress } from "../protocol/checking.ts";
import type { Problem, View } from "../protocol/comparing.ts";
import { TextPane } from "../text-pane/text-pane.ts";
import { CHECKING } from "../words/checking.ts";
import { bytes, count, counted, percent } from "../words/format.ts";
import type { Asking, Check } from "./checks.ts";
import { CoverageBar } from "./coverage-bar.ts";
import { StretchPainting, isEdited } from "./coverage.ts";
import { NearView } from "./near-view.ts";
import type { NearEvents } from "./near-view.ts";
import { inWords } from "./problems.ts";
import { SourcesView } from "./sources-view.ts";

export interface ResultEvents extends NearEvents {
  text(doc: Doc): Promise<View>;
  sourceText(doc: Doc, source: FoundSource): Promise<View | null>;
  /** What was found, as a file to hand on. */
  file(doc: Doc, is: "html" | "json"): Promise<string | null>;
  again(doc: Doc, asking: Asking, problem: Problem): void;
}

const RESULT = CHECKING.result;

export class ResultView {
  #waiting = h("div", { class: "waiting" });
  #body = h("div", { class: "result", hidden: true });
  #title = h("h2", { tabindex: -1 });
  #verdict = h("p", { class: "verdict" });
  #notes = h("p", { class: "result-notes" });
  #bar = new CoverageBar((source) => this.#openSource(source));
  #pane: TextPane;
  #sources: SourcesView;
  #near: NearView;
  #doc: Doc | undefined;
  #shown: Check | undefined;
  #findings: Findings | undefined;
  #view: View | undefined;
  #source = -1;
  #passage = -1;
  #call = 0;
  /** Whether a check was asked for that has not begun. */
  #awaited = false;
  /** Whether findings are shown, and the text they are of is still to come. */
  #drawing = false;
  #progress: { stage: HTMLElement; bar: HTMLProgressElement; traffic: HTMLElement } | undefined;

  constructor(
    private host: HTMLElement,
    private events: ResultEvents,
  ) {
    this.#pane = new TextPane({
      scrolled: () => undefined,
      over: (passage) => this.#over(passage),
      chosen: (passage) => this.#choose(passage),
    });
    this.#sources = new SourcesView({
      opened: (source) => this.#openSource(source),
      passage: (passage) => this.#pick(passage),
      over: (passage) => this.#pane.highlight(this.#passage, passage),
      text: (source) => events.sourceText(this.#doc!, source),
    });
    this.#near = new NearView(events);
    this.#body.append(
      h("header", { class: "result-head" },
        h("div", { class: "result-title" }, this.#title,
          h("div", { class: "handing" },
            h("button", { type: "button", class: "quiet", onclick: () => void this.#save("html", "text/html") }, RESULT.saveHtml),
            h("button", { type: "button", class: "quiet", onclick: () => void this.#save("json", "application/json") }, RESULT.saveJson))),
        this.#verdict, this.#bar.element, this.#notes),
      h("div", { class: "panes" }, this.#pane.element, this.#sources.element),
      legend());
    host.append(this.#waiting, this.#body, this.#near.element);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Says that what is shown is not what was asked for: that is still to come. */
  expect(): void {
    set(this.host, "aria-busy", "true");
  }

  /** Shows how far the check of a document is, or what it found; `awaited`, if one was asked for that has not begun. */
  show(doc: Doc | undefined, check: Check | undefined, awaited: boolean): void {
    this.#awaited = awaited;
    if (doc !== this.#doc || check !== this.#shown) this.#change(doc, check);
    this.#settle();
  }

  /** From here on what is shown is what was asked for, unless more is to come. */
  #settle(): void {
    set(this.host, "aria-busy", (this.#awaited || this.#shown?.is === "running" || this.#drawing) && "true");
  }

  #change(doc: Doc | undefined, check: Check | undefined): void {
    const another = doc !== this.#doc;
    this.#doc = doc;
    this.#shown = check;
    this.#call++;
    this.#drawing = false;
    if (check?.is !== "done") this.#reveal(check?.is === "near" ? this.#near.element : this.#waiting);
    if (check?.is !== "running") this.#progress = undefined;
    if (!doc || !check) return this.#waiting.replaceChildren();
    switch (check.is) {
      case "waiting":
        return this.#waiting.replaceChildren(h("p", {}, doc.state.is === "failed" ? RESULT.unreadable : RESULT.nothingSent));
      case "running":
        return this.#showProgress(doc, check.progress, check.traffic.received, another);
      case "failed":
        return this.#showProblem(doc, check.asking, check.problem);
      case "done":
        return void this.#showFindings(doc, check.result.findings);
      case "near":
        return this.#near.show(doc, check.near, check.asking.mode === null);
    }
  }

  /** Shows one part, and none of the others. */
  #reveal(part: HTMLElement): void {
    for (const one of [this.#waiting, this.#body, this.#near.element]) one.hidden = one !== part;
  }

  #showProgress(doc: Doc, { stage, done, of }: Progress, received: number, another: boolean): void {
    if (!this.#progress || another) {
      this.#progress = { stage: h("p", {}), bar: h("progress", { class: "progress", "aria-label": RESULT.progress }), traffic: h("p", { class: "hint" }) };
      this.#waiting.replaceChildren(h("p", { class: "waiting-name" }, named(doc.label)), this.#progress.stage, this.#progress.bar, this.#progress.traffic);
      announce(RESULT.checking);
    }
    const now = this.#progress;
    now.stage.textContent = CHECKING.stages[stage];
    if (of > 0) {
      now.bar.max = of;
      now.bar.value = done;
    } else {
      now.bar.removeAttribute("value");
    }
    now.traffic.textContent = RESULT.received(bytes(received));
  }

  #showProblem(doc: Doc, asking: Asking, problem: Problem): void {
    const { kind } = problem;
    const again = h("button", { type: "button", class: "plain", onclick: () => this.events.again(doc, asking, problem) }, CHECKING.choice.tryAgain);
    if (kind === "cancelled") {
      announce(RESULT.cancelled);
      return this.#waiting.replaceChildren(h("p", {}, RESULT.cancelledSentence), again);
    }
    this.#waiting.replaceChildren(h("div", { class: "problem", role: "alert" }, h("p", { class: "error" }, icon("warning"), " ", ...inWords(problem))), again);
  }

  /** What was shown stays until the document's text is here, so that no sentence ever stands above the text of another. */
  async #showFindings(doc: Doc, findings: Findings): Promise<void> {
    const call = this.#call;
    this.#drawing = true;
    const view = await this.events.text(doc).catch(() => undefined);
    if (call !== this.#call) return;
    this.#drawing = false;
    this.#reveal(this.#body);
    this.#findings = findings;
    this.#view = view;
    this.#source = this.#passage = -1;
    this.#title.replaceChildren(named(doc.label));
    this.#verdict.replaceChildren(...verdict(findings));
    this.#notes.replaceChildren(...notes(findings));
    this.#notes.hidden = this.#notes.childNodes.length === 0;
    this.#sources.show(findings);
    announce(this.#verdict.textContent ?? "");
    this.#bar.element.hidden = this.#pane.element.hidden = !view;
    if (view) {
      this.#bar.show(findings, view.text.length);
      this.#showAll();
    }
    this.#settle();
  }

  async #save(is: "html" | "json", type: string): Promise<void> {
    const doc = this.#doc!;
    try {
      const content = await this.events.file(doc, is);
      if (content !== null) save(fileName(doc.label.replace(/\.[a-z]{1,5}$/i, ""), is), type, content);
    } catch {
      note(RESULT.notSaved);
    }
  }

  /** The document with every stretch by the source that explains it. */
  #showAll(): void {
    const findings = this.#findings!;
    const stretches = findings.explained_by.map(({ place, source }) => ({ ...place, source }));
    this.#pane.show(RESULT.inDocument, findings.words, this.#view!, new StretchPainting(stretches.map((stretch) => ({ ...stretch, edited: false }))), stretches,
      (passage) => ({ name: RESULT.source, number: stretches[passage]!.source + 1 }));
    this.#bar.highlight(-1);
  }

  #openSource(source: number): void {
    const found = this.#findings?.sources[source];
    if (!this.#view || this.#drawing) return;
    const from = this.#pane.offset;
    this.#source = found ? source : -1;
    this.#passage = -1;
    if (!found) {
      this.#sources.close();
      this.#showAll();
      return this.#pane.scrollTo(from);
    }
    const places = found.passages.map((passage) => passage.document);
    this.#pane.show(RESULT.inDocument, this.#findings!.words, this.#view, new StretchPainting(found.passages.map(({ document, how }) => ({ ...document, edited: isEdited(how) }))), places);
    this.#bar.highlight(source);
    void this.#sources.open(source);
    const nearest = places.findIndex(({ end }) => end >= from);
    this.#pick(nearest >= 0 ? nearest : 0);
  }

  /** A stretch was clicked: with all sources shown, its source is opened. */
  #choose(passage: number): void {
    if (this.#source >= 0) return this.#pick(passage);
    const stretch = this.#findings!.explained_by[passage];
    if (!stretch) return;
    this.#openSource(stretch.source);
    const at = this.#findings!.sources[stretch.source]!.passages.findIndex(({ document }) => document.start < stretch.place.end && document.end > stretch.place.start);
    if (at >= 0) this.#pick(at);
  }

  #pick(passage: number): void {
    if (this.#source < 0) return;
    this.#passage = passage;
    this.#pane.highlight(passage, -1);
    this.#pane.scrollToPassage(passage);
    this.#sources.highlight(passage);
  }

  #over(passage: number): void {
    this.#pane.highlight(this.#passage, passage);
    if (this.#source >= 0) return this.#sources.highlight(this.#passage, passage);
    this.#sources.point(this.#findings?.explained_by[passage]?.source ?? -1);
  }

  #key(event: KeyboardEvent): void {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (this.#body.hidden || this.#source < 0 || typing || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const n = this.#findings!.sources[this.#source]!.passages.length;
    const step = (by: number) => n > 0 && this.#pick((Math.max(this.#passage, by < 0 ? 0 : -1) + by + n) % n);
    if (event.key === "n" || event.key === "j") step(1);
    else if (event.key === "p" || event.key === "k") step(-1);
    else if (event.key === "Escape") this.#openSource(-1);
    else return;
    event.preventDefault();
  }
}

function verdict({ words, explained, share, sources, more_sources }: Findings): Node[] {
  const n = sources.length + more_sources;
  if (explained === 0) return [h("b", {}, RESULT.nothing), document.createTextNode(RESULT.ofWords(counted(words, "word")))];
  const of = RESULT.found(count(explained), counted(words, "word"), counted(n, "source"));
  return [h("b", {}, percent(share)), document.createTextNode(of)];
}

function notes({ truncated, missing }: Findings): Node[] {
  const said: string[] = [];
  if (truncated) said.push(RESULT.truncated);
  if (missing.length > 0) said.push(RESULT.missing(missing.join("; ")));
  return said.length > 0 ? [icon("warning"), document.createTextNode(` ${said.join(" ")}`)] : [];
}

function legend(): HTMLElement {
  return h("ul", { class: "legend", "aria-label": RESULT.legend },
    h("li", {}, h("mark", { class: "same" }, RESULT.legendSame)),
    h("li", {}, h("span", { class: "edited" }, RESULT.legendEdited)));
}
