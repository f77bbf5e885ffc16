//! What can be said of a pair by the passages alone: their words and runs. Runs are counted one by one, and are only as long
//! as both sides are the same, word for word.

import type { Session } from "twinprint";
import type { Place } from "../../../protocol/comparing.ts";
import type { Side } from "../../../text-pane/painting.ts";
import { TROUBLE } from "../../../words/trouble.ts";
import type { CountedPair, CountedPassage, ReportPair } from "../data.ts";
import { joined } from "../stretches.ts";

type Slice = (side: Side, place: Place) => string;

/** The numbers of documents that are compared here, and no others. */
const [A, B] = [1, 2];

export function partial({ places }: ReportPair, slice: Slice, session: Session): CountedPair {
  const { passages: held, edited: hasEdited, marks_a, marks_b } = places ?? { passages: [], edited: false, marks_a: [], marks_b: [] };
  const passages = held.map(({ a, b, edited, runs }): CountedPassage => {
    const counted = runs.map((run) => ({ ...run, words: sameWords(slice("a", run.a), slice("b", run.b), session) }));
    return {
      a,
      b,
      edited,
      bits: undefined,
      runs: counted,
      words: counted.reduce((sum, { words }) => sum + words, 0),
      longest_run: longest(counted),
      ...{ elsewhere_a: 0, elsewhere_b: 0, also_a: [], also_b: [] },
    };
  });
  const runs = held.flatMap(({ runs }) => runs);
  const found = (side: Side) =>
    joined(runs.map((run) => run[side])).reduce((sum, place) => sum + words(A, slice(side, place), session), 0);
  const [foundA, foundB] = [found("a"), found("b")];
  return {
    ...{ a: "", b: "", recipe: "", template_a: [], template_b: [], left_out_a: [], left_out_b: [], flags_a: NONE, flags_b: NONE },
    ...{ shared_shingles: 0, shingles_a: 0, shingles_b: 0, simhash_distance: 0 },
    ...{ containment_a: undefined, containment_b: undefined, resemblance: undefined, words_a: undefined, words_b: undefined },
    ...{ template_words_a: undefined, template_words_b: undefined, left_out_words_a: undefined, left_out_words_b: undefined },
    passages,
    shared_words_a: hasEdited ? undefined : foundA,
    shared_words_b: hasEdited ? undefined : foundB,
    words_in_passages: Math.min(foundA, foundB),
    has_edited: hasEdited,
    longest_run: longest(passages.filter(({ edited }) => !edited).map(({ longest_run: words }) => ({ words }))),
    marks_a,
    marks_b,
  };
}

const NONE = { invisible: 0, soft_hyphens: 0, look_alikes: 0, foreign_words: 0, styled: 0 };

/** How many words two texts have if they are the same, word for word; else none. */
function sameWords(a: string, b: string, session: Session): number {
  const [wordsA, wordsB] = [words(A, a, session), words(B, b, session)];
  return wordsA > 0 && wordsA === wordsB && session.pair(A, B).resemblance === 1 ? wordsA : 0;
}

function words(id: number, text: string, session: Session): number {
  try {
    return session.put(id, TROUBLE.comparing.passage, text, "plain").words;
  } catch {
    return 0;
  }
}

function longest(runs: { words: number }[]): number {
  return Math.max(0, ...runs.map(({ words }) => words));
}
