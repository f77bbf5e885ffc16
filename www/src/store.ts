//! Keeps the documents on this device, if the person wants that: in IndexedDB, one record a document.

import type { Change, Doc, Documents, NewDoc } from "./documents.ts";
import type { Settings } from "./options-view.ts";

const NAME = "twinprint";

export interface Kept {
  documents: NewDoc[];
  options: Settings;
}

export class Store {
  #database: IDBDatabase | undefined;
  #options: Settings = {};

  constructor(
    private documents: Documents,
    private failed: () => void,
  ) {
    documents.observe((change) => this.#follow(change));
  }

  /** Whether documents are kept at present. */
  get keeping(): boolean {
    return this.#database !== undefined;
  }

  /** What was kept; undefined if nothing is. Keeping goes on. */
  async load(): Promise<Kept | undefined> {
    try {
      if (!(await indexedDB.databases()).some(({ name }) => name === NAME)) return undefined;
      const database = await open();
      const [documents, options] = await Promise.all([
        result<NewDoc[]>(database.transaction("documents").objectStore("documents").getAll()),
        result<Settings | undefined>(database.transaction("options").objectStore("options").get(0)),
      ]);
      this.#database = database;
      return { documents, options: options ?? {} };
    } catch {
      this.failed();
      return undefined;
    }
  }

  /** Keeps the documents from now on. */
  async keep(): Promise<void> {
    try {
      this.#database = await open();
      this.#write(this.documents.all);
      this.setOptions(this.#options);
    } catch {
      this.failed();
    }
  }

  /** Keeps nothing any more and erases what was kept. */
  async erase(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
    await result(indexedDB.deleteDatabase(NAME)).catch(this.failed);
  }

  setOptions(options: Settings): void {
    this.#options = options;
    this.#database?.transaction("options", "readwrite").objectStore("options").put(options, 0);
  }

  #follow({ is, docs }: Change): void {
    if (is === "state") return;
    if (is !== "removed") return this.#write(docs);
    const store = this.#database?.transaction("documents", "readwrite").objectStore("documents");
    for (const { id } of docs) store?.delete(id);
  }

  #write(docs: Doc[]): void {
    if (!this.#database || docs.length === 0) return;
    const transaction = this.#database.transaction("documents", "readwrite");
    transaction.onabort = this.failed;
    const store = transaction.objectStore("documents");
    for (const { id, name, path, source, format, template, author, authorByHand } of docs) {
      if (source !== null) store.put({ id, name, path, source, format, template, author, authorByHand } satisfies NewDoc);
    }
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("documents", { keyPath: "id" });
    request.result.createObjectStore("options");
  };
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
