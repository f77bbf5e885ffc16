// As ./edge.js, with every stop list and stemmer, sketches and look-ups.
import module from "./dist/languages/twinprint_bg.wasm?module";
import * as generated from "./dist/languages/twinprint.js";
import { bindAll } from "./bind.js";
import { clientIn } from "./client.js";
import { init } from "./init.js";
import { inPlace } from "./work.js";

generated.initSync({ module });
const calls = { init, ...bindAll(generated) };
export const { compare, compareAll, documentFingerprints, encoding, Session, Sketches, Tables, suffixMatches } = calls;
export const createClient = clientIn(inPlace(calls));
export { init };
export { TwinprintError } from "./bind.js";
