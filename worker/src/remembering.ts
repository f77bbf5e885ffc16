// What was seen before, for one access token, over whatever keeps it: the core decides, and what changed is kept before anybody is told.
//
// Where there is a place for shards, documents that a journal has many of become one: its files are written first, and then, in one step, the
// manifest that names them takes the place of the lines that it says. Whatever stops it in between leaves the journal as it was, and
// files that nobody names, which the next time removes.

import type { Answered, Core, SeenDocuments } from "./core.ts";
import { unavailable } from "./failure.ts";
import type { Settings } from "./settings.ts";
import type { ShardStore } from "./shards.ts";

/** How many lines there may be beyond twice as many as there are documents. */
const SPARE = 10_000;
/** How many files of shards are read at a time. */
const AT_A_TIME = 6;

/** What keeps lines, in their order. Each call is done, or has changed nothing, when it returns or throws. */
export interface Keeper {
  /** The design that it was begun with, which is `own` if it is new. */
  design(own: string): string;
  /** All lines, from the first on. */
  lines(): Iterable<string>;
  append(lines: readonly string[]): void;
  /** Keeps these lines in place of all others. */
  replace(lines: readonly string[]): void;
}

/** What keeps shards beside lines. */
export interface ShardKeeper {
  readonly store: ShardStore;
  /** The manifest, if there are shards. */
  manifest(): string | undefined;
  /** Keeps a manifest in place of the one that was, and of the first `lines` lines: it is so at once, and when this resolves it stays so whatever happens. */
  commit(manifest: string, lines: number): Promise<void>;
}

const seconds = () => Math.floor(Date.now() / 1000);

export class Remembering {
  readonly #core: Core;
  readonly #settings: () => Settings;
  readonly #keeper: Keeper;
  readonly #shards: ShardKeeper | undefined;
  #documents: SeenDocuments | undefined;
  #reading: Promise<void> | undefined;
  #generation = -1;
  #lines = 0;
  #compacts = false;

  constructor(core: Core, settings: () => Settings, keeper: Keeper, shards?: ShardKeeper) {
    [this.#core, this.#settings, this.#keeper, this.#shards] = [core, settings, keeper, shards];
  }

  /** The answer to a request that was read. Once the documents are here nothing in it is awaited, so that no other comes between. */
  async respond(method: string, path: string, body: string): Promise<Answered> {
    const documents = await this.#here();
    const { answer, changes } = this.#core.run(() => documents.respond(method, path, body, seconds()));
    this.#keep(changes);
    return answer;
  }

  /** Whether so many documents stand in the journal, or so many lines beside, that they are to become a shard. */
  get isFull(): boolean {
    const documents = this.#documents;
    if (!this.#shards || !documents || this.#generation !== this.#core.generation) return false;
    const { unsharded } = documents;
    return unsharded >= this.#settings().seenShard || this.#lines > 2 * unsharded + SPARE;
  }

  /** Forgets what was not seen for long, and keeps what says more of what was than of what is in fewer bytes. Gives how many are left. */
  async tidy(): Promise<number> {
    const documents = await this.#here();
    this.#keep(this.#core.run(() => documents.tidy(seconds())));
    const count = this.#core.run(() => documents.documents);
    if (this.#shards) {
      if (this.isFull && !this.#compacts) await this.#compact(this.#shards, documents);
    } else if (this.#lines > 2 * count + SPARE) {
      this.#keeper.replace(this.#core.run(() => documents.lines()));
      // Documents have other numbers now.
      this.#forgetMemory();
    }
    return count;
  }

  async #compact({ store, commit }: ShardKeeper, documents: SeenDocuments): Promise<void> {
    this.#compacts = true;
    try {
      // Of this very moment: what comes while files are written stays in the journal, by the same numbers.
      const lines = this.#lines;
      const { manifest, names, files } = this.#core.run(() => documents.in_shards());
      for (const { name, bytes } of files) await store.put(name, bytes);
      const stays = commit(manifest, lines);
      this.#forgetMemory();
      // Files of the manifest that was are needed until then.
      await stays;
      await store.retain(new Set(names));
    } finally {
      this.#compacts = false;
    }
  }

  /** The documents, read anew if they are not there, or the core began anew. */
  async #here(): Promise<SeenDocuments> {
    for (;;) {
      if (this.#documents && this.#generation === this.#core.generation) return this.#documents;
      await (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
    }
  }

  async #read(): Promise<void> {
    const { seenBytes, seenMost, seenSeconds } = this.#settings();
    const generation = this.#core.generation;
    const documents = this.#core.seen(seenBytes, seenMost, seenSeconds);
    const own = this.#core.run(() => documents.design);
    if (this.#keeper.design(own) !== own) throw unavailable("what was seen", "it was begun by another design: set SEEN_BYTES as it was");
    const manifest = this.#shards?.manifest();
    if (manifest !== undefined) await this.#readShards(documents, manifest);
    // The core began anew, or the journal did: so does this.
    if (generation !== this.#core.generation || manifest !== this.#shards?.manifest()) return;
    this.#lines = 0;
    for (const line of this.#keeper.lines()) {
      this.#core.run(() => documents.apply(line));
      this.#lines += 1;
    }
    [this.#documents, this.#generation] = [documents, generation];
  }

  async #readShards(documents: SeenDocuments, manifest: string): Promise<void> {
    const { store } = this.#shards!;
    const shards = this.#core.shardFiles(manifest);
    const names = this.#core.run(() => shards.names()).values();
    const readSome = async () => {
      for (const name of names) {
        const bytes = await store.get(name);
        this.#core.run(() => shards.supply(name, bytes));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, readSome));
    this.#core.run(() => documents.begin_with(shards));
  }

  #forgetMemory(): void {
    const documents = this.#documents;
    this.#documents = undefined;
    if (documents && this.#generation === this.#core.generation) this.#core.run(() => documents.free());
  }

  #keep(changes: readonly string[]): void {
    if (changes.length === 0) return;
    try {
      this.#keeper.append(changes);
    } catch (error) {
      // What is in memory is kept nowhere: it is read again.
      this.#documents = undefined;
      throw error;
    }
    this.#lines += changes.length;
  }
}
