// `TWINPRINT=target/release/twinprint node tests/bench/hostile.mjs`: how long a good client waits for look-ups of `twinprint serve`, alone
// and beside hostile connections, which come again as soon as they are closed: of one client, of thirty, that say nothing, that send a
// byte a second, that ask for all they can get and do not read it, and that do.

import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker, isMainThread, workerData } from "node:worker_threads";
import { build, serve } from "../web/service/serve.mjs";

const CONNECTIONS = Number(process.env.CONNECTIONS ?? 2000);
const LOOKUPS = Number(process.env.LOOKUPS ?? 1000);
const AGAIN = 100;

const HEAD = "POST /v1/lookup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
const all = (count) => Array.from({ length: count }, (_, number) => number);
const most = JSON.stringify({ sources: all(64), texts: all(16), shingles: all(2000).map((n) => (n * 2_654_435).toString(16).padStart(16, "0")), describe: true });
const GREEDY = `${HEAD}content-length: ${most.length}\r\n\r\n${most}`;

/** What each kind of connection does once it is open. */
const KINDS = {
  "that say nothing": () => {},
  "that send a byte a second": (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(HEAD[at++ % HEAD.length]), 1000);
    socket.on("close", () => clearInterval(timer));
  },
  "that ask and do not read": (socket) => {
    socket.pause();
    for (let i = 0; i < 20; i++) socket.write(GREEDY);
  },
  "that ask and read": (socket) => {
    socket.write(GREEDY);
    socket.on("data", (data) => data.includes("TTP/1.1 ") && socket.write(GREEDY));
  },
};

/** Hostile connections from some addresses, in a thread of their own. */
function attack({ url, kind, addresses }) {
  const { hostname, port } = new URL(url);
  const begin = (localAddress) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on("connect", () => KINDS[kind](socket)).on("error", () => {});
    socket.on("close", () => setTimeout(begin, AGAIN, localAddress));
    if (kind !== "that ask and do not read") socket.resume();
  };
  for (const number of all(CONNECTIONS)) begin(addresses[number % addresses.length]);
}

/** The milliseconds that look-ups of a good client take, one after the other, sorted. */
async function times(url) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: "127.0.0.200" });
  const body = JSON.stringify({ sources: [0], shingles: ["0123456789abcdef"] });
  const one = () =>
    new Promise((resolve) => {
      const began = performance.now();
      const failed = () => resolve(undefined);
      const headers = { "content-type": "application/json" };
      const asking = request({ hostname, port, path: "/v1/lookup", method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode === 200 ? performance.now() - began : undefined));
      });
      asking.on("error", failed).end(body);
    });
  const taken = [];
  let failed = 0;
  for (let i = 0; i < LOOKUPS; i++) {
    const time = await one();
    if (time === undefined) failed += 1;
    else taken.push(time);
  }
  agent.destroy();
  return { taken: taken.sort((a, b) => a - b), failed };
}

if (isMainThread) await measure();
else attack(workerData);

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-hostile-"));
  const server = await serve("--index", build(folder, { documents: 2000 }), "--client-connections", "64", "--client-work", "250", "--client-bytes", "2000000");
  console.log(`${cpus()[0].model}, ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}; ${LOOKUPS} look-ups beside ${CONNECTIONS} connections`);
  const told = async (what) => {
    const { taken, failed } = await times(server.url);
    const at = (share) => (taken[Math.floor(taken.length * share)] ?? NaN).toFixed(2).padStart(8);
    console.log(`p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${failed} not answered  ${what}`);
  };
  try {
    await told("alone");
    for (const kind of Object.keys(KINDS)) {
      for (const [whose, addresses] of [["of one client", ["127.0.0.2"]], ["of 30 clients", all(30).map((n) => `127.0.0.${n + 2}`)]]) {
        const attack = new Worker(new URL(import.meta.url), { workerData: { url: server.url, kind, addresses } });
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await told(`${whose}, ${kind}`);
        await attack.terminate();
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  } finally {
    await server.end("SIGKILL");
    rmSync(folder, { recursive: true });
  }
}
