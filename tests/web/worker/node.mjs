// The service on Node, or on another runtime that runs its modules, as its own process.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("../../../worker/dist/server.js", import.meta.url));
const runtimes = new URL("../runtimes/node_modules/", import.meta.url);

/** What runs a module in Node, and as docs/how-to/worker.md says in Deno and in Bun. */
export const NODE = [process.execPath];
export const deno = () => [installed("@deno", "deno"), "run", "--allow-net", "--allow-read", "--allow-env"];
export const bun = () => [installed("@oven", "bin/bun")];

/** A program in the npm package for the machine at hand, of which npm installs one. */
function installed(scope, program) {
  const [name] = readdirSync(new URL(scope, runtimes));
  return fileURLToPath(new URL(`${scope}/${name}/${program}${process.platform === "win32" ? ".exe" : ""}`, runtimes));
}

/** Starts the server with these variables on a free port; it ends with the test. */
export async function startNode(t, variables, [program, ...options] = NODE) {
  const child = spawn(program, [...options, server], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = { text: "" };
  child.stdout.setEncoding("utf8");
  const url = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said.text}`)));
    child.stdout.on("data", (text) => {
      said.text += text;
      const [address] = /http:\S+/.exec(said.text) ?? [];
      if (address) resolve(address);
    });
  });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, said, url };
}
