//! The worker of the checking page: reads documents, and takes a check from step to step. What a step wants is fetched by the
//! page; this worker reaches nothing but its own files.

import * as core from "twinprint/check";
import coreWasm from "twinprint/check/wasm";
import type { Check, Index, IndexFacts, Step } from "twinprint/check";
import type { Errand, Event, Request } from "../check/protocol.ts";
import type { Problem, View } from "../protocol.ts";
import { inBlocks } from "./blocks.ts";
import { decode } from "./decode.ts";
import { once } from "./once.ts";

/** What a service or a manifest says of an index is not longer. */
const LONGEST_DESCRIPTION = 8 * 1024 * 1024;

/** So many parts of files are asked for at once: HTTP/2 takes a hundred, and below it the browser lets six through at a time. */
const AT_ONCE = 96;

/** Why nothing was found at an address, in a way that something else may be there. */
const ELSEWHERE = ["absent", "refused", "not-an-index", "unreachable"];

type Put = Request & { is: "put" };
type Ask = Request & { is: "check" };

/** An index behind a service, or published in a folder below the address, or both. */
interface Opened {
  service?: Index;
  published?: { index: Index; folder: string } | undefined;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const documents = new Map<number, { name: string; text: string; format: Put["format"] }>();
const opened = new Map<string, Opened>();
/** The last check of each document, which knows the texts of its sources. */
const checks = new Map<number, Check>();
const errands = new Map<number, { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (problem: Problem) => void }>();
let errandNumber = 0;
let reading: number | null = null;
let down = false;
/** Documents are read one after the other. */
let last: Promise<void> = Promise.resolve();

const load = once(async () => {
  await core.default({ module_or_path: new URL(coreWasm, import.meta.url) });
  return new core.Session();
});

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  switch (data.is) {
    case "put":
      last = last.then(() => put(data)).catch(stop);
      return;
    case "remove":
      last = last.then(() => forget(data.id)).catch(stop);
      return;
    case "open":
      return void answer(data.ticket, async () => factsOf(await open(data.ticket, data.address, true)));
    case "check":
      return void answer(data.ticket, () => check(data));
    case "view":
      return void answer(data.ticket, async () => inBlocks((await load()).view(data.id)));
    case "source-view":
      return void answer(data.ticket, async () => sourceView(data.id, data.first));
    case "fetched":
      return settle(data.errand, ({ resolve }) => resolve(data.bytes));
    case "not-fetched":
      return settle(data.errand, ({ reject }) => reject(data.problem));
  }
};

load().catch(stop);

async function put({ id, version, name, source, format }: Put): Promise<void> {
  const session = await load();
  await forget(id);
  reading = id;
  try {
    const text = typeof source === "string" ? source : await decode(await bytesOf(source, name), name, core);
    const { words, flags } = session.put(id, name, text, format);
    documents.set(id, { name, text, format });
    post({ is: "read", id, version, words, flags });
  } catch (error) {
    post({ is: "unreadable", id, version, problem: problemOf(error) });
  }
  reading = null;
}

async function bytesOf(file: Blob, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    const problem: Problem = { kind: "unreadable", what: "the file could not be read", place: name, remedy: "check that it still exists and may be opened, and add it again" };
    throw problem;
  }
}

async function forget(id: number): Promise<void> {
  (await load()).remove(id);
  documents.delete(id);
  checks.get(id)?.free();
  checks.delete(id);
}

/** What is at an address: a service, a published index, or one index as both. */
async function open(ticket: number, address: string, anew: boolean): Promise<Opened> {
  const known = opened.get(address);
  if (known && !anew) return known;
  await load();
  const ask = (path: string) => fetched(ticket, address, { path, type: "json", most: LONGEST_DESCRIPTION });
  const published = (folder: string) => ask(`${folder}index.json`).then((manifest) => ({ index: core.Index.published(address, manifest), folder }));
  const found: Opened = {};
  try {
    found.service = core.Index.service(address, await ask("v1/meta"));
    // What serves both has its files in this folder.
    found.published = await published("index/").catch(() => undefined);
  } catch (error) {
    const why = problemOf(error);
    if (!ELSEWHERE.includes(why.kind)) throw why;
    found.published = await published("").catch((other: unknown) => {
      throw noIndex(why, problemOf(other), address);
    });
  }
  opened.set(address, found);
  return found;
}

/** What an index says of itself; of one that is both, both. */
function factsOf({ service, published }: Opened): IndexFacts {
  const [first, second] = [published?.index.facts(), service?.facts()];
  if (!first || !second) return (first ?? second)!;
  // While one is being replaced they differ: then the service is asked alone.
  if (first.checksum !== second.checksum) return second;
  return { ...first, ways: [...first.ways, ...second.ways], prices: [...first.prices, ...second.prices], missing: second.missing };
}

/** Neither a service nor a published index is there: what to say of it. */
function noIndex(service: Problem, published: Problem, address: string): Problem {
  if (published.kind !== "absent" && published.kind !== "not-an-index") return published;
  if (service.kind !== "absent" && service.kind !== "not-an-index") return service;
  return {
    kind: "no-index",
    what: "there is neither a published index nor a service",
    place: address,
    remedy: "check the address: a published index has index.json in it, a service answers at v1/meta",
  };
}

async function check({ ticket, id, address, way }: Ask) {
  const began = performance.now();
  await last;
  const { service, published } = await open(ticket, address, false);
  const isPublished = way === "download" || way === "ranges";
  const index = isPublished ? published?.index : service;
  if (!index) throw { kind: "index-changed", what: "the index can no longer be asked so", place: address, remedy: "open it again" } satisfies Problem;
  const base = isPublished ? new URL(published?.folder ?? "", address).href : address;
  const model = index.model_wanted();
  if (model) index.take_model(await modelOf(model, ticket, base));
  const document = documents.get(id);
  if (!document) throw { kind: "absent", what: "the document is gone", place: "", remedy: "add it again" } satisfies Problem;
  post({ is: "progress", ticket, progress: { stage: "reading", done: 0, of: 0 } });
  const check = new core.Check(index, document.name, document.text, document.format, way);
  try {
    for (let step = check.next(); step.is !== "done"; step = check.next()) await take(check, step, ticket, base);
  } catch (error) {
    check.free();
    throw error;
  }
  checks.get(id)?.free();
  checks.set(id, check);
  return { findings: check.findings(), told: check.told(), time: performance.now() - began };
}

/** The model that signs documents, of a service or of a published index. */
function modelOf(step: Step, ticket: number, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const [file] = step.is === "files" ? step.ranges : [];
  if (file) return fetched(ticket, address, { path: file.file, type: "bytes", most: file.bytes, immutable: true });
  return fetched(ticket, address, { path: "v1/model", type: "bytes", most: step.is === "get" ? step.most : 0 });
}

/** Fetches what a step wants and hands it over. */
async function take(check: Check, step: Exclude<Step, { is: "done" }>, ticket: number, address: string): Promise<void> {
  const { stage } = step;
  const progress = (done: number, of: number) => post({ is: "progress", ticket, progress: { stage, done, of } });
  progress(0, 0);
  switch (step.is) {
    case "lookup":
      return check.take(await fetched(ticket, address, { path: "v1/lookup", body: step.body, type: "lookup", most: step.most }));
    case "get":
      return check.take(await fetched(ticket, address, { path: step.path, type: "bytes", most: step.most }));
    case "files": {
      const of = step.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      let done = 0;
      const waiting = step.ranges.entries();
      const fetchNext = async () => {
        for (const [part, { file, start, end, bytes }] of waiting) {
          const whole = start === 0 && end === bytes;
          const errand: Errand = { path: file, type: "bytes", most: whole ? bytes : end - start, immutable: true };
          check.supply(part, await fetched(ticket, address, whole ? errand : { ...errand, range: { start, end } }));
          progress((done += end - start), of);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    }
  }
}

async function sourceView(id: number, first: number): Promise<View | null> {
  const text = checks.get(id)?.source_text(first);
  return text === undefined ? null : inBlocks(text);
}

/** Has the page fetch something for a question. */
function fetched(ticket: number, address: string, request: Errand): Promise<Uint8Array<ArrayBuffer>> {
  const errand = ++errandNumber;
  return new Promise((resolve, reject) => {
    errands.set(errand, { resolve, reject });
    scope.postMessage({ is: "fetch", errand, ticket, address, request } satisfies Event, request.body ? [request.body.buffer] : []);
  });
}

function settle(errand: number, settle: (waiting: { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (problem: Problem) => void }) => void): void {
  const waiting = errands.get(errand);
  errands.delete(errand);
  if (waiting) settle(waiting);
}

async function answer(ticket: number, work: () => Promise<(Event & { is: "answer" })["value"]>): Promise<void> {
  try {
    post({ is: "answer", ticket, value: await work() });
  } catch (error) {
    try {
      post({ is: "failure", ticket, problem: problemOf(error) });
    } catch {
      stop(error);
    }
  }
}

function post(event: Event): void {
  scope.postMessage(event);
}

/** The core's own errors are values with a `kind`; anything else means that it can no longer be trusted. */
function problemOf(error: unknown): Problem {
  if (typeof error !== "object" || error === null || !("kind" in error)) throw error;
  const { kind, what, place, remedy } = error as Problem;
  return { kind, what, place, remedy };
}

function stop(error: unknown): void {
  if (down) return;
  down = true;
  post({ is: "down", reading, reason: String(error) });
}
