//! The core that compares: the small build is there at once; the one that knows every language is loaded when it is needed.
//! So are the weights of English words.

import * as small from "twinprint";
import type { Options } from "twinprint";
import englishModel from "twinprint/english.twm";
import smallWasm from "twinprint/wasm";
import { loadLanguages } from "../languages.ts";
import { once } from "../once.ts";

export type Core = Pick<typeof small, "Session" | "encoding">;

/** Loads the small build; rejects when it cannot be fetched. */
export const loadCore: () => Promise<Core> = once(async () => {
  await small.default({ module_or_path: new URL(smallWasm, import.meta.url) });
  return small;
});

/** Loads the bytes of the model by which English words are weighed. */
export const loadModel: () => Promise<Uint8Array> = once(async () => {
  const response = await fetch(new URL(englishModel, import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  return new Uint8Array(await response.arrayBuffer());
});

/** The build that knows the languages in `options`, and what is to be taken out of texts. */
export function coreFor(options: Options): Promise<Core> {
  const english = [options.stop_words, options.stemmer].every((language) => !language || language === "en");
  return english && (options.clean ?? "none") === "none" ? loadCore() : loadLanguages();
}
