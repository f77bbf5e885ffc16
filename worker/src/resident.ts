// The index that an isolate holds: read once, by the first request that needs it, while others wait.
//
// The obvious way is one promise that all requests await. On Cloudflare's runtime it hangs: a request's reads end when it
// does, so a promise that waits for them may never be settled, and whoever awaits another request's promise with nothing of
// its own under way is cancelled. So only the request that reads awaits its reads, and is kept going until they end; the
// others look again every few milliseconds; and a reading that came to a standstill is begun anew by one of them.

import type { Context } from "./bindings.ts";
import type { Core, Index } from "./core.ts";
import { Failure, unavailable } from "./failure.ts";
import type { Settings } from "./settings.ts";
import { MANIFEST, type Store } from "./stores.ts";

/** How long a request that waits sleeps before it looks again. */
const PAUSE = 20;
/** For how long nothing may come before a reading is given up for lost. */
const STANDSTILL = 10_000;
/** For how long a failure is told again before the files are asked for again. */
const RESPITE = 1_000;
/** How many files are read at a time. */
const AT_A_TIME = 4;
/** How many bytes are read at a time, at most: the core hashes them while they are in the processor's cache. */
const CHUNK = 64 * 1024;
/** The most bytes that a manifest may have. */
const MOST_MANIFEST = 4 * 1024 * 1024;

/** A reading of an index that began and has not ended well. */
interface Reading {
  /** When its last bytes came. */
  heard: number;
  failure?: Failure;
}

export class Resident {
  readonly #core: Core;
  #index: Index | undefined;
  #generation = 0;
  #reading: Reading | undefined;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The index, if it is here. */
  here(): Index | undefined {
    return this.#generation === this.#core.generation ? this.#index : undefined;
  }

  /** The index, read if it has to be. */
  async index(store: () => Store, settings: Settings, context: Context): Promise<Index> {
    for (;;) {
      const here = this.here();
      if (here) return here;
      const reading = this.#reading;
      const quiet = reading ? Date.now() - reading.heard : Infinity;
      if (!reading || quiet > (reading.failure ? RESPITE : STANDSTILL)) return this.#begin(store(), settings, context);
      if (reading.failure) throw reading.failure;
      await pause();
    }
  }

  #begin(store: Store, settings: Settings, context: Context): Promise<Index> {
    const reading: Reading = { heard: Date.now() };
    this.#reading = reading;
    this.#index = undefined;
    const work = this.#read(store, settings, reading).catch((error: unknown) => {
      reading.heard = Date.now();
      throw (reading.failure = error instanceof Failure ? error : unreadable(store.name, MANIFEST));
    });
    context.waitUntil(work.catch(() => {}));
    return work;
  }

  async #read(store: Store, settings: Settings, reading: Reading): Promise<Index> {
    const manifest = await manifestOf(store);
    const generation = this.#core.generation;
    const index = this.#core.index(manifest, settings.parts, settings.mostBytes);
    /** That nothing happened meanwhile which makes this reading void. */
    const check = () => {
      if (this.#reading !== reading || this.#core.generation !== generation || reading.failure) throw superseded();
      reading.heard = Date.now();
    };
    try {
      const files = this.#core.run(() => index.files()).values();
      const readSome = async () => {
        for (const { name } of files) {
          for await (const chunk of chunks(store, name)) {
            check();
            this.#core.run(() => index.write(name, chunk));
          }
          check();
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, readSome));
      check();
      this.#core.run(() => index.open());
    } catch (error) {
      reading.failure = error instanceof Failure ? error : unreadable(store.name, "its files");
      if (this.#core.generation === generation) index.free();
      throw reading.failure;
    }
    this.#reading = undefined;
    this.#index = index;
    this.#generation = generation;
    return index;
  }
}

async function manifestOf(store: Store): Promise<Uint8Array> {
  const collected: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks(store, MANIFEST)) {
    length += chunk.length;
    if (length > MOST_MANIFEST) {
      throw unavailable(`${store.name}, ${MANIFEST}`, `it has more than ${MOST_MANIFEST} bytes`);
    }
    collected.push(chunk.slice());
  }
  return new Uint8Array(await new Blob(collected as BlobPart[]).arrayBuffer());
}

/** A file's bytes, as they come: a chunk is to be used before the next is asked for. */
async function* chunks(store: Store, file: string): AsyncGenerator<Uint8Array> {
  let stream: ReadableStream<Uint8Array> | undefined;
  try {
    stream = await store.open(file);
  } catch {
    throw unreadable(store.name, file);
  }
  if (!stream) throw unavailable(`${store.name}, ${file}`, "it is not there");
  const [reader, next] = reading(stream);
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await next().catch(() => {
        throw unreadable(store.name, file);
      });
      ended = done;
      if (done) return;
      yield value!;
    }
  } finally {
    if (!ended) reader.cancel().catch(() => {});
  }
}

/** Reads a stream, if it can into one buffer again and again, so that a file leaves no garbage of its size. */
function reading(stream: ReadableStream<Uint8Array>): [ReadableStreamGenericReader, () => Promise<ReadableStreamReadResult<Uint8Array>>] {
  try {
    const reader = stream.getReader({ mode: "byob" });
    let buffer = new ArrayBuffer(CHUNK);
    const next = async () => {
      const read = await reader.read(new Uint8Array(buffer));
      if (read.value) buffer = read.value.buffer;
      return read as ReadableStreamReadResult<Uint8Array>;
    };
    return [reader, next];
  } catch {
    // It is no stream of bytes.
    const reader = stream.getReader();
    return [reader, () => reader.read()];
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

const unreadable = (store: string, file: string) => unavailable(`${store}, ${file}`, "it cannot be read");

const superseded = () => unavailable("the index", "its reading was begun anew");
