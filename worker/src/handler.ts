// A request, the core, a response: the same for every runtime. Nothing of a request is logged or kept.

import { admit } from "./admission.ts";
import type { Context, Environment } from "./bindings.ts";
import { readBody } from "./body.ts";
import { type Answered, type Asked, Core } from "./core.ts";
import { failureOf } from "./failure.ts";
import { mark, preflight } from "./origins.ts";
import { Resident } from "./resident.ts";
import { route } from "./router.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { storeOf } from "./stores.ts";

/** What answers requests. */
export interface Handler {
  fetch(request: Request, env: Environment, context: Context): Promise<Response>;
}

/** A handler over the core's compiled module. */
export function handler(module: WebAssembly.Module): Handler {
  const core = new Core(module);
  const resident = new Resident(core);

  async function answer(request: Request, env: Environment, settings: Settings, context: Context): Promise<Answered> {
    const { pathname, search } = new URL(request.url);
    if (pathname !== "/healthz") await admit(request, env, settings.tokens);
    const asked: Asked = {
      method: request.method,
      path: pathname,
      query: search.slice(1),
      contentType: request.headers.get("content-type"),
      contentEncoding: request.headers.get("content-encoding"),
      body: await readBody(request, settings.bodyMilliseconds),
    };
    if (settings.routeTo.length > 0) return route(core, asked, env, settings);
    const index = await resident.index(() => storeOf(env), settings, context);
    return core.respond(index, asked);
  }

  return {
    async fetch(request, env, context) {
      let origins: readonly string[] = [];
      let response: Response;
      try {
        const settings = settingsOf(env);
        origins = settings.origins;
        response =
          request.method === "OPTIONS" ? preflight() : send(await answer(request, env, settings, context));
      } catch (error) {
        response = send(core.refused(failureOf(error)));
      }
      mark(response.headers, request, origins);
      return response;
    },
  };
}

const send = ({ status, headers, body }: Answered) => new Response(body as BodyInit, { status, headers });
