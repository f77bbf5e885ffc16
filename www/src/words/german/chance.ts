//! The German of ../chance.ts.

import type * as english from "../chance.ts";
import type { Words } from "../edition.ts";

export const pairsByChance: typeof english.pairsByChance = (bits) => {
  if (bits < 20) return "weniger als 3.000";
  if (bits < 30) return "rund 3.000";
  return bits < 40 ? "rund 30.000" : "200.000 oder mehr";
};

export const CHANCE: Words<typeof english.CHANCE> = {
  before: "etwas so Seltenes findet sich in einem von ",
  after: " Paaren von Büchern, die nichts miteinander zu tun haben",
};
