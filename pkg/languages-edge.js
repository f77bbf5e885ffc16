// As ./edge.js, with every stop list and stemmer, sketches and look-ups.
import module from "./dist/languages/twinprint_bg.wasm?module";
import * as generated from "./dist/languages/twinprint.js";
import { bindAll } from "./bind.js";

generated.initSync({ module });
export const { compare, compareAll, documentFingerprints, encoding, Session, Sketches, Tables, suffixMatches } = bindAll(generated);
export { TwinprintError } from "./bind.js";
