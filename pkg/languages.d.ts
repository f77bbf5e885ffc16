import type {
  Explanation,
  Sketches as Generated,
  SketchesCompared,
  Tables as GeneratedTables,
  TablesAnswer,
} from "./dist/languages/twinprint.js";

export * from "./index.js";
export type {
  Explanation,
  LexiconDistances,
  SketchesCompared,
  SketchFeature,
  SketchPart,
  TablesAnswer,
  TablesDescription,
  TablesDocuments,
} from "./dist/languages/twinprint.js";

/**
 * Documents reduced to sketches by one method, such as "fusion:bits=64"; they stay in memory: `free` it when done.
 *
 * Its methods throw a {@link TwinprintError} where the module reports an error.
 */
export class Sketches extends Generated {
  /** `model` is the bytes of a model of term weights, such as `twinprint/english.twm`; without, every weight is one. */
  /** `boilerplate` is the bytes of what `twinprint model boilerplate` wrote, for `clean=site` in the method. */
  constructor(method: string, model?: Uint8Array, boilerplate?: Uint8Array);
  put(id: number, name: string, text: string, format?: "plain" | "html", url?: string): void;
  compare(a: number, b: number): SketchesCompared;
  explain(a: number, b: number, features?: number): Explanation;
}

/**
 * An index of fingerprints, searched in memory; `free` it when done. Fingerprints are hexadecimal digits.
 *
 * Its methods throw a {@link TwinprintError} where the module reports an error.
 */
export class Tables extends GeneratedTables {
  /** Opens an index of the bytes of all its shard files, in any order. */
  constructor(shards: Uint8Array[]);
}

/**
 * The fingerprints within k bits of one, among those that a service sent for its first bits: what `Tables.suffixes` gave
 * there.
 */
export function suffixMatches(fingerprint: string, bytes: Uint8Array, k: number): TablesAnswer;
