//! The worker of the checking page: reads documents, and takes a check from step to step. What a step wants is fetched by the
//! page; this worker reaches nothing but its own files.

import * as core from "twinprint/check";
import type { AccessMode, Check, Index, Step } from "twinprint/check";
import coreWasm from "twinprint/check/wasm";
import type { Checked, Event, Facts, IndexRequest, Looked, Near, Request } from "../../protocol/checking.ts";
import type { Problem, View } from "../../protocol/comparing.ts";
import { moment } from "../../words/format.ts";
import { TROUBLE } from "../../words/trouble.ts";
import { problemOf, respond } from "../answers.ts";
import { inBlocks } from "../blocks.ts";
import { decode } from "../decode.ts";
import { once } from "../once.ts";
import { BYTES, Memory, MOST } from "./memory.ts";
import { exported, imported } from "./remembered.ts";

/** What a service or a manifest says of an index is not longer. */
const LONGEST_DESCRIPTION = 8 * 1024 * 1024;

/** Up to this many parts of files are requested at once. Hosts that speak HTTP/2 take a hundred and more; the browser keeps back what a host
 * does not take, as it does below HTTP/2, where it lets six through at a time. */
const PARTS_AT_ONCE = 320;

/** The most requests sent to a service at once: responses may be long. */
const QUESTIONS_AT_ONCE = 6;

/** How often the page hears how far a step is. */
const PROGRESS_MS = 50;

/** The problems with an address that do not rule out that an index of the other kind is there. */
const ELSEWHERE = ["absent", "refused", "not-an-index", "unreachable"];

type Put = Request & { is: "put" };
type Ask = Request & { is: "check" };

/** An index as it is reached, behind a service or as files in a folder. */
interface Reached {
  index: Index | core.Documents;
  /** The address that paths are relative to. */
  base: string;
  /** Whatever of it serves all documents and is being fetched, by access mode. */
  ready: Map<AccessMode, Promise<void>>;
}

/** What is at an address: a service, a published index, or one index as both. */
interface Opened {
  service?: Reached;
  published?: Reached | undefined;
}

/** What takes the parts of a step. */
type Taker = Pick<Check | Index, "take" | "supply">;
type FileStep = Step & { is: "files" };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const documents = new Map<number, { name: string; text: string; format: Put["format"]; pages: number[] | undefined }>();
const opened = new Map<string, Opened>();
/** The last check of each document, which knows the texts of its sources. */
const checks = new Map<number, Done>();

/** A check that was made: of which index, and when. */
interface Done {
  check: Check;
  address: string;
  at: Date;
}

const fetches = new Map<number, { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (problem: Problem) => void }>();
let lastFetch = 0;
let reading: number | null = null;
let down = false;
/** Documents are read one after the other. */
let last: Promise<void> = Promise.resolve();

const load = once(async () => {
  await core.default({ module_or_path: new URL(coreWasm, import.meta.url) });
  return new core.Session();
});

/** What is remembered on this device, once it is asked for. */
const memory = once(async () => {
  await load();
  return new Memory(() => new core.Seen(BYTES, MOST));
});

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  switch (data.is) {
    case "put":
      last = last.then(() => put(data)).catch(stop);
      return;
    case "remove":
      last = last.then(() => forget(data.id)).catch(stop);
      return;
    case "fetched":
      return settle(data.fetch, ({ resolve }) => resolve(data.bytes));
    case "not-fetched":
      return settle(data.fetch, ({ reject }) => reject(data.problem));
    default:
      return void respond(data.ticket, () => valueOf(data), post, stop);
  }
};

load().catch(stop);

async function valueOf(question: Exclude<Request, { is: "put" | "remove" | "fetched" | "not-fetched" }>): Promise<(Event & { is: "answer" })["value"]> {
  switch (question.is) {
    case "open":
      return factsOf(await open(question.ticket, question.address, question.first));
    case "prepare":
      return prepare(question);
    case "check":
      return check(question);
    case "view":
      return inBlocks((await load()).view(question.id));
    case "source-view":
      return sourceView(question.id, question.first);
    case "html":
      return html(question.id);
    case "json":
      return checks.get(question.id)?.check.json() ?? null;
    case "recall":
      return recall(question.id, question.remember);
    case "remembered":
      return (await memory()).use((seen) => seen.documents);
    case "forget":
      return (await memory()).use((seen, use) => use<{ forgotten: number }>(seen.respond("POST", "/v1/seen/forget", JSON.stringify({ id: question.name }), now())).forgotten);
    case "forget-all":
      await (await memory()).erase();
      return null;
    case "export":
      return (await memory()).use(exported);
    case "import":
      return (await memory()).use((seen, use) => imported(question.file, seen, use));
  }
}

async function put({ id, version, name, source, format, pages }: Put): Promise<void> {
  const session = await load();
  await forget(id);
  reading = id;
  try {
    const text = typeof source === "string" ? source : await decode(await bytesOf(source, name), name, core);
    const { words, flags, program } = session.put(id, name, text, format);
    documents.set(id, { name, text, format, pages });
    post({ is: "read", id, version, words, flags, program });
  } catch (error) {
    post({ is: "unreadable", id, version, problem: problemOf(error) });
  }
  reading = null;
}

async function bytesOf(file: Blob, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    const problem: Problem = { kind: "unreadable", place: name, ...TROUBLE.fileNotRead };
    throw problem;
  }
}

async function forget(id: number): Promise<void> {
  (await load()).remove(id);
  documents.delete(id);
  checks.get(id)?.check.free();
  checks.delete(id);
}

/** What is at an address; what is likelier there is asked for first, so that as a rule nothing is asked for in vain. */
async function open(ticket: number, address: string, first: "service" | "files"): Promise<Opened> {
  await load();
  const ask = (path: string) => fetched(ticket, address, { path, type: "json", most: LONGEST_DESCRIPTION });
  const reached = (index: Reached["index"], folder: string): Reached => ({ index, base: new URL(folder, address).href, ready: new Map() });
  const kind = (sent: Uint8Array) => (core.Documents.is_one(sent) ? core.Documents : core.Index);
  const files = async (folder: string): Promise<Opened> => {
    const manifest = await ask(`${folder}index.json`);
    return { published: reached(kind(manifest).published(address, manifest), folder) };
  };
  const service = async (): Promise<Opened> => {
    const meta = await ask("v1/meta");
    const service = reached(kind(meta).service(address, meta), "");
    // What serves both has its files in this folder.
    return { service, ...(await files("index/").catch(() => undefined)) };
  };
  const [likelier, other] = first === "service" ? [service, () => files("")] : [() => files(""), service];
  const found = await likelier().catch(async (error: unknown) => {
    const why = problemOf(error);
    if (!ELSEWHERE.includes(why.kind)) throw why;
    return other().catch((error: unknown) => {
      throw noIndex(why, problemOf(error), address);
    });
  });
  opened.set(address, found);
  return found;
}

/** What an index says of itself; of one that is both, both. */
function factsOf({ service, published }: Opened): Facts {
  const [first, second] = [published && ownFacts(published, "download"), service && ownFacts(service, "whole")];
  if (!first || !second) return (first ?? second)!;
  // While one is being replaced they differ: then the service is asked alone.
  if (first.checksum !== second.checksum) return second;
  if (first.find === "documents" || second.find === "documents") return { ...first, ways: [...first.ways, ...second.ways] };
  return { ...first, ways: [...first.ways, ...second.ways], prices: [...first.prices, ...second.prices], missing: second.missing };
}

function ownFacts({ index }: Reached, mode: AccessMode): Facts {
  if (index instanceof core.Documents) {
    const facts = index.facts();
    return { find: "documents", ...facts, ways: [facts.by_ranges ? "ranges" : mode] };
  }
  return { find: "passages", ...index.facts() };
}

/** Neither a service nor a published index is there: what to say of it, once one of them was asked for and then the other. */
function noIndex(one: Problem, other: Problem, address: string): Problem {
  const nothing = ({ kind }: Problem) => kind === "absent" || kind === "not-an-index";
  if (!nothing(other)) return other;
  if (!nothing(one)) return one;
  return {
    kind: "no-index",
    place: address,
    ...TROUBLE.checking.noIndex,
  };
}

/** The index that was opened at an address, as it is reached in this access mode. */
function reach(address: string, mode: AccessMode): Reached {
  const { service, published } = opened.get(address) ?? {};
  const reached = mode === "download" || mode === "ranges" ? published : service;
  if (!reached) throw { kind: "index-changed", place: address, ...TROUBLE.checking.accessModeGone } satisfies Problem;
  return reached;
}

/** Fetches what serves any document, before one is checked: the same, whatever is checked then. */
async function prepare({ ticket, address, mode }: Request & { is: "prepare" }): Promise<null> {
  const { index, base, ready } = reach(address, mode);
  const done = ready.get(mode) ?? takeAll(index, mode, ticket, base).finally(() => ready.delete(mode));
  ready.set(mode, done);
  await done;
  return null;
}

async function takeAll(index: Reached["index"], mode: AccessMode, ticket: number, base: string): Promise<void> {
  if (index instanceof core.Documents) return takeDocuments(index, ticket, base);
  await takeToSign(index, ticket, base);
  for (let step = index.next(mode); step.is !== "done"; step = index.next(mode)) await take(index, step, ticket, base);
}

async function takeDocuments(index: core.Documents, ticket: number, base: string): Promise<void> {
  const step = index.next();
  if (step.is === "files") await takeFiles(step, ticket, base, (part, bytes) => index.supply(part, bytes));
}

async function check({ ticket, id, address, mode, secret }: Ask): Promise<Checked | Looked> {
  const began = performance.now();
  await last;
  // A worker that was started again does not yet know what is there.
  if (!opened.has(address)) await open(ticket, address, mode === "download" || mode === "ranges" ? "files" : "service");
  const { index, base, ready } = reach(address, mode);
  post({ is: "progress", ticket, progress: { stage: ready.has(mode) ? "index" : "reading", done: 0, of: 0 } });
  // What could not be fetched is fetched again, and a problem with it is then shown with this check.
  await ready.get(mode)?.catch(() => undefined);
  if (index instanceof core.Documents) return { near: await lookUp(index, id, mode, ticket, base) };
  await takeToSign(index, ticket, base);
  const document = here(id);
  const check = new core.Check(index, document.name, document.text, document.format, mode, secret);
  try {
    for (let step = check.next(); step.is !== "done"; step = check.next()) await take(check, step, ticket, base);
  } catch (error) {
    check.free();
    throw error;
  }
  checks.get(id)?.check.free();
  checks.set(id, { check, address, at: new Date() });
  return { findings: check.findings(), disclosed: check.told(), time: performance.now() - began };
}

/** What the last check of a document found, as a file; null if the document was removed. */
function html(id: number): string | null {
  const done = checks.get(id);
  const pages = documents.get(id)?.pages;
  return done?.check.html(moment(done.at), done.address, pages && Uint32Array.from(pages)) ?? null;
}

/** The documents of an index that are near one as wholes. */
async function lookUp(index: core.Documents, id: number, mode: AccessMode, ticket: number, base: string): Promise<Near> {
  const { name, text, format } = here(id);
  if (mode === "whole") {
    const body = index.request(name, text, format) as Uint8Array<ArrayBuffer>;
    return index.response(await fetched(ticket, base, { path: "v1/documents", body, type: "json", most: LONGEST_DESCRIPTION }));
  }
  for (let step = index.next_for(name, text, format); step.is === "files"; step = index.next_for(name, text, format)) {
    await takeFiles(step, ticket, base, (part, bytes) => index.supply(part, bytes));
  }
  // All that is wanted is here by now.
  return index.near(name, text, format)!;
}

/** A document that was put here. */
function here(id: number) {
  const document = documents.get(id);
  if (!document) throw { kind: "absent", place: "", ...TROUBLE.checking.gone } satisfies Problem;
  return document;
}

/** Whether a document is near one that is remembered; then it is noted that it was seen. If not, it is remembered if `remember` says so. */
async function recall(id: number, remember: boolean): Promise<Near> {
  await last;
  const { name, text, format } = here(id);
  return (await memory()).use((seen, use) => {
    const looked = use<Near>(seen.see(name, text, format, false, now()));
    return remember || looked.status === "known" ? use<Near>(seen.see(name, text, format, true, now())) : looked;
  });
}

/** The time in seconds since 1970. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Fetches what signs documents, the model and the boilerplate of a service or of a published index, if it has any that is not here. */
async function takeToSign(index: Index, ticket: number, base: string): Promise<void> {
  for (let step = index.wanted_to_sign(); step; step = index.wanted_to_sign()) {
    const [file] = step.is === "files" ? step.ranges : [];
    const request: IndexRequest = file
      ? { path: file.file, type: "bytes", most: file.bytes, immutable: true }
      : { path: step.is === "get" ? step.path : "", type: "bytes", most: step.is === "get" ? step.most : 0 };
    index.take_to_sign(await fetched(ticket, base, request));
  }
}

/** Fetches what a step wants and hands it over. */
async function take(taker: Taker, step: Exclude<Step, { is: "done" }>, ticket: number, base: string): Promise<void> {
  teller(ticket, step.stage)(0, 0);
  switch (step.is) {
    case "lookups":
      return atOnce(QUESTIONS_AT_ONCE, step.bodies, async ([number, body]) => {
        taker.take(number, await fetched(ticket, base, { path: "v1/lookup", body, type: "lookup", most: step.most }));
      });
    case "get":
      return taker.take(0, await fetched(ticket, base, { path: step.path, type: "bytes", most: step.most }));
    case "files":
      return takeFiles(step, ticket, base, (part, bytes) => taker.supply(part, bytes));
  }
}

/** Fetches files, or parts of them, and hands each over by its place among them. */
async function takeFiles({ stage, ranges }: FileStep, ticket: number, base: string, supply: (part: number, bytes: Uint8Array) => void): Promise<void> {
  const progress = teller(ticket, stage);
  const of = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  let done = 0;
  return atOnce(PARTS_AT_ONCE, ranges.entries(), async ([part, { file, start, end, bytes }]) => {
    const whole = start === 0 && end === bytes;
    const request: IndexRequest = { path: file, type: "bytes", most: whole ? bytes : end - start, immutable: true };
    supply(part, await fetched(ticket, base, whole ? request : { ...request, range: { start, end } }));
    progress((done += end - start), of);
  });
}

/** Reports to the page how far a step is, though not after each of hundreds of parts. */
function teller(ticket: number, stage: Step["stage"]): (done: number, of: number) => void {
  let reported = -Infinity;
  return (done, of) => {
    const now = performance.now();
    if (now - reported < PROGRESS_MS) return;
    reported = now;
    post({ is: "progress", ticket, progress: { stage, done, of } });
  };
}

/** Does `work` with each of `things`, with up to `most` at once. Once one fails no other is begun, and those under way are awaited: what they
 * hand over is not to come when it is wanted again. */
async function atOnce<T>(most: number, things: Iterable<T>, work: (thing: T) => Promise<void>): Promise<void> {
  const waiting = (function* () {
    yield* things;
  })();
  const workNext = async () => {
    for (const thing of waiting) await work(thing);
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, workNext));
  const failed = ended.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

async function sourceView(id: number, first: number): Promise<View | null> {
  const text = checks.get(id)?.check.source_text(first);
  return text === undefined ? null : inBlocks(text);
}

/** Has the page fetch something for a question. */
function fetched(ticket: number, address: string, request: IndexRequest): Promise<Uint8Array<ArrayBuffer>> {
  const fetch = ++lastFetch;
  return new Promise((resolve, reject) => {
    fetches.set(fetch, { resolve, reject });
    scope.postMessage({ is: "fetch", fetch, ticket, address, request } satisfies Event, request.body ? [request.body.buffer] : []);
  });
}

function settle(fetch: number, settle: (waiting: { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (problem: Problem) => void }) => void): void {
  const waiting = fetches.get(fetch);
  fetches.delete(fetch);
  if (waiting) settle(waiting);
}

function post(event: Event): void {
  scope.postMessage(event);
}

function stop(error: unknown): void {
  if (down) return;
  down = true;
  post({ is: "down", reading, reason: String(error) });
}
