//! The document as a bar from its first word to its last: which of it stands in which source. Each stretch has its source's
//! number where there is room; the list of sources says the same in words.

import { h, set } from "../page/dom.ts";
import type { Findings } from "../protocol/checking.ts";
import { CHECKING } from "../words/checking.ts";
import { percent } from "../words/format.ts";

/** The share of the bar that a number needs. */
const ROOM = 0.022;
/** Stretches narrower than this, in shares, are drawn as wide, so that they are seen. */
const LEAST = 0.002;

export class CoverageBar {
  readonly element = h("div", { class: "coverage", role: "img" });
  #stretches: { element: HTMLElement; source: number }[] = [];

  /** `chosen` is called with the index of a source whose stretch is clicked. */
  constructor(private chosen: (source: number) => void) {}

  show(findings: Findings, length: number): void {
    this.#stretches = findings.explained_by.map(({ place: { start, end }, source }) => {
      const share = (end - start) / Math.max(1, length);
      const element = h("span", { class: "stretch", onclick: () => this.chosen(source) }, share > ROOM ? String(source + 1) : "");
      element.style.insetInlineStart = `${(start / Math.max(1, length)) * 100}%`;
      element.style.inlineSize = `${Math.max(share, LEAST) * 100}%`;
      return { element, source };
    });
    this.element.replaceChildren(...this.#stretches.map(({ element }) => element));
    const n = findings.sources.length;
    const first = findings.sources.slice(0, 5).map(({ explains }, i) => CHECKING.coverage.source(i + 1, percent(explains / Math.max(1, findings.words))));
    set(this.element, "aria-label", CHECKING.coverage.covered(percent(findings.share), n > 0 ? `; ${first.join(", ")}` : ""));
  }

  /** Picks out the stretches of one source, or of none (-1). */
  highlight(source: number): void {
    for (const stretch of this.#stretches) {
      stretch.element.classList.toggle("current", stretch.source === source);
      stretch.element.classList.toggle("other", source >= 0 && stretch.source !== source);
    }
  }
}
