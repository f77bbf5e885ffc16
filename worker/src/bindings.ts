// What a platform binds to the worker, as far as it is used: the smallest interfaces that Cloudflare's own types, and what
// the other runtimes are given, fit into.

/** A bucket of R2. */
export interface Bucket {
  get(key: string): Promise<{ readonly body: ReadableStream<Uint8Array> } | null>;
}

/** A namespace of KV. */
export interface Namespace {
  get(key: string, type: "stream"): Promise<ReadableStream<Uint8Array> | null>;
}

/** A bucket of R2 that is written to, too. */
export interface ShardBucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  put(key: string, bytes: Uint8Array): Promise<unknown>;
  list(of: { prefix: string; cursor?: string }): Promise<{ objects: { key: string }[]; truncated: boolean; cursor?: string }>;
  delete(keys: string[]): Promise<void>;
}

/** A namespace of KV that is written to, too. */
export interface ShardNamespace {
  get(key: string, type: "arrayBuffer"): Promise<ArrayBuffer | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  list(of: { prefix: string; cursor?: string }): Promise<{ keys: { name: string }[]; list_complete: boolean; cursor?: string }>;
  delete(key: string): Promise<void>;
}

/** Static assets, or another worker. */
export interface Fetcher {
  fetch(input: URL | string, init?: RequestInit): Promise<Response>;
}

/** A limit of requests, counted by keys. */
export interface RateLimiter {
  /** `wait`: after how many seconds it begins anew, if it says. */
  limit(of: { key: string }): Promise<{ success: boolean; wait?: number }>;
}

/** A namespace of Durable Objects. */
export interface Objects {
  idFromName(name: string): unknown;
  get(id: unknown): Fetcher;
}

/** What a request is answered in. */
export interface Context {
  /** Keeps the worker going until a promise is settled, whatever becomes of the request. */
  waitUntil(work: Promise<unknown>): void;
}

/** All that may be bound: variables, secrets and the rest, by the names that `wrangler.jsonc` and the docs explain. */
export interface Environment {
  readonly INDEX_BUCKET?: Bucket;
  readonly INDEX_KV?: Namespace;
  readonly INDEX_ASSETS?: Fetcher;
  readonly INDEX_URL?: string;
  /** A store that is at hand, which the entry for Node makes of a folder. */
  readonly INDEX_FILES?: import("./stores.ts").Store;
  readonly INDEX_PREFIX?: string;
  readonly INDEX_PARTS?: string | number;
  readonly INDEX_MEGABYTES?: string | number;
  readonly ROUTE_TO?: string;
  readonly ROUTE_TOKEN?: string;
  readonly PART_SECONDS?: string | number;
  readonly ORIGINS?: string;
  readonly TOKENS?: string;
  readonly BODY_SECONDS?: string | number;
  readonly RATE_LIMITER?: RateLimiter;
  readonly SEEN?: Objects;
  readonly SEEN_BYTES?: string | number;
  readonly SEEN_MOST?: string | number;
  readonly SEEN_DAYS?: string | number;
  readonly SEEN_BUCKET?: ShardBucket;
  readonly SEEN_KV?: ShardNamespace;
  readonly SEEN_SHARD?: string | number;
  /** Other workers, by the names that `ROUTE_TO` has for them, and files of an index by theirs. */
  readonly [name: string]: unknown;
}
