//! How a worker answers a question: with a value, with what is wrong, or, where its core can no longer be trusted, not at all.

import type { Problem } from "../protocol/comparing.ts";
import { CORE } from "../words/core.ts";

export type Answer<T> = { is: "answer"; ticket: number; value: T } | { is: "failure"; ticket: number; problem: Problem };

/** Posts what `work` gives, or what is wrong with it; anything else that it throws goes to `stop`. */
export async function respond<T>(ticket: number, work: () => T | Promise<T>, post: (answer: Answer<T>) => void, stop: (error: unknown) => void): Promise<void> {
  try {
    post({ is: "answer", ticket, value: await work() });
  } catch (error) {
    try {
      post({ is: "failure", ticket, problem: problemOf(error) });
    } catch {
      stop(error);
    }
  }
}

/** The core's own errors are values with a `kind`; anything else means that it can no longer be trusted, and is thrown on. */
export function problemOf(error: unknown): Problem {
  if (typeof error !== "object" || error === null || !("kind" in error)) throw error;
  const { kind, what, place, remedy } = error as Problem;
  return { kind, what, place, remedy, ...CORE[kind] };
}
