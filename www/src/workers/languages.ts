//! The build of the core that knows every language and can tell legacy encodings apart, loaded when it is needed.

import largeWasm from "twinprint/languages/wasm";
import { once } from "./once.ts";

export const loadLanguages = once(async () => {
  const large = await import("twinprint/languages");
  await large.default({ module_or_path: new URL(largeWasm, import.meta.url) });
  return large;
});
