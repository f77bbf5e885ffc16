//! The worker: reads documents and compares them, one message or one slice of pairs at a time. When the core panics or
//! runs out of memory the worker says what it was doing and stops; the page starts another.

import type { Options, Session } from "twinprint";
import { takeOut } from "../../pairs/taking-out.ts";
import type { Busy, Common, Effect, Event, LeftOut, PairSummary, Problem, Report, Request, TakenTexts, View } from "../../protocol/comparing.ts";
import { TROUBLE } from "../../words/trouble.ts";
import { problemOf, respond } from "../answers.ts";
import { inBlocks } from "../blocks.ts";
import { decode } from "../decode.ts";
import { Comparison } from "./comparison.ts";
import { coreFor, loadCore } from "./core.ts";
import { signatures } from "./signatures.ts";
import { Warmup } from "./warm.ts";

/** Numbers are sent to the page this often while pairs are compared. */
const SEND_MS = 60;

/** While documents are read, pairs have a slice of the time this often: the first numbers do not wait for the last document. */
const BETWEEN_MS = 100;

/** A request that waits for an answer from this session. */
type TicketedRequest = Exclude<Extract<Request, { ticket: number }>, { is: "signatures" | "text" }>;

const NOT_LOADED: Problem = {
  kind: "not-loaded",
  ...TROUBLE.comparing.languageNotLoaded,
};

const scope = self as unknown as DedicatedWorkerGlobalScope;
const inbox: Request[] = [];
let session: Session | undefined;
let comparison = new Comparison();
let templateIds: number[] = [];
let common: Common = { share: 1, fewest: 0, sparing: false };
/** Whether more documents are to come before what is common can be told. */
let arriving = false;
let taken: TakenTexts = { all: [], pairs: [] };
let rarities: number[] = [];
let epoch = 0;
let rows: number[] = [];
let sent = 0;
/** When pairs were last compared. */
let compared = 0;
let heard = 0;
/** Whether the page has still to be told that everything it asked for is done. */
let owing = false;
let busy: Busy | null = null;
/** The file that was asked for before its turn. */
let ahead: { file: Blob; bytes: Promise<ArrayBuffer> } | undefined;
let awake = false;
const warmup = new Warmup();
let down = false;

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  inbox.push(data);
  if (!awake) void work();
};

// The core is fetched before there is anything to do, so that the network may go away.
loadCore().catch((error: unknown) => stop(error));

/** Works until nothing is left: messages come before pairs, and between slices new messages can arrive. */
async function work(): Promise<void> {
  awake = true;
  try {
    while (!down) {
      const comparable = comparison.left > 0 && (waits() || !(comparison.stale && common.share < 1));
      const between = comparable && inbox[0]?.is === "put" && performance.now() - compared > BETWEEN_MS;
      const request = between ? undefined : inbox.shift();
      if (request) {
        heard += 1;
        owing = true;
        await answer(request);
      } else if (session && comparable) {
        comparison.slice(session, rows);
        compared = performance.now();
        owing = true;
        if (performance.now() - sent > SEND_MS) send();
        await turn();
      } else if (session && comparison.unsettled && !waits()) {
        settle(session);
        owing = true;
        if (performance.now() - sent > SEND_MS) send();
        await turn();
      } else if (owing) {
        send();
      } else {
        break;
      }
    }
  } catch (error) {
    const [a, b] = comparison.current ?? [];
    if (a !== undefined && b !== undefined) busy = { ids: [a, b], why: "comparing" };
    stop(error);
  }
  awake = false;
  if (session && !down) await warmup.run(await loadCore(), () => !awake && !down && inbox.length === 0, turn);
}

async function answer(request: Request): Promise<void> {
  if (rows.length + rarities.length > 0) send();
  switch (request.is) {
    case "start":
      return start(request.epoch, request.options);
    case "put":
      return put(request);
    case "remove":
      session?.remove(request.id);
      comparison.remove(request.id);
      return;
    case "templates":
      return templates(request.epoch, request.ids);
    case "class":
      ({ common, arriving } = request);
      return comparison.group(request.authors, request.within, request.old);
    case "taken-out":
      return retake(request.taken);
    case "signatures":
      // What has to be fetched for it keeps nothing else waiting.
      return void respond(request.ticket, () => signatures([session!.view(request.a), session!.view(request.b)], request), post, stop);
    case "text":
      return void respond(request.ticket, () => textOf(request), post, stop);
    default:
      return reply(request);
  }
}

async function start(started: number, options: Options): Promise<void> {
  try {
    const core = await coreFor(options).catch((error: unknown) => {
      throw session ? NOT_LOADED : error;
    });
    const fresh = new core.Session(options);
    takeOut(fresh, { all: [], pairs: [] }, taken);
    session?.free();
    session = fresh;
  } catch (error) {
    return post({ is: "refused", epoch: started, problem: problemOf(error) });
  }
  comparison = comparison.renewed();
  rarities = [];
  epoch = started;
  post({ is: "started", epoch, recipe: session.recipe, recipeId: session.recipe_id });
}

async function put(request: Request & { is: "put" }): Promise<void> {
  const { id, version } = request;
  const outdated = inbox.some((later) => (later.is === "put" || later.is === "remove") && later.id === id);
  if (outdated || !session) return;
  comparison.remove(id);
  busy = { ids: [id], why: "reading" };
  try {
    const { words, flags, program } = await read(request);
    comparison.add(id);
    post({ is: "read", id, version, words, flags, program });
  } catch (error) {
    post({ is: "unreadable", id, version, problem: problemOf(error) });
  }
  busy = null;
}

async function read({ id, name, source, format }: Request & { is: "put" }) {
  const text = typeof source === "string" ? source : await textOf({ name, source });
  return session!.put(id, name, text, format);
}

async function textOf({ name, source }: { name: string; source: Blob }): Promise<string> {
  return decode(await bytesOf(source, name), name, await loadCore());
}

/**
 * The bytes of a file; the next in line is asked for meanwhile. A file that has gone, changed or is locked is a problem
 * of that file alone.
 */
async function bytesOf(file: Blob, name: string): Promise<Uint8Array> {
  const bytes = ahead?.file === file ? ahead.bytes : file.arrayBuffer();
  const next = inbox.find((later) => later.is === "put");
  ahead = undefined;
  if (next?.is === "put" && typeof next.source !== "string") {
    ahead = { file: next.source, bytes: next.source.arrayBuffer() };
    // Whoever comes to need it hears of the failure.
    ahead.bytes.catch(() => undefined);
  }
  try {
    return new Uint8Array(await bytes);
  } catch {
    const problem: Problem = { kind: "unreadable", place: name, ...TROUBLE.fileNotRead };
    throw problem;
  }
}

/** Compares the pairs again of which something was taken out, or put back. */
function retake(wanted: TakenTexts): void {
  const before = taken;
  taken = wanted;
  if (!session) return;
  const { documents, pairs } = takeOut(session, before, wanted);
  comparison.renew(new Set(documents), pairs);
}

function templates(started: number, ids: number[]): void {
  if (!session) return;
  epoch = started;
  templateIds = ids.filter((id) => comparison.has(id));
  // Copied out of the errors: what crosses to the page keeps an error's message only.
  const problems = unusable(session);
  comparison.restart(ids, problems.map(({ id }) => id));
  post({ is: "only-template", epoch, problems });
}

/** Documents without a word that counts. */
function unusable(session: Session) {
  return session.templates(Uint32Array.from(templateIds)).map(({ id, error }) => ({ id, problem: problemOf(error) }));
}

/** Whether what is common cannot be told before more documents came. */
function waits(): boolean {
  return arriving && comparison.stale && common.share < 1;
}

/** Goes on telling how rare is what pairs share; first of all what is common, if the class changed. */
function settle(session: Session): void {
  if (!comparison.stale) return comparison.sliceRarities(session, rarities);
  const changed = comparison.settle(session, common);
  const problems = changed ? unusable(session) : [];
  if (changed) comparison.again(problems.map(({ id }) => id));
  post({ is: "common", changed, found: comparison.commonFound(session) });
  if (changed) post({ is: "only-template", epoch, problems });
}

function reply(request: TicketedRequest): void {
  const { ticket } = request;
  busy = { ids: request.is === "report" ? [request.a, request.b] : [], why: "showing" };
  try {
    post({ is: "answer", ticket, value: valueOf(session!, request) });
  } catch (error) {
    post({ is: "failure", ticket, problem: problemOf(error) });
  }
  busy = null;
}

function valueOf(session: Session, request: TicketedRequest): Report | View | PairSummary[] | Effect[] | LeftOut[] | number[] {
  switch (request.is) {
    case "report":
      return request.reach === "copied" ? session.report_copied(request.a, request.b) : session.report(request.a, request.b);
    case "effects":
      return request.reasons.map((reason) => ({ reason, numbers: session.pair_counting(request.a, request.b, reason) }));
    case "elsewhere":
      return request.asked.map(({ id, others }) => session.words_elsewhere(id, Uint32Array.from(others)));
    case "left-out":
      return session.left_out(request.id);
    case "view":
      return inBlocks(session.view(request.id));
    case "summaries":
      return Array.from({ length: request.pairs.length / 2 }, (_, i) => session.pair(request.pairs[2 * i]!, request.pairs[2 * i + 1]!));
  }
}

function send(): void {
  const numbers = Float64Array.from(rows);
  rows = [];
  sent = performance.now();
  const left = Math.max(comparison.left, comparison.unsettled && !waits() ? 1 : 0);
  owing = left > 0 || inbox.length > 0;
  const rare = Float64Array.from(rarities);
  rarities = [];
  scope.postMessage({ is: "numbers", epoch, rows: numbers, rarities: rare, left, heard } satisfies Event, [numbers.buffer, rare.buffer]);
}

function post(event: Event): void {
  scope.postMessage(event);
}

function stop(error: unknown): void {
  if (down) return;
  down = true;
  post({ is: "down", busy, reason: String(error) });
}

/** Lets messages in; a timer would wait at least four milliseconds. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
