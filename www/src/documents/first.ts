//! Which of two documents was handed in first, as far as their times are known.

import type { Doc } from "./documents.ts";

export interface First {
  /** Which of the two; empty where both have the same time. */
  side: "a" | "b" | "";
  /** How much later the other one was, in milliseconds. */
  apart: number;
}

/** Undefined where the time of either is not known. */
export function first(a: Pick<Doc, "handedIn"> | undefined, b: Pick<Doc, "handedIn"> | undefined): First | undefined {
  if (!a?.handedIn || !b?.handedIn) return undefined;
  const later = Date.parse(b.handedIn) - Date.parse(a.handedIn);
  return { side: later > 0 ? "a" : later < 0 ? "b" : "", apart: Math.abs(later) };
}
