//! The page's side of the worker that looks for other words: it is started when that is first asked for, and what it found is
//! kept for as long as its documents and options are the same.

import type { Doc, Documents } from "../documents/documents.ts";
import type { Problem } from "../protocol/comparing.ts";
import type { Basis, Event, Given, Request, RewordedPassage } from "../protocol/rewording.ts";
import { TROUBLE } from "../words/trouble.ts";
import type { Engine } from "./engine.ts";

/** The address of the worker's script, relative to this one; filled in by the build. */
declare const REWORDING_WORKER: string;

/** The kind of problem that a person made by not wanting to wait. */
export const CANCELLED = "cancelled";

/** Words of both documents of a pair that are compared in a second, on a slow machine. */
const WORDS_A_SECOND = 1_000_000;

/** About how many seconds it takes to look for other words, by the words of both documents of all pairs. */
export function seconds(words: number): number {
  return Math.ceil(words / WORDS_A_SECOND);
}

interface Waiting {
  resolve(found: RewordedPassage[]): void;
  reject(problem: Problem): void;
  words?: ((words: Uint32Array) => void) | undefined;
}

export class Rewording {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #ticket = 0;
  /** What pairs have in other words, by the pair and the versions of all that it depends on. */
  #found = new Map<string, RewordedPassage[]>();

  constructor(
    private documents: Documents,
    private engine: Engine,
  ) {}

  /** What was found of a pair; undefined where it was not looked for, or something changed since. */
  found(a: number, b: number): RewordedPassage[] | undefined {
    return this.#found.get(this.#key(a, b));
  }

  /** The passages that a pair has in other words; rejects with a problem, of kind `CANCELLED` where `cancel` was called. */
  async pair(a: number, b: number): Promise<RewordedPassage[]> {
    const [key, known] = [this.#key(a, b), this.found(a, b)];
    if (known) return known;
    const found = await this.#ask({ is: "pair", a, b, ...this.#given([a, b]) });
    this.#found.set(key, found);
    return found;
  }

  /**
   * How many words each of some pairs, a flat list a0, b0, a1, b1, .., has in passages in other words. `words` is called with those of
   * some pairs after the other.
   */
  async pairs(pairs: Uint32Array<ArrayBuffer>, words: (words: Uint32Array) => void): Promise<void> {
    await this.#ask({ is: "pairs", pairs, ...this.#given([...new Set(pairs)]) }, words);
  }

  /** Stops looking. */
  cancel(): void {
    if (this.#waiting.size > 0) this.close();
  }

  /** Ends the worker with all that it has in memory; another is started when it is needed. */
  close(): void {
    this.#end({ kind: CANCELLED, ...TROUBLE.rewording.cancelled });
  }

  #key(a: number, b: number): string {
    return [this.engine.epoch, ...[a, b].map((id) => `${id}.${this.documents.get(id)?.version}`)].join(" ");
  }

  /** The documents that are needed to compare some: with what is common, all. */
  #given(ids: number[]): { basis: Basis; documents: Given[] } {
    const { epoch, options, authors, commonFound, taken } = this.engine;
    const common = commonFound.documents > 0 ? this.engine.common : { share: 1, fewest: 0, sparing: false };
    const { all, compared } = this.documents;
    const needed = common.share < 1 ? compared : ids.flatMap((id) => this.documents.get(id) ?? []);
    const templates = all.filter(({ template, state }) => template && state.is === "ready").flatMap(given);
    return { basis: { epoch, options, templates, common, authors, taken }, documents: needed.flatMap(given) };
  }

  #ask(question: Without<Request, "ticket">, words?: (words: Uint32Array) => void): Promise<RewordedPassage[]> {
    const ticket = ++this.#ticket;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject, words });
      this.#worker ??= this.#launch();
      this.#worker.postMessage({ ...question, ticket } satisfies Request);
    });
  }

  #launch(): Worker {
    const worker = new Worker(new URL(REWORDING_WORKER, import.meta.url), { type: "module", name: "rewording" });
    worker.onmessage = ({ data }: MessageEvent<Event>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end({ kind: "stopped", ...TROUBLE.rewording.notStarted(event.message || TROUBLE.noScript) });
    };
    return worker;
  }

  #hear(event: Event): void {
    if (event.is === "down") return this.#end({ kind: "stopped", ...TROUBLE.rewording.stopped });
    const waiting = this.#waiting.get(event.ticket);
    if (event.is === "words") return waiting?.words?.(event.words);
    this.#waiting.delete(event.ticket);
    if (event.is === "answer") waiting?.resolve(event.value);
    else waiting?.reject(event.problem);
  }

  /** Ends the worker, and all that waits for it. */
  #end(problem: Problem): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(problem);
  }
}

/** How many words stand in passages in other words: of the document that has more of them. */
export function wordsIn(passages: RewordedPassage[]): number {
  const sum = (side: "words_a" | "words_b") => passages.reduce((words, passage) => words + passage[side], 0);
  return Math.max(sum("words_a"), sum("words_b"));
}

/** `T`, of each of its kinds, without a field. */
type Without<T, Field extends string> = T extends unknown ? Omit<T, Field> : never;

function given({ id, version, label, source, format }: Doc): Given[] {
  return source === null ? [] : [{ id, version, name: label, source, format }];
}
