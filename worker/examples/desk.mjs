// A submissions desk: takes every submission, and tells the editor of those that resemble an earlier one. EDITOR is bound to whatever
// takes the editor's notes.

import { day, seen } from "./seen.mjs";

export default {
  async fetch(request, env) {
    if (request.method !== "POST") return Response.json({ error: "send title, author and text" }, { status: 405 });
    const { title, author, text } = await request.json();
    const { status, matches, error } = await seen(env, { text, id: `${title}, by ${author}` });
    if (error) await tell(env, `"${title}" by ${author} was not checked: ${error.what}.`);
    if (status === "known") await tell(env, `"${title}" by ${author} ${resembles(matches[0])}.`);
    return Response.json({ received: title }, { status: 201 });
  },
};

function resembles({ id, distance, resemblance: { low, high }, first_seen }) {
  const share = [low, high].map((share) => Math.round(100 * share)).join(" to ");
  const how = distance === 0 ? "is the same as" : `shares some ${share} % with`;
  return `${how} "${id}" of ${day(first_seen)}`;
}

const tell = (env, note) => env.EDITOR.fetch("https://editor.invalid/notes", { method: "POST", body: note });
