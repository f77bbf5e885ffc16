//! The worker that reads files, one at a time. A file that takes for ever is ended by the page, which ends the worker and
//! has another go on with the next file.

import type { Problem } from "../../protocol/comparing.ts";
import type { Event, Request } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { readArchive, readOpenedFiles } from "./archive.ts";
import { openFile } from "./document.ts";
import { isFatal, isTrouble, reasonOf } from "./problems.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.addEventListener("message", ({ data }: MessageEvent<Request>) => void answer(data));

async function answer({ file, path, from }: Request): Promise<void> {
  try {
    const found = await openFile(file, path, pageRead);
    const sink = { post, problemOf, pageRead };
    if ("archive" in found) await readArchive(found.archive, found.budget, path, from, sink);
    else if ("files" in found) await readOpenedFiles(found.files, from, sink);
    else post({ is: "read", path, read: found.read });
  } catch (error) {
    if (isFatal(error)) return end(error);
    post({ is: "problem", path, problem: problemOf(error, path) });
  }
  post({ is: "done" });
}

/** Ends this worker as by an error that nobody caught, which the page hears of. */
function end(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

function pageRead(page: number, pages: number): void {
  post({ is: "page", page, pages });
}

function problemOf(error: unknown, place: string): Problem {
  const { kind, what, remedy } = isTrouble(error) ? error : READERS.broken(reasonOf(error));
  return { kind, what, place, remedy };
}

function post(event: Event): void {
  scope.postMessage(event);
}
