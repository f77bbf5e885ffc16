//! What reads PDFs and messages, and opens archives that are no ZIPs.

import init, { ArchiveReader, readFile } from "twinprint/pdf";
import wasm from "twinprint/pdf/wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });

export { ArchiveReader, readFile };
