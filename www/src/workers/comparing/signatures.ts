//! Signatures of two texts, by the large build of the core.

import type { Problem, Signatures } from "../../protocol/comparing.ts";
import { TROUBLE } from "../../words/trouble.ts";
import { loadLanguages } from "../languages.ts";
import { loadModel } from "./core.ts";

/** The bytes of fingerprints by which documents are compared as wholes. */
const BYTES = 40;

/** How many words and shingles are listed of each part. */
const LISTED = 12;

const NOT_LOADED: Problem = {
  kind: "not-loaded",
  place: "",
  ...TROUBLE.comparing.signaturesNotLoaded,
};

interface By {
  /** A method in a line, such as "fusion:bits=64". */
  method: string;
  /** Whether it weighs words, so that it needs the model. */
  weighs: boolean;
}

/** The signatures of two texts as they are shown; rejects with a problem. */
export async function signatures([a, b]: [string, string], { method, weighs }: By): Promise<Signatures> {
  const loading = Promise.all([loadLanguages(), weighs ? loadModel() : undefined]);
  const [core, model] = await loading.catch(() => Promise.reject(NOT_LOADED));
  const sketches = new core.Sketches(method, model);
  try {
    sketches.put(0, TROUBLE.comparing.a, a, "plain");
    sketches.put(1, TROUBLE.comparing.b, b, "plain");
    const { score, alike } = sketches.compare(0, 1);
    const { rule, recipe } = sketches;
    const { parts, lexicons } = sketches.explain(0, 1, LISTED);
    return { score, alike, rule, recipe, parts, lexicons, wholes: compareAsWholes(core, a, b) };
  } finally {
    sketches.free();
  }
}

function compareAsWholes(core: Awaited<ReturnType<typeof loadLanguages>>, a: string, b: string): Signatures["wholes"] {
  try {
    return core.compareAsWholes(a, b, BYTES);
  } catch {
    // One of them is too short, or has no words.
    return null;
  }
}
