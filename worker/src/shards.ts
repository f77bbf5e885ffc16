// Where shards of what was seen are kept: a bucket of R2, or a namespace of KV. Each file is named by its content, and never changes.

import type { Environment, ShardBucket, ShardNamespace } from "./bindings.ts";
import { unavailable } from "./failure.ts";

/** Files of one object. */
export interface ShardStore {
  get(name: string): Promise<Uint8Array>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes all files but these. */
  retain(names: ReadonlySet<string>): Promise<void>;
}

/** The store that is bound, for the object of this id; none if none is. */
export function shardStoreOf(env: Environment, id: string): ShardStore | undefined {
  const prefix = `seen/${id}/`;
  if (env.SEEN_BUCKET) return bucket(env.SEEN_BUCKET, prefix);
  if (env.SEEN_KV) return namespace(env.SEEN_KV, prefix);
  return undefined;
}

function bucket(bucket: ShardBucket, prefix: string): ShardStore {
  return {
    get: async (name) => found(name, await (await bucket.get(prefix + name))?.arrayBuffer()),
    put: async (name, bytes) => void (await bucket.put(prefix + name, bytes)),
    async retain(names) {
      for await (const keys of pages(async (cursor) => {
        const { objects, truncated, cursor: next } = await bucket.list({ prefix, ...(cursor && { cursor }) });
        return { keys: objects.map(({ key }) => key), next: truncated ? next : undefined };
      })) {
        const others = keys.filter((key) => !names.has(key.slice(prefix.length)));
        if (others.length > 0) await bucket.delete(others);
      }
    },
  };
}

function namespace(namespace: ShardNamespace, prefix: string): ShardStore {
  return {
    get: async (name) => found(name, (await namespace.get(prefix + name, "arrayBuffer")) ?? undefined),
    put: (name, bytes) => namespace.put(prefix + name, bytes),
    async retain(names) {
      for await (const keys of pages(async (cursor) => {
        const { keys, list_complete, cursor: next } = await namespace.list({ prefix, ...(cursor && { cursor }) });
        return { keys: keys.map(({ name }) => name), next: list_complete ? undefined : next };
      })) {
        for (const key of keys) if (!names.has(key.slice(prefix.length))) await namespace.delete(key);
      }
    },
  };
}

/** Page by page, until there is no next one. */
async function* pages(list: (cursor: string | undefined) => Promise<{ keys: string[]; next: string | undefined }>) {
  let cursor: string | undefined;
  do {
    const { keys, next } = await list(cursor);
    yield keys;
    cursor = next;
  } while (cursor);
}

function found(name: string, bytes: ArrayBuffer | undefined): Uint8Array {
  if (!bytes) throw unavailable(`what was seen, ${name}`, "it is not there");
  return new Uint8Array(bytes);
}
