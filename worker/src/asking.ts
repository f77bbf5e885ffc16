// Whether a text was seen before: its fingerprints are made here, where it arrived; who remembers them never has the text.

import type { Environment } from "./bindings.ts";
import type { Answered, Core, ReceivedRequest } from "./core.ts";
import { unavailable } from "./failure.ts";
import type { Settings } from "./settings.ts";

const PATH = "/v1/seen";
/** Who remembers for all, where no access token is asked for. */
const EVERYONE = "everyone";

/** The headers of an answer that are the core's; the platform adds others. */
const HEADERS = ["content-type", "cache-control", "x-content-type-options", "allow"];

/** Whether a path is of what was seen. */
export const isSeen = (path: string): boolean => path === PATH || path.startsWith(`${PATH}/`);

/** The answer to a request of whoever has a token with this digest. */
export async function askSeen(core: Core, received: ReceivedRequest, env: Environment, settings: Settings, token = EVERYONE): Promise<Answered> {
  if (!env.SEEN) throw unavailable("the worker's bindings", "SEEN is not there: this worker remembers nothing");
  const { refused, body } = core.readSeen(settings.seenBytes, received);
  if (refused) return refused;
  const object = env.SEEN.get(env.SEEN.idFromName(token));
  const { method, path } = received;
  const posted = method === "POST" ? { method, body } : { method };
  const response = await object.fetch(`https://seen.invalid${path}`, posted).catch(() => {
    throw unavailable("the service", "what was seen cannot be reached");
  });
  const headers = HEADERS.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : [])).join("\n");
  return { status: response.status, headers, body: await response.text() };
}
