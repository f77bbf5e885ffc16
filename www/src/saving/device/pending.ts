//! What is still to be written: which documents, verdicts and options changed, so that what could not be written is not forgotten.

import type { KeptPair, Which } from "./database.ts";

export class Pending {
  #documents = new Set<string>();
  #verdicts = new Map<string, KeptPair>();
  #options = false;

  add({ documents = [], verdicts = [], options = false }: Partial<Which>): void {
    for (const key of documents) this.#documents.add(key);
    for (const pair of verdicts) this.#verdicts.set(pair.join(" "), pair);
    this.#options ||= options;
  }

  /** All of it, which is then no longer here. */
  take(): Which {
    const which = { documents: [...this.#documents], verdicts: [...this.#verdicts.values()], options: this.#options };
    this.clear();
    return which;
  }

  clear(): void {
    this.#documents.clear();
    this.#verdicts.clear();
    this.#options = false;
  }

  hasDocument(key: string): boolean {
    return this.#documents.has(key);
  }

  hasVerdict(pair: KeptPair): boolean {
    return this.#verdicts.has(pair.join(" "));
  }

  get hasOptions(): boolean {
    return this.#options;
  }
}

/** The same in the smallest parts that can be written by themselves. */
export function parts({ documents, verdicts, options }: Which): Which[] {
  const none = { documents: [], verdicts: [], options: false };
  return [
    ...documents.map((key) => ({ ...none, documents: [key] })),
    ...(verdicts.length > 0 ? [{ ...none, verdicts }] : []),
    ...(options ? [{ ...none, options }] : []),
  ];
}
