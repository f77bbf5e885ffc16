//! What stops a file from being read, as a value that is thrown.

import type { Trouble } from "../../protocol/reading.ts";
import { TROUBLE } from "../../words/trouble.ts";

export function isTrouble(error: unknown): error is Trouble {
  return typeof error === "object" && error !== null && "kind" in error && "what" in error && "remedy" in error;
}

/** What an error that nobody foresaw says, short enough for a sentence. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ").slice(0, 120) || TROUBLE.unknown;
}

/** Whether what reads files is broken itself: it ran out of memory, or met what it should never meet. It cannot be used again. */
export function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}
