// As ./web.js, with every stop list and stemmer, sketches and look-ups.
import load, * as generated from "./dist/languages/twinprint.js";
import { bindAll } from "./bind.js";
import { loaded } from "./init.js";

const { init, needed } = loaded(load, () => new URL("./dist/languages/twinprint_bg.wasm", import.meta.url));
export { init };
export const { compare, compareAll, documentFingerprints, encoding, Session, Sketches, Tables, suffixMatches } = bindAll(generated, needed);
