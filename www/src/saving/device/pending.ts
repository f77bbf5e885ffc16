//! What is still to be written: which documents, verdicts, passages taken out and options changed, so that what could not be written is not forgotten.

import type { KeptPair, Which } from "./database.ts";

export class Pending {
  #documents = new Set<string>();
  #verdicts = new Map<string, KeptPair>();
  #taken = new Set<string>();
  #options = false;

  add({ documents = [], verdicts = [], taken = [], options = false }: Partial<Which>): void {
    for (const key of documents) this.#documents.add(key);
    for (const pair of verdicts) this.#verdicts.set(pair.join(" "), pair);
    for (const key of taken) this.#taken.add(key);
    this.#options ||= options;
  }

  /** All of it, which is then no longer here. */
  take(): Which {
    const which = { documents: [...this.#documents], verdicts: [...this.#verdicts.values()], taken: [...this.#taken], options: this.#options };
    this.clear();
    return which;
  }

  clear(): void {
    this.#documents.clear();
    this.#verdicts.clear();
    this.#taken.clear();
    this.#options = false;
  }

  hasDocument(key: string): boolean {
    return this.#documents.has(key);
  }

  hasVerdict(pair: KeptPair): boolean {
    return this.#verdicts.has(pair.join(" "));
  }

  hasTaken(key: string): boolean {
    return this.#taken.has(key);
  }

  get hasOptions(): boolean {
    return this.#options;
  }
}

/** The same in the smallest parts that can be written by themselves. */
export function parts({ documents, verdicts, taken, options }: Which): Which[] {
  const none = { documents: [], verdicts: [], taken: [], options: false };
  return [
    ...documents.map((key) => ({ ...none, documents: [key] })),
    ...(verdicts.length > 0 ? [{ ...none, verdicts }] : []),
    ...(taken.length > 0 ? [{ ...none, taken }] : []),
    ...(options ? [{ ...none, options }] : []),
  ];
}
