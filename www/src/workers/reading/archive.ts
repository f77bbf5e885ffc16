//! Reads the documents of an archive, one after the other, and those of archives in it. What is wrong with one file costs
//! no other anything.

import { isLitter, taken } from "../../documents/reading/kinds.ts";
import type { Problem } from "../../protocol/comparing.ts";
import type { Event } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { openFile } from "./document.ts";
import type { PageRead } from "./document.ts";
import type { Budget, Zip } from "./zip.ts";

/** An archive within an archive is opened, one within that is not. */
const DEEPEST = 2;

export interface Told {
  post(event: Event): void;
  problemOf(error: unknown, place: string): Problem;
  pageRead: PageRead;
}

/** Has `told` what is in an archive, whose own path comes before those of its files; begins with the file numbered `from`. */
export async function readArchive(zip: Zip, budget: Budget, path: string, from: number, told: Told): Promise<void> {
  const walk = { at: 0, total: 0 };
  await readFiles(zip, path, 1);

  async function readFiles(zip: Zip, path: string, depth: number): Promise<void> {
    const files = zip.files.map((file) => [file, file.filename.replaceAll("\\", "/")] as const).filter(([, name]) => !isLitter(name));
    walk.total += files.length;
    told.post({ is: "inside", total: walk.total });
    for (const [file, name] of files) {
      const at = walk.at++;
      // An archive that was open when the reader was ended has its own files still to be told of.
      if (at < from && !/\.zip$/i.test(name)) continue;
      const place = `${path}/${name}`;
      told.post({ is: "at", at, path: place });
      try {
        if (leadsOut(name)) throw READERS.outside;
        if (!taken(name)) told.post({ is: "left-out", path: place });
        else await readFile(new Blob([await zip.unpack(file)]), place, depth);
      } catch (error) {
        if (at >= from) told.post({ is: "problem", path: place, problem: told.problemOf(error, place) });
      }
    }
  }

  async function readFile(file: Blob, place: string, depth: number): Promise<void> {
    const found = await openFile(file, place, told.pageRead, budget);
    if ("read" in found) told.post({ is: "read", path: place, read: found.read });
    else if (depth < DEEPEST) await readFiles(found.archive, place, depth + 1);
    else throw READERS.deepArchive(DEEPEST);
  }
}

function leadsOut(name: string): boolean {
  return name.startsWith("/") || /^[A-Za-z]:/.test(name) || name.split("/").includes("..");
}
