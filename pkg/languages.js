// As ./index.js, with every stop list and stemmer, sketches and look-ups.
import init, * as generated from "./dist/languages/twinprint.js";
import { bindAll } from "./bind.js";

await init({ module_or_path: new URL("./dist/languages/twinprint_bg.wasm", import.meta.url) });
export const { compare, compareAll, documentFingerprints, encoding, Session, Sketches, Tables, suffixMatches } = bindAll(generated);
export { TwinprintError } from "./bind.js";
