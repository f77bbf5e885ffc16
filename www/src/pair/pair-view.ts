//! A pair side by side: its numbers, its passages, copied and in other words, linked by number, and why each is one.

import { isProgram, notCompared } from "../documents/asides.ts";
import { inFull } from "../documents/called.ts";
import { flagNotes } from "../documents/documents.ts";
import type { Doc, Documents } from "../documents/documents.ts";
import { first } from "../documents/first.ts";
import { leftOutNotes } from "../documents/left-out.ts";
import { h, icon, isolated, named, set } from "../page/dom.ts";
import { lettersAreKeys } from "../page/keys.ts";
import { announce, note } from "../page/notices.ts";
import type { Engine } from "../pairs/engine.ts";
import { wordsEdited } from "../pairs/edited-words.ts";
import { wordsShared } from "../pairs/pair-table.ts";
import { score } from "../pairs/score.ts";
import { TakenList } from "../pairs/taken-list.ts";
import type { Taken, TakenOut } from "../pairs/taken-out.ts";
import type { Verdicts } from "../pairs/verdicts.ts";
import type { Rewording } from "../pairs/rewording.ts";
import type { Place, Problem, Report } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";
import { pageAt } from "../text-pane/pages.ts";
import { Painting } from "../text-pane/painting.ts";
import type { Side } from "../text-pane/painting.ts";
import { TextPane } from "../text-pane/text-pane.ts";
import type { Numbers } from "../text-pane/text-pane.ts";
import { FIGURES } from "../words/figures.ts";
import { count, duration, moment, percent } from "../words/format.ts";
import { PAIR } from "../words/pair.ts";
import { PASSAGES } from "../words/passages.ts";
import { REWORDED } from "../words/reworded.ts";
import { SAVING } from "../words/saving.ts";
import { SUBMISSIONS } from "../words/submissions.ts";
import { SCORE } from "../words/score.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import { quotation } from "./quotation.ts";
import { differences } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { DraftsView } from "./drafts-view.ts";
import { EffectsView } from "./effects-view.ts";
import { listed } from "./passages.ts";
import type { Listed } from "./passages.ts";
import { LIST_KEY, PassagesView, TAKE_OUT_KEY } from "./passages-view.ts";
import { ReachView } from "./reach-view.ts";
import { ScrollMap } from "./scrolling.ts";
import { SentencesView } from "./sentences-view.ts";
import { SignaturesView } from "./signatures-view.ts";
import { TakingOut } from "./taking-out.ts";
import { VerdictView } from "./verdict-view.ts";
import { describe, why, whyReworded } from "./why.ts";
import type { Texts } from "./why.ts";

export interface PairEvents {
  /** Another passage was picked out; `passage` counts from 1. */
  passage(passage: number): void;
  back(): void;
  /** Offers the pair to be saved. */
  save(a: number, b: number): void;
  /** Shows the pair of these documents instead. */
  instead(a: number, b: number): void;
  /** Opens the pair before (-1) or after (1) this one in the table. */
  neighbour(by: -1 | 1): void;
}

export class PairView {
  #heading = h("h1", { tabindex: -1 });
  #handed = h("p", { class: "handed-in", hidden: true });
  #figures = h("dl", { class: "figures" });
  #position = h("span", { class: "position" });
  #why = h("p", { class: "why", role: "status" });
  #ignored = h("p", { class: "ignored" });
  #effects: EffectsView;
  #drafts: DraftsView;
  #together = h("input", { type: "checkbox", checked: true });
  #previous = h("button", { type: "button", class: "plain", onclick: () => this.step(-1), title: PAIR.previousAbout }, icon("previous"), PAIR.previous);
  #next = h("button", { type: "button", class: "plain", onclick: () => this.step(1), title: PAIR.nextAbout }, icon("next"), PAIR.next);
  #previousChange = h("button", { type: "button", class: "quiet icon-only", "aria-label": PAIR.previousDifference, title: PAIR.previousDifference, onclick: () => this.stepChange(-1) }, icon("back"));
  #nextChange = h("button", { type: "button", class: "quiet icon-only", "aria-label": PAIR.nextDifference, title: PAIR.nextDifference, onclick: () => this.stepChange(1) }, icon("open"));
  #quote = h("button", { type: "button", class: "quiet cite", title: PAIR.quoteTitle, onclick: () => void this.#copy() }, icon("quote"), PAIR.quote);
  #takeOut = h("button", { type: "button", class: "quiet", title: TAKEN_OUT.takeAbout(TAKE_OUT_KEY), onclick: () => this.#offer() }, icon("taken"), TAKEN_OUT.take);
  #putBack = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.#return(this.#beside) }, icon("again"), TAKEN_OUT.putBack);
  #passagesView: PassagesView;
  /** What does not count, and is picked out. */
  #beside: Listed | undefined;
  #taking: TakingOut;
  #taken: TakenList;
  #verdict: VerdictView;
  #reach: ReachView;
  #sentences = new SentencesView();
  #panes: Record<Side, TextPane>;
  #signatures: SignaturesView;
  #report: Report | undefined;
  /** The passages in other words; they are counted after those that are copied or edited. */
  #reworded: RewordedPassage[] = [];
  #scrollMap: ScrollMap | undefined;
  #docs: [Doc, Doc] | undefined;
  #versions = "";
  /** By which the report was made. */
  #epoch = "";
  #refused = "";
  #texts: Texts = { a: "", b: "" };
  #changes: Difference[] = [];
  #change = -1;
  #passage = -1;
  #hovered = -1;
  #call = 0;

  constructor(
    private host: HTMLElement,
    private documents: Documents,
    private engine: Engine,
    rewording: Rewording,
    verdicts: Verdicts,
    private takenOut: TakenOut,
    private events: PairEvents,
  ) {
    const pane = (side: Side, other: Side) =>
      new TextPane({
        scrolled: () => this.#follow(side, other),
        over: (passage) => this.#over(passage),
        chosen: (passage) => this.#choose(passage, true),
      }, PAIR.sides[side]);
    this.#panes = { a: pane("a", "b"), b: pane("b", "a") };
    this.#signatures = new SignaturesView(engine);
    this.#reach = new ReachView(rewording, (reworded) => this.#reword(reworded), () => this.#reread());
    this.#verdict = new VerdictView(verdicts);
    this.#taking = new TakingOut(takenOut);
    this.#passagesView = new PassagesView({
      go: (listed) => this.#go(listed),
      takeOut: (listed) => this.#offer(listed),
      putBack: (listed) => this.#return(listed),
      toggled: () => this.#highlight(),
    });
    this.#taken = new TakenList(takenOut, ({ all }) => TAKEN_OUT.scope(all), () => this.#heading);
    this.#effects = new EffectsView(engine);
    this.#drafts = new DraftsView(documents, (a, b) => events.instead(a, b));
    host.append(
      h("div", { class: "pair-head" },
        h("div", { class: "pair-way" },
          h("button", { type: "button", class: "quiet", onclick: () => events.back() }, icon("back"), PAIR.all),
          h("button", { type: "button", class: "plain", onclick: () => this.#docs && events.save(this.#docs[0].id, this.#docs[1].id) }, SAVING.save)),
        this.#heading,
        this.#handed,
        this.#drafts.element,
        h("div", { class: "pair-facts" }, this.#figures, this.#verdict.element)),
      h("div", { class: "pair-bar" },
        h("div", { class: "stepper" }, this.#previous, this.#next, this.#position, this.#passagesView.button),
        h("div", { class: "stepper changes", role: "group", "aria-label": PAIR.differences }, this.#previousChange, PAIR.differences, this.#nextChange),
        this.#why,
        this.#reach.switch,
        h("div", { class: "passage-actions" }, this.#putBack, this.#takeOut, this.#quote),
        h("label", { class: "check" }, this.#together, PAIR.together)),
      h("div", { class: "other-words" }, this.#reach.element, this.#sentences.element),
      h("div", { class: "pair-texts" }, this.#passagesView.element, h("div", { class: "panes" }, this.#panes.a.element, this.#panes.b.element)),
      h("div", { class: "pair-foot" }, this.#taken.element, legend(), this.#ignored, this.#effects.element),
      this.#signatures.element,
    );
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a pair; what is shown already only moves to its passage (from 1; 0 for none). */
  async show(a: Doc, b: Doc, passage: number): Promise<void> {
    if (this.#refused === `${a.id} ${b.id}`) return;
    const versions = `${a.id}.${a.version} ${b.id}.${b.version} ${this.engine.epoch} ${this.#reach.wording}`;
    if (versions === this.#versions) return this.#choose(passage - 1, false);
    const call = ++this.#call;
    const another = this.#docs?.[0].id !== a.id || this.#docs[1].id !== b.id;
    this.#docs = [a, b];
    if (another) {
      this.#stands("awaited");
      this.#verdict.show(a.id, b.id);
    }
    this.#drafts.show(a, b);
    this.#tellHanded(a, b);
    const [first, second] = this.documents.pairCalled(a.id, b.id);
    this.#heading.replaceChildren(named(first), " ", h("span", { class: "and" }, PAIR.and), " ", named(second));
    try {
      const [report, viewA, viewB] = await Promise.all([
        this.engine.report(a.id, b.id, this.#reach.wording),
        this.engine.view(a.id),
        this.engine.view(b.id),
      ]);
      if (call !== this.#call) return;
      this.#versions = versions;
      this.#report = report;
      this.#texts = { a: viewA.text, b: viewB.text };
      this.#changes = differences(report);
      this.#change = -1;
      this.#reworded = this.#reach.known(a.id, b.id);
      this.#mapScrolling();
      this.#passage = this.#hovered = -1;
      this.#panes.a.show(a.label, report.words_a, viewA, this.#painting("a"), this.#places("a"), this.#numbers, a.pages);
      this.#panes.b.show(b.label, report.words_b, viewB, this.#painting("b"), this.#places("b"), this.#numbers, b.pages);
      this.#tell(report);
      this.#list();
      void this.#effects.show(a.id, b.id, report);
      this.#choose(passage - 1, false);
      this.#reach.show(a, b, report);
      this.#signatures.show(a.id, b.id, versions);
      this.#stands("shown");
      if (!another && this.#epoch !== this.engine.epoch) announce(TAKEN_OUT.now(report.passages.length, wordsShared(report.shared_words_a, report.shared_words_b), report.longest_run, report.containment_a, report.containment_b));
      this.#epoch = this.engine.epoch;
      if (another) {
        this.#heading.focus({ preventScroll: true });
        announce(PAIR.opened(report.passages.length, inFull(this.documents.called(a.id)), inFull(this.documents.called(b.id))));
      }
    } catch (problem) {
      if (call !== this.#call) return;
      const { kind, what, remedy } = problem as Problem;
      // What took the worker down would do so again.
      if (kind === "stopped") this.#refused = `${a.id} ${b.id}`;
      this.#stands("failed");
      this.#why.textContent = PAIR.notShown(what, remedy);
    }
  }

  /** Says whether what stands below the heading is its pair's, or still of the one before. */
  #stands(report: "awaited" | "shown" | "failed"): void {
    set(this.host, "aria-busy", report === "awaited" && "true");
    set(this.host, "data-failed", report === "failed");
  }

  /** Compares what is shown again, as it is looked for now. */
  #reread(): void {
    if (!this.#docs) return;
    this.#choose(-1, true);
    void this.show(...this.#docs, 0);
  }

  /** Forgets what is shown, so that it is requested again. */
  leave(): void {
    this.#call += 1;
    this.#versions = this.#refused = "";
    this.#docs = undefined;
    this.#reach.leave();
  }

  /** Shows the passages in other words that were found, or none; the first is picked out if nothing is. */
  #reword(reworded: RewordedPassage[]): void {
    if (!this.#report || (reworded.length === 0 && this.#reworded.length === 0)) return;
    this.#reworded = reworded;
    this.#mapScrolling();
    for (const side of ["a", "b"] as const) this.#panes[side].repaint(this.#painting(side), this.#places(side), this.#numbers);
    this.#tell(this.#report);
    this.#list();
    if (this.#passage < 0 && reworded.length > 0) this.#choose(this.#report.passages.length, true);
    else if (this.#passage >= this.#passages) this.#choose(-1, true);
    else this.#highlight();
  }

  /** How many passages there are, copied, edited and in other words. */
  get #passages(): number {
    return (this.#report?.passages.length ?? 0) + this.#reworded.length;
  }

  #painting(side: Side): Painting {
    return new Painting(this.#report!, side, this.#reworded);
  }

  /** When both were handed in, of what they are, and which came first. */
  #tellHanded(a: Doc, b: Doc): void {
    const sides = ([["a", a], ["b", b]] as const).filter(([, doc]) => doc.handedIn || doc.cohort);
    const came = first(a, b);
    this.#handed.hidden = sides.length === 0;
    this.#handed.replaceChildren(...sides.flatMap(([side, { handedIn, cohort = "" }]) => [h("span", {}, SUBMISSIONS.side(PAIR.sides[side], handedIn ? moment(new Date(handedIn)) : "", cohort && isolated(cohort))), " "]),
      came ? h("b", {}, came.side ? SUBMISSIONS.came(PAIR.sides[came.side], duration(came.apart)) : SUBMISSIONS.cameTogether) : "");
  }

  #places(side: Side): Place[] {
    return [...this.#report!.passages, ...this.#reworded].map((passage) => passage[side]);
  }

  #numbers: Numbers = (passage) => {
    const copied = this.#report?.passages.length ?? 0;
    if (passage < copied) return { name: PAIR.passage, number: passage + 1, mark: this.#report!.passages[passage]!.edited ? PAIR.edited : "" };
    return { name: REWORDED.passage, number: passage - copied + 1, sign: REWORDED.sign };
  };

  #mapScrolling(): void {
    const reworded = this.#reworded.map(({ a, b, words_a }) => ({ a, b, words: words_a }));
    this.#scrollMap = new ScrollMap([...this.#report!.passages, ...reworded], this.#texts.a.length, this.#texts.b.length);
  }

  /** Goes to the next passage (1) or the previous one (-1), round the ends; in the order of their list, where that is open. */
  step(by: 1 | -1): void {
    const order = this.#passagesView.order ?? Array.from({ length: this.#passages }, (_, passage) => passage);
    const n = order.length;
    if (n === 0) return;
    const at = order.indexOf(this.#passage);
    const from = at < 0 && by < 0 ? 0 : at;
    this.#choose(order[(from + by + n) % n]!, true);
  }

  /** Lists all that there is. */
  #list(): void {
    if (!this.#report || !this.#docs) return;
    const [a, b] = this.#docs;
    this.#passagesView.show(`${a.id} ${b.id}`, {
      listed: listed(this.#report, this.#reworded, (text) => this.takenOut.byText(a.id, b.id, text)),
      texts: this.#texts,
      number: (passage) => {
        const { number, sign = "" } = this.#numbers(passage);
        return `${sign}${number}`;
      },
      page: (side, offset) => {
        const { pages } = side === "a" ? a : b;
        return pages && pageAt(pages, offset);
      },
    });
  }

  /** Goes to something that is listed: to a passage, or to what does not count. */
  #go(listed: Listed): void {
    this.#choose(listed.passage, true);
    if (listed.passage < 0) {
      this.#beside = listed;
      for (const side of ["a", "b"] as const) {
        const place = listed[side];
        if (!place) continue;
        this.#panes[side].scrollTo(place.start);
        this.#panes[side].mark(place);
      }
      this.#highlight();
    }
    this.#panes.a.element.parentElement!.scrollIntoView({ block: "nearest" });
  }

  /** Puts back what a person took out. */
  #return(listed: Listed | undefined): void {
    if (!listed?.taken) return;
    this.takenOut.putBack(listed.taken.key);
    announce(TAKEN_OUT.isBack);
  }

  /** Goes to the next change within a passage (1) or the one before (-1), from the passage that is picked out, round the ends. */
  stepChange(by: 1 | -1): void {
    const n = this.#changes.length;
    if (n === 0) return announce(PAIR.noDifferences);
    let next = this.#change + by;
    if (this.#change < 0) {
      const own = this.#changes.findIndex(({ passage }) => passage >= this.#passage);
      next = by > 0 ? Math.max(0, own) : (own < 0 ? n : own) - 1;
    }
    next = (next + n) % n;
    const { passage, a, b } = this.#changes[next]!;
    if (passage !== this.#passage) this.#choose(passage, true);
    this.#change = next;
    this.#panes.a.mark(a);
    this.#panes.b.mark(b);
    this.#panes.a.scrollToChange(a);
    this.#panes.b.scrollToChange(b);
    this.#highlight();
  }

  #tell(report: Report): void {
    const figure = (name: string, value: string, title: string) => h("div", { title }, h("dt", {}, name), h("dd", {}, value));
    const edited = wordsEdited(report);
    this.#figures.replaceChildren(...[
      figure(FIGURES.wordsShared, count(wordsShared(report.shared_words_a, report.shared_words_b)), FIGURES.wordsSharedAbout),
      edited > 0 && figure(FIGURES.wordsEdited, count(edited), FIGURES.wordsEditedAbout),
      figure(FIGURES.longestRun, PAIR.words(report.longest_run), FIGURES.longestRunAbout),
      figure(FIGURES.aInB, percent(report.containment_a), FIGURES.shingles(count(report.shared_shingles), count(report.shingles_a))),
      figure(FIGURES.bInA, percent(report.containment_b), FIGURES.shingles(count(report.shared_shingles), count(report.shingles_b))),
      figure(FIGURES.resemblance, percent(report.resemblance), FIGURES.resemblanceAbout),
      figure(FIGURES.distance, FIGURES.bits(report.simhash_distance), FIGURES.distanceAbout),
    ].filter((child) => child !== false));
    const ignored = ([
      ["a", this.#docs?.[0], report.flags_a, report.template_words_a, report.left_out_a],
      ["b", this.#docs?.[1], report.flags_b, report.template_words_b, report.left_out_b],
    ] as const)
      .flatMap(([which, doc, flags, template, leftOut]) => {
        const notes = [...leftOutNotes(leftOut), ...(doc ? notCompared(doc) : []), ...flagNotes(flags)];
        if (template > 0) {
          const names = this.engine.templateLabels.map(isolated).join(", ");
          notes.unshift(PAIR.templateWords(template, names));
        }
        return notes.length > 0 ? [PAIR.ignoredIn[which](notes.join(", "))] : [];
      });
    const programs = (["A", "B"] as const).filter((_, side) => this.#docs && isProgram(this.#docs[side]!));
    const sentences = [...(ignored.length > 0 ? [PAIR.ignored(ignored.join("; "))] : []), ...(programs.length > 0 ? [PAIR.programs(programs)] : [])];
    this.#ignored.textContent = sentences.join(" ");
    for (const button of [this.#previous, this.#next, this.#quote]) set(button, "disabled", this.#passages === 0);
    if (this.#docs) this.#taken.show(this.#takenIn(this.#docs[0].id, this.#docs[1].id, report));
    for (const button of [this.#previousChange, this.#nextChange]) set(button, "disabled", this.#changes.length === 0);
  }

  /** What was taken out of a pair, or of all pairs and has words of this one. */
  #takenIn(a: number, b: number, { left_out_a, left_out_b }: Report): Taken[] {
    const texts = new Set([...left_out_a, ...left_out_b].map(({ text = -1 }) => text >> 1));
    const from = new Set(this.takenOut.from(a, b));
    return this.takenOut.in(a, b).filter((taken, i) => texts.has(i) || from.has(taken));
  }

  /** Asks why a passage is to be taken out: the one that is picked out, unless another is given. */
  #offer(listed?: Listed): void {
    const passage = [...(this.#report?.passages ?? []), ...this.#reworded][listed?.passage ?? this.#passage];
    if (!passage || !this.#docs) return;
    const [{ id: a }, { id: b }] = this.#docs;
    const at = (side: Side) => this.#texts[side].slice(passage[side].start, passage[side].end);
    this.#taking.offer({ a, b, texts: [at("a"), at("b")] });
  }

  /** Picks out a passage, brings it to eye level in both texts and says why it is one. */
  #choose(passage: number, tell: boolean): void {
    const n = this.#passages;
    const changed = passage !== this.#passage;
    this.#passage = passage >= 0 && passage < n ? passage : -1;
    this.#hovered = -1;
    this.#change = -1;
    this.#beside = undefined;
    this.#panes.a.mark(undefined);
    this.#panes.b.mark(undefined);
    this.#highlight();
    if (this.#passage >= 0 && (changed || tell)) {
      this.#panes.a.scrollToPassage(this.#passage);
      this.#panes.b.scrollToPassage(this.#passage);
    }
    if (tell) this.events.passage(this.#passage + 1);
  }

  #over(passage: number): void {
    if (passage === this.#hovered) return;
    this.#hovered = passage;
    this.#highlight();
  }

  #highlight(): void {
    const passages = this.#report?.passages ?? [];
    const other = (passage: number): RewordedPassage | undefined => this.#reworded[passage - passages.length];
    this.#panes.a.highlight(this.#passage, this.#hovered);
    this.#panes.b.highlight(this.#passage, this.#hovered);
    const shown = this.#hovered >= 0 ? this.#hovered : this.#passage;
    const change = this.#hovered < 0 ? this.#changes[this.#change] : undefined;
    const beside = this.#hovered < 0 ? this.#beside : undefined;
    const order = this.#passagesView.order;
    const at = order ? order.indexOf(this.#passage) : this.#passage;
    this.#position.textContent = this.#passage >= 0 && at >= 0 ? PAIR.position(at + 1, order ? order.length : this.#passages) : this.#count();
    this.#passagesView.mark((listed) => (this.#beside ? listed === this.#beside : listed.passage >= 0 && listed.passage === this.#passage));
    this.#putBack.hidden = !this.#beside?.taken;
    this.#takeOut.hidden = !this.#putBack.hidden;
    // Where the keyboard is on what goes, it stays near.
    if (this.#passage < 0 && document.activeElement === this.#takeOut) this.#heading.focus({ preventScroll: true });
    set(this.#takeOut, "disabled", this.#passage < 0);
    this.#sentences.show(other(this.#passage), this.#passage - passages.length + 1, this.#texts);
    if (beside) {
      const { kind, taken, words } = beside;
      const reason = taken ? `${TAKEN_OUT.reason(taken.reason, taken.words)}, ${TAKEN_OUT.scope(taken.all)}.` : PASSAGES.notCounted(words);
      this.#why.replaceChildren(h("span", { class: "kind" }, PASSAGES.kinds[kind]), ` ${reason}`);
    } else if (change) {
      const number = PAIR.difference(this.#change + 1, this.#changes.length, change.passage + 1);
      this.#why.replaceChildren(h("b", {}, number), ` ${describe(change, this.#texts)}.`);
    } else if (passages[shown]) {
      const [kind, reason] = why(this.#report!, shown, this.#changes.filter(({ passage }) => passage === shown), this.#texts);
      this.#why.replaceChildren(kind, " ", h("b", {}, PAIR.numbered(shown + 1)), ` ${reason}`);
    } else if (other(shown)) {
      const [kind, reason] = whyReworded(other(shown)!, this.#report!);
      this.#why.replaceChildren(kind, " ", h("b", {}, REWORDED.numbered(shown - passages.length + 1)), ` ${reason}`);
    } else if (passages.length > 0 && this.#docs) {
      const pair = this.engine.table.find(this.#docs[0].id, this.#docs[1].id);
      this.#why.textContent = pair ? SCORE.sentence(score(pair).value, pair) : "";
    } else {
      const nothing = this.#taken.element.hidden ? PAIR.nothing : TAKEN_OUT.nothingElse;
      this.#why.textContent = passages.length > 0 ? "" : this.#reach.wording === "copied" ? PAIR.nothingCopied : nothing;
    }
  }

  /** How many passages there are, in words. */
  #count(): string {
    const passages = this.#report?.passages ?? [];
    const found = PAIR.passages(passages.length, passages.filter(({ edited }) => edited).length);
    return this.#reworded.length > 0 ? `${found}, ${REWORDED.passages(this.#reworded.length)}` : found;
  }

  /** Moves the other pane along, unless that is what moved this one. */
  #follow(side: Side, other: Side): void {
    if (!this.#together.checked || !this.#scrollMap || (this.#panes[other].led && !this.#panes[side].led)) return;
    this.#panes[other].scrollTo(this.#scrollMap.beside(side, this.#panes[side].offset));
  }

  #key(event: KeyboardEvent): void {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select");
    if (this.host.hidden || typing || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      n: () => this.step(1),
      j: () => this.step(1),
      p: () => this.step(-1),
      k: () => this.step(-1),
      "]": () => this.events.neighbour(1),
      "[": () => this.events.neighbour(-1),
      d: () => this.stepChange(1),
      D: () => this.stepChange(-1),
      q: () => void this.#copy(),
      r: () => this.#reach.toggle(),
      s: () => this.#together.click(),
      [TAKE_OUT_KEY]: () => (this.#beside ? this.#return(this.#beside) : this.#offer()),
      [LIST_KEY]: () => this.#passagesView.toggle(),
      ...this.#verdict.keys,
      Escape: () => this.events.back(),
    };
    const action = actions[event.key];
    if (!action || (event.key.length === 1 && !lettersAreKeys())) return;
    event.preventDefault();
    action();
  }

  /** Copies the passage that is picked out, or all of them, as quotations. */
  async #copy(): Promise<void> {
    if (!this.#report || !this.#docs) return;
    const [a, b] = this.#docs;
    const passages = [
      ...this.#report.passages.map((passage) => ({ ...passage, found: PAIR.quotedWords(passage.words, passage.edited) })),
      ...this.#reworded.map((passage) => ({ ...passage, found: REWORDED.quoted(passage.likeness) })),
    ];
    const quoted = this.#passage >= 0 ? passages.slice(this.#passage, this.#passage + 1) : passages;
    if (quoted.length === 0) return;
    const text = quoted.map((passage) => quotation([
      { name: a.label, text: this.#texts.a, place: passage.a, pages: a.pages },
      { name: b.label, text: this.#texts.b, place: passage.b, pages: b.pages },
    ], passage.found)).join("\n\n");
    try {
      await navigator.clipboard.writeText(text);
      note(this.#passage >= 0 ? PAIR.quotedOne : PAIR.quotedAll(quoted.length));
    } catch {
      note(PAIR.notQuoted);
    }
  }
}

function legend(): HTMLElement {
  const sample = (tag: "mark" | "span", className: string, text: string) => h("li", {}, h(tag, { class: className }, text));
  return h("ul", { class: "legend", "aria-label": PAIR.legend },
    sample("mark", "same", PAIR.legendSame),
    sample("span", "edited", PAIR.legendEdited),
    sample("span", "reworded", REWORDED.legend),
    sample("span", "in-both", REWORDED.legendShared),
    sample("span", "template", PAIR.legendTemplate),
    sample("span", "left-out", PAIR.legendLeftOut),
    sample("span", "look_alike", PAIR.legendSeen));
}
