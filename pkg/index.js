// For browsers and bundlers: the wasm file is fetched from beside the script.
import init, * as generated from "./dist/twinprint.js";
import { bind } from "./bind.js";

await init({ module_or_path: new URL("./dist/twinprint_bg.wasm", import.meta.url) });
export const { compare, compareAll, encoding, Session } = bind(generated);
export { TwinprintError } from "./bind.js";
