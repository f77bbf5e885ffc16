//! Words for when documents were handed in, and of which year, class or variant they are.

import { counted } from "./format.ts";

export const SUBMISSIONS = {
  title: "Times and labels",
  about: "A table (CSV) with a line for each file or person, and columns that are named file, person or number, time, and label: as learning platforms give it, or as you write it. The page then says who came first.",
  choose: "Choose a table",
  taken: (documents: number, unmatched: number, undated: number) =>
    [
      `${counted(documents, "document")} with a time or a label.`,
      unmatched > 0 && `${counted(unmatched, "line")} of the table ${unmatched === 1 ? "is" : "are"} of no document that is here.`,
      undated > 0 && `${counted(undated, "time")} could not be read: write them as 2026-01-31 14:05.`,
    ].filter(Boolean).join(" "),
  awaited: (lines: number) => `A table with ${counted(lines, "line")} of times or labels is here. None of its documents is here yet; those that come have what it says.`,
  noList: (name: string) => `“${name}” has no such columns: its first line must name one of file, person or number, and one of time or label.`,
  refused: (name: string, what: string) => `“${name}” was not taken: ${what}.`,
  ambiguous: "its dates may be read in two ways, as day and month or as month and day; write them as 2026-01-31",
  unreadable: "the file could not be read",
  old: "Old: compared with the others, but not with each other",
  cohort: (name: string, documents: number) => `${name}: ${counted(documents, "document")}`,
  handedIn: "Handed in",
  label: "Label",
  first: "first",
  firstAbout: (apart: string) => `Handed in ${apart} before the other`,
  sameTime: "handed in at the same time",
  /** Of one side of a pair. */
  side: (side: string, when: string, cohort: string) => `${side}: ${[when && `handed in ${when}`, cohort].filter(Boolean).join(", ")}.`,
  came: (side: string, apart: string) => `${side} came first, by ${apart}.`,
  cameTogether: "Both have the same time.",
};
