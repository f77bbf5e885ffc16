//! The sources of a document, the one that explains most first; and one of them opened: its numbers, and what is shared side
//! by side where the index has its text. Titles and addresses are anybody's: they go in as text, and only web addresses
//! become links.

import { h, icon, named, set } from "../page/dom.ts";
import type { Findings, FoundPassage, FoundSource } from "../protocol/checking.ts";
import type { View } from "../protocol/comparing.ts";
import { TextPane } from "../text-pane/text-pane.ts";
import { CHECKING } from "../words/checking.ts";
import { count, counted, percent } from "../words/format.ts";
import { StretchPainting, isEdited } from "./coverage.ts";

export interface SourcesEvents {
  /** A source was opened, or with -1 closed. */
  opened(source: number): void;
  /** A passage of the open source was picked out. */
  passage(passage: number): void;
  over(passage: number): void;
  text(source: FoundSource): Promise<View | null>;
}

/** How many sources are listed before a click lists the next. */
const LISTED = 50;

const SOURCES = CHECKING.sources;

export class SourcesView {
  readonly element = h("section", { class: "sources", "aria-label": SOURCES.title });
  #list = h("ol", { class: "source-list" });
  #more = h("button", { type: "button", class: "link", onclick: () => this.#fill() }, SOURCES.more);
  #rest = h("p", { class: "hint" });
  #open = h("div", { class: "source-open", hidden: true });
  #pane: TextPane;
  #findings: Findings | undefined;
  #source = -1;
  #passage = -1;
  #position = h("span", { class: "position" });
  #call = 0;

  constructor(private events: SourcesEvents) {
    this.#pane = new TextPane({
      scrolled: () => undefined,
      over: (passage) => events.over(passage),
      chosen: (passage) => events.passage(passage),
    });
    this.element.append(h("div", { class: "source-all" }, this.#list, this.#more, this.#rest), this.#open);
  }

  show(findings: Findings): void {
    this.#findings = findings;
    this.#list.replaceChildren();
    this.#fill();
    const rest = findings.more_sources > 0 ? SOURCES.less(findings.more_sources) : "";
    this.#rest.textContent = findings.sources.length === 0 ? SOURCES.none : rest;
    this.close();
  }

  /** Opens a source; its passages can then be stepped through. */
  async open(source: number): Promise<void> {
    const found = this.#findings?.sources[source];
    if (!found) return;
    const call = ++this.#call;
    this.#source = source;
    this.#passage = -1;
    const heading = h("h3", { tabindex: -1 }, number(source), named(nameOf(found)));
    const evidence = h("div", { class: "evidence" }, h("p", { class: "hint" }, SOURCES.looking));
    this.#open.replaceChildren(
      h("div", { class: "source-way" },
        h("button", { type: "button", class: "quiet", onclick: () => this.#back() }, icon("back"), SOURCES.all),
        this.#stepper(found)),
      heading, ...address(found), figures(found), evidence);
    this.#all.hidden = true;
    this.#open.hidden = false;
    heading.focus({ preventScroll: true });
    const view = await this.events.text(found).catch(() => null);
    if (call !== this.#call) return;
    if (view) {
      evidence.replaceChildren(this.#pane.element);
      const places = found.passages.map(({ source }) => source);
      this.#pane.show(SOURCES.inSource, found.words, view, new StretchPainting(found.passages.map(({ source, how }) => ({ ...source, edited: isEdited(how) }))), places);
      this.highlight(this.#passage);
      if (this.#passage >= 0) this.#pane.scrollToPassage(this.#passage);
    } else {
      evidence.replaceChildren(this.#places(found));
    }
  }

  close(): void {
    this.#call += 1;
    this.#source = this.#passage = -1;
    this.#all.hidden = false;
    this.#open.hidden = true;
    this.#open.replaceChildren();
  }

  /** Picks out a passage of the open source and brings it into sight. */
  highlight(passage: number, hovered = -1): void {
    const changed = passage !== this.#passage;
    this.#passage = passage;
    const n = this.#findings?.sources[this.#source]?.passages.length ?? 0;
    this.#position.textContent = passage >= 0 ? SOURCES.of(passage + 1, count(n)) : counted(n, "passage");
    this.#pane.highlight(passage, hovered);
    if (changed && passage >= 0) this.#pane.scrollToPassage(passage);
    for (const [at, item] of [...this.#open.querySelectorAll(".place-list button")].entries()) set(item, "aria-current", at === passage ? "true" : null);
  }

  /** Picks out the source whose stretch the pointer is over. */
  point(source: number): void {
    for (const [at, item] of [...this.#list.children].entries()) item.classList.toggle("pointed", at === source);
  }

  get #all(): HTMLElement {
    return this.#list.parentElement!;
  }

  #back(): void {
    const source = this.#source;
    this.close();
    this.events.opened(-1);
    this.#list.children[source]?.querySelector("button")?.focus();
  }

  #fill(): void {
    const { sources, words } = this.#findings!;
    const from = this.#list.children.length;
    for (const [i, source] of sources.slice(from, from + LISTED).entries()) this.#list.append(this.#item(source, from + i, words));
    this.#more.hidden = this.#list.children.length >= sources.length;
  }

  #item(source: FoundSource, at: number, words: number): HTMLElement {
    const share = source.shared / Math.max(1, words);
    const bar = h("span", { class: "bar" });
    bar.style.width = `${share * 100}%`;
    return h("li", {},
      h("button", { type: "button", class: "source-line", onclick: () => this.events.opened(at) },
        h("span", { class: "source-name" }, number(at), named(nameOf(source))),
        h("span", { class: "source-share" }, percent(share)),
        source.title && named((source.url ?? source.id).replace(/^https?:\/\//, ""), { class: "source-where hint" }),
        h("span", { class: "source-bar", "aria-hidden": "true" }, bar),
        h("span", { class: "hint" }, summary(source))));
  }

  #stepper(found: FoundSource): HTMLElement {
    const n = found.passages.length;
    const step = (by: number) => this.events.passage((Math.max(this.#passage, by < 0 ? 0 : -1) + by + n) % n);
    this.#position.textContent = counted(n, "passage");
    return h("div", { class: "stepper" },
      h("button", { type: "button", class: "plain icon-only", "aria-label": SOURCES.previous, disabled: n === 0, onclick: () => step(-1) }, icon("previous")),
      h("button", { type: "button", class: "plain icon-only", "aria-label": SOURCES.next, disabled: n === 0, onclick: () => step(1) }, icon("next")),
      this.#position);
  }

  /** Where the passages are, for a source without its text. */
  #places(found: FoundSource): HTMLElement {
    const item = ({ words, how }: FoundPassage, at: number) =>
      h("li", {}, h("button", { type: "button", class: "place", onclick: () => this.events.passage(at) },
        h("span", { class: "chip", "aria-hidden": "true" }, String(at + 1)), ` ${counted(words, "word")}, ${SOURCES.foundBy[how]}`));
    return h("div", { class: "no-text" },
      h("p", { class: "hint" }, SOURCES.noText),
      h("ol", { class: "place-list" }, ...found.passages.map(item)));
  }
}

function number(source: number): HTMLElement {
  return h("span", { class: "chip" }, h("span", { class: "spoken" }, SOURCES.spoken), String(source + 1));
}

function nameOf({ title, id }: FoundSource): string {
  return title || id;
}

function address({ url, title, id }: FoundSource): HTMLElement[] {
  const web = url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
  if (web) return [h("p", { class: "source-address" }, h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url))];
  const shown = url ?? (title ? id : null);
  return shown === null ? [] : [h("p", { class: "source-address hint" }, h("bdi", {}, shown))];
}

/** The numbers of a source in a line. */
function summary({ shared, explains, longest_run, exact, distance }: FoundSource): string {
  const words = exact ? counted(shared, "word") : CHECKING.about(counted(shared, "word"));
  const run = longest_run > 0 ? [exact ? SOURCES.inARow(count(longest_run)) : SOURCES.atLeast(SOURCES.inARow(count(longest_run)))] : [];
  const near = longest_run === 0 && distance !== null ? [SOURCES.apart(counted(distance, "bit"))] : [];
  const others = explains === 0 ? [SOURCES.above] : explains < shared ? [SOURCES.notAbove(count(explains))] : [];
  return [words, ...run, ...near, ...others, exact ? SOURCES.exact : SOURCES.estimated].join(" · ");
}

function figures(source: FoundSource): HTMLElement {
  const estimate = ({ value, low, high }: { value: number; low: number; high: number }) =>
    low === high ? percent(value) : SOURCES.range(percent(low), percent(high));
  const figure = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  const shared = figure(SOURCES.wordsShared, source.exact ? count(source.shared) : CHECKING.about(count(source.shared)));
  // Of a source that no shingle is known of these estimates, which are of shingles, say nothing.
  if (!source.exact && source.longest_run === 0) return h("dl", { class: "figures" }, shared);
  return h("dl", { class: "figures" },
    shared,
    figure(SOURCES.longestRun, source.exact ? counted(source.longest_run, "word") : SOURCES.atLeast(counted(source.longest_run, "word"))),
    figure(SOURCES.documentInSource, estimate(source.containment)),
    figure(SOURCES.sourceInDocument, estimate(source.containment_of_source)),
    figure(SOURCES.resemblance, estimate(source.resemblance)));
}
