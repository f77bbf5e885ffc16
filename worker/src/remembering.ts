// What was seen before, for one access token, over whatever keeps it: the core decides, and what changed is kept before anybody is told.

import type { Answered, Core, SeenDocuments } from "./core.ts";
import { unavailable } from "./failure.ts";
import type { Settings } from "./settings.ts";

/** How many lines there may be beyond twice as many as there are documents. */
const SPARE = 10_000;

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

const seconds = () => Math.floor(Date.now() / 1000);

export class Remembering {
  readonly #core: Core;
  readonly #settings: () => Settings;
  readonly #keeper: Keeper;
  #documents: SeenDocuments | undefined;
  #generation = -1;
  #lines = 0;

  constructor(core: Core, settings: () => Settings, keeper: Keeper) {
    [this.#core, this.#settings, this.#keeper] = [core, settings, keeper];
  }

  /** The answer to a request that was read. Nothing in it is awaited, so that no other comes between. */
  respond(method: string, path: string, body: string): Answered {
    const { answer, changes } = this.#run((documents) => documents.respond(method, path, body, seconds()));
    this.#keep(changes);
    return answer;
  }

  /** Forgets what was not seen for long, and writes anew what says more of what was than of what is. Gives how many are left. */
  tidy(): number {
    this.#keep(this.#run((documents) => documents.tidy(seconds())));
    const count = this.#run((documents) => documents.documents);
    if (this.#lines > 2 * count + SPARE) {
      this.#keeper.replace(this.#run((documents) => documents.lines()));
      // Documents have other numbers now.
      this.#run((documents) => documents.free());
      this.#documents = undefined;
    }
    return count;
  }

  /** Calls with the documents, read anew if they are not there, or the core began anew. */
  #run<T>(call: (documents: SeenDocuments) => T): T {
    if (!this.#documents || this.#generation !== this.#core.generation) this.#read();
    return this.#core.run(() => call(this.#documents!));
  }

  #read(): void {
    const { seenBytes, seenMost, seenSeconds } = this.#settings();
    const documents = this.#core.seen(seenBytes, seenMost, seenSeconds);
    const own = this.#core.run(() => documents.design);
    if (this.#keeper.design(own) !== own) throw unavailable("what was seen", "it was begun by another design: set SEEN_BYTES as it was");
    this.#lines = 0;
    for (const line of this.#keeper.lines()) {
      this.#core.run(() => documents.apply(line));
      this.#lines += 1;
    }
    [this.#documents, this.#generation] = [documents, this.#core.generation];
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
