// Who may ask, and how often.

import type { Environment } from "./bindings.ts";
import { Failure } from "./failure.ts";

/** Whether not everybody may ask always. */
export const isGuarded = (env: Environment, tokens: readonly string[]): boolean => env.RATE_LIMITER !== undefined || tokens.length > 0;

/** Throws unless a client may ask now: within the rate, if there is a limit, and with a token, if tokens are asked for. */
export async function admit(request: Request, env: Environment, tokens: readonly string[]): Promise<void> {
  const client = request.headers.get("cf-connecting-ip") ?? "anyone";
  if (env.RATE_LIMITER && !(await env.RATE_LIMITER.limit({ key: client })).success) {
    throw new Failure("too-many-requests");
  }
  if (tokens.length > 0 && !(await knows(request, tokens))) {
    throw new Failure("no-token");
  }
}

/**
 * Whether a request has one of the tokens. All are compared, each by its digest to the last byte, so that the time it takes
 * says nothing of them.
 */
async function knows(request: Request, tokens: readonly string[]): Promise<boolean> {
  const [, given = ""] = /^bearer +(.*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const [digest, ...known] = await Promise.all([given, ...tokens].map(digestOf));
  return known.filter((token) => equal(token, digest!)).length > 0;
}

const digestOf = async (text: string) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const equal = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, byte, at) => sum | (byte ^ b[at]!), 0) === 0;
