// Who may ask, and how often, and for how much.

import type { Environment } from "./bindings.ts";
import { Failure } from "./failure.ts";

/** As many bytes of an answer count as a request of their own: who asks for much is counted for much. */
const BYTES_COUNTED = 64 * 1024;
/** After how many seconds to come back where the limit does not say: the shortest period that the platform counts by. */
const SHORTEST_PERIOD = 10;

/** Whether not everybody may ask always. */
export const isGuarded = (env: Environment, tokens: readonly string[]): boolean => env.RATE_LIMITER !== undefined || tokens.length > 0;

/**
 * Throws unless a client may ask now: within the rate, if there is a limit, and with a token, if tokens are asked for. Gives the digest
 * of the token, by which whoever has it is told from others.
 */
export async function admit(request: Request, env: Environment, tokens: readonly string[]): Promise<string | undefined> {
  const counted = await env.RATE_LIMITER?.limit({ key: clientOf(request) });
  if (counted?.success === false) throw new Failure("too-many-requests", `${counted.wait ?? SHORTEST_PERIOD}`);
  if (tokens.length === 0) return undefined;
  const digest = await known(request, tokens);
  if (!digest) throw new Failure("no-token");
  return digest;
}

/** Counts what a client was answered, where that is more than a request's worth. An isolate remembers nothing, so the limit does. */
export async function charge(request: Request, env: Environment, bytes: number): Promise<void> {
  const limiter = env.RATE_LIMITER;
  if (!limiter) return;
  const more = Math.ceil(bytes / BYTES_COUNTED) - 1;
  await Promise.all(Array.from({ length: Math.max(more, 0) }, () => limiter.limit({ key: clientOf(request) })));
}

const clientOf = (request: Request) => request.headers.get("cf-connecting-ip") ?? "anyone";

/**
 * The digest of a request's token, if it is one of these. All are compared, each by its digest to the last byte, so that the time it
 * takes says nothing of them.
 */
async function known(request: Request, tokens: readonly string[]): Promise<string | undefined> {
  const [, given = ""] = /^bearer +(.*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const [digest, ...those] = await Promise.all([given, ...tokens].map(digestOf));
  if (those.filter((token) => equal(token, digest!)).length === 0) return undefined;
  return Array.from(digest!, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const digestOf = async (text: string) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const equal = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, byte, at) => sum | (byte ^ b[at]!), 0) === 0;
