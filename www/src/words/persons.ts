//! Words for what is told of persons: one row each.

import { count, counted, listed, percent } from "./format.ts";

export const PERSONS = {
  table: "Persons, one row each",
  person: "Person",
  link: "Shares most with",
  linkTitle: "The other person of the pair with the highest score; open the row to see that pair",
  score: "Score",
  scoreTitle: "The highest score of all pairs of the person, from 0 to 100",
  elsewhere: "Words elsewhere",
  elsewhereTitle: "Words of the person’s documents that stand in documents of others as they are, each counted once",
  sources: "Sources",
  sourcesTitle: "How many other persons share a passage",
  group: "Group",
  groupTitle: "Three persons or more who are joined, directly or through others, by pairs whose score stands out",
  numbered: (n: number) => `Group ${count(n)}`,
  /** "312, 24.1 %" */
  words: (words: number, all: number) => `${count(words)}, ${percent(all === 0 ? 0 : words / all)}`,
  counting: "…",
  documents: (n: number) => counted(n, "document"),
  nobody: "shares no passage",
  /** Before the other's name, where there is no room for a heading. */
  with: "with ",
  /** After the number, where there is no room for a heading. */
  sourcesUnit: (n: number) => (n === 1 ? " source" : " sources"),
  /** "Group 1: Ada, Grace and Alan" */
  members: (n: number, names: string[]) => `${PERSONS.numbered(n)}: ${listed(names)}`,
};
