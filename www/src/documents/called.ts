//! What a document goes by: the person who wrote it first, where that is known, the file second.

import { isolated } from "../page/dom.ts";

export interface Called {
  /** Empty where it is not known. */
  author: string;
  file: string;
}

/** The name for where there is room for one. */
export function short({ author, file }: Called): string {
  return author || file;
}

/** All of it, within a sentence, and `more` that is said of it. */
export function inFull({ author, file }: Called, more: string[] = []): string {
  return (author ? [isolated(author), ...more, isolated(file)] : [isolated(file), ...more]).join(", ");
}
