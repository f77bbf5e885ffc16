import type { AllOptions, CallOptions, Client as ClientOfAnyBuild, ClientOptions, CompareOptions, Document, Pair, Read, Report, Session as OfAnyBuild, Texts } from "./index.js";
import type {
  DocumentFingerprints,
  Explanation,
  RewordedPassage,
  Sketches as Generated,
  SketchesCompared,
  Tables as GeneratedTables,
  TablesAnswer,
} from "./dist/languages/twinprint.js";

export * from "./index.js";
export type {
  DocumentFingerprints,
  Explanation,
  LexiconDistances,
  RewordedPassage,
  SentencePair,
  SketchesCompared,
  SketchFeature,
  SketchPart,
  TablesAnswer,
  TablesDescription,
  TablesDocuments,
} from "./dist/languages/twinprint.js";

/** How far is looked, and whether for what is reworded, too. */
export interface Further {
  /** As in `Options`; "reworded" finds what "edited" does, and sentences that say much the same in other words. */
  reach?: "copied" | "edited" | "reworded";
}

/** How to compare, and whether to look for what is reworded, too. */
export interface FurtherOptions extends Omit<CompareOptions, "reach">, Further {}

/** The options of {@link compareAll}. */
export interface FurtherAllOptions extends Omit<AllOptions, "reach">, Further {}

/** Passages in other words, apart from what is copied: no number counts them. */
export interface Reworded {
  reworded: RewordedPassage[];
}

/** A pair with how many words stand in passages in other words, of the document that has more of them. */
export type RewordedPair = Pair & { reworded_words: number };

/** As `compare` of `twinprint`. With `reach: "reworded"` the report has the passages in other words, too. */
export function compare(a: Document, b: Document, options: FurtherOptions & { reach: "reworded"; texts: true }): Report & Reworded & Texts;
export function compare(a: Document, b: Document, options: FurtherOptions & { reach: "reworded"; texts?: boolean }): Report & Reworded;
export function compare(a: Document, b: Document, options: FurtherOptions & { texts: true }): Report & Texts;
export function compare(a: Document, b: Document, options?: FurtherOptions & { texts?: boolean }): Report;

/** As `compareAll` of `twinprint`. With `reach: "reworded"` each pair has `reworded_words`, too. */
export function compareAll(documents: Document[], options: FurtherAllOptions & { reach: "reworded" }): { documents: Read[]; pairs: RewordedPair[] };
export function compareAll(documents: Document[], options?: FurtherAllOptions): { documents: Read[]; pairs: Pair[] };

/** As `createClient` of `twinprint`, with a worker of `twinprint/languages-worker`. */
export function createClient(options?: ClientOptions): Client;

/** What {@link createClient} makes: as that of `twinprint`, and what is reworded is looked for, too. */
export interface Client extends Omit<ClientOfAnyBuild, "compare" | "compareAll"> {
  /** As {@link compare}. */
  compare(a: Document, b: Document, options: FurtherOptions & CallOptions & { reach: "reworded"; texts: true }): Promise<Report & Reworded & Texts>;
  compare(a: Document, b: Document, options: FurtherOptions & CallOptions & { reach: "reworded"; texts?: boolean }): Promise<Report & Reworded>;
  compare(a: Document, b: Document, options: FurtherOptions & CallOptions & { texts: true }): Promise<Report & Texts>;
  compare(a: Document, b: Document, options?: FurtherOptions & CallOptions & { texts?: boolean }): Promise<Report>;
  /** As {@link compareAll}. */
  compareAll(documents: Document[], options: FurtherAllOptions & CallOptions & { reach: "reworded" }): Promise<{ documents: Read[]; pairs: RewordedPair[] }>;
  compareAll(documents: Document[], options?: FurtherAllOptions & CallOptions): Promise<{ documents: Read[]; pairs: Pair[] }>;
}

/** As `Session` of `twinprint`; it looks for what is reworded, too. */
export class Session extends OfAnyBuild {
  /** The passages that two documents have in other words, or the same, by their places in the texts to show. */
  reworded(a: number, b: number): RewordedPassage[];
  /** How many words each of some pairs, a flat list a0, b0, a1, b1, .., has in them: of the document that has more. */
  reworded_words(pairs: Uint32Array): Uint32Array;
}

/**
 * What a document is known by as a whole, in 16, 40 (by default) or 80 bytes: `POST /v1/seen` takes it in place of a text, which so stays
 * where it is. Throws a {@link TwinprintError} for fewer than eight words.
 */
export function documentFingerprints(document: Document, options?: { bytes?: 16 | 40 | 80 }): DocumentFingerprints;

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
