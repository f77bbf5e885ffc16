import type {
  DocumentSummary,
  Options,
  PairSummary,
  Report,
  Session as Generated,
  TwinprintError as Thrown,
} from "./dist/twinprint.js";

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
} from "./dist/twinprint.js";

/** A document: plain text, or text with what is known about it. */
export type Document =
  | string
  | {
      /** What reports and errors call it. */
      name?: string;
      text: string;
      /** "plain" unless given; of "html" the visible text is compared. */
      format?: "plain" | "html";
      /** Where it is from, to tell the pictures of its own host from others. */
      url?: string;
    };

/** How to compare; what is left out is as the default recipe has it. */
export interface CompareOptions extends Options {
  /** Text that every document was given: what is shared with it does not count. */
  templates?: Document[];
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
 * JavaScript counts it, in UTF-16 code units: `text.slice(place.start, place.end)` is the passage.
 *
 * @throws {TwinprintError} when one of them cannot be compared or an option is not valid
 */
export function compare(a: Document, b: Document, options?: CompareOptions): Report;

/**
 * The numbers of every pair of documents, the most copied first. A document that cannot be compared is named
 * with its error and stops no other.
 *
 * @throws {TwinprintError} when a template cannot be read or an option is not valid
 */
export function compareAll(documents: Document[], options?: CompareOptions): { documents: Read[]; pairs: Pair[] };

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
  templates(ids: Uint32Array): { id: number; error: TwinprintError }[];
}

/** What went wrong, where, and what to do about it. */
export class TwinprintError extends Error implements Thrown {
  /** What kind of error, for programs. */
  readonly kind: Thrown["kind"];
  /** What is wrong. */
  readonly what: string;
  /** Where: the document or the option. */
  readonly place: string;
  /** What to do about it. */
  readonly remedy: string;
}
