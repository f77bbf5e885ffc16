//! How many words of persons stand elsewhere, too. The core counts them, some documents at a time; what was counted is remembered while
//! nothing changes.

import type { Documents } from "../documents/documents.ts";
import type { Engine } from "../pairs/engine.ts";
import type { Person } from "./persons.ts";

/** Pairs that are compared again in one request: others do not wait long. */
const AT_ONCE = 48;

export class Elsewhere {
  #known = new Map<string, number>();
  #epoch = "";

  constructor(
    private documents: Documents,
    private engine: Engine,
  ) {}

  /** The words of a person that stand in documents of others, each once; undefined while they are not counted. */
  words({ shares }: Person): number | undefined {
    let sum = 0;
    for (const [id, others] of shares) {
      const words = others.length === 0 ? 0 : this.#known.get(this.#key(id, others));
      if (words === undefined) return undefined;
      sum += words;
    }
    return sum;
  }

  /** Counts what is not known of some persons; `more` is called when more is known, and says whether to go on. */
  async count(persons: Person[], more: () => boolean): Promise<void> {
    if (this.#epoch !== this.engine.epoch) this.#known.clear();
    this.#epoch = this.engine.epoch;
    const missing = persons.flatMap(({ shares }) => [...shares]).filter(([id, others]) => others.length > 0 && !this.#known.has(this.#key(id, others)));
    while (missing.length > 0) {
      const asked: { id: number; others: number[]; key: string }[] = [];
      for (let pairs = 0; missing.length > 0 && pairs < AT_ONCE; pairs += asked.at(-1)!.others.length) {
        const [id, others] = missing.shift()!;
        asked.push({ id, others, key: this.#key(id, others) });
      }
      const counted = await this.engine.elsewhere(asked.map(({ id, others }) => ({ id, others })));
      for (const [i, { key }] of asked.entries()) this.#known.set(key, counted[i]!);
      if (!more()) return;
    }
  }

  #key(id: number, others: number[]): string {
    const version = (one: number) => `${one}.${this.documents.get(one)?.version}`;
    return [this.engine.epoch, ...[id, ...others].map(version)].join(" ");
  }
}
