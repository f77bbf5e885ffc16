// Which pages of other sites may ask: none, but those of configured origins. A browser asks before it sends a look-up, and
// without the headers that say yes it sends none.

const YES = {
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-expose-headers": "content-length, retry-after",
  "access-control-max-age": "600",
};

/** What a browser asks before it asks: the headers that follow say what it may. */
export const preflight = (): Response => new Response(null, { status: 204 });

/** Says in an answer's headers whether the page that asked may read it. */
export function mark(headers: Headers, request: Request, origins: readonly string[]): void {
  headers.set("vary", "origin");
  const origin = request.headers.get("origin");
  if (origin === null || !(origins.includes(origin) || origins.includes("*"))) return;
  headers.set("access-control-allow-origin", origin);
  for (const [name, value] of Object.entries(YES)) headers.set(name, value);
}
