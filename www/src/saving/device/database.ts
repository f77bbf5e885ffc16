//! What is kept on this device, in IndexedDB: one record a document, under its key, one a verdict, under the keys of both
//! documents, one for what was taken out, under its own, and the options.

import type { NewDoc } from "../../documents/documents.ts";
import { newKey } from "../../documents/key.ts";
import type { Settings } from "../../options/settings.ts";
import type { Taken } from "../../pairs/taken-out.ts";
import type { Judged } from "../../pairs/verdicts.ts";

export const NAME = "twinprint";
/** 1: documents and options; 2: verdicts too; 3: documents by keys that no other tab can draw, in place of a tab's own numbers;
 * 4: what was taken out, too. */
const VERSION = 4;
const STORES = ["documents", "verdicts", "taken", "options"] as const;

export type KeptDocument = NewDoc & { key: string };

/** The keys of two documents, the smaller one first. */
export type KeptPair = [a: string, b: string];

/** A verdict on the documents with these keys. */
export type KeptVerdict = Omit<Judged, "a" | "b"> & { a: string; b: string };

/** What was taken out of the documents with these keys. */
export type KeptTaken = Omit<Taken, "a" | "b"> & { a: string; b: string };

/** Some of what is kept: each with what it is known by, and undefined where it is not kept. */
export interface Kept {
  documents: Map<string, KeptDocument | undefined>;
  verdicts: { pair: KeptPair; verdict: KeptVerdict | undefined }[];
  taken: Map<string, KeptTaken | undefined>;
  options: Settings | undefined;
}

/** Which of all that could be kept. */
export interface Which {
  documents: string[];
  verdicts: KeptPair[];
  taken: string[];
  options: boolean;
}

/** Whether anything is kept. */
export async function exists(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === NAME);
}

/** Opens what is kept, or makes room for it; `blocked` is called while a tab with an earlier version of the page keeps it from that. */
export function open(blocked: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onblocked = blocked;
  request.onupgradeneeded = ({ oldVersion }) => {
    const transaction = request.transaction!;
    renew(request.result, transaction, oldVersion).catch(() => transaction.abort());
  };
  return result(request);
}

/** Erases all that is kept; `blocked` is called while another tab keeps it from that. */
export async function erase(blocked: () => void): Promise<void> {
  const request = indexedDB.deleteDatabase(NAME);
  request.onblocked = blocked;
  await result(request);
}

/** Takes over what an earlier version kept. */
async function renew(database: IDBDatabase, transaction: IDBTransaction, version: number): Promise<void> {
  database.createObjectStore("taken", { keyPath: "key" });
  if (version === 3) return;
  const documents = version < 1 ? [] : await result<(NewDoc & { id: number })[]>(transaction.objectStore("documents").getAll());
  const verdicts = version < 2 ? [] : await result<Judged[]>(transaction.objectStore("verdicts").getAll());
  if (version < 1) database.createObjectStore("options");
  if (version >= 1) database.deleteObjectStore("documents");
  if (version >= 2) database.deleteObjectStore("verdicts");
  const stores = {
    documents: database.createObjectStore("documents", { keyPath: "key" }),
    verdicts: database.createObjectStore("verdicts", { keyPath: ["a", "b"] }),
  };
  const keys = new Map(documents.map(({ id }) => [id, newKey()]));
  for (const document of documents) stores.documents.put({ ...document, key: keys.get(document.id)! } satisfies KeptDocument);
  for (const { a, b, ...judged } of verdicts) {
    const [first, second] = [keys.get(a), keys.get(b)];
    if (first && second) stores.verdicts.put({ ...judged, ...named(pairOf(first, second)) } satisfies KeptVerdict);
  }
}

/** All that is kept. */
export async function readAll(database: IDBDatabase): Promise<Kept> {
  const transaction = database.transaction(STORES);
  const [documents, verdicts, taken, options] = await Promise.all([
    result<KeptDocument[]>(transaction.objectStore("documents").getAll()),
    result<KeptVerdict[]>(transaction.objectStore("verdicts").getAll()),
    result<KeptTaken[]>(transaction.objectStore("taken").getAll()),
    result<Settings | undefined>(transaction.objectStore("options").get(0)),
  ]);
  return {
    documents: new Map(documents.map((document) => [document.key, document])),
    verdicts: verdicts.map((verdict) => ({ pair: [verdict.a, verdict.b], verdict })),
    taken: new Map(taken.map((one) => [one.key, one])),
    options,
  };
}

/** What is kept of some. */
export async function read(database: IDBDatabase, which: Which): Promise<Kept> {
  const transaction = database.transaction(STORES);
  const [documents, verdicts, taken, options] = await Promise.all([
    Promise.all(which.documents.map((key) => result<KeptDocument | undefined>(transaction.objectStore("documents").get(key)))),
    Promise.all(which.verdicts.map((pair) => result<KeptVerdict | undefined>(transaction.objectStore("verdicts").get(pair)))),
    Promise.all(which.taken.map((key) => result<KeptTaken | undefined>(transaction.objectStore("taken").get(key)))),
    which.options ? result<Settings | undefined>(transaction.objectStore("options").get(0)) : undefined,
  ]);
  return {
    documents: new Map(which.documents.map((key, i) => [key, documents[i]])),
    verdicts: which.verdicts.map((pair, i) => ({ pair, verdict: verdicts[i] })),
    taken: new Map(which.taken.map((key, i) => [key, taken[i]])),
    options,
  };
}

/** Keeps all of these, and keeps no more what is undefined, or nothing of it: then it rejects. */
export function write(database: IDBDatabase, kept: Kept): Promise<void> {
  const transaction = database.transaction(STORES, "readwrite");
  const written = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  try {
    put(transaction, kept);
  } catch {
    transaction.abort();
  }
  return written;
}

function put(transaction: IDBTransaction, { documents, verdicts, taken, options }: Kept): void {
  const stores = {
    documents: transaction.objectStore("documents"),
    verdicts: transaction.objectStore("verdicts"),
    taken: transaction.objectStore("taken"),
  };
  const gone = new Set<string>();
  for (const [key, document] of documents) {
    if (document) stores.documents.put(document);
    else stores.documents.delete(gone.add(key) && key);
  }
  for (const { pair, verdict } of verdicts) {
    if (verdict) stores.verdicts.put(verdict);
    else stores.verdicts.delete(pair);
  }
  for (const [key, one] of taken) {
    if (one) stores.taken.put(one);
    else stores.taken.delete(key);
  }
  if (options) transaction.objectStore("options").put(options, 0);
  // At once: the page may be closed next.
  if (gone.size === 0) return transaction.commit();
  const all = stores.verdicts.getAllKeys();
  all.onsuccess = () => {
    for (const pair of all.result as KeptPair[]) if (pair.some((key) => gone.has(key))) stores.verdicts.delete(pair);
  };
  const takenOut = stores.taken.getAll();
  takenOut.onsuccess = () => {
    for (const { key, a, b } of takenOut.result as KeptTaken[]) if (gone.has(a) || gone.has(b)) stores.taken.delete(key);
  };
}

/** A pair as it is kept, whichever comes first here. */
export function pairOf(one: string, other: string): KeptPair {
  return one < other ? [one, other] : [other, one];
}

function named([a, b]: KeptPair): { a: string; b: string } {
  return { a, b };
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
