//! Reads the documents of an archive, one after the other, and those of archives in it. What is wrong with one file costs
//! no other anything.

import { isLitter, taken } from "../../documents/reading/kinds.ts";
import type { Problem } from "../../protocol/comparing.ts";
import type { Event } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import type { ArchiveReader } from "twinprint/archives";
import { openFile, readOpened } from "./document.ts";
import { isFatal } from "./problems.ts";
import type { PageRead } from "./document.ts";
import { trouble } from "./refused.ts";
import type { Budget, Zip } from "./zip.ts";

/** An archive within an archive is opened, one within that is not. */
const DEEPEST = 2;

/** What takes what is read of an archive. */
export interface ArchiveSink {
  post(event: Event): void;
  problemOf(error: unknown, place: string): Problem;
  pageRead: PageRead;
}

/** Gives `sink` what is in an archive, whose own path comes before those of its files; begins with the file numbered `from`. */
export async function readArchive(zip: Zip, budget: Budget, path: string, from: number, sink: ArchiveSink): Promise<void> {
  const walk = { at: 0, total: 0 };
  await readFiles(zip, path, 1);

  async function readFiles(zip: Zip, path: string, depth: number): Promise<void> {
    const files = zip.files.map((file) => [file, file.filename.replaceAll("\\", "/")] as const).filter(([, name]) => !isLitter(name));
    walk.total += files.length;
    sink.post({ is: "inside", total: walk.total });
    for (const [file, name] of files) {
      const at = walk.at++;
      // An archive that was open when the reader was ended still has files that were not reported.
      if (at < from && !/\.zip$/i.test(name)) continue;
      const place = `${path}/${name}`;
      sink.post({ is: "at", at, path: place });
      try {
        if (leadsOut(name)) throw READERS.outside;
        if (!taken(name)) sink.post({ is: "left-out", path: place });
        else await readFile(new Blob([await zip.unpack(file)]), place, depth);
      } catch (error) {
        if (isFatal(error)) throw error;
        if (at >= from) sink.post({ is: "problem", path: place, problem: sink.problemOf(error, place) });
      }
    }
  }

  async function readFile(file: Blob, place: string, depth: number): Promise<void> {
    const found = await openFile(file, place, sink.pageRead, budget);
    if ("read" in found) sink.post({ is: "read", path: place, read: found.read });
    else if ("files" in found) await readOpenedFiles(found.files, 0, sink, () => walk.at - 1);
    else if (depth < DEEPEST) await readFiles(found.archive, place, depth + 1);
    else throw READERS.deepArchive(DEEPEST);
  }
}

/** Gives `sink` what is in an archive that is no ZIP, and in archives in it; begins with the file numbered `from`. Within a ZIP all count as one file of it. */
export async function readOpenedFiles(files: ArchiveReader, from: number, sink: ArchiveSink, numbered = (at: number) => at): Promise<void> {
  for (let at = 0, file = files.nextFile(); file; at += 1, file = files.nextFile()) {
    if (at < from) continue;
    const { path } = file;
    sink.post({ is: "at", at: numbered(at), path });
    try {
      if ("refusal" in file) throw trouble(file.refusal);
      sink.post({ is: "read", path, read: await readOpened(file.bytes, path, sink.pageRead) });
    } catch (error) {
      if (isFatal(error)) throw error;
      sink.post({ is: "problem", path, problem: sink.problemOf(error, path) });
    }
  }
  for (const path of files.leftOut()) sink.post({ is: "left-out", path });
  files.free();
}

function leadsOut(name: string): boolean {
  return name.startsWith("/") || /^[A-Za-z]:/.test(name) || name.split("/").includes("..");
}
