// `twinprint serve` gives every answer that docs/service.openapi.json describes; that it gives no other, `described.mjs` sees to in all tests
// of a service.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answered, api, statusesOf } from "./described.mjs";
import { build, serve } from "./serve.mjs";

const program = process.env.TWINPRINT ?? "twinprint";
const TEXT = "A dozen herons stood along the weir that morning, each as still as a post, and not one of them looked at the water.";
const TOKEN = "token-of-the-library";
const room = mkdtempSync(join(tmpdir(), "twinprint-described-"));
const at = (name) => join(room, name);
const servers = {};

before(async () => {
  const index = build(room);
  writeFileSync(at("known.jsonl"), JSON.stringify({ id: "herons", text: TEXT }));
  writeFileSync(at("tokens.txt"), TOKEN);
  const make = (...line) => execFileSync(program, ["index", "build", at("known.jsonl"), ...line], { stdio: "ignore" });
  for (const name of ["known", "destroyed"]) make("-o", at(name), "--find", "documents");
  execFileSync(program, ["model", "train", at("known.jsonl"), "-o", at("words.twm"), "--min-documents", "1", "--stemmer", "en"], { stdio: "ignore" });
  make("-o", at("weighed"), "--method", "simhash", "--model", at("words.twm"));
  make("-o", at("clean"), "--clean", "site");
  const damaged = build(mkdtempSync(join(room, "damaged-")));
  const common = ["--timeout", "1", "--metrics"];
  const started = {
    passages: ["--index", index, "--publish", ...common],
    known: ["--index", at("known"), ...common],
    weighed: ["--index", at("weighed")],
    clean: ["--index", at("clean")],
    seen: ["--remember", at("seen"), "--most-seen", "1", ...common],
    guarded: ["--index", index, "--publish", "--remember", at("guarded"), "--token-file", at("tokens.txt")],
    rated: ["--index", index, "--remember", at("rated"), "--rate", "1"],
    damaged: ["--index", damaged, "--publish"],
    destroyed: ["--index", at("destroyed"), "--scrub", "1"],
  };
  for (const [name, options] of Object.entries(started)) servers[name] = await serve(...options);
  const shard = readdirSync(damaged).find((name) => name.startsWith("texts"));
  const bytes = readFileSync(join(damaged, shard));
  bytes[bytes.length - 20] ^= 1;
  writeFileSync(join(damaged, shard), bytes);
  servers.damaged.shard = shard;
  const fingerprints = join(at("destroyed"), readdirSync(at("destroyed")).find((name) => name.startsWith("fingerprints")));
  const file = openSync(fingerprints, "r+");
  writeSync(file, Buffer.alloc(40), 0, 40, statSync(fingerprints).size - 41);
  closeSync(file);
  // It is found when the files are read again.
  for (let i = 0; i < 100 && (await ask("destroyed", "GET", "/v1/documents")).status !== 503; i++) await new Promise((resolve) => setTimeout(resolve, 100));
});

after(async () => {
  for (const server of Object.values(servers)) await server.end();
  rmSync(room, { recursive: true });
});

const ask = async (server, method, path, options = {}) => {
  const once = () => fetch(servers[server].url + path, { method, ...options });
  // Some servers close a connection on which nothing was said for a second: then another is opened.
  const response = await once().catch(once);
  await response.arrayBuffer();
  return response;
};
const post = (server, path, body, headers = {}) => ask(server, "POST", path, { body: typeof body === "string" ? body : JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });

/** The status of a request that `fetch` cannot make: to another host's name. */
const misdirected = (server, method, path) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(servers[server].url);
    const headers = { host: "foreign.example", ...(method === "POST" && { "content-type": "application/json", "content-length": 0 }) };
    request({ hostname, port, method, path, headers }, (response) => (response.resume(), resolve(response.statusCode))).on("error", reject).end();
  });

/** The status of a POST whose body never comes. */
const slow = (server, path) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(servers[server].url);
    const socket = connect(Number(port), hostname, () => socket.write(`POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`));
    socket.once("data", (data) => (socket.destroy(), resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data)[1]))));
    socket.on("error", reject);
  });

/** A question that is answered, a body that is out of range, and of which design none is. */
const BODIES = {
  "/v1/lookup": { good: { k: 3, shingles: ["0123456789abcdef"], sources: [0], texts: [0], describe: true }, wrong: { k: -1 }, other: { recipe: "0".repeat(32) } },
  "/v1/documents": { good: { text: TEXT }, wrong: { text: "too short" }, other: { fingerprints: Array(5).fill("0".repeat(16)), words: 9, design: "0".repeat(32) } },
  "/v1/seen": { good: { text: TEXT, id: "herons" }, wrong: { text: "too short" }, other: { fingerprints: Array(5).fill("0".repeat(16)), words: 9, design: "0".repeat(32) } },
  "/v1/seen/forget": { good: { id: "nobody" }, wrong: { id: 7 } },
  "/v1/seen/export": { good: {}, wrong: { from: -1 } },
  "/v1/seen/import": { good: { design: "", records: [] }, wrong: { design: "", records: [{ id: 1 }] }, other: { design: "0".repeat(32), records: [] } },
};
const home = (path) => (path.startsWith("/v1/seen") ? "seen" : path === "/v1/documents" ? "known" : { "/v1/model": "weighed", "/v1/boilerplate": "clean" }[path] ?? "passages");
const file = (path) => path.replace("{file}", "index.json");

/** How each status comes about, of a path by a method. */
const CAUSES = {
  200: (path, method) => (method === "get" ? ask(home(path), "GET", file(path)) : post(home(path), path, BODIES[path].good)),
  206: (path) => ask("passages", "GET", file(path), { headers: { range: "bytes=0-7" } }),
  304: async (path) => ask("passages", "GET", file(path), { headers: { "if-none-match": (await ask("passages", "GET", file(path))).headers.get("etag") } }),
  400: (path, method) => (method === "get" ? ask(home(path), "GET", `${path}?text=a`) : post(home(path), path, "{")),
  401: (path, method) => (method === "get" ? ask("guarded", "GET", file(path)) : post("guarded", path, BODIES[path].good)),
  404: (path, method) => {
    const other = { "/v1/documents": "passages", "/v1/model": "passages", "/v1/boilerplate": "passages", "/index/{file}": "known", "/metrics": "weighed" }[path] ?? "known";
    return method === "get" ? ask(other, "GET", file(path)) : post(other, path, BODIES[path].good);
  },
  409: (path) => post(home(path), path, BODIES[path].other),
  413: (path) => post(home(path), path, " ".repeat(path === "/v1/lookup" ? 65_537 : (1 << 20) + 1)),
  415: (path) => post(home(path), path, "{}", { "content-type": "text/plain" }),
  416: (path) => ask("passages", "GET", file(path), { headers: { range: "bytes=99999999-" } }),
  422: (path) => post(home(path), path, BODIES[path].wrong),
  429: async (path, method) => {
    const all = await Promise.all(Array.from({ length: 12 }, () => (method === "get" ? ask("rated", "GET", path) : post("rated", path, "{}"))));
    return all.find(({ status }) => status === 429) ?? all[0];
  },
  503: (path, method) => {
    if (path === "/v1/documents") return method === "get" ? ask("destroyed", "GET", path) : post("destroyed", path, BODIES[path].good);
    if (path === "/index/{file}") return ask("damaged", "GET", `/index/${servers.damaged.shard}`);
    // What is damaged is found out when it is to be sent.
    if (path === "/healthz") return ask("damaged", "GET", `/index/${servers.damaged.shard}`).then(() => ask("damaged", "GET", path));
    const without = path.startsWith("/v1/seen") ? "passages" : "seen";
    return method === "get" ? ask(without, "GET", path) : post(without, path, BODIES[path].good);
  },
  507: async (path) => {
    if (path === "/v1/seen") return post("seen", path, { text: TEXT.split(" ").map((word) => `${word}${word}`).join(" ") });
    const records = Array.from({ length: 3 }, (_, number) => ({ id: "x", words: 30, first_seen: 1, last_seen: 1, times: 1, fingerprints: Array.from({ length: 5 }, (_, part) => `${number}${part}`.repeat(8)) }));
    return post("seen", path, { design: BODIES[path].good.design, records });
  },
};

test("every status that is described is answered", async () => {
  const { design } = await (await fetch(`${servers.seen.url}/v1/seen`)).json();
  Object.assign(BODIES["/v1/seen/import"].good, { design: design.id });
  BODIES["/v1/seen/import"].wrong.design = design.id;
  const wanting = [];
  const late = [];
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods).filter(([method]) => method !== "parameters")) {
      for (const status of statusesOf(operation)) {
        const what = `${method} ${path} ${status}`;
        const seen = (found) => found === Number(status) || wanting.push(`${what}: it was ${found}`);
        if (status === "421") late.push(misdirected(home(path), method.toUpperCase(), file(path)).then(seen));
        else if (status === "408") late.push(slow(home(path), path).then(seen));
        else seen((await CAUSES[status](path, method)).status);
      }
    }
  }
  await Promise.all(late);
  assert.deepEqual(wanting, []);
  assert.ok(answered.size > 60, `${answered.size}`);
});

test("the description is one of OpenAPI: every reference leads somewhere, and every operation says what it is", () => {
  const text = JSON.stringify(api);
  for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    assert.ok(pointer.split("/").reduce((found, key) => found?.[key], api), pointer);
  }
  assert.equal(api.openapi, "3.1.0");
  const operations = Object.values(api.paths).flatMap((methods) => Object.entries(methods).filter(([method]) => method !== "parameters"));
  for (const [, { description, responses }] of operations) assert.ok(description && responses["200"], description);
});
