// The service on Node, and on what runs Node's modules (Deno, Bun): the same handler behind `node:http`. Its settings are the
// worker's, as environment variables; besides, INDEX_FOLDER, SEEN_FOLDER, HOST, PORT and RATE, the requests a minute of each client.

import { open, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Environment, RateLimiter } from "../bindings.ts";
import { Core } from "../core.ts";
import { handler } from "../handler.ts";
import { settingsOf } from "../settings.ts";
import type { Store } from "../stores.ts";
import { folderOf } from "./keeping.ts";

const { INDEX_FOLDER, SEEN_FOLDER, HOST = "127.0.0.1", PORT = "8788", RATE } = process.env;
/** How many bytes of a file are read at a time. */
const CHUNK = 64 * 1024;
/** The period by which requests are counted. */
const MINUTE = 60_000;
/** For how long a client that is answered before it has sent all may go on sending. */
const LINGER = 1_000;

const module = await WebAssembly.compile(await readFile(new URL("./twinprint_bg.wasm", import.meta.url)));
const core = new Core(module);
const { fetch } = handler(core);
const env: Environment = environment();
const server = createServer((request, response) => void serve(request, response));
server.headersTimeout = 10_000;
server.listen(Number(PORT), HOST, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : PORT;
  console.log(`Twinprint's look-up service is at http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}

function environment(): Environment {
  const names = ["INDEX_URL", "INDEX_PARTS", "INDEX_MEGABYTES", "ROUTE_TO", "ROUTE_TOKEN", "PART_SECONDS", "ORIGINS", "TOKENS", "BODY_SECONDS", "SEEN_BYTES", "SEEN_MOST", "SEEN_DAYS"];
  const set = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return {
    // A server has more room than an isolate.
    INDEX_MEGABYTES: 4000,
    SEEN_MOST: 1_000_000,
    ...Object.fromEntries(set),
    ...(INDEX_FOLDER && { INDEX_FILES: folder(INDEX_FOLDER) }),
    ...(SEEN_FOLDER && { SEEN: folderOf(SEEN_FOLDER, core, () => settingsOf(env)) }),
    ...(RATE && { RATE_LIMITER: limiter(Number(RATE)) }),
  };
}

/** The files of a folder. */
function folder(path: string): Store {
  return {
    name: path,
    async open(file) {
      const opened = await open(join(path, file)).catch(() => undefined);
      return opened && (Readable.toWeb(opened.createReadStream({ highWaterMark: CHUNK })) as ReadableStream<Uint8Array>);
    },
  };
}

/** The most requests of each client in a minute. */
function limiter(rate: number): RateLimiter {
  let counts = new Map<string, number>();
  let began = Date.now();
  setInterval(() => ([counts, began] = [new Map(), Date.now()]), MINUTE).unref();
  return {
    async limit({ key }) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= rate, wait: Math.max(1, Math.ceil((began + MINUTE - Date.now()) / 1000)) };
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(request);
  const body = new Uint8Array(await answer.arrayBuffer());
  if (!(await received(request))) response.setHeader("connection", "close");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Whether a client has sent all it wanted to: while it sends, few read what is answered. What still comes is dropped. */
async function received(request: IncomingMessage): Promise<boolean> {
  if (!request.complete) {
    request.resume();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LINGER);
      request.once("close", () => (clearTimeout(timer), resolve()));
      request.once("end", () => (clearTimeout(timer), resolve()));
    });
  }
  return request.complete;
}

async function answerTo(request: IncomingMessage): Promise<Response> {
  let asking: Request;
  try {
    asking = asked(request);
  } catch {
    return new Response(null, { status: 400 });
  }
  return fetch(asking, env, { waitUntil: () => {} });
}

function asked(request: IncomingMessage): Request {
  const { method = "GET", url = "/" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!name.startsWith(":")) headers.set(name, Array.isArray(value) ? value.join(", ") : (value ?? ""));
  }
  // Whatever a client says of its own address is not believed.
  headers.set("cf-connecting-ip", request.socket.remoteAddress ?? "unknown");
  const bodiless = method === "GET" || method === "HEAD";
  const init = bodiless ? { method, headers } : { method, headers, body: bodyOf(request), duplex: "half" };
  // A request line may name another host, or none: only its path is looked at.
  return new Request(new URL(url.replace(/^\/*/, "/"), "http://service.invalid"), init as RequestInit);
}

/** The body as a stream. Whoever cancels it does not end the connection, on which there is still something to say. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let cancelled = false;
  return new ReadableStream({
    start(controller) {
      request.on("data", (chunk: Uint8Array) => {
        if (cancelled) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) request.pause();
      });
      request.on("end", () => cancelled || controller.close());
      request.on("error", (error) => cancelled || controller.error(error));
      request.pause();
    },
    pull: () => void request.resume(),
    cancel() {
      cancelled = true;
      request.resume();
    },
  });
}
