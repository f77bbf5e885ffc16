//! The worker that looks for other words, by the build of the core that can. It is started when that is first asked for, and ended
//! when a person does not want to wait: so it lets nothing in while it works.

import type { Session } from "twinprint/languages";
import { takeOut } from "../../pairs/taking-out.ts";
import type { Problem } from "../../protocol/comparing.ts";
import type { Basis, Event, Given, Request, RewordedPassage } from "../../protocol/rewording.ts";
import { TROUBLE } from "../../words/trouble.ts";
import { respond } from "../answers.ts";
import { decode } from "../decode.ts";
import { loadLanguages } from "../languages.ts";
import { commonBound } from "../common.ts";

/** What was found is sent to the page this often. */
const SEND_MS = 60;

/** Pairs that are compared in one call. */
const AT_ONCE = 16;

const NOT_LOADED: Problem = { kind: "not-loaded", ...TROUBLE.rewording.notLoaded };

const scope = self as unknown as DedicatedWorkerGlobalScope;
let session: Session | undefined;
/** The epoch of the basis that the session is of. */
let epoch = "";
/** The versions of the documents that the session has read. */
const read = new Map<number, number>();
/** Requests are answered one after the other. */
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  last = last.then(() => respond(data.ticket, () => answer(data), post, stop));
};

async function answer(request: Request): Promise<RewordedPassage[]> {
  const session = await sessionOf(request.basis, request.documents);
  if (request.is === "pair") return session.reworded(request.a, request.b);
  look(session, request.ticket, request.pairs);
  return [];
}

/** Tells how many words of each pair are in other words, a few pairs at a time. */
function look(session: Session, ticket: number, pairs: Uint32Array): void {
  let found: number[] = [];
  let sent = performance.now();
  for (let at = 0; at < pairs.length; at += 2 * AT_ONCE) {
    found.push(...session.reworded_words(pairs.subarray(at, at + 2 * AT_ONCE)));
    if (performance.now() - sent < SEND_MS && at + 2 * AT_ONCE < pairs.length) continue;
    post({ is: "words", ticket, words: Uint32Array.from(found) });
    found = [];
    sent = performance.now();
  }
}

/** A session that has read the documents, without what does not count of them. */
async function sessionOf(basis: Basis, documents: Given[]): Promise<Session> {
  const core = await loadLanguages().catch(() => Promise.reject(NOT_LOADED));
  if (!session || epoch !== basis.epoch) {
    session?.free();
    session = undefined;
    read.clear();
    const fresh = new core.Session(basis.options);
    takeOut(fresh, { all: [], pairs: [] }, basis.taken);
    for (const template of basis.templates) await put(fresh, template);
    fresh.templates(Uint32Array.from(basis.templates, ({ id }) => id));
    [session, epoch] = [fresh, basis.epoch];
  }
  const missing = documents.filter(({ id, version }) => read.get(id) !== version);
  for (const document of missing) {
    await put(session, document);
    read.set(document.id, document.version);
  }
  if (basis.common.share < 1 && missing.length > 0) {
    const ids = Uint32Array.from(documents, ({ id }) => id);
    const authors = Uint32Array.from(documents, ({ id }) => basis.authors.get(id) ?? id);
    session.set_class(ids, authors, commonBound(basis.common, authors));
  }
  return session;
}

async function put(session: Session, { id, name, source, format }: Given): Promise<void> {
  const text = typeof source === "string" ? source : await textOf(name, source);
  session.put(id, name, text, format);
}

async function textOf(name: string, file: Blob): Promise<string> {
  const unreadable: Problem = { kind: "unreadable", place: name, ...TROUBLE.fileNotRead };
  const bytes = await file.arrayBuffer().catch(() => Promise.reject(unreadable));
  return decode(new Uint8Array(bytes), name, await loadLanguages());
}

function post(event: Event): void {
  scope.postMessage(event);
}

function stop(error: unknown): void {
  post({ is: "down", reason: String(error) });
}
