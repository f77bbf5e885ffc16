// Which pages of other sites may ask: none, but those of configured origins. A browser asks before it sends a look-up, and
// without the headers that say yes it sends none.

const YES = {
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-expose-headers": "content-length, retry-after",
  "access-control-max-age": "600",
};

/** What a browser asks before it asks: the headers say what it may. */
export const preflight = (request: Request, origins: readonly string[]): Response =>
  new Response(null, { status: 204, headers: marked("", request, origins) });

/** The headers of an answer, a line each in `lines`, and whether the page that asked may read it. */
export function marked(lines: string, request: Request, origins: readonly string[]): Headers {
  const headers = parsed(lines);
  const origin = origins.length > 0 ? request.headers.get("origin") : null;
  if (origin === null || !(origins.includes(origin) || origins.includes("*"))) return headers;
  const allowed = new Headers(headers);
  allowed.set("access-control-allow-origin", origin);
  for (const [name, value] of Object.entries(YES)) allowed.set(name, value);
  return allowed;
}

/** Headers by their lines: of all answers there are a dozen kinds, so each is made once. */
const known = new Map<string, Headers>();

function parsed(lines: string): Headers {
  let headers = known.get(lines);
  if (!headers) {
    headers = new Headers({ vary: "origin" });
    for (const [, name, value] of lines.matchAll(/^(.+?): (.*)$/gm)) headers.set(name!, value!);
    known.set(lines, headers);
  }
  return headers;
}
