// An index that is too large for one isolate stands behind several workers, each with parts of its tables. This one asks
// all of them, and the core makes one answer of theirs: a part that does not answer is named in it.

import type { Environment, Fetcher } from "./bindings.ts";
import type { Answered, Core, PartAnswer, ReceivedRequest } from "./core.ts";
import type { Settings } from "./settings.ts";

/** The most bytes that a part may answer. */
const MOST_ANSWER = 16 * 1024 * 1024;

/** Asks all parts, and merges what they answer. */
export async function route(core: Core, received: ReceivedRequest, env: Environment, settings: Settings): Promise<Answered> {
  const answers = settings.routeTo.map((part) => ask(part, received, env, settings.partMilliseconds));
  return core.merge(received, await Promise.all(answers));
}

async function ask(part: string, received: ReceivedRequest, env: Environment, milliseconds: number): Promise<PartAnswer> {
  const { method, path, query, contentType, body } = received;
  const bound = env[part] as Fetcher | undefined;
  const headers = new Headers();
  if (contentType) headers.set("content-type", contentType);
  if (env.ROUTE_TOKEN) headers.set("authorization", `Bearer ${env.ROUTE_TOKEN}`);
  const signal = AbortSignal.timeout(milliseconds);
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  if (method === "POST") init.body = body as BodyInit;
  try {
    // A binding has no address; a URL has to have one.
    const url = new URL(path.slice(1), bound ? "https://part.invalid/" : part.replace(/\/*$/, "/"));
    url.search = query;
    const answer = await (bound ? bound.fetch(url, init) : fetch(url, init));
    const bytes = await bounded(answer.body);
    if (!bytes) return { part, failure: `it answered more than ${MOST_ANSWER} bytes` };
    return { part, status: answer.status, body: bytes };
  } catch {
    return { part, failure: signal.aborted ? `it did not answer within ${milliseconds / 1000} s` : "it cannot be reached" };
  }
}

async function bounded(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const collected: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return new Uint8Array(await new Blob(collected as BlobPart[]).arrayBuffer());
    length += value.length;
    if (length > MOST_ANSWER) {
      await reader?.cancel();
      return undefined;
    }
    collected.push(value);
  }
}
