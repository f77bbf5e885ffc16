//! Why a passage is one, in words: what kind of match it is, how many words are the same in a row, what was changed, which disguised
//! characters were undone.

import { flagNotes } from "../documents/documents.ts";
import { h } from "../page/dom.ts";
import type { Flags, Passage, Place, Report } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";
import { PAIR } from "../words/pair.ts";
import { REWORDED } from "../words/reworded.ts";
import type { Difference } from "./differences.ts";

/** Up to this many changes are described in words; all of them are underlined. */
const MOST_DESCRIBED = 2;

/** Both texts as they are shown. */
export interface Texts {
  a: string;
  b: string;
}

/** Passage `index` of a report, explained: what kind it is, then a sentence. */
export function why(report: Report, index: number, changes: Difference[], texts: Texts): [HTMLElement, string] {
  const passage = report.passages[index]!;
  const disguises = undone(report, passage);
  const kind = passage.edited ? "edited" : disguises.length > 0 ? "disguised" : passage.runs.length > 1 ? "changed" : "same";
  return [h("span", { class: "kind", title: PAIR.kindTitles[kind] }, PAIR.kinds[kind]), sentence(passage, disguises, changes, texts)];
}

/** A passage in other words, explained in the same way. */
export function whyReworded({ a, b, likeness, sentences }: RewordedPassage, { passages }: Report): [HTMLElement, string] {
  const meets = (one: Place, other: Place) => one.start < other.end && other.start < one.end;
  const within = passages.filter((passage) => meets(passage.a, a) && meets(passage.b, b));
  const also = within.length === 0 ? "" : within.every(({ edited }) => edited) ? REWORDED.alsoEdited : REWORDED.alsoCopied;
  const kind = h("span", { class: "kind other-words", title: REWORDED.kindTitle }, REWORDED.kind);
  return [kind, `${REWORDED.why(likeness, sentences.length)}${also && ` ${also}`}`];
}

function sentence({ words, longest_run, edited, bits, runs, elsewhere_a, elsewhere_b }: Passage, disguises: string[], changes: Difference[], texts: Texts): string {
  const parts = [runs.length === 1 ? PAIR.inARow(words) : PAIR.inRuns(words, runs.length, longest_run)];
  if (edited) parts.push(PAIR.byChance(bits));
  if (changes.length > 0) {
    const described = changes.slice(0, MOST_DESCRIBED).map((change) => describe(change, texts));
    if (changes.length > MOST_DESCRIBED) described.push(PAIR.moreChanges(changes.length - MOST_DESCRIBED));
    parts.push(`${PAIR.changes(changes.length)}: ${described.join(", ")}`);
  }
  if (disguises.length > 0) parts.push(PAIR.undone(disguises.join(", ")));
  if (elsewhere_a > 0) parts.push(PAIR.elsewhere(elsewhere_a, "A"));
  if (elsewhere_b > 0) parts.push(PAIR.elsewhere(elsewhere_b, "B"));
  return `${parts.join("; ")}.`;
}

/** A change in words: what became what, or what was added or left out. */
export function describe({ a, b }: Difference, texts: Texts): string {
  const [first, second] = [words(texts.a, a), words(texts.b, b)];
  if (first === "") return PAIR.onlyB(second);
  if (second === "") return PAIR.onlyA(first);
  return PAIR.replaced(first, second);
}

/** The words at a place, without what stands between them and their neighbours. */
function words(text: string, { start, end }: Place): string {
  return text.slice(start, end).replace(/\s+/g, " ").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

/** Which disguised characters were undone within a passage, in either text: `["2 words with look-alike letters"]`. */
function undone(report: Report, passage: Passage): string[] {
  const within = (marks: Report["marks_a"], place: Place) => marks.filter(({ start, end }) => start < place.end && end > place.start);
  const found = [...within(report.marks_a, passage.a), ...within(report.marks_b, passage.b)];
  const number = (kind: Report["marks_a"][number]["kind"]) => found.filter((mark) => mark.kind === kind).length;
  const flags: Flags = {
    invisible: number("invisible"),
    soft_hyphens: 0, // Word processors put them in by themselves.
    look_alikes: number("look_alike"),
    foreign_words: 0, // Whole words of another script disguise nothing.
    styled: number("styled"),
  };
  return flagNotes(flags);
}
