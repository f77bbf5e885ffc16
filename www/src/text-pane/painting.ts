//! What lies over one text of a pair: shared passages, what was changed within them, what is said in other words, template, and marks. It is
//! computed block by block, as blocks come into sight.

import type { LeftOut, Passage, Place, Report } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";

export type Side = "a" | "b";

/** A piece of text that is painted in one way. */
export interface Segment {
  start: number;
  end: number;
  /** The index of the passage it lies in, or -1; those in other words come after those that are copied. */
  passage: number;
  /** `same` words, those `edited` within a passage, a further place (`again`) of one, what is `reworded`, a word `in-both` such
   * sentences, `template`, other text that does not count, or nothing. */
  as: "same" | "edited" | "again" | "reworded" | "in-both" | "template" | "left-out" | "plain";
  /** Why it does not count, and whether it begins here, where `as` is `left-out`. */
  leftOut?: { kind: LeftOut["kind"]; begins: boolean };
  /** Kinds of marks on it, as `look_alike`. */
  marks: string[];
  /** Passages that start here, by index. */
  opens: number[];
}

/** What of a report is painted. */
export type Painted = Pick<Report, "template_a" | "template_b" | "left_out_a" | "left_out_b" | "marks_a" | "marks_b"> & { passages: Omit<Passage, "bits">[] };

/** Says how a text is to be painted. */
export interface Painter {
  /** The segments of the text from `start` to `end`, without gaps. */
  segments(start: number, end: number): Segment[];
}

export class Painting implements Painter {
  #passages: Intervals;
  #runs: Intervals;
  #runOwner: number[] = [];
  #reworded: Intervals;
  /** Words of reworded sentences that their partners have, too. */
  #inBoth: Intervals;
  #again: Intervals;
  #againOwner: number[] = [];
  #template: Intervals;
  #leftOut: Intervals;
  #leftOutKinds: LeftOut["kind"][];
  #marks: Intervals;
  #markKinds: string[];

  constructor(report: Painted, side: Side, reworded: RewordedPassage[] = []) {
    const runs: Place[] = [];
    const again: Place[] = [];
    for (const [index, passage] of report.passages.entries()) {
      for (const run of passage.runs) {
        runs.push(run[side]);
        this.#runOwner.push(index);
      }
      for (const place of side === "a" ? passage.also_a : passage.also_b) {
        again.push(place);
        this.#againOwner.push(index);
      }
    }
    const marks = side === "a" ? report.marks_a : report.marks_b;
    this.#passages = new Intervals(report.passages.map((passage) => passage[side]));
    this.#runs = new Intervals(runs);
    this.#reworded = new Intervals(reworded.map((passage) => passage[side]));
    const sentences = reworded.flatMap((passage) => passage.sentences);
    this.#inBoth = new Intervals(sentences.flatMap(({ shared_a, shared_b }) => (side === "a" ? shared_a : shared_b)));
    this.#again = new Intervals(again);
    this.#template = new Intervals(side === "a" ? report.template_a : report.template_b);
    const leftOut = side === "a" ? report.left_out_a : report.left_out_b;
    this.#leftOut = new Intervals(leftOut);
    this.#leftOutKinds = leftOut.map(({ kind }) => kind);
    this.#marks = new Intervals(marks);
    this.#markKinds = marks.map(({ kind }) => kind);
  }

  segments(start: number, end: number): Segment[] {
    const layers = [this.#passages, this.#runs, this.#reworded, this.#inBoth, this.#again, this.#template, this.#leftOut, this.#marks];
    const all = layers.map((layer) => layer.within(start, end));
    const [passages, runs, reworded, inBoth, again, template, leftOut, marks] = all as [
      number[], number[], number[], number[], number[], number[], number[], number[],
    ];
    const bounds = new Set([start, end]);
    for (const [i, found] of all.entries()) {
      for (const index of found) {
        const place = layers[i]!.places[index]!;
        if (place.start > start) bounds.add(place.start);
        if (place.end < end) bounds.add(place.end);
      }
    }
    const sorted = [...bounds].sort((x, y) => x - y);
    const copied = this.#passages.places.length;
    return sorted.slice(0, -1).map((from, i) => {
      const covers = (layer: Intervals) => (index: number) => {
        const place = layer.places[index]!;
        return place.start <= from && place.end > from;
      };
      const run = runs.find(covers(this.#runs));
      const passage = run === undefined ? passages.find(covers(this.#passages)) : this.#runOwner[run]!;
      const inOtherWords = reworded.find(covers(this.#reworded));
      const further = again.find(covers(this.#again));
      const isTemplate = template.some(covers(this.#template));
      const out = leftOut.find(covers(this.#leftOut));
      let as: Segment["as"] = "plain";
      if (run !== undefined) as = "same";
      else if (isTemplate) as = "template";
      else if (out !== undefined) as = "left-out";
      else if (passage !== undefined) as = "edited";
      else if (inOtherWords !== undefined) as = inBoth.some(covers(this.#inBoth)) ? "in-both" : "reworded";
      else if (further !== undefined) as = "again";
      let owner = passage ?? -1;
      if (owner < 0 && inOtherWords !== undefined) owner = copied + inOtherWords;
      else if (owner < 0 && further !== undefined) owner = this.#againOwner[further]!;
      const opening = (layer: Intervals) => (index: number) => layer.places[index]!.start === from;
      return {
        start: from,
        end: sorted[i + 1]!,
        passage: owner,
        as,
        ...(as === "left-out" && { leftOut: { kind: this.#leftOutKinds[out!]!, begins: this.#leftOut.places[out!]!.start === from } }),
        marks: marks.filter(covers(this.#marks)).map((index) => this.#markKinds[index]!),
        opens: [...passages.filter(opening(this.#passages)), ...reworded.filter(opening(this.#reworded)).map((index) => copied + index)],
      };
    });
  }
}

/** Intervals that may overlap, asked which of them reach into a range. */
export class Intervals {
  #byStart: Uint32Array;
  /** The furthest end among the intervals up to each, in the order of their starts. */
  #reach: Float64Array;

  constructor(readonly places: Place[]) {
    this.#byStart = Uint32Array.from(places.keys()).sort((x, y) => places[x]!.start - places[y]!.start || x - y);
    this.#reach = new Float64Array(places.length);
    let reach = -1;
    for (const [i, index] of this.#byStart.entries()) this.#reach[i] = reach = Math.max(reach, places[index]!.end);
  }

  /** The indices of the intervals that have a part between `start` and `end`, in the order of their starts. */
  within(start: number, end: number): number[] {
    const found: number[] = [];
    for (let i = this.#first(end) - 1; i >= 0 && this.#reach[i]! > start; i--) {
      const index = this.#byStart[i]!;
      if (this.places[index]!.end > start) found.push(index);
    }
    return found.reverse();
  }

  /** How many intervals start before `end`. */
  #first(end: number): number {
    let [low, high] = [0, this.#byStart.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[this.#byStart[middle]!]!.start < end) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
