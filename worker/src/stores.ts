// Where the files of an index are, whatever keeps them: one interface. Files are streams: none is ever whole outside the
// core's memory.

import type { Bucket, Environment, Fetcher, Namespace } from "./bindings.ts";
import { unavailable } from "./failure.ts";

/** The manifest's name in every index. */
export const MANIFEST = "index.json";

/** What keeps the files of an index. */
export interface Store {
  /** How errors call it. */
  readonly name: string;
  /** A file's bytes, as they come; `undefined` if there is no such file. */
  open(file: string): Promise<ReadableStream<Uint8Array> | undefined>;
}

/** The store that is bound to the worker. */
export function storeOf(env: Environment): Store {
  const prefix = env.INDEX_PREFIX ?? "";
  if (env.INDEX_FILES) return env.INDEX_FILES;
  if (env.INDEX_BUCKET) return bucket(env.INDEX_BUCKET, prefix);
  if (env.INDEX_KV) return namespace(env.INDEX_KV, prefix);
  if (env.INDEX_ASSETS) return assets(env.INDEX_ASSETS, prefix);
  if (env.INDEX_URL) return host(env.INDEX_URL);
  if (env[prefix + MANIFEST] instanceof ArrayBuffer) return bound(env, prefix);
  throw unavailable("the worker's bindings", "none of INDEX_BUCKET, INDEX_KV, INDEX_ASSETS and INDEX_URL is there");
}

function bucket(bucket: Bucket, prefix: string): Store {
  return {
    name: "the bucket",
    open: async (file) => (await bucket.get(prefix + file))?.body,
  };
}

function namespace(namespace: Namespace, prefix: string): Store {
  return {
    name: "the key-value namespace",
    open: async (file) => (await namespace.get(prefix + file, "stream")) ?? undefined,
  };
}

function assets(assets: Fetcher, prefix: string): Store {
  // Assets have paths and no host; a URL has to have one.
  const base = new URL(`https://assets.invalid/${prefix}`);
  return {
    name: "the static assets",
    open: (file) => body(assets.fetch(new URL(file, base))),
  };
}

function host(url: string): Store {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  return {
    name: base.href,
    open: (file) => body(fetch(new URL(file, base))),
  };
}

/** Files that are bindings themselves, each by its name. */
function bound(env: Environment, prefix: string): Store {
  return {
    name: "the worker's bindings",
    open: async (file) => {
      const bytes = env[prefix + file];
      return bytes instanceof ArrayBuffer ? (new Response(bytes).body as ReadableStream<Uint8Array>) : undefined;
    },
  };
}

async function body(answer: Promise<Response>): Promise<ReadableStream<Uint8Array> | undefined> {
  const { status, body } = await answer;
  if (status === 200 && body) return body as ReadableStream<Uint8Array>;
  await body?.cancel();
  if (status === 404) return undefined;
  throw new Error(`status ${status}`);
}
