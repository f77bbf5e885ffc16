// A crawler's question of each page: is there anything new on it? POST it addresses, one a line; it fetches them and says which are new.

import { seen } from "./seen.mjs";

/** Whether a page was seen, at this address or at another: pages that differ in a date, or a visitor's number, are one. */
export async function seenPage(env, url, html) {
  const { status, matches, error } = await seen(env, { text: html, format: "html", id: url });
  if (error) return { url, skipped: error.what };
  return status === "new" ? { url, status } : { url, status, same_as: matches[0].id };
}

export default {
  async fetch(request, env) {
    const urls = (await request.text()).split("\n").filter(Boolean);
    const found = [];
    // One after the other, so that of two pages alike in one list the first is the new one.
    for (const url of urls) {
      const page = await fetch(url).catch(() => undefined);
      const isHtml = page?.ok && page.headers.get("content-type")?.startsWith("text/html");
      found.push(isHtml ? await seenPage(env, url, await page.text()) : { url, skipped: "it is no page" });
    }
    return Response.json(found);
  },
};
