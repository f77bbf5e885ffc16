// A form, or a forum, that refuses a text posted before, also if it was changed a little.

import { day, seen } from "./seen.mjs";

const FORM = `<!doctype html><html lang="en"><title>Post a text</title>
<form method="post"><label>Your text <textarea name="text" required></textarea></label> <button>Post</button></form></html>`;

export default {
  async fetch(request, env) {
    if (request.method !== "POST") return page(200, FORM);
    const text = `${(await request.formData()).get("text") ?? ""}`;
    const { status, matches, error } = await seen(env, { text, id: crypto.randomUUID() });
    if (status === "known") return page(409, `This was posted before, on ${day(matches[0].first_seen)}. Please write something new.`);
    // What cannot be told from others, such as "Thank you!", is no reason to refuse it; nor is a service that is not there.
    if (error && !["too-short", "no-words"].includes(error.kind)) console.warn(`not checked: ${error.what}`);
    return page(201, "Thank you, it is posted.");
  },
};

const page = (status, html) => new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
