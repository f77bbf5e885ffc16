//! Words for the list of all that a pair has.

import { count, counted, percent } from "./format.ts";

const KINDS = {
  copied: "Copied",
  edited: "Edited",
  reworded: "Reworded",
  "taken-out": "Taken out",
  quoted: "Quoted",
  bibliography: "Bibliography",
  common: "Many have this",
  template: "Template",
};
type Kind = keyof typeof KINDS;

export const PASSAGES = {
  open: "List",
  openAbout: (key: string) => `All passages in a list (${key})`,
  title: "Passages",
  order: "Sort by",
  orders: { place: "place", length: "length", rarity: "rarity" },
  orderAbout: "Rarity: how seldom something like it is found in unrelated books",
  kinds: KINDS,
  filter: "Kinds to list",
  /** On the button that lists a kind, or does not. */
  kind: (kind: Kind, n: number) => `${KINDS[kind]} ${count(n)}`,
  nothing: "Nothing of these kinds.",
  sum: (listed: number, all: number) => (listed === all ? count(all) : `${count(listed)} of ${count(all)}`),
  list: "Passages; arrow keys move, Enter goes to the passage, x takes it out or puts it back",
  words: (n: number) => counted(n, "word"),
  pages: (a: number | undefined, b: number | undefined) => [a && `A, page ${count(a)}`, b && `B, page ${count(b)}`].filter(Boolean).join("; "),
  /** Where what does not count is, if it is in one document alone. */
  only: { a: "in A", b: "in B" },
  /** Why a stretch does not count, after its kind. */
  notCounted: (words: number) => (words > 0 ? `${counted(words, "word")}, not counted.` : "Not counted."),
  alike: (share: number) => `${percent(share)} alike`,
};
