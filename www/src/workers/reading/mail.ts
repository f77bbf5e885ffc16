//! What reads messages, and opens archives that are no ZIPs.

import init, { ArchiveReader, readFile } from "twinprint/archives";
import wasm from "twinprint/archives/wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });

export { ArchiveReader, readFile };
