// The module in a page or a Web Worker: `init` fetches the wasm file from beside the script.
import load, * as generated from "./dist/package/twinprint.js";
import { bind } from "./bind.js";
import { loaded } from "./init.js";

const { init, needed } = loaded(load, () => new URL("./dist/package/twinprint_bg.wasm", import.meta.url));
export { init };
export const { compare, compareAll, encoding, Session } = bind(generated, needed);
