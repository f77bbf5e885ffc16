//! The secret that decoys follow from. It is a random number that says nothing of any text, and is kept on this device from the first check that
//! hides among decoys: whoever checks a text again sends the same decoys again, so that comparing the two tells none of them.

import type { AccessMode } from "../protocol/checking.ts";

const NAME = "twinprint:decoys";
const BYTES = 16;

export const hidesAmongDecoys = (mode: AccessMode): boolean => mode === "ranges" || mode === "prefix";

/** The secret, drawn when there is none; none in a browser that keeps nothing, where each check draws its own. */
export function keptSecret(): Uint8Array<ArrayBuffer> | undefined {
  try {
    const kept = /^[0-9a-f]{32}$/.exec(localStorage.getItem(NAME) ?? "");
    if (kept) return Uint8Array.from(kept[0].match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const drawn = crypto.getRandomValues(new Uint8Array(BYTES));
    localStorage.setItem(NAME, Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    return drawn;
  } catch {
    return undefined;
  }
}
