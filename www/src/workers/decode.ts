//! The text in the bytes of a file.

import { loadLanguages } from "./languages.ts";

/** What tells the encoding of bytes, as every build of the core can. */
interface Detector {
  encoding(bytes: Uint8Array, name: string): string;
}

/**
 * Decodes the bytes of a file. UTF-8, UTF-16 and declared encodings are known to every build of the core; for anything
 * else, which it calls "windows-1252", the large one is asked to look closer.
 */
export async function decode(bytes: Uint8Array, name: string, core: Detector): Promise<string> {
  let label = core.encoding(bytes, name);
  if (label === "windows-1252") {
    const detector: Detector = await loadLanguages().catch(() => core);
    label = detector.encoding(bytes, name);
  }
  return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
}
