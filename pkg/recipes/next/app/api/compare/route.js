import { compare } from "twinprint";

/** POST { "a": "..", "b": ".." }: what the two texts share. */
export async function POST(request) {
  const { a, b } = await request.json();
  return Response.json(compare(a, b));
}
