//! Files of word processors and the like, read by the same code as the program reads them by, compiled to wasm.

import type { FileRefusal, ReadFile } from "twinprint/readers";
import type { Read } from "../../protocol/reading.ts";
import type { PageRead } from "./document.ts";
import { isTrouble } from "./problems.ts";
import { trouble } from "./refused.ts";

/** What a build of the readers has. */
export interface Readers {
  readFile(ending: string, bytes: Uint8Array, onPage: PageRead): ReadFile;
}

/** Reads a file whose name ends so by a build of the readers. */
export function readBy({ readFile }: Readers, ending: string, bytes: Uint8Array, pageRead: PageRead): Read {
  const { kind, text, format, title, author, pages, blank, asides, disguised } = read();
  const about = { ...(title && { title }), ...(author && { author }), ...(blank > 0 && { blank }), ...(asides.length > 0 && { asides }), ...(disguised > 0 && { disguised }) };
  return { source: text, format, ...(pages.length > 0 && { pages }), origin: { kind, ...about } };

  function read(): ReadFile {
    try {
      return readFile(ending, bytes, pageRead);
    } catch (error) {
      throw isRefusal(error) ? trouble(error) : error;
    }
  }
}

function isRefusal(error: unknown): error is FileRefusal {
  return typeof error === "object" && error !== null && "reason" in error && !isTrouble(error);
}
