//! The page's side of the worker: keeps it supplied with documents, takes its numbers, and starts another when it goes
//! down. Documents live on the page, so nothing is lost with a worker.

import { authorNumbers } from "../documents/authors.ts";
import type { Change, Doc, Documents } from "../documents/documents.ts";
import { commonOf, LEFT_OUT } from "../options/settings.ts";
import { ROW, ROW_LENGTH } from "../protocol/comparing.ts";
import type { Busy, Common, CommonFound, Effect, Event, LeftOut, LeftOutReason, Options, PairSummary, Problem, Report, Request, Signatures, Source, TakenTexts, View } from "../protocol/comparing.ts";
import { TROUBLE } from "../words/trouble.ts";
import { PairTable } from "./pair-table.ts";
import type { TakenOut } from "./taken-out.ts";
import type { Verdicts } from "./verdicts.ts";

/** The address of the worker's script, relative to this one; filled in by the build. */
declare const WORKER: string;

export interface Recipe {
  text: string;
  id: string;
}

export interface EngineEvents {
  /** Numbers came, or pairs went. `left` pairs are still to be compared. */
  numbers(left: number): void;
  recipe(recipe: Recipe): void;
  /** The options were refused; the former ones are in force. */
  refused(problem: Problem): void;
  /** The worker was replaced, or could not be. */
  restarted(what: string): void;
}

/** A change that arrives after this much silence replaces the worker instead of waiting for it. */
const STUCK_MS = 1500;

/** A worker of which nothing was heard for this long, with something to do, is gone. */
const PATIENCE_MS = 120_000;
/** A timer that fires this late was held up itself. */
const LATE_MS = 5_000;

/** A worker that goes down more often than this in a row, and not over a document, is not started again. */
const MOST_UNEXPLAINED = 2;

type Waiting = { resolve: (value: never) => void; reject: (problem: Problem) => void };

const OUT_OF_ORDER: Omit<Problem, "place"> = {
  kind: "stopped",
  ...TROUBLE.comparing.outOfOrder,
};

export class Engine {
  readonly table: PairTable;
  options: Options = { leave_out: LEFT_OUT };
  /** By which documents are read and compared, once that is known. */
  recipe: Recipe | undefined;
  /** What documents have of what is common, as far as that is known. */
  commonFound: CommonFound = { documents: 0, words: 0 };
  #common = commonOf(undefined);
  /** Whether documents are still being read. */
  #arriving = false;
  #within = false;
  /** What documents are of that are not compared with each other, and the numbers of those documents. */
  #oldCohorts = new Set<string>();
  #old = new Set<number>();
  #authors = new Map<number, number>();
  /** Pairs still to be compared, as far as is known. */
  left = 0;
  /** Whether there is no worker any more: one that is started again goes down again. */
  stopped = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #worker!: Worker;
  #epoch = 0;
  /** Counts the times that what is common, or taken out, changed. */
  #revision = 0;
  /** What the worker knows to be taken out. */
  taken: TakenTexts = { all: [], pairs: [] };
  /** Requests that this worker was sent. */
  #sent = 0;
  #ticket = 0;
  #waiting = new Map<number, Waiting>();
  #started = false;
  /** Whether a document of the worker has been read since it started; without, starting again helps nothing. */
  #proven = true;
  #unexplained = 0;
  #heard = performance.now();
  /** The options of the last start that succeeded. */
  #accepted: Options = {};

  constructor(
    private documents: Documents,
    verdicts: Verdicts,
    private takenOut: TakenOut,
    private events: EngineEvents,
  ) {
    this.table = new PairTable(documents, verdicts);
    takenOut.observe(() => this.#sendTaken());
    documents.observe((change) => this.#follow(change));
    this.#launch();
  }

  /** Changes when options or templates do: what was shown before is out of date. */
  get epoch(): string {
    return `${this.#epoch}.${this.#revision}`;
  }

  /** The names of the templates. */
  get templateLabels(): string[] {
    return this.documents.all.filter((doc) => doc.template).map((doc) => doc.label);
  }

  /** What does not count because many have it. */
  get common(): Common {
    return this.#common;
  }

  /** The number of each document's author. */
  get authors(): Map<number, number> {
    return this.#authors;
  }

  /** Compares everything anew, by other options. */
  setOptions(options: Options): void {
    this.options = options;
    this.#begin();
    this.documents.reread(...this.documents.all.filter((doc) => doc.source !== null));
    this.#sendTemplates();
  }

  /** Whether pairs of one author are compared, of which years or classes none are, and what does not count because many have it. */
  setClass({ within, old, common }: { within: boolean; old: string[]; common: Common }): void {
    this.#within = within;
    this.#oldCohorts = new Set(old);
    this.#common = common;
    this.#sendClass();
    this.documents.reread(...this.documents.all.filter(isOnlyTemplate));
  }

  /** Whether two documents are compared: of one author they are not, unless that was asked for, nor are two old ones. */
  #isCompared(a: number, b: number): boolean {
    if (this.#old.has(a) && this.#old.has(b)) return false;
    return this.#within || this.#authors.get(a) !== this.#authors.get(b);
  }

  #sendClass(): void {
    this.#authors = authorNumbers(this.documents.all);
    this.#old = new Set(this.documents.all.filter(({ cohort }) => cohort && this.#oldCohorts.has(cohort)).map(({ id }) => id));
    this.#arriving = this.documents.all.some(isArriving);
    this.#expect();
    this.#send({ is: "class", authors: this.#authors, within: this.#within, old: this.#old, common: this.#common, arriving: this.#arriving });
    this.#forgetPairs();
  }

  /** Whether no two documents are compared, as all are old. */
  get comparesNothing(): boolean {
    return this.documents.compared.every(({ id }) => this.#old.has(id));
  }

  /** What a pair's numbers would be if what is left out for each of these reasons counted. */
  effects(a: number, b: number, reasons: LeftOutReason[]): Promise<Effect[]> {
    return this.#ask((ticket) => ({ is: "effects", ticket, a, b, reasons }));
  }

  /** How many words of documents are shared with any of some others, each once. */
  elsewhere(asked: { id: number; others: number[] }[]): Promise<number[]> {
    return this.#ask((ticket) => ({ is: "elsewhere", ticket, asked }));
  }

  /** What does not count of a document, templates aside. */
  leftOut(id: number): Promise<LeftOut[]> {
    return this.#ask((ticket) => ({ is: "left-out", ticket, id }));
  }

  report(a: number, b: number, reach: "copied" | "edited" = "edited"): Promise<Report> {
    return this.#ask((ticket) => ({ is: "report", ticket, a, b, reach }));
  }

  /** The text of a document as it is shown. */
  view(id: number): Promise<View> {
    return this.#ask((ticket) => ({ is: "view", ticket, id }));
  }

  /** What two documents are reduced to by a method; fetches what makes it when it is first asked for. */
  signatures(a: number, b: number, method: string, weighs: boolean): Promise<Signatures> {
    return this.#ask((ticket) => ({ is: "signatures", ticket, a, b, method, weighs }));
  }

  /** The numbers of pairs, given as a flat list a0, b0, a1, b1, .. */
  summaries(pairs: Uint32Array): Promise<PairSummary[]> {
    return this.#ask((ticket) => ({ is: "summaries", ticket, pairs }));
  }

  /** The text of a document as it was given, markup and all. */
  async text(name: string, source: Source): Promise<string> {
    if (typeof source === "string") return source;
    return this.#ask((ticket) => ({ is: "text", ticket, name, source }));
  }

  #ask<T>(request: (ticket: number) => Request): Promise<T> {
    const ticket = ++this.#ticket;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject });
      this.#send(request(ticket));
    });
  }

  #launch(): void {
    this.#worker = new Worker(new URL(WORKER, import.meta.url), { type: "module", name: "twinprint" });
    this.#worker.onmessage = ({ data }: MessageEvent<Event>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#replace(null, event.message || TROUBLE.noScript);
    };
    this.#started = false;
    this.#sent = 0;
    this.#send({ is: "taken-out", taken: this.taken });
    this.#begin();
  }

  #begin(): void {
    this.#send({ is: "start", epoch: ++this.#epoch, options: this.options });
  }

  /** Says what is taken out, where that changed. */
  #sendTaken(): void {
    const { texts } = this.takenOut;
    if (JSON.stringify(texts) === JSON.stringify(this.taken)) return;
    this.taken = texts;
    this.#revision += 1;
    this.#expect();
    this.#send({ is: "taken-out", taken: texts });
    this.events.numbers(this.left);
  }

  #send(request: Request): void {
    this.#sent += 1;
    this.#worker.postMessage(request);
    this.#wait();
  }

  /** Replaces a worker that says nothing although there is something to do. */
  #wait(): void {
    clearTimeout(this.#patience);
    if (this.left === 0 && this.#waiting.size === 0) return;
    const due = performance.now() + PATIENCE_MS;
    this.#patience = setTimeout(() => {
      // A device that slept has not waited.
      if (performance.now() > due + LATE_MS) this.#wait();
      else this.#replace(null, TROUBLE.comparing.silent);
    }, PATIENCE_MS);
  }

  #follow({ is, docs }: Change): void {
    switch (is) {
      case "added":
      case "read":
      case "source":
        if (this.stopped) return this.again();
        if (is === "source" && this.#stuck()) return this.#restart();
        if (is === "added") this.#sendClass();
        for (const doc of docs) this.#put(doc);
        if (docs.some((doc) => doc.template)) this.#sendTemplates();
        if (is === "added") this.#sendTaken();
        break;
      case "removed":
        if (this.#stuck()) return this.#restart();
        for (const { id } of docs) this.#send({ is: "remove", id });
        this.#forgetPairs();
        if (docs.some((doc) => doc.template)) this.#sendTemplates();
        this.#sendTaken();
        break;
      case "author":
        return this.#sendClass();
      case "template":
        this.#sendTemplates();
        this.documents.reread(...this.documents.all.filter(isOnlyTemplate));
        break;
      case "state":
        if (docs.some((doc) => doc.state.is === "failed")) this.#forgetPairs();
        if (this.#arriving && !this.documents.all.some(isArriving)) this.#sendClass();
    }
  }

  #put({ id, version, label, source, format }: Doc): void {
    if (source === null) return;
    this.#expect();
    this.#send({ is: "put", id, version, name: label, source, format });
  }

  #sendTemplates(): void {
    const ids = this.documents.all.filter((doc) => doc.template).map((doc) => doc.id);
    this.#expect();
    this.#send({ is: "templates", epoch: ++this.#epoch, ids });
    this.#forgetPairs();
  }

  /** Pairs may follow from what is sent next; the worker says how many, or that there are none. */
  #expect(): void {
    if (this.left > 0 || this.stopped) return;
    this.left = 1;
    this.#heard = performance.now();
  }

  /** Drops the pairs of documents that are gone, failed or now templates. */
  #forgetPairs(): void {
    const compared = this.documents.all.filter((doc) => doc.state.is !== "failed" && !doc.template).map((doc) => doc.id);
    // By id, as half a million pairs are asked; those that are not compared have none.
    const authors = new Float64Array(Math.max(0, ...compared) + 1).fill(NaN);
    for (const id of compared) authors[id] = this.#authors.get(id) ?? -1 - id;
    this.table.retain((a, b) => {
      if (this.#old.has(a) && this.#old.has(b)) return false;
      const [x, y] = [authors[a] ?? NaN, authors[b] ?? NaN];
      return !Number.isNaN(x + y) && (this.#within || x !== y);
    });
    this.events.numbers(this.left);
  }

  /** Whether the worker has been at one thing for so long that it is better replaced than waited for. */
  #stuck(): boolean {
    return this.left > 0 && this.#started && performance.now() - this.#heard > STUCK_MS;
  }

  #hear(event: Event): void {
    this.#heard = performance.now();
    this.#answer(event);
    this.#wait();
  }

  #answer(event: Event): void {
    switch (event.is) {
      case "started":
        this.#started = true;
        this.#accepted = this.options;
        this.recipe = { text: event.recipe, id: event.recipeId };
        return this.events.recipe(this.recipe);
      case "refused":
        this.options = this.#accepted;
        return this.events.refused(event.problem);
      case "read":
        return this.#settle(event.id, event.version, (doc) =>
          this.documents.setState(doc, { is: "ready", words: event.words, flags: event.flags, program: event.program }),
        );
      case "unreadable":
        return this.#settle(event.id, event.version, (doc) =>
          this.documents.setState(doc, { is: "failed", problem: event.problem }),
        );
      case "only-template":
        // By former templates; what is so by those of now comes later.
        if (event.epoch !== this.#epoch) return;
        for (const { id, problem } of event.problems) {
          const doc = this.documents.get(id);
          if (doc) this.documents.setState(doc, { is: "failed", problem });
        }
        const still = new Set(event.problems.map(({ id }) => id));
        return this.documents.reread(...this.documents.all.filter((doc) => isOnlyTemplate(doc) && !still.has(doc.id)));
      case "numbers":
        return this.#take(event);
      case "common":
        this.commonFound = event.found;
        if (event.changed) this.#revision += 1;
        return this.events.numbers(this.left);
      case "answer":
        return this.#deliver(event.ticket, ({ resolve }) => resolve(event.value as never));
      case "failure":
        return this.#deliver(event.ticket, ({ reject }) => reject(event.problem));
      case "down":
        return this.#replace(event.busy, event.reason);
    }
  }

  #settle(id: number, version: number, apply: (doc: Doc) => void): void {
    const doc = this.documents.get(id);
    if (doc?.version !== version) return;
    this.#proven = true;
    apply(doc);
  }

  #take({ epoch, rows, rarities, left, heard }: Event & { is: "numbers" }): void {
    if (epoch !== this.#epoch) return;
    const current = (id: number) => {
      const doc = this.documents.get(id);
      return doc?.state.is === "ready" && !doc.template;
    };
    let length = 0;
    for (let at = 0; at < rows.length; at += ROW_LENGTH) {
      const [a, b] = [rows[at + ROW.a]!, rows[at + ROW.b]!];
      if (!current(a) || !current(b) || !this.#isCompared(a, b)) continue;
      if (length < at) rows.copyWithin(length, at, at + ROW_LENGTH);
      length += ROW_LENGTH;
    }
    const kept = rows.subarray(0, length);
    this.table.take(kept);
    if (rarities.length > 0) this.table.takeRarity(rarities);
    const before = this.left;
    this.left = heard < this.#sent ? Math.max(left, 1) : left;
    if (kept.length + rarities.length > 0 || this.left !== before) this.events.numbers(this.left);
  }

  #deliver(ticket: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    if (waiting) settle(waiting);
  }

  /** Starts another worker. The document or pair that took the last one down is named and left out. */
  #replace(busy: Busy | null, reason: string): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject({ ...OUT_OF_ORDER, place: "", what: TROUBLE.comparing.stopped });
    this.#waiting.clear();
    this.#unexplained = busy ? 0 : this.#unexplained + 1;
    if ((!this.#started && !this.#proven) || this.#unexplained > MOST_UNEXPLAINED) {
      return this.#stop(reason);
    }
    this.#proven = false;
    const guilty = busy?.why === "showing" ? [] : (busy?.ids ?? []);
    for (const doc of guilty.flatMap((id) => this.documents.get(id) ?? [])) {
      if (busy?.why === "reading" || doc.id === largest(guilty, this.documents)) {
        doc.version += 1;
        this.documents.setState(doc, { is: "failed", problem: { ...OUT_OF_ORDER, place: doc.label } });
      }
    }
    this.#restart();
    this.events.restarted(TROUBLE.comparing.restarted);
  }

  /** Gives up: what waits for the worker is told so. */
  #stop(reason: string): void {
    clearTimeout(this.#patience);
    this.stopped = true;
    this.left = 0;
    for (const doc of this.documents.all.filter(({ state, source }) => state.is === "reading" && source !== null)) {
      this.documents.setState(doc, { is: "failed", problem: { kind: "not-started", place: doc.label, ...TROUBLE.comparing.stoppedFor } });
    }
    this.events.restarted(TROUBLE.comparing.notStarted(reason));
    this.events.numbers(this.left);
  }

  /** Starts once more after it stopped. */
  again(): void {
    this.stopped = false;
    this.#unexplained = 0;
    this.#proven = true;
    this.#restart();
  }

  #restart(): void {
    this.#worker.terminate();
    this.#heard = performance.now();
    this.#launch();
    const stopped = (doc: Doc) => doc.state.is === "failed" && doc.state.problem.kind === OUT_OF_ORDER.kind;
    this.#sendClass();
    this.documents.reread(...this.documents.all.filter((doc) => doc.source !== null && !stopped(doc)));
    this.#sendTemplates();
  }
}

/** Whether it may still be compared, and so say what is common. */
function isArriving(doc: Doc): boolean {
  return doc.state.is === "reading";
}

function isOnlyTemplate(doc: Doc): boolean {
  return doc.state.is === "failed" && doc.state.problem.kind === "only-template";
}

/** Of documents that could not be compared with each other, the one that is likelier to blame. */
function largest(ids: number[], documents: Documents): number | undefined {
  const words = (id: number) => {
    const state = documents.get(id)?.state;
    return state?.is === "ready" ? state.words : 0;
  };
  return ids.toSorted((x, y) => words(y) - words(x))[0];
}
