//! What tells a file from every other.

/** The SHA-256 of a file, or of the UTF-8 of a text, as 64 hexadecimal digits; none where a page without a secure origin may not compute it. */
export async function sha256(content: Blob | string | Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return undefined;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content instanceof Blob ? await content.arrayBuffer() : content;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
