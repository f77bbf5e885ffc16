//! Fetching from an index, which may be anybody's: no cookies and no address of this page go with a request, answers are
//! counted while they come and end at a bound, and whatever is wrong becomes an error in words.

import type { IndexRequest } from "../protocol/checking.ts";
import type { Problem } from "../protocol/comparing.ts";
import { bytes as shown } from "../words/format.ts";
import { TROUBLE } from "../words/trouble.ts";

/** An answer that pauses longer than this is given up. */
const PATIENCE_MS = 20_000;

/** More of what a refusal says is not read. */
const LONGEST_REFUSAL = 10_000;

/** The form of look-ups that this page sends. */
const LOOKUP_TYPE = "application/vnd.twinprint.lookup";

/** What was sent and received. */
export interface Traffic {
  requests: number;
  /** Bytes of bodies; paths, headers and ranges come to it. */
  sent: number;
  received: number;
}

/** Sends a request and takes the response; rejects with a [`Problem`]. */
export async function fetchFrom(address: string, request: IndexRequest, cancelled: AbortSignal, traffic: Traffic): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(request.path, address);
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), PATIENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), PATIENCE_MS);
  };
  try {
    traffic.requests += 1;
    traffic.sent += request.body?.length ?? 0;
    const response = await fetch(url, options(request, AbortSignal.any([cancelled, silence.signal])));
    heard();
    if (!response.ok) throw await refusal(response, url, request, traffic, heard);
    if (request.range && response.status !== 206 && request.range.start > 0) {
      throw problem("no-ranges", url, TROUBLE.index.noRanges);
    }
    const type = response.headers.get("content-type") ?? "";
    if (request.type !== "bytes" && type.startsWith("text/html")) {
      throw problem("not-an-index", url, TROUBLE.index.webPage);
    }
    const bytes = await taken(response, request.most, url, traffic, heard);
    // A host that knows no ranges sends the beginning of the file with the rest.
    return request.range && response.status !== 206 ? bytes.slice(0, request.range.end) : bytes;
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    if (silence.signal.aborted) {
      throw problem("slow", url, TROUBLE.index.silent(PATIENCE_MS / 1000));
    }
    if (typeof error === "object" && error !== null && "kind" in error) throw error;
    throw problem("unreachable", url, TROUBLE.index.unreachable);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function options(request: IndexRequest, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {};
  if (request.type === "lookup") headers["content-type"] = headers.accept = LOOKUP_TYPE;
  else if (request.body) headers["content-type"] = "application/json";
  if (request.range) headers.range = `bytes=${request.range.start}-${request.range.end - 1}`;
  return {
    method: request.body ? "POST" : "GET",
    body: request.body ?? null,
    headers,
    signal,
    mode: "cors",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    cache: request.immutable && !request.range ? "default" : "no-store",
  };
}

/** The body, as far as it may go. */
async function taken(response: Response, most: number, url: URL, traffic: Traffic, heard: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    heard();
    length += value.length;
    traffic.received += value.length;
    if (length > most) {
      throw problem("too-large", url, TROUBLE.index.tooLong(shown(most)));
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** What a service says is wrong, if it says so in the form agreed; else what its status means. */
async function refusal(response: Response, url: URL, request: IndexRequest, traffic: Traffic, heard: () => void): Promise<Problem> {
  const { status } = response;
  try {
    const said = await taken(response, LONGEST_REFUSAL, url, traffic, heard);
    const { error } = JSON.parse(new TextDecoder().decode(said)) as { error: { what: string; remedy: string } };
    if (typeof error.what === "string" && typeof error.remedy === "string") {
      return problem(status === 404 ? "absent" : "refused", url, [error.what.slice(0, 500), error.remedy.slice(0, 500)]);
    }
  } catch {
    // It says nothing in the form agreed.
  }
  if (status === 404 && request.immutable) {
    return problem("index-changed", url, TROUBLE.index.replaced);
  }
  if (status === 404) return problem("absent", url, TROUBLE.index.nothingThere);
  if (status === 429) return problem("busy", url, TROUBLE.index.busy);
  return problem("refused", url, TROUBLE.index.status(status));
}

function problem(kind: string, url: URL, [what, remedy]: [string, string]): Problem {
  return { kind, what, place: url.href, remedy };
}
