// `twinprint serve` as a process, with indexes that the same program (in `TWINPRINT`) makes of documents of words.

import "./described.mjs";
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = process.env.TWINPRINT ?? "twinprint";

/** Makes an index in a folder; documents of one seed are always the same. */
export function build(folder, { documents = 100, seed = 1, parts = 1 } = {}) {
  const corpus = join(folder, `corpus-${seed}.jsonl`);
  writeFileSync(corpus, [...lines(documents, seed)].join("\n"));
  const index = join(folder, "index");
  execFileSync(program, ["index", "build", corpus, "-o", index, "--with-text", "--parts", `${parts}`], { stdio: ["ignore", "ignore", "inherit"] });
  return index;
}

/** Starts a server, once it says where it is: its address without a slash at its end, what it says, and how it is ended. */
export async function serve(...options) {
  const server = spawn(program, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  createInterface({ input: server.stderr }).on("line", (line) => said.push(line));
  const ended = new Promise((resolve) => server.on("exit", (status, signal) => resolve({ status, signal })));
  const first = await Promise.race([
    new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve)),
    ended.then(({ status }) => Promise.reject(new Error(`it ended with status ${status}: ${said.join(" ")}`))),
  ]);
  const url = /(http:\S+)\//.exec(first)[1];
  const end = (signal = "SIGTERM") => (server.kill(signal), ended);
  return { url, said, end, first, pid: server.pid };
}

function* lines(documents, seed) {
  let state = seed;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let id = 0; id < documents; id++) {
    const text = Array.from({ length: 200 }, () => `word${random() % 5000}`).join(" ");
    yield JSON.stringify({ id: `document-${seed}-${id}`, title: `Title ${id}`, text });
  }
}
