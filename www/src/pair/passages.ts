//! What is listed of a pair: its passages, copied, edited and in other words, and what does not count of it, each by its kind.

import type { Taken } from "../pairs/taken-out.ts";
import type { LeftOut, Place, Report } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";

/** In the order in which they are offered. */
export const KINDS = ["copied", "edited", "reworded", "taken-out", "quoted", "bibliography", "common", "template"] as const;
export type Kind = (typeof KINDS)[number];

/** Those that are listed unless a person wants others, too. */
export const COUNTED: readonly Kind[] = ["copied", "edited", "reworded", "taken-out"];

export interface Listed {
  kind: Kind;
  /** The index of a passage among all of them; -1 for what does not count. */
  passage: number;
  /** Where it is; what does not count may be in one document alone. */
  a: Place | undefined;
  b: Place | undefined;
  /** How many words it has; 0 where that is not known. */
  words: number;
  /** Greater for what is rarer; -1 for what does not count. */
  rarity: number;
  taken?: Taken;
}

export type Order = "place" | "length" | "rarity";

/** What a person took out of a pair, by the number that the core gives its stretches. */
type ByText = (text: number) => Taken | undefined;

/** Everything that a pair has to list. */
export function listed(report: Report, reworded: RewordedPassage[], byText: ByText): Listed[] {
  const copied = report.passages.map(({ a, b, words, edited, bits }, passage): Listed => ({ kind: edited ? "edited" : "copied", passage, a, b, words, rarity: bits }));
  const others = reworded.map(({ a, b, words_a, words_b, likeness }, i): Listed => ({
    ...{ kind: "reworded", passage: report.passages.length + i, a, b, words: Math.max(words_a, words_b) },
    // Rarer than what does not count, and less rare than anything that is copied.
    rarity: likeness - 1,
  }));
  return [...copied, ...others, ...takenOut(report, byText), ...leftOut(report)];
}

/** What was taken out: where it is first in either document. */
function takenOut({ left_out_a, left_out_b }: Report, byText: ByText): Listed[] {
  const found = new Map<Taken, Listed>();
  for (const [side, stretches] of [["a", left_out_a], ["b", left_out_b]] as const) {
    for (const { text, start, end, words } of stretches) {
      const taken = text === undefined ? undefined : byText(text);
      if (!taken) continue;
      const one: Listed = found.get(taken) ?? { kind: "taken-out", passage: -1, a: undefined, b: undefined, words: 0, rarity: -1, taken };
      one[side] ??= { start, end };
      one.words = Math.max(one.words, words);
      found.set(taken, one);
    }
  }
  return [...found.values()];
}

const KIND_OF = { quotations: "quoted", "block-quotes": "quoted", bibliography: "bibliography", common: "common" } as const;

/** What else does not count, of either document by itself. */
function leftOut({ left_out_a, left_out_b, template_a, template_b }: Report): Listed[] {
  const stretch = (kind: Kind, side: "a" | "b", { start, end }: Place, words: number): Listed => ({ kind, passage: -1, a: undefined, b: undefined, [side]: { start, end }, words, rarity: -1 });
  const of = (side: "a" | "b", stretches: LeftOut[], template: Place[]) => [
    ...stretches.flatMap((place) => (place.kind === "taken-out" ? [] : [stretch(KIND_OF[place.kind], side, place, place.words)])),
    ...template.map((place) => stretch("template", side, place, 0)),
  ];
  return [...of("a", left_out_a, template_a), ...of("b", left_out_b, template_b)];
}

/** The same in an order; what the order says nothing of stays by its place. */
export function inOrder(all: Listed[], order: Order): Listed[] {
  const length = ({ a, b }: Listed) => Math.max(...[a, b].map((place) => (place ? place.end - place.start : 0)));
  const start = ({ a, b }: Listed) => a?.start ?? b?.start ?? 0;
  const by = {
    place: () => 0,
    length: (x: Listed, y: Listed) => y.words - x.words || length(y) - length(x),
    rarity: (x: Listed, y: Listed) => y.rarity - x.rarity,
  }[order];
  // What is in B alone comes after all that is in A.
  return all.toSorted((x, y) => by(x, y) || Number(!x.a) - Number(!y.a) || start(x) - start(y));
}
