//! What reads files of word processors, books, LaTeX and notebooks.

import init, { readFile } from "twinprint/readers";
import wasm from "twinprint/readers/wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });

export { readFile };
