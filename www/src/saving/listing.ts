//! Pairs with all their numbers, for other programs.

import type { Settings } from "../options/settings.ts";
import { wordsIn } from "../pairs/rewording.ts";
import type { Taken } from "../pairs/taken-out.ts";
import type { Judged } from "../pairs/verdicts.ts";
import type { PairSummary } from "../protocol/comparing.ts";
import type { RewordedPassage } from "../protocol/rewording.ts";
import type { Choice, Progress } from "./choice.ts";
import type { Workspace } from "./workspace.ts";

/** Pairs that are asked for at once. */
const AT_ONCE = 256;

export interface Listed {
  a: number;
  b: number;
  summary: PairSummary;
  /** How rare among the documents is what the two share, from 0 to 1; null while it is not known. */
  rarity: number | null;
  /** What they have in other words; undefined where it was not looked for. No number of the summary counts it. */
  reworded: RewordedPassage[] | undefined;
  /** How many words are in them, of the document that has more; it may be known where they are not. */
  rewordedWords: number | null;
  judgement: Pick<Judged, "verdict" | "note" | "at" | "others"> | undefined;
  /** What was taken out by hand where this pair was open; some of it may count in no other pair either. */
  taken: Pick<Taken, "all" | "texts" | "reason" | "words" | "at">[];
}

export interface Listing {
  made: string;
  twinprint: string;
  recipe: { id: string; text: string };
  options: Settings;
  documents: { id: number; name: string; author: string; words: number; handed_in?: string; cohort?: string }[];
  pairs: Listed[];
}

/** The pairs in their order, and the documents that are in them. */
export async function list({ pairs, anonymous, judgements }: Choice, workspace: Workspace, progress: Progress): Promise<Listing> {
  const { documents, engine, rewording, verdicts, takenOut, version } = workspace;
  const listed: Listed[] = [];
  const judged = new Map(judgements ? verdicts.all.map((one) => [`${one.a} ${one.b}`, one]) : []);
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const asked = pairs.slice(at, at + AT_ONCE);
    const summaries = await engine.summaries(Uint32Array.from(asked.flat()));
    for (const [i, [a, b]] of asked.entries()) {
      const [numbers, reworded] = [engine.table.find(a, b), rewording.found(a, b)];
      const rewordedWords = reworded ? wordsIn(reworded) : known(numbers?.reworded);
      listed.push({ a, b, summary: summaries[i]!, rarity: known(numbers?.rarity), reworded, rewordedWords, judgement: judged.get(`${a} ${b}`), taken: takenOut.from(a, b).map(plain) });
    }
    progress(listed.length, pairs.length);
  }
  const names = workspace.aliases(anonymous);
  const ids = new Set(pairs.flat());
  return {
    made: new Date().toISOString(),
    twinprint: version,
    recipe: engine.recipe ?? { id: "", text: "" },
    options: withoutNames(workspace.settings()),
    documents: documents.all.flatMap(({ id, state, handedIn, cohort }) => (ids.has(id) && state.is === "ready" ? [{ id, ...names.get(id)!, words: state.words, ...(handedIn && !anonymous ? { handed_in: handedIn } : {}), ...(cohort ? { cohort } : {}) }] : [])),
    pairs: listed,
  };
}

function plain({ all, texts, reason, words, at }: Taken): Listed["taken"][number] {
  return { all, texts, reason, words, at };
}

/** Options without what persons were called by hand: the documents say it, unless nobody is to know. */
function withoutNames({ authors, ...options }: Settings): Settings {
  if (!authors) return options;
  const { names: _, ...rules } = authors;
  return { ...options, authors: rules };
}

function known(n: number | undefined): number | null {
  return n === undefined || Number.isNaN(n) ? null : n;
}
