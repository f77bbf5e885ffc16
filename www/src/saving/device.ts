//! Keeps the documents and what the person thinks of their pairs on this device, if the person wants that: in IndexedDB,
//! one record a document, and one a verdict.

import type { Change, Doc, Documents, NewDoc } from "../documents/documents.ts";
import type { Settings } from "../options/settings.ts";
import type { Judged, Verdicts } from "../pairs/verdicts.ts";

const NAME = "twinprint";
/** 1: documents and options; 2: verdicts too. */
const VERSION = 2;

export interface Kept {
  documents: NewDoc[];
  verdicts: Judged[];
  options: Settings;
}

export class Store {
  #database: IDBDatabase | undefined;
  #options: Settings = {};

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
    private failed: () => void,
  ) {
    documents.observe((change) => this.#follow(change));
    verdicts.observe((judged) => this.#writeVerdict(judged));
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
      const [documents, verdicts, options] = await Promise.all([
        result<NewDoc[]>(database.transaction("documents").objectStore("documents").getAll()),
        result<Judged[]>(database.transaction("verdicts").objectStore("verdicts").getAll()),
        result<Settings | undefined>(database.transaction("options").objectStore("options").get(0)),
      ]);
      this.#database = database;
      return { documents, verdicts, options: options ?? {} };
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
      this.#writeVerdicts();
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
    if (is === "added" || is === "removed") this.#writeVerdicts();
    if (is !== "removed") return this.#write(docs);
    const store = this.#database?.transaction("documents", "readwrite").objectStore("documents");
    for (const { id } of docs) store?.delete(id);
  }

  #write(docs: Doc[]): void {
    if (!this.#database || docs.length === 0) return;
    const transaction = this.#database.transaction("documents", "readwrite");
    transaction.onabort = this.failed;
    const store = transaction.objectStore("documents");
    for (const { id, name, path, source, format, template, pages, origin, author, authorByHand } of docs) {
      if (source !== null) store.put({ id, name, path, source, format, template, pages, origin, author, authorByHand } satisfies NewDoc);
    }
  }

  /** Keeps the verdicts on the documents that are there, and no others: a new document may come to have the id of one that went. */
  #writeVerdicts(): void {
    const store = this.#database?.transaction("verdicts", "readwrite").objectStore("verdicts");
    store?.clear();
    for (const judged of this.verdicts.all) store?.put(judged);
  }

  #writeVerdict(judged: Judged): void {
    const transaction = this.#database?.transaction("verdicts", "readwrite");
    const store = transaction?.objectStore("verdicts");
    if (judged.verdict === "" && judged.note === "") store?.delete([judged.a, judged.b]);
    else store?.put(judged);
    // At once: the page may be closed next.
    transaction?.commit();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore("documents", { keyPath: "id" });
      request.result.createObjectStore("options");
    }
    if (oldVersion < 2) request.result.createObjectStore("verdicts", { keyPath: ["a", "b"] });
  };
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
