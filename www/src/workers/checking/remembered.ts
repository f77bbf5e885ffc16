//! What is remembered as a file that a person keeps or takes to another device: the same that `/v1/seen/export` gives and
//! `/v1/seen/import` takes, in one piece.

import type { Seen } from "twinprint/check";
import type { Problem } from "../../protocol/comparing.ts";
import { TROUBLE } from "../../words/trouble.ts";
import type { Use } from "./memory.ts";

/** Records of this many characters are taken over at a time: well within what one request may have. */
const AT_A_TIME = 250_000;

interface Exported {
  design: string;
  records: unknown[];
  next: number | null;
}

/** All that is remembered. */
export function exported(seen: Seen, use: Use): string {
  const records: unknown[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: Exported = use(seen.respond("POST", "/v1/seen/export", JSON.stringify({ from }), 0));
    records.push(...part.records);
    from = part.next;
  }
  return JSON.stringify({ design: seen.design, records });
}

/** Remembers what a file has and is not remembered yet; how many texts those are. */
export function imported(file: string, seen: Seen, use: Use): number {
  const { design, records } = readExport(file);
  let [taken, part, characters] = [0, [] as unknown[], 0];
  const take = () => {
    taken += use<{ imported: number }>(seen.respond("POST", "/v1/seen/import", JSON.stringify({ design, records: part }), 0)).imported;
    [part, characters] = [[], 0];
  };
  for (const record of records) {
    part.push(record);
    characters += JSON.stringify(record).length;
    if (characters > AT_A_TIME) take();
  }
  take();
  return taken;
}

function readExport(file: string): Pick<Exported, "design" | "records"> {
  const problem: Problem = { kind: "malformed", place: "", ...TROUBLE.remembered.notExported };
  try {
    const read = JSON.parse(file) as Partial<Exported> | null;
    if (typeof read?.design === "string" && Array.isArray(read.records)) return { design: read.design, records: read.records };
  } catch {
    // It is no JSON.
  }
  throw problem;
}
