//! The two builds of the core: the small one is there at once; the one that knows every language and can tell
//! legacy encodings apart, and makes signatures, is loaded when it is needed. So are the weights of English words.

import * as small from "twinprint";
import smallWasm from "twinprint/wasm";
import englishModel from "twinprint/english.twm";
import largeWasm from "twinprint/languages/wasm";
import type { Options } from "twinprint";
import type { Sketches } from "twinprint/languages";

export type Core = Pick<typeof small, "Session" | "encoding">;
export type LargeCore = Core & { Sketches: typeof Sketches };

/** Loads the small build; rejects when it cannot be fetched. */
export const loadCore: () => Promise<Core> = once(async () => {
  await small.default({ module_or_path: new URL(smallWasm, import.meta.url) });
  return small;
});

/** Loads the build with every language. */
export const loadLanguages: () => Promise<LargeCore> = once(async () => {
  const large = await import("twinprint/languages");
  await large.default({ module_or_path: new URL(largeWasm, import.meta.url) });
  return large;
});

/** Loads the bytes of the model by which English words are weighed. */
export const loadModel: () => Promise<Uint8Array> = once(async () => {
  const response = await fetch(new URL(englishModel, import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  return new Uint8Array(await response.arrayBuffer());
});

/** The build that knows the languages in `options`. */
export function coreFor(options: Options): Promise<Core> {
  const english = [options.stop_words, options.stemmer].every((language) => !language || language === "en");
  return english ? loadCore() : loadLanguages();
}

/**
 * Decodes the bytes of a file. UTF-8, UTF-16 and declared encodings are known to the small build; for anything else,
 * which it calls "windows-1252", the large one is asked to look closer.
 */
export async function decode(bytes: Uint8Array, name: string): Promise<string> {
  const core = await loadCore();
  let label = core.encoding(bytes, name);
  if (label === "windows-1252") {
    const detector: Core = await loadLanguages().catch(() => core);
    label = detector.encoding(bytes, name);
  }
  return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
}

/** Runs `load` once; a failure is forgotten, so that the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
