//! Why there is no pair to see, or none yet: in a sentence, with what helps.

import { authorNumbers } from "../documents/authors.ts";
import type { Documents } from "../documents/documents.ts";
import type { Engine } from "../pairs/engine.ts";
import { NO_PAIRS } from "../words/no-pairs.ts";

/** What a person can press. */
export type Help = keyof typeof NO_PAIRS.helps;

export interface Reason {
  what: string;
  helps: Help[];
}

/** Why documents give no pair, or none yet. */
export function whyNone(documents: Documents, engine: Engine): Reason {
  const { all, compared, size } = documents;
  const reading = all.filter(({ state }) => state.is === "reading").length;
  if (size === 0) return { what: "", helps: [] };
  if (engine.stopped) return { what: NO_PAIRS.stopped, helps: ["again"] };
  if (reading > 0) return { what: NO_PAIRS.reading(size - reading, size), helps: [] };
  if (compared.length < 2) return whyTooFew(documents);
  if (new Set(authorNumbers(compared).values()).size === 1) {
    return { what: NO_PAIRS.oneAuthor(compared.length, compared[0]!.author), helps: ["within", "authors"] };
  }
  if (engine.comparesNothing) return { what: NO_PAIRS.allOld(compared.length), helps: ["authors"] };
  return { what: NO_PAIRS.waiting, helps: [] };
}

/** Why there are no two documents to compare. */
function whyTooFew({ all, compared, size }: Documents): Reason {
  if (size === 1 && compared.length === 1) return { what: NO_PAIRS.oneMore, helps: ["files"] };
  const templates = all.filter(({ template }) => template).length;
  const failed = all.flatMap(({ state, template }) => (state.is === "failed" && !template ? [state.problem] : []));
  const help: Help[] = templates > 0 ? ["templates"] : [];
  if (templates === size) return { what: NO_PAIRS.allTemplates(size), helps: ["templates", "files"] };
  if (compared.length === 1) return { what: NO_PAIRS.onlyOne(size), helps: [...help, "files"] };
  if (failed.every(({ kind }) => kind === "only-template")) return { what: NO_PAIRS.allLeftOut(templates), helps: [...help, "counting"] };
  return { what: NO_PAIRS.none, helps: ["files"] };
}

/** Why none of the pairs there are is shown. */
export function whyHidden(slots: Uint32Array, pairs: number): Reason {
  return slots.length === 0 ? { what: NO_PAIRS.noneChosen, helps: ["filters"] } : { what: NO_PAIRS.nothingShared(pairs), helps: ["nothing"] };
}
