//! The page's side of reading: files wait here until the worker has read them, one after the other. A worker that falls
//! or takes too long is replaced; the file it was at is named, and the others are read.

import type { Event, Request, Trouble } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import type { Change, Doc, Documents, NewDoc } from "../documents.ts";
import { skippedMessages } from "./skipped.ts";

/** The address of the worker's script, relative to this one; filled in by the build. */
declare const READER: string;

/** A file of which nothing was heard for this long is given up. */
const PATIENCE_MS = 60_000;
/** A timer that fires this late was held up itself. */
const LATE_MS = 5_000;
/** What an archive gives is added to the documents this often. */
const GATHER_MS = 100;

interface Task {
  file: Blob;
  path: string;
  /** The document that the file is; an archive is none. */
  doc?: Doc;
}

/** How far reading is; nothing when there is nothing to be read. */
export type Progress = { done: number; all: number; page?: { page: number; pages: number } } | undefined;

export interface ReaderEvents {
  /** Something a person should know that belongs to no document. */
  say(message: string): void;
  progress(progress: Progress): void;
  /** Several files were read; `failed` could not be. */
  finished(read: number, failed: number): void;
}

export class Reader {
  #worker: Worker | undefined;
  #waiting: Task[] = [];
  #current: Task | undefined;
  /** The number of the file within an archive that the worker is at, and its path. */
  #at = 0;
  #from = 0;
  #path = "";
  #inside = 0;
  #done = 0;
  #all = 0;
  #given = 0;
  #read = 0;
  #failed = 0;
  #found: NewDoc[] = [];
  #leftOut: string[] = [];
  #patience: ReturnType<typeof setTimeout> | undefined;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private documents: Documents,
    private events: ReaderEvents,
  ) {
    documents.observe((change) => this.#follow(change));
  }

  /** Reads the documents in an archive, or the one document that it turns out to be. */
  archive(file: Blob, path: string): void {
    this.#enqueue({ file, path });
  }

  /** Ends reading; what is not read yet is named. */
  stop(): void {
    const unread = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    this.#endWorker();
    for (const task of unread) this.#fail(task, task.path, READERS.stopped);
    this.#finish();
  }

  #follow({ is, docs }: Change): void {
    if (is === "added") {
      for (const doc of docs) if (doc.unread && doc.state.is === "reading") this.#enqueue({ file: doc.unread, path: doc.path, doc });
    } else if (is === "removed") {
      const gone = new Set(docs);
      const left = this.#waiting.filter(({ doc }) => !doc || !gone.has(doc));
      this.#all -= this.#waiting.length - left.length;
      this.#waiting = left;
      if (this.#current && this.documents.size === 0) return this.#empty();
      if (this.#current?.doc && gone.has(this.#current.doc)) {
        this.#endWorker();
        this.#next();
      }
    }
  }

  /** Everything was cleared away: what is still to come from an archive is not wanted either. */
  #empty(): void {
    this.#waiting = [];
    this.#found = [];
    this.#endWorker();
    this.#finish();
  }

  #enqueue(task: Task): void {
    this.#waiting.push(task);
    this.#all += 1;
    if (this.#current) this.#tell();
    else this.#next();
  }

  #next(): void {
    if (this.#current) this.#done += 1;
    this.#current = this.#waiting.shift();
    if (!this.#current) return this.#finish();
    this.#from = this.#inside = this.#given = 0;
    this.#ask();
  }

  #ask(): void {
    const { file, path } = this.#current!;
    [this.#at, this.#path] = [-1, path];
    this.#worker ??= this.#launch();
    this.#worker.postMessage({ file, path, from: this.#from } satisfies Request);
    this.#wait();
    this.#tell();
  }

  #launch(): Worker {
    let heard = false;
    const worker = new Worker(new URL(READER, import.meta.url), { type: "module", name: "twinprint reader" });
    worker.onmessage = ({ data }: MessageEvent<Event>) => {
      heard = true;
      // The library that reads PDFs says something of its own.
      if (worker === this.#worker && "is" in data) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#giveUp(heard ? READERS.fell : READERS.notLoaded);
    };
    return worker;
  }

  #hear(event: Event): void {
    this.#wait();
    switch (event.is) {
      case "inside":
        this.#all += event.total - Math.max(this.#inside, 1);
        this.#inside = event.total;
        return this.#tell();
      case "at":
        [this.#at, this.#path] = [event.at, event.path];
        return this.#tell();
      case "page":
        return this.#tell({ page: event.page, pages: event.pages });
      case "left-out":
        this.#leftOut.push(event.path);
        return;
      case "problem":
        this.#given += 1;
        return this.#fail(this.#current!, event.path, event.problem);
      case "read":
        this.#given += 1;
        return this.#take(this.#current!, event);
      case "done":
        if (this.#given === 0) this.events.say(READERS.nothingInside(nameOf(this.#current!.path)));
        this.#done += Math.max(this.#inside - 1, 0);
        this.#dropPlace(this.#current!);
        return this.#next();
    }
  }

  /** What was read fills the place of its document, or is a new one. */
  #take({ doc, path }: Task, { path: own, read }: Event & { is: "read" }): void {
    this.#read += 1;
    if (doc && own === path) this.documents.setRead(doc, read);
    else this.#gather({ name: nameOf(own), path: own, ...read });
  }

  #fail({ doc, path }: Task, place: string, trouble: Trouble): void {
    this.#failed += 1;
    const problem = { place, ...trouble };
    if (doc && place === path) this.documents.setState(doc, { is: "failed", problem });
    else this.#gather({ name: nameOf(place), path: place, source: null, format: "plain", problem });
  }

  #gather(doc: NewDoc): void {
    this.#found.push(doc);
    this.#gathering ??= setTimeout(() => this.#add(), GATHER_MS);
  }

  #add(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#found.length > 0) this.documents.add(...this.#found.splice(0));
  }

  /** A document that turned out to be an archive makes way for what was in it. */
  #dropPlace({ doc }: Task): void {
    if (doc?.unread && doc.state.is === "reading" && this.documents.get(doc.id) === doc) {
      this.#current = undefined;
      this.#done += 1;
      this.documents.remove(doc.id);
    }
  }

  /** Names the file that the worker was at; an archive is gone on with behind it, unless that is where it fell before. */
  #giveUp(trouble: Trouble): void {
    const task = this.#current;
    this.#endWorker();
    if (!task) return;
    this.#fail(task, this.#path, trouble);
    this.#given += 1;
    if (this.#at < this.#from) return this.#next();
    this.#from = this.#at + 1;
    this.#ask();
  }

  #wait(): void {
    clearTimeout(this.#patience);
    const due = performance.now() + PATIENCE_MS;
    this.#patience = setTimeout(() => {
      // A device that slept has not waited.
      if (performance.now() > due + LATE_MS) this.#wait();
      else this.#giveUp(READERS.slow);
    }, PATIENCE_MS);
  }

  #endWorker(): void {
    clearTimeout(this.#patience);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #finish(): void {
    clearTimeout(this.#patience);
    this.#add();
    this.#current = undefined;
    this.#done = this.#all = 0;
    skippedMessages(this.#leftOut.splice(0).map(nameOf)).forEach(this.events.say);
    if (this.#read + this.#failed > 1) this.events.finished(this.#read, this.#failed);
    this.#read = this.#failed = 0;
    this.events.progress(undefined);
  }

  #tell(page?: { page: number; pages: number }): void {
    const done = this.#done + Math.max(this.#inside > 0 ? this.#at : 0, 0);
    this.events.progress({ done, all: this.#all, ...(page && { page }) });
  }
}

function nameOf(path: string): string {
  return path.split("/").at(-1)!;
}
