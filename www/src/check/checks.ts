//! The checks of the documents: which are waiting, being done, done. One is done at a time; all are cancelled at once.

import type { Doc, Documents } from "../documents/documents.ts";
import type { AccessMode, Near, Progress } from "../protocol/checking.ts";
import type { Problem } from "../protocol/comparing.ts";
import type { Engine, Finished } from "./engine.ts";
import type { Traffic } from "./fetching.ts";

/** What is asked, and how: an index in an access mode, or, without one, what is remembered on this device. */
export interface Asking {
  address: string;
  mode: AccessMode | null;
}

export type Check =
  | { is: "waiting" }
  | { is: "running"; asking: Asking; progress: Progress; traffic: Traffic }
  | { is: "done"; asking: Asking & { mode: AccessMode }; version: number; result: Finished }
  | { is: "near"; asking: Asking; version: number; near: Near; traffic: Traffic }
  | { is: "failed"; asking: Asking; version: number; problem: Problem };

const WAITING: Check = { is: "waiting" };

export class Checks {
  #checks = new Map<number, Check>();
  #listeners: (() => void)[] = [];
  #cancelled: AbortController | undefined;

  constructor(
    private documents: Documents,
    private engine: Engine,
  ) {
    documents.observe(({ is, docs }) => {
      if (is === "removed" || is === "source") for (const doc of docs) this.#checks.delete(doc.id);
    });
  }

  /** Calls `listener` after every change. */
  observe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  of(doc: Doc): Check {
    return this.#checks.get(doc.id) ?? WAITING;
  }

  get running(): boolean {
    return this.#cancelled !== undefined;
  }

  /** The documents that were not yet checked in this access mode. */
  outstanding(asking: Asking | undefined): Doc[] {
    return this.documents.all.filter((doc) => {
      if (doc.state.is !== "ready") return false;
      const check = this.of(doc);
      return (check.is !== "done" && check.is !== "near") || check.asking.address !== asking?.address || check.asking.mode !== asking.mode;
    });
  }

  /** Checks documents one after the other; a problem with one is shown with that one. */
  async start(docs: Doc[], asking: Asking): Promise<void> {
    if (this.#cancelled) return;
    const cancelled = (this.#cancelled = new AbortController());
    for (const doc of docs) {
      if (cancelled.signal.aborted) break;
      if (this.documents.get(doc.id)?.state.is === "ready") await this.#check(doc, asking, cancelled);
    }
    this.#cancelled = undefined;
    this.#changed();
  }

  /** Remembers a document on this device. */
  async remember(doc: Doc): Promise<void> {
    const check = this.of(doc);
    if (check.is !== "near") return;
    const { id, version } = doc;
    const now = await this.engine.recall(doc, true).then(
      (near): Check => ({ ...check, near }),
      (problem: Problem): Check => ({ is: "failed", asking: check.asking, version, problem }),
    );
    if (this.documents.get(id)?.version === version && this.of(doc) === check) this.#set(id, now);
  }

  cancel(): void {
    this.#cancelled?.abort();
  }

  async #check(doc: Doc, asking: Asking, cancelled: AbortController): Promise<void> {
    const { id, version } = doc;
    const traffic: Traffic = { requests: 0, sent: 0, received: 0 };
    this.#set(id, { is: "running", asking, progress: { stage: "reading", done: 0, of: 0 }, traffic });
    const progress = (progress: Progress, traffic: Traffic) => {
      if (this.documents.get(id)?.version === version) this.#set(id, { is: "running", asking, progress, traffic });
    };
    let check: Check;
    try {
      const { address, mode } = asking;
      if (mode === null) {
        check = { is: "near", asking, version, near: await this.engine.recall(doc, false), traffic };
      } else {
        const result = await this.engine.check(doc, address, mode, cancelled, progress);
        check = "near" in result ? { is: "near", asking, version, ...result } : { is: "done", asking: { address, mode }, version, result };
      }
    } catch (problem) {
      check = { is: "failed", asking, version, problem: problem as Problem };
    }
    if (this.documents.get(id)?.version === version) this.#set(id, check);
    else this.#set(id, WAITING);
  }

  #set(id: number, check: Check): void {
    if (check.is === "waiting") this.#checks.delete(id);
    else this.#checks.set(id, check);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
