// The examples of docs/reference/edge.md, each as a worker in workerd beside the one that remembers.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { start, workerWith } from "./workerd.mjs";

const folder = fileURLToPath(new URL("../../../worker/examples/", import.meta.url));

const TEXT =
  "The mill by the upper bridge burned down in the night to Tuesday. Nobody was hurt; the miller and her two sons saved the " +
  "horses and most of the flour, and neighbours with buckets kept the fire from the barn until the engine came from town.";
const EDITED = TEXT.replace("upper", "lower").replace("two sons", "three sons").replace("Tuesday", "Thursday");

/** Starts an example, with what else it is bound to. */
async function example(t, name, more = {}) {
  const modules = [name, "seen.mjs"].map((file) => ({ type: "ESModule", path: folder + file, contents: readFileSync(folder + file, "utf8") }));
  const { serviceBindings, ...options } = more;
  const own = { name: "example", compatibilityDate: "2026-04-01", modules, modulesRoot: folder, ...options };
  own.serviceBindings = { TWINPRINT: "twinprint", ...serviceBindings };
  const remembering = workerWith({ durableObjects: { SEEN: { className: "Seen", useSQLite: true } } });
  return start(t, { workers: [own, { name: "twinprint", ...remembering }] });
}

test("a form refuses a text posted before, with a few words changed, too", async (t) => {
  const { url } = await example(t, "form.mjs");
  const post = async (text) => {
    const response = await fetch(url, { method: "POST", body: new URLSearchParams({ text }) });
    return [response.status, await response.text()];
  };
  assert.match(await (await fetch(url)).text(), /<form method="post">/);
  assert.deepEqual(await post(TEXT), [201, "Thank you, it is posted."]);
  const [status, page] = await post(EDITED);
  assert.equal(status, 409);
  assert.match(page, /^This was posted before, on 20\d\d-\d\d-\d\d\./);
  assert.equal((await post("Thank you!"))[0], 201);
  assert.equal((await post("Thank you!"))[0], 201);
});

test("a submissions desk tells the editor", async (t) => {
  const notes = [];
  const EDITOR = async (request) => (notes.push(await request.text()), new Response());
  const { url } = await example(t, "desk.mjs", { serviceBindings: { EDITOR } });
  const submit = async (submission) => (await fetch(url, { method: "POST", body: JSON.stringify(submission) })).status;
  assert.equal(await submit({ title: "The Mill", author: "A", text: TEXT }), 201);
  assert.deepEqual(notes, []);
  assert.equal(await submit({ title: "The Fire", author: "B", text: EDITED }), 201);
  assert.equal(await submit({ title: "Mill, The", author: "C", text: TEXT }), 201);
  assert.equal(await submit({ title: "Haiku", author: "D", text: "old pond, frog" }), 201);
  assert.match(notes[0], /^"The Fire" by B shares some \d+ to \d+ % with "The Mill, by A" of 20\d\d-\d\d-\d\d\.$/);
  assert.match(notes[1], /^"Mill, The" by C is the same as "The Mill, by A"/);
  assert.match(notes[2], /^"Haiku" by D was not checked: 3 words are too few/);
  assert.equal(notes.length, 3);
});

test("a crawler learns which pages are new", async (t) => {
  const html = (text, visitor) => `<html><body><p>${text}</p><small>visitor ${visitor}</small></body></html>`;
  const pages = { "/mill": html(TEXT, 1), "/print/mill": html(TEXT, 2), "/other": html([...TEXT.split(" ")].reverse().join(" "), 3) };
  const outboundService = (request) => {
    const page = pages[new URL(request.url).pathname];
    return page ? new Response(page, { headers: { "content-type": "text/html" } }) : new Response("", { status: 404 });
  };
  const { url } = await example(t, "crawler.mjs", { outboundService });
  const asked = ["mill", "print/mill", "gone", "mill", "other"].map((path) => `https://news.example/${path}`);
  const found = await (await fetch(url, { method: "POST", body: asked.join("\n") })).json();
  assert.deepEqual(found, [
    { url: asked[0], status: "new" },
    { url: asked[1], status: "known", same_as: asked[0] },
    { url: asked[2], skipped: "it is no page" },
    { url: asked[3], status: "known", same_as: asked[0] },
    // The same words in another order.
    { url: asked[4], status: "new" },
  ]);
});

test("a consumer of a queue marks near-duplicate articles, and none as its own", async (t) => {
  const { runtime } = await example(t, "queue.mjs", { kvNamespaces: ["MARKS"] });
  const worker = await runtime.getWorker("example");
  const messages = [
    ["article 1", TEXT],
    ["article 2", EDITED],
    ["article 1", TEXT],
    ["article 3", TEXT.split(" ").reverse().join(" ")],
  ].map(([id, text], number) => ({ id: `${number}`, timestamp: new Date(), attempts: 1, body: { id, text } }));
  const { outcome, explicitAcks } = await worker.queue("articles", messages);
  assert.deepEqual([outcome, explicitAcks.length], ["ok", 4]);
  const marks = await runtime.getKVNamespace("MARKS", "example");
  const mark = JSON.parse(await marks.get("article 2"));
  assert.equal(mark.duplicate_of, "article 1");
  assert.ok(mark.distance > 0 && mark.resemblance > 0.5);
  assert.deepEqual([await marks.get("article 1"), await marks.get("article 3")], [null, null]);
});

test("no example has more than 60 lines, and docs/reference/edge.md names each", () => {
  const docs = readFileSync(new URL("../../../docs/reference/edge.md", import.meta.url), "utf8");
  const files = readdirSync(folder).filter((file) => file !== "seen.mjs");
  assert.equal(files.length, 4);
  for (const file of files) {
    assert.ok(readFileSync(folder + file, "utf8").split("\n").length <= 61, file);
    assert.ok(docs.includes(`\`${file}\``), file);
  }
});
