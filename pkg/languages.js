// As ./index.js, with every stop list and stemmer, and sketches.
import init, * as generated from "./dist/languages/twinprint.js";
import { bindSketches } from "./bind.js";

await init({ module_or_path: new URL("./dist/languages/twinprint_bg.wasm", import.meta.url) });
export const { compare, compareAll, encoding, Session, Sketches } = bindSketches(generated);
export { TwinprintError } from "./bind.js";
