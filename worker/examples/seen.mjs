// What all examples ask: TWINPRINT is a binding of the worker that remembers (docs/reference/edge.md), or whatever else has its `fetch`.

/** Whether a document was seen: what the service says, or its error. */
export async function seen(env, document) {
  const headers = { "content-type": "application/json", ...(env.TOKEN && { authorization: `Bearer ${env.TOKEN}` }) };
  const response = await env.TWINPRINT.fetch("https://twinprint.invalid/v1/seen", { method: "POST", headers, body: JSON.stringify(document) });
  return response.json();
}

/** The day of a time in seconds. */
export const day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
