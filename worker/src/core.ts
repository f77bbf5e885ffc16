// The core: one instance of the wasm module, and an index in its memory. What traps throws the instance away, memory and
// all; the next request finds a new one.

import * as bindings from "../../pkg/dist/edge/twinprint.js";
import { Failure, unavailable } from "./failure.ts";

export type { Answered, PartAnswer, SeenAnswered } from "../../pkg/dist/edge/twinprint.js";
export type Index = bindings.Service;
export type SeenDocuments = bindings.Seen;

/** A request as it arrived, its body read. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** What follows the path's question mark. */
  readonly query: string;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly body: Uint8Array;
}

export class Core {
  /** How many instances there have been. What is of an earlier one than this is gone. */
  generation = 0;

  #reader: { readonly of: bindings.SeenReader; readonly bytes: number; readonly generation: number } | undefined;

  /** Takes the compiled module: edge platforms let nobody compile one. */
  constructor(module: WebAssembly.Module) {
    bindings.initSync({ module });
  }

  /** An index that is still without its files, of its manifest; of the parts of its tables those that are to be held. */
  index(manifest: Uint8Array, parts: readonly number[] | undefined, most: number): Index {
    return this.run(() => new bindings.Service(manifest, parts && Uint32Array.from(parts), most));
  }

  /** The response to a request. */
  respond(index: Index, { method, path, query, contentType, contentEncoding, body }: ReceivedRequest): bindings.Answered {
    return this.run(() => index.respond(method, path, query, contentType, contentEncoding, body));
  }

  /** Reads a request to what was seen, and puts fingerprints of `bytes` bytes in place of a text. */
  readSeen(bytes: number, { method, path, query, contentType, contentEncoding, body }: ReceivedRequest): bindings.SeenRead {
    return this.run(() => {
      if (this.#reader?.bytes !== bytes || this.#reader.generation !== this.generation) {
        this.#reader = { of: new bindings.SeenReader(bytes), bytes, generation: this.generation };
      }
      return this.#reader.of.read(method, path, query, contentType, contentEncoding, body);
    });
  }

  /** Documents that were seen: none yet. */
  seen(bytes: number, most: number, forgetAfter: number | undefined): SeenDocuments {
    return this.run(() => new bindings.Seen(bytes, most, forgetAfter));
  }

  /** The files that the shards of a manifest are made of: none is there yet. */
  shardFiles(manifest: string): bindings.ShardFiles {
    return this.run(() => new bindings.ShardFiles(manifest));
  }

  /** One response of what the parts of an index sent. */
  merge({ method, path, contentType, contentEncoding, body }: ReceivedRequest, parts: bindings.PartAnswer[]): bindings.Answered {
    return this.run(() => bindings.merge(method, path, contentType, contentEncoding, body, parts));
  }

  /** The response that says what failed. */
  refused({ kind, where, message }: Failure): bindings.Answered {
    return bindings.refused(kind, where, message);
  }

  /** Calls the core. What it throws becomes a failure. */
  run<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (isReported(error)) throw unavailable(error.place, error.what);
      // A panic, or memory that ran out: whatever is in the instance's memory now cannot be trusted.
      this.generation += 1;
      bindings.__wbg_reset_state();
      throw new Failure("defect");
    }
  }
}

const isReported = (error: unknown): error is { what: string; place: string } =>
  error instanceof Error && "kind" in error && "place" in error;
