// What was seen before on Node: a file of a folder for each access token. The first line is the design; each of the others is on the disk
// before anybody is told of it, and one that broke off is dropped when the file is read again.

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Objects } from "../bindings.ts";
import type { Answered, Core } from "../core.ts";
import { failureOf } from "../failure.ts";
import { type Keeper, Remembering } from "../remembering.ts";
import type { Settings } from "../settings.ts";

/** How often what was not seen for long is forgotten. */
const HOUR = 3_600_000;

/** Objects over the core that keep what they remember in a folder. */
export function folderOf(path: string, core: Core, settings: () => Settings): Objects {
  mkdirSync(path, { recursive: true });
  const known = new Map<string, Remembering>();
  const tidy = () => {
    // What fails now is tried again an hour later; whoever asks meanwhile is told.
    for (const remembering of known.values()) remembering.tidy().catch(() => {});
  };
  setInterval(tidy, HOUR).unref();
  const respond = async (name: string, method: string, at: string, body: string): Promise<Answered> => {
    try {
      let remembering = known.get(name);
      if (!remembering) known.set(name, (remembering = new Remembering(core, settings, file(join(path, `${name}.jsonl`)))));
      return await remembering.respond(method, at, body);
    } catch (error) {
      return core.refused(failureOf(error));
    }
  };
  return {
    idFromName: (name) => name,
    get: (name) => ({
      async fetch(url, init) {
        const { status, headers, body } = await respond(name as string, init?.method ?? "GET", new URL(url).pathname, (init?.body as string) ?? "");
        const lines = headers.split("\n").map((line) => line.split(": ") as [string, string]);
        return new Response(body as BodyInit, { status, headers: lines });
      },
    }),
  };
}

/** Lines in a file. */
function file(path: string): Keeper {
  let head = "";
  const read = () => {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = bytes.lastIndexOf("\n") + 1;
    if (whole < bytes.length) truncateSync(path, whole);
    const [first = "", ...lines] = bytes.toString("utf8", 0, whole).split("\n").filter(Boolean);
    return { first, lines };
  };
  const write = (to: string, lines: readonly string[], flags: string) => {
    const opened = openSync(to, flags);
    try {
      writeSync(opened, lines.map((line) => `${line}\n`).join(""));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  };
  return {
    design(own) {
      head = read().first;
      if (!head) write(path, [(head = own)], "w");
      return head;
    },
    lines: () => read().lines,
    append: (lines) => write(path, lines, "a"),
    replace(lines) {
      write(`${path}.new`, [head, ...lines], "w");
      renameSync(`${path}.new`, path);
    },
  };
}
