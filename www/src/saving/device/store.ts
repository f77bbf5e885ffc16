//! Keeps the documents, what the person thinks of their pairs, what was taken out of them, and the options on this device, if the person wants that. All tabs
//! that keep have the same: what one of them wrote the others are told of, and read.

import type { Change, Doc, Documents } from "../../documents/documents.ts";
import type { Settings } from "../../options/settings.ts";
import type { Taken, TakenOut } from "../../pairs/taken-out.ts";
import type { Judged, Verdicts } from "../../pairs/verdicts.ts";
import { DEVICE } from "../../words/saving.ts";
import { erase, exists, NAME, open, pairOf, read, readAll, write } from "./database.ts";
import type { Kept, KeptDocument, KeptPair, KeptTaken, KeptVerdict, Which } from "./database.ts";
import { parts, Pending } from "./pending.ts";

export interface StoreEvents {
  /** Other options are kept than were chosen here. */
  options(options: Settings): void;
  /** Something a person should know. */
  say(message: string): void;
  /** Documents are kept now, or no more; or a change could not be kept, or is kept after all. */
  changed(): void;
}

export class Store {
  #database: IDBDatabase | undefined;
  #tabs = new BroadcastChannel(NAME);
  #options: Settings = {};
  #pending = new Pending();
  #due = false;
  /** Counts what changed here. */
  #changes = 0;
  /** Whether something could not be written. */
  #behind = false;
  /** Whether what changes now is what was kept already. */
  #taking = false;
  #turn: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private documents: Documents,
    private verdicts: Verdicts,
    private takenOut: TakenOut,
    private events: StoreEvents,
  ) {
    documents.observe((change) => this.#follow(change));
    verdicts.observe((judged) => this.#note({ verdicts: this.#pairs([judged]) }));
    takenOut.observe((taken) => this.#note({ taken }));
    this.#tabs.onmessage = ({ data }: MessageEvent<Which>) => void this.#inTurn(() => this.#hear(data));
  }

  /** Whether documents are kept at present. */
  get keeping(): boolean {
    return this.#database !== undefined;
  }

  /** Whether everything is kept as it is now. */
  get complete(): boolean {
    return this.keeping && !this.#behind;
  }

  /** Takes up what was kept, if anything is; keeping goes on. */
  async load(): Promise<void> {
    await this.#inTurn(() => alone(async () => {
      if (await exists()) this.#noteOther(await this.#join());
    }));
    this.events.changed();
  }

  /** Keeps everything from now on, beside what other tabs keep. */
  async keep(): Promise<void> {
    const before = this.documents.size;
    const kept = await this.#inTurn(() => alone(() => this.#join()));
    if (kept) {
      const others = this.documents.size - before;
      if (others > 0) this.events.say(DEVICE.joined(others));
      this.#noteOther(kept);
      // So that the browser does not drop it when room is short.
      void navigator.storage?.persist?.();
    }
    this.events.changed();
  }

  /** Keeps nothing any more and erases what was kept. */
  async erase(): Promise<void> {
    this.#leave();
    this.events.changed();
    await this.#inTurn(() => alone(async () => {
      // It may have begun to keep meanwhile.
      this.#leave();
      await erase(() => this.events.say(DEVICE.notErased));
    }));
  }

  /** Resolves once what changed until now is written, or could not be. */
  async written(): Promise<void> {
    await Promise.resolve();
    await this.#writing;
  }

  setOptions(options: Settings): void {
    this.#options = options;
    this.#note({ options: true });
  }

  /** Opens what is kept and takes it up. */
  async #join(): Promise<Kept> {
    const database = await open(() => this.events.say(DEVICE.older));
    database.onversionchange = ({ newVersion }) => this.#end(newVersion === null ? DEVICE.erased : DEVICE.newer);
    database.onclose = () => this.#end(DEVICE.gone);
    this.#database = database;
    const kept = await readAll(database);
    this.#take({ ...kept, verdicts: kept.verdicts.filter((one) => !this.#isLaterHere(one)) });
    return kept;
  }

  /** Writes what is here, be it only since what was kept is being opened, and is not kept so. */
  #noteOther({ documents, verdicts, taken, options }: Kept): void {
    const same = new Set(verdicts.filter((one) => !this.#isLaterHere(one)).map(({ pair }) => pair.join(" ")));
    this.#note({
      documents: this.documents.all.map(({ key }) => key).filter((key) => !documents.has(key)),
      verdicts: this.#pairs(this.verdicts.all).filter((pair) => !same.has(pair.join(" "))),
      taken: this.takenOut.all.map(({ key }) => key).filter((key) => !taken.has(key)),
      options: options === undefined,
    });
  }

  /** Whether a pair was judged here after it was where its verdict is kept. */
  #isLaterHere({ pair: [a, b], verdict }: Kept["verdicts"][number]): boolean {
    const [one, other] = [this.documents.byKey(a), this.documents.byKey(b)];
    const here = one && other && this.verdicts.of(one.id, other.id);
    return here !== undefined && here.at > (verdict?.at ?? "");
  }

  /** What is kept here is taken away from elsewhere. */
  #end(message: string): void {
    this.#leave();
    this.events.say(message);
    this.events.changed();
  }

  #leave(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#pending.clear();
    this.#behind = false;
  }

  /** Does one thing after the other; one that fails is said, and gives nothing. */
  #inTurn<T>(run: () => Promise<T>): Promise<T | undefined> {
    const done = this.#turn.then(run).catch(() => {
      this.#leave();
      this.events.say(DEVICE.notKept);
      return undefined;
    });
    this.#turn = done;
    return done;
  }

  #follow({ is, docs }: Change): void {
    if (is === "state") return;
    const ids = new Set(docs.map(({ id }) => id));
    const judged = is === "added" ? this.verdicts.all.filter(({ a, b }) => ids.has(a) || ids.has(b)) : [];
    const taken = is === "added" ? this.takenOut.all.filter(({ a, b }) => ids.has(a) || ids.has(b)) : [];
    this.#note({ documents: docs.map(({ key }) => key), verdicts: this.#pairs(judged), taken: taken.map(({ key }) => key) });
  }

  /** The pairs of verdicts on documents that are here. */
  #pairs(judged: Judged[]): KeptPair[] {
    return judged.flatMap(({ a, b }) => {
      const [one, other] = [this.documents.get(a), this.documents.get(b)];
      return one && other ? [pairOf(one.key, other.key)] : [];
    });
  }

  /** Writes what changed, together with all else that changes now. */
  #note(changed: Partial<Which>): void {
    if (!this.#database || this.#taking) return;
    this.#changes += 1;
    this.#pending.add(changed);
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.#database) this.#writing = this.#write(this.#database);
    });
  }

  /** Writes all that is pending; what cannot be written stays pending, and is tried with the next change again. */
  async #write(database: IDBDatabase): Promise<void> {
    const which = this.#pending.take();
    const failed = (await this.#written(database, which)) ? [] : await this.#unwritten(database, which);
    if (this.#database !== database) return;
    for (const part of failed) this.#pending.add(part);
    if (failed.length > 0 && !this.#behind) this.events.say(DEVICE.notWritten);
    if (this.#behind === failed.length > 0) return;
    this.#behind = failed.length > 0;
    this.events.changed();
  }

  /** Of changes that could not be written together, those that cannot be by themselves. */
  async #unwritten(database: IDBDatabase, which: Which): Promise<Which[]> {
    const all = parts(which);
    const failed: Which[] = [];
    for (const part of all) if (all.length === 1 || !(await this.#written(database, part))) failed.push(part);
    return failed;
  }

  /** Writes changes as they are now, all or none, and tells the other tabs; returns whether that was done. */
  async #written(database: IDBDatabase, which: Which): Promise<boolean> {
    try {
      await write(database, this.#here(which));
    } catch {
      return false;
    }
    this.#tabs.postMessage(which);
    return true;
  }

  /** What is here of some. */
  #here({ documents, verdicts, taken, options }: Which): Kept {
    return {
      documents: new Map(documents.flatMap((key) => {
        const doc = this.documents.byKey(key);
        // What is still to be read from its file is kept once it was.
        return doc && doc.source === null ? [] : [[key, doc && recordOf(doc)]];
      })),
      verdicts: verdicts.map((pair) => ({ pair, verdict: this.#verdictOn(pair) })),
      taken: new Map(taken.map((key) => [key, this.#takenAs(key)])),
      options: options ? this.#options : undefined,
    };
  }

  #takenAs(key: string): KeptTaken | undefined {
    const taken = this.takenOut.byKey(key);
    const [one, other] = [this.documents.get(taken?.a ?? 0), this.documents.get(taken?.b ?? 0)];
    return taken && one && other && { ...taken, a: one.key, b: other.key };
  }

  #verdictOn([a, b]: KeptPair): KeptVerdict | undefined {
    const [one, other] = [this.documents.byKey(a), this.documents.byKey(b)];
    const judged = one && other && this.verdicts.of(one.id, other.id);
    return judged && { ...judged, a, b };
  }

  /** Another tab wrote something: what of it changed here meanwhile was written after it. */
  async #hear(which: Which): Promise<void> {
    for (let changes = -1; this.#database && changes !== this.#changes; ) {
      changes = this.#changes;
      const kept = await read(this.#database, which);
      if (changes === this.#changes) this.#take(kept);
    }
  }

  /** Takes over what is kept and is not as it is here, but for what is still to be written. */
  #take({ documents, verdicts, taken, options }: Kept): void {
    this.#taking = true;
    try {
      if (options && !this.#pending.hasOptions && JSON.stringify(options) !== JSON.stringify(this.#options)) {
        this.#options = options;
        this.events.options(options);
      }
      this.#takeDocuments([...documents].filter(([key]) => !this.#pending.hasDocument(key)));
      this.verdicts.take(verdicts.filter(({ pair }) => !this.#pending.hasVerdict(pair)).flatMap((one) => this.#judged(one)));
      this.#takeTaken([...taken].filter(([key]) => !this.#pending.hasTaken(key)));
    } finally {
      this.#taking = false;
    }
  }

  #takeDocuments(kept: [string, KeptDocument | undefined][]): void {
    const added: KeptDocument[] = [];
    const removed: number[] = [];
    for (const [key, document] of kept) {
      const doc = this.documents.byKey(key);
      if (document && doc) this.#revise(doc, document);
      else if (document) added.push(document);
      else if (doc) removed.push(doc.id);
    }
    if (removed.length > 0) this.documents.remove(...removed);
    const first = (x: KeptDocument, y: KeptDocument) => x.id! - y.id! || (x.key < y.key ? -1 : 1);
    if (added.length > 0) this.documents.add(...added.sort(first));
  }

  #takeTaken(kept: [string, KeptTaken | undefined][]): void {
    const unknown = kept.filter(([key, one]) => one && !this.takenOut.byKey(key));
    this.takenOut.take(unknown.flatMap(([, one]): Taken[] => {
      const [a, b] = [this.documents.byKey(one!.a)?.id, this.documents.byKey(one!.b)?.id];
      return a === undefined || b === undefined ? [] : [{ ...one!, a, b }];
    }));
    this.takenOut.putBack(...kept.filter(([, one]) => !one).map(([key]) => key));
  }

  /** Changes a document that is here to what is kept of it. */
  #revise(doc: Doc, { name, source, template = false, author = "", authorByHand = false, handedIn, cohort }: KeptDocument): void {
    if (doc.handedIn !== handedIn || doc.cohort !== cohort) this.documents.setHanded(new Map([[doc, { handedIn, cohort }]]));
    if (doc.name !== name) this.documents.rename(doc, name);
    if (doc.template !== template) this.documents.setTemplate(doc, template);
    if (doc.authorByHand !== authorByHand || (authorByHand && doc.author !== author)) this.documents.setAuthor(doc, authorByHand ? author : "");
    if (typeof source === "string" && doc.source !== source) this.documents.setSource(doc, source);
  }

  /** A verdict that is kept, or kept no more, by the numbers that documents have here; nothing where it is here already. */
  #judged({ pair, verdict }: Kept["verdicts"][number]): Judged[] {
    const [one, other] = pair.map((key) => this.documents.byKey(key)?.id);
    if (one === undefined || other === undefined) return [];
    const here = this.verdicts.of(one, other);
    const { verdict: given, note, at, others = [] } = verdict ?? { verdict: "" as const, note: "", at: "" };
    if (here?.verdict === given && here.note === note && JSON.stringify(here.others ?? []) === JSON.stringify(others)) return [];
    if (!here && !given && !note && others.length === 0) return [];
    return [{ a: Math.min(one, other), b: Math.max(one, other), verdict: given, note, at, ...(others.length > 0 ? { others } : {}) }];
  }
}

/** A document as it is kept. */
function recordOf({ key, id, name, path, source, format, template, pages, origin, author, authorByHand, handedIn, cohort }: Doc): KeptDocument {
  return { key, id, name, path, source, format, template, pages, origin, author, authorByHand, handedIn, cohort };
}

/** Does something that only one tab may do at a time. */
function alone<T>(run: () => Promise<T>): Promise<T> {
  // Only a page that came by https has locks; without them, two tabs that erase and begin at once may keep nothing.
  if (!navigator.locks) return run();
  return navigator.locks.request(NAME, run) as Promise<T>;
}
