import type { Client, CompareOptions, Document, Report, Texts, TwinprintError } from "./index.js";

/** What the element says, where it is to be in another language. */
export interface ElementWords {
  /** What a text is called that has no `name-a` or `name-b`. */
  a: string;
  b: string;
  /** Where a text is missing. */
  missing: string;
  comparing: string;
  /** Where no passage is shared. */
  none: string;
  /** The number of passages, and how much of the words of either text is equal in them, such as "40%". */
  found: (passages: number, a: string, b: string) => string;
  /** What the button of a passage is called. */
  passage: (number: number, words: number, edited: boolean) => string;
}

/** What a `compared` event has as its detail: the report, and the texts that its places are in. */
export type ComparedDetail = Report & Texts;

/** The events of {@link TwinprintCompare}. */
export interface TwinprintCompareEvents {
  compared: CustomEvent<ComparedDetail>;
  error: ErrorEvent & { readonly error: TwinprintError };
}

/**
 * The element `<twinprint-compare>`, which is defined on import: two texts in, and both again with the passages marked that they
 * share. The texts are properties, or attributes of the same name, or elements in the slots `a` and `b`. Attributes `name-a` and
 * `name-b` say what they are called.
 */
export class TwinprintCompare extends HTMLElement {
  a: Document;
  b: Document;
  options: CompareOptions;
  /** In place of the client that all elements share. */
  client: Client | undefined;
  get words(): ElementWords;
  set words(words: Partial<ElementWords>);
  addEventListener<K extends keyof TwinprintCompareEvents>(
    type: K,
    listener: (this: TwinprintCompare, event: TwinprintCompareEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** What JSX may give the element, besides what it may give any; how that is told to React's types is in the README. */
export interface TwinprintCompareProps {
  a?: Document;
  b?: Document;
  "name-a"?: string;
  "name-b"?: string;
  options?: CompareOptions;
  words?: Partial<ElementWords>;
  client?: Client;
  oncompared?: (event: TwinprintCompareEvents["compared"]) => void;
  onerror?: (event: TwinprintCompareEvents["error"]) => void;
}

declare global {
  interface HTMLElementTagNameMap {
    "twinprint-compare": TwinprintCompare;
  }
}
