//! How unlikely an edited passage is to arise by chance, in words.

const POWERS = ["one", "ten", "a hundred", "a thousand", "ten thousand", "a hundred thousand", "a million", "ten million", "a hundred million"];

/** In one of how many pairs a passage of n bits arises by chance, at the least: 2^n, as a power of ten. "a million" */
export function pairsByChance(bits: number): string {
  return POWERS[Math.floor(bits * Math.LOG10E * Math.LN2)] ?? "more than a billion";
}

export const CHANCE = {
  before: "something as rare arises by chance in one of ",
  after: " pairs",
};
