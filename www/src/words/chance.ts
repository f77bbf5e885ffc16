//! How rarely unrelated texts share something like an edited passage, in words.

/** In one of how many pairs of unrelated books a passage of n bits is found, as measured (docs/explanation/comparing.md, "Edited passages"). "some 3,000" */
export function pairsByChance(bits: number): string {
  if (bits < 20) return "fewer than 3,000";
  if (bits < 30) return "some 3,000";
  return bits < 40 ? "some 30,000" : "200,000 or more";
}

export const CHANCE = {
  before: "something as rare is found in one of ",
  after: " pairs of unrelated books",
};
