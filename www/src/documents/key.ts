//! What a document is known by wherever it is kept: drawn by lot, so that no two tabs come to the same.

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
