//! What reads PDFs.

import init, { readFile } from "twinprint/pdf";
import wasm from "twinprint/pdf/wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });

export { readFile };
