//! Texts that are remembered on this device, in IndexedDB: lines that say what happened, applied in their order.
//!
//! Each use is one transaction, which waits for those of other tabs: it reads the lines that are new since the last, and adds its own. So
//! all tabs know the same.

import type { Seen, SeenAnswered } from "twinprint/check";
import type { Problem } from "../../protocol/comparing.ts";
import { TROUBLE } from "../../words/trouble.ts";

/** Bytes of fingerprints by which a text is known. */
export const BYTES = 40;

/** No more texts than these are remembered. */
export const MOST = 1_000_000;

const NAME = "twinprint-remembered";
const STORE = "lines";

/** Lines are written anew once there are more of them than twice the texts and these. */
const SLACK = 200;

/** What a response of the core is in JavaScript; a refusal is thrown as a problem. */
export interface Use {
  <T>(answered: SeenAnswered): T;
}

export class Memory {
  #seen: Seen;
  #database: Promise<IDBDatabase> | undefined;
  /** The number of the last line that was read; 0 before the first. */
  #read = 0;

  constructor(private start: () => Seen) {
    this.#seen = start();
  }

  /** Does `work` with what is remembered. What changes by it is kept before this resolves; if that fails nothing has changed. */
  async use<T>(work: (seen: Seen, use: Use) => T): Promise<T> {
    let problem: unknown;
    try {
      const { store, finished } = await this.#transaction();
      await this.#catchUp(store);
      const lines: string[] = [];
      let value: T | undefined;
      try {
        value = work(this.#seen, (answered) => taken(answered, lines));
      } catch (error) {
        problem = error;
      }
      const keys = await Promise.all(lines.map((line) => result(store.add(line))));
      this.#read = (keys.at(-1) as number | undefined) ?? this.#read;
      await this.#compact(store);
      await finished;
      if (problem === undefined) return value as T;
    } catch {
      this.#forgetRead();
      problem = { kind: "not-kept", place: "", ...TROUBLE.remembered.notKept } satisfies Problem;
    }
    throw problem;
  }

  /** Forgets every text. */
  async erase(): Promise<void> {
    const { store, finished } = await this.#transaction();
    store.clear();
    await finished;
    this.#forgetRead();
  }

  async #transaction(): Promise<{ store: IDBObjectStore; finished: Promise<void> }> {
    const transaction = (await this.#open()).transaction(STORE, "readwrite");
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    // Whoever is to wait for it may not come that far.
    finished.catch(() => undefined);
    return { store: transaction.objectStore(STORE), finished };
  }

  #open(): Promise<IDBDatabase> {
    return (this.#database ??= opened(`${NAME} ${this.#seen.design}`).then(
      (database) => {
        database.onclose = () => (this.#database = undefined);
        // Somebody wants to delete it.
        database.onversionchange = () => {
          database.close();
          this.#database = undefined;
        };
        return database;
      },
      (error: unknown) => {
        this.#database = undefined;
        throw error;
      },
    ));
  }

  /** Reads the lines that came since the last use, or all, where another tab wrote them anew. */
  async #catchUp(store: IDBObjectStore): Promise<void> {
    const first = await result(store.openKeyCursor());
    if (this.#read > 0 && (first === null || (first.key as number) > this.#read)) this.#forgetRead();
    const after = IDBKeyRange.lowerBound(this.#read, true);
    const [keys, lines] = await Promise.all([result(store.getAllKeys(after)), result<string[]>(store.getAll(after))]);
    for (const line of lines) this.#seen.apply(line);
    this.#read = (keys.at(-1) as number | undefined) ?? this.#read;
  }

  /** Writes what is remembered in place of the lines, once most of them say nothing any more. Texts get new numbers by it. */
  async #compact(store: IDBObjectStore): Promise<void> {
    if ((await result(store.count())) <= 2 * this.#seen.documents + SLACK) return;
    store.clear();
    for (const line of this.#seen.lines()) store.add(line);
    this.#forgetRead();
  }

  #forgetRead(): void {
    this.#seen.free();
    this.#seen = this.start();
    this.#read = 0;
  }
}

/** What a response says; what changed by it goes to `lines`. */
function taken<T>({ answer, changes }: SeenAnswered, lines: string[]): T {
  const said = JSON.parse(answer.body as string) as T & { error?: { kind: string; what: string; where: string; remedy: string } };
  if (said.error) {
    const { where, ...error } = said.error;
    throw { ...error, place: where } satisfies Problem;
  }
  lines.push(...changes);
  return said;
}

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { autoIncrement: true });
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
