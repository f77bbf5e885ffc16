import { compare, TwinprintError } from "twinprint";

export default {
  /** POST { "a": "..", "b": ".." }: what the two texts share. */
  async fetch(request) {
    if (request.method !== "POST") return new Response("POST two texts, as { a, b }", { status: 405 });
    const { a, b } = await request.json();
    try {
      return Response.json(compare(a, b));
    } catch (error) {
      if (!(error instanceof TwinprintError)) throw error;
      return Response.json({ error: error.message }, { status: 422 });
    }
  },
};
