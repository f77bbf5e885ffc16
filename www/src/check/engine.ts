//! The page's side of the worker: supplies it with documents, fetches what it requests, and starts another when it goes down.

import type { Change, Doc, Documents } from "../documents/documents.ts";
import type { AccessMode, Checked, Event, Facts, Looked, Near, Progress, Request } from "../protocol/checking.ts";
import type { Problem, View } from "../protocol/comparing.ts";
import { TROUBLE } from "../words/trouble.ts";
import { hidesAmongDecoys, keptSecret } from "./decoys.ts";
import { fetchFrom } from "./fetching.ts";
import type { Traffic } from "./fetching.ts";

/** The address of the worker's script, relative to this one; filled in by the build. */
declare const CHECK_WORKER: string;

interface PendingRequest {
  resolve(value: never): void;
  reject(problem: Problem): void;
  cancelled: AbortController;
  traffic: Traffic;
  progress: (progress: Progress, traffic: Traffic) => void;
}

/** What a check cost besides what it says. */
export type Finished = Checked & { traffic: Traffic };
export type LookedUp = Looked & { traffic: Traffic };

const CANCELLED: Problem = { kind: "cancelled", place: "", ...TROUBLE.checking.cancelled };

export class Engine {
  #worker!: Worker;
  #ticket = 0;
  #pending = new Map<number, PendingRequest>();
  /** What it cost to make indexes ready, by the index and the access mode, until the first check that makes use of it. */
  #prepared = new Map<string, Traffic | undefined>();
  /** Whether this worker has ever said anything; one that has not is not started again. */
  #proven = true;

  constructor(
    private documents: Documents,
    private failed: (what: string) => void,
  ) {
    documents.observe((change) => this.#follow(change));
    this.#launch();
  }

  /** Asks what is at an address; what is likelier there first. */
  open(address: string, first: "service" | "files"): Promise<Facts> {
    for (const known of this.#prepared.keys()) if (known.endsWith(` ${address}`)) this.#prepared.delete(known);
    return this.#ask((ticket) => ({ is: "open", ticket, address, first }));
  }

  /** Has that fetched of an index which serves any document, once; should it fail, a check says so. */
  prepare(address: string, mode: AccessMode): void {
    const name = `${mode} ${address}`;
    if (this.#prepared.has(name)) return;
    const traffic: Traffic = { requests: 0, sent: 0, received: 0 };
    this.#prepared.set(name, traffic);
    this.#ask((ticket) => ({ is: "prepare", ticket, address, mode }), { traffic }).catch(() => undefined);
  }

  /** Checks a document; `cancelled` ends it at any time. */
  async check(doc: Doc, address: string, mode: AccessMode, cancelled: AbortController, progress: PendingRequest["progress"]): Promise<Finished | LookedUp> {
    const name = `${mode} ${address}`;
    const traffic = this.#prepared.get(name) ?? { requests: 0, sent: 0, received: 0 };
    this.#prepared.set(name, undefined);
    const secret = hidesAmongDecoys(mode) ? keptSecret() : undefined;
    const request = (ticket: number): Request => ({ is: "check", ticket, id: doc.id, address, mode, secret });
    const checked = await this.#ask<Checked | Looked>(request, { cancelled, traffic, progress });
    return { ...checked, traffic };
  }

  /** Whether a document is near one that is remembered on this device; if not, it is remembered if `remember` says so. */
  recall(doc: Doc, remember: boolean): Promise<Near> {
    return this.#ask((ticket) => ({ is: "recall", ticket, id: doc.id, remember }));
  }

  /** How many texts are remembered on this device. */
  remembered(): Promise<number> {
    return this.#ask((ticket) => ({ is: "remembered", ticket }));
  }

  /** What is remembered, as a file. */
  exportRemembered(): Promise<string> {
    return this.#ask((ticket) => ({ is: "export", ticket }));
  }

  /** Remembers what such a file has; how many texts of it were not remembered before. */
  importRemembered(file: string): Promise<number> {
    return this.#ask((ticket) => ({ is: "import", ticket, file }));
  }

  /** Forgets the texts with this name; how many there were. */
  forget(name: string): Promise<number> {
    return this.#ask((ticket) => ({ is: "forget", ticket, name }));
  }

  /** Forgets every text. */
  forgetAll(): Promise<void> {
    return this.#ask((ticket) => ({ is: "forget-all", ticket }));
  }

  /** The text of a document as it is shown. */
  view(id: number): Promise<View> {
    return this.#ask((ticket) => ({ is: "view", ticket, id }));
  }

  /** What the last check of a document found, as a file to hand on; null if it was removed. */
  file(id: number, is: "html" | "json"): Promise<string | null> {
    return this.#ask((ticket) => ({ is, ticket, id }));
  }

  /** The text of a source of a document's last check, by its first passage, if it was compared. */
  sourceView(id: number, first: number): Promise<View | null> {
    return this.#ask((ticket) => ({ is: "source-view", ticket, id, first }));
  }

  #ask<T>(request: (ticket: number) => Request, more: Partial<PendingRequest> = {}): Promise<T> {
    const ticket = ++this.#ticket;
    const { cancelled = new AbortController(), traffic = { requests: 0, sent: 0, received: 0 }, progress = () => undefined } = more;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(ticket, { resolve, reject, cancelled, traffic, progress });
      cancelled.signal.addEventListener("abort", () => this.#settle(ticket, ({ reject }) => reject(CANCELLED)));
      this.#send(request(ticket));
    });
  }

  #launch(): void {
    this.#worker = new Worker(new URL(CHECK_WORKER, import.meta.url), { type: "module", name: "twinprint check" });
    this.#worker.onmessage = ({ data }: MessageEvent<Event>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#replace(null, event.message || TROUBLE.noScript);
    };
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #follow({ is, docs }: Change): void {
    for (const doc of docs) {
      if (is === "added" || is === "read" || is === "source") this.#put(doc);
      else if (is === "removed") this.#send({ is: "remove", id: doc.id });
    }
  }

  #put({ id, version, label, source, format, pages }: Doc): void {
    if (source !== null) this.#send({ is: "put", id, version, name: label, source, format, pages });
  }

  #hear(event: Event): void {
    this.#proven = true;
    switch (event.is) {
      case "read":
        return this.#known(event, (doc) => this.documents.setState(doc, { is: "ready", words: event.words, flags: event.flags, program: event.program }));
      case "unreadable":
        return this.#known(event, (doc) => this.documents.setState(doc, { is: "failed", problem: event.problem }));
      case "fetch":
        return void this.#fetch(event);
      case "progress": {
        const pending = this.#pending.get(event.ticket);
        return pending?.progress(event.progress, pending.traffic);
      }
      case "answer":
        return this.#settle(event.ticket, ({ resolve }) => resolve(event.value as never));
      case "failure":
        return this.#settle(event.ticket, ({ reject }) => reject(event.problem));
      case "down":
        return this.#replace(event.reading, event.reason);
    }
  }

  #known({ id, version }: { id: number; version: number }, apply: (doc: Doc) => void): void {
    const doc = this.documents.get(id);
    if (doc?.version === version) apply(doc);
  }

  /** Fetches what a check wants, unless nobody waits for it any more. */
  async #fetch({ fetch, ticket, address, request }: Event & { is: "fetch" }): Promise<void> {
    const worker = this.#worker;
    const pending = this.#pending.get(ticket);
    const give = (request: Request, bytes: ArrayBuffer[] = []) => {
      if (worker === this.#worker) worker.postMessage(request, bytes);
    };
    try {
      if (!pending) throw CANCELLED;
      const bytes = await fetchFrom(address, request, pending.cancelled.signal, pending.traffic);
      give({ is: "fetched", fetch, bytes }, [bytes.buffer]);
    } catch (error) {
      const problem = pending && !pending.cancelled.signal.aborted ? (error as Problem) : CANCELLED;
      give({ is: "not-fetched", fetch, problem });
    }
  }

  #settle(ticket: number, settle: (pending: PendingRequest) => void): void {
    const pending = this.#pending.get(ticket);
    this.#pending.delete(ticket);
    if (pending) settle(pending);
  }

  /** Starts another worker; documents live on the page, so that nothing is lost but what was being done. */
  #replace(reading: number | null, reason: string): void {
    this.#worker.terminate();
    for (const ticket of [...this.#pending.keys()]) {
      this.#settle(ticket, ({ reject, cancelled }) => {
        cancelled.abort();
        reject({ kind: "stopped", place: "", ...TROUBLE.checking.stopped });
      });
    }
    this.#prepared.clear();
    if (!this.#proven) return this.failed(TROUBLE.checking.notStarted(reason));
    this.#proven = false;
    this.#launch();
    const guilty = reading === null ? undefined : this.documents.get(reading);
    if (guilty) {
      guilty.version += 1;
      this.documents.setState(guilty, { is: "failed", problem: { kind: "stopped", place: guilty.label, ...TROUBLE.checking.outOfMemory } });
    }
    this.documents.reread(...this.documents.all.filter((doc) => doc.source !== null && doc.state.is !== "failed"));
    this.failed(TROUBLE.checking.restarted);
  }
}
