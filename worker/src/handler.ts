// A request, the core, a response: the same for every runtime. Nothing of a request is logged or kept.

import { admit, charge, isGuarded } from "./admission.ts";
import { askSeen, isSeen } from "./asking.ts";
import type { Context, Environment } from "./bindings.ts";
import { MOST_BYTES, MOST_TEXT_BYTES, readBody } from "./body.ts";
import type { Answered, Core, ReceivedRequest } from "./core.ts";
import { failureOf } from "./failure.ts";
import { marked, preflight } from "./origins.ts";
import { Resident } from "./resident.ts";
import { route } from "./router.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { storeOf } from "./stores.ts";

/** What answers requests. */
export interface Handler {
  fetch(request: Request, env: Environment, context: Context): Promise<Response>;
}

/** A handler over the core. */
export function handler(core: Core): Handler {
  const resident = new Resident(core);

  async function answer(request: Request, env: Environment, settings: Settings, context: Context): Promise<Answered> {
    const { method, headers } = request;
    const [path, query] = placeOf(request.url);
    const guarded = path !== "/healthz" && isGuarded(env, settings.tokens);
    const token = guarded ? await admit(request, env, settings.tokens) : undefined;
    const seen = isSeen(path);
    const most = seen || path === DOCUMENTS ? MOST_TEXT_BYTES : MOST_BYTES;
    const body = await readBody(request, headers, settings.bodyMilliseconds, most);
    try {
      const [contentType, contentEncoding] = [headers.get("content-type"), headers.get("content-encoding")];
      const received: ReceivedRequest = { method, path, query, contentType, contentEncoding, body };
      if (seen) return await askSeen(core, received, env, settings, token);
      if (settings.routeTo.length > 0) return await route(core, received, env, settings);
      const index = resident.here() ?? (await resident.index(() => storeOf(env), settings, context));
      return core.respond(index, received);
    } finally {
      // Gives its memory back now. It is none of the heap's own, so tens of megabytes of bodies would gather before V8 did.
      (body.buffer as ArrayBuffer).transfer?.(0);
    }
  }

  return {
    async fetch(request, env, context) {
      let origins: readonly string[] = [];
      try {
        const settings = settingsOf(env);
        origins = settings.origins;
        if (request.method === "OPTIONS") return preflight(request, origins);
        const answered = await answer(request, env, settings, context);
        context.waitUntil(charge(request, env, answered.body.length));
        return send(answered, request, origins);
      } catch (error) {
        return send(core.refused(failureOf(error)), request, origins);
      }
    },
  };
}

const LOOKUP = "/v1/lookup";
/** Where an index of documents as wholes takes a text. */
const DOCUMENTS = "/v1/documents";

/** The path of an address, and what follows its question mark. Parsing takes a while, so the common one is known by sight. */
function placeOf(url: string): [string, string] {
  if (url.endsWith(LOOKUP) && url.indexOf("/", url.indexOf("//") + 2) === url.length - LOOKUP.length) return [LOOKUP, ""];
  const { pathname, search } = new URL(url);
  return [pathname, search.slice(1)];
}

function send({ status, headers, body }: Answered, request: Request, origins: readonly string[]): Response {
  return new Response(body as BodyInit, { status, headers: marked(headers, request, origins) });
}
