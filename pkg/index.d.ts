import type {
  DocumentSummary,
  Options,
  PairSummary,
  Report,
  Session as Generated,
  TwinprintError as Thrown,
} from "./dist/package/twinprint.js";

export type {
  DocumentSummary,
  Flags,
  Mark,
  Options,
  PairSummary,
  Passage,
  Place,
  Report,
  Run,
} from "./dist/package/twinprint.js";

/**
 * Loads the wasm module: in browsers, await it once before anything else of this package but {@link createClient}, which loads a module
 * of its own. It may be called again, and returns the same promise. In Node and in edge workers the module is there on import, and
 * this resolves at once, so the same code runs everywhere.
 *
 * @param source the wasm file, or where it is; unless given, it is beside the script, where bundlers put it
 * @throws {TwinprintError} of kind "not-loaded" when the file cannot be had or compiled; call it again to try again
 */
export function init(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** The package's wasm file, `twinprint/twinprint.wasm`, or where it is. */
export type WasmSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** A document: plain text, or text with what is known about it. */
export type Document = string | (DocumentDetails & ({ text: string; bytes?: undefined } | { bytes: Uint8Array; text?: undefined }));

/** What is known about a document besides its `text`, or the `bytes` of it, which are text in any encoding. */
export interface DocumentDetails {
  /** What reports and errors call it. */
  name?: string;
  /** "plain" unless given; of "html" the visible text is compared. */
  format?: "plain" | "html";
  /** Where it is from, to tell the pictures of its own host from others. */
  url?: string;
}

/** How to compare; what is left out is as the default recipe has it. */
export interface CompareOptions extends Options {
  /** Text that every document was given: what is shared with it does not count. */
  templates?: Document[];
}

/** The texts that the places of a report are in: as given, decoded from bytes, or the visible text of HTML. */
export interface Texts {
  text_a: string;
  text_b: string;
}

/** Which pairs {@link compareAll} gives; every pair, where neither is given. */
export interface PairOptions {
  /**
   * Only pairs that share a shingle, and of which one document has at least this share of its shingles, 0 to 1, in the other. Other
   * pairs cost nothing.
   */
  at_least?: number;
  /** Of the pairs that share a shingle, this many at most: the most copied. */
  most_pairs?: number;
}

/** How far {@link compareAll} is: documents that were read, then pairs that were compared. */
export interface Progress {
  step: "reading" | "comparing";
  done: number;
  of: number;
}

/** A document of {@link compareAll}: what was read, or why it could not be compared. */
export type Read = { name: string } & (
  | (DocumentSummary & { error?: undefined })
  | { error: TwinprintError }
);

/** Two documents of {@link compareAll}, by their places in the list given. */
export type Pair = { a: number; b: number } & PairSummary;

/**
 * Everything about two documents: how much they share and which passages. Places are offsets into the text as
 * JavaScript counts it, in UTF-16 code units: `text.slice(place.start, place.end)` is the passage. With `texts: true` the report has
 * the texts, too, which of HTML and of bytes are other than what was given.
 *
 * @throws {TwinprintError} when one of them cannot be compared or an option is not valid
 */
export function compare(a: Document, b: Document, options: CompareOptions & { texts: true }): Report & Texts;
export function compare(a: Document, b: Document, options?: CompareOptions & { texts?: boolean }): Report;

/**
 * The numbers of every pair of documents, the most copied first. A document that cannot be compared is named
 * with its error and stops no other.
 *
 * @throws {TwinprintError} when a template cannot be read or an option is not valid
 */
export function compareAll(documents: Document[], options?: AllOptions): Compared;

/** The options of {@link compareAll}. */
export interface AllOptions extends CompareOptions, PairOptions {
  /** Called as documents are read and pairs compared. */
  progress?: (progress: Progress) => void;
}

/** What {@link compareAll} found. */
export interface Compared {
  documents: Read[];
  pairs: Pair[];
}

/**
 * A client that compares in a worker of its own, so that the page, or the process, stays free: a Web Worker, in Node a thread. It is
 * started by the first call and loads the module itself. In edge workers, which have no workers, calls are made in place.
 */
export function createClient(options?: ClientOptions): Client;

/** What a client may need to be told; with most bundlers nothing. */
export interface ClientOptions {
  /** Where the wasm file is, or what was compiled of it, if it is not beside the script. */
  wasm?: string | URL | WebAssembly.Module;
  /** Makes the Web Worker, of `twinprint/worker`, where a bundler does not find it by itself. */
  worker?: () => Worker;
}

/** How a call of a client is made. */
export interface CallOptions {
  /** Ends the call, also while it runs; its promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Moves the bytes of documents to the worker, so that they are gone here; unless set, they are copied. */
  transfer?: boolean;
}

/**
 * What {@link createClient} makes. Calls are made one after the other. Each rejects with a {@link TwinprintError} as the function of its name
 * does; with one of kind "worker-failed", with all that wait, when the worker fails; and of kind "closed" when the client is closed.
 */
export interface Client {
  /** As {@link compare}. */
  compare(a: Document, b: Document, options: CompareOptions & CallOptions & { texts: true }): Promise<Report & Texts>;
  compare(a: Document, b: Document, options?: CompareOptions & CallOptions & { texts?: boolean }): Promise<Report>;
  /** As {@link compareAll}. */
  compareAll(documents: Document[], options?: AllOptions & CallOptions): Promise<Compared>;
  /** Ends the worker, and with it all calls that were not answered. */
  close(): void;
}

/**
 * The label of the encoding that bytes are in, for `TextDecoder`.
 *
 * @throws {TwinprintError} when they are not text
 */
export function encoding(bytes: Uint8Array, name?: string): string;

/**
 * Documents that stay in memory, for comparing more than once. `free` it when done.
 *
 * Its methods throw a {@link TwinprintError} where the module reports an error.
 */
export class Session extends Generated {
  constructor(options?: Options);
  put(id: number, name: string, text: string, format?: "plain" | "html", url?: string): DocumentSummary;
  templates(ids: Uint32Array): { id: number; error: TwinprintError & Thrown }[];
}

/** What went wrong, where, and what to do about it. */
export class TwinprintError extends Error implements Omit<Thrown, "kind"> {
  /** What kind of error, for programs. */
  readonly kind: Thrown["kind"] | "not-loaded" | "worker-failed" | "closed";
  /** What is wrong. */
  readonly what: string;
  /** Where: the document or the option. */
  readonly place: string;
  /** What to do about it. */
  readonly remedy: string;
}
