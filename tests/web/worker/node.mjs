// The service on Node, as its own process.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("../../../worker/dist/server.js", import.meta.url));

/** Starts the server with these variables on a free port; it ends with the test. */
export async function startNode(t, variables) {
  const child = spawn(process.execPath, [server], {
    env: { PATH: process.env.PATH, PORT: "0", ...variables },
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
