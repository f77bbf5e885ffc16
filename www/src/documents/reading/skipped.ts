//! The files of a folder or an archive that were not taken, in words.

import { READERS } from "../../words/readers.ts";
import { isProgramName } from "./kinds.ts";

/** A message for the programs among the names, and one for the rest. */
export function skippedMessages(names: string[]): string[] {
  const [programs, others] = [names.filter(isProgramName), names.filter((name) => !isProgramName(name))];
  return [...(programs.length > 0 ? [READERS.programsSkipped(programs)] : []), ...(others.length > 0 ? [READERS.skipped(others)] : [])];
}
