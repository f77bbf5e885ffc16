// As ./edge.js, with every stop list and stemmer, and sketches.
import module from "./dist/languages/twinprint_bg.wasm?module";
import * as generated from "./dist/languages/twinprint.js";
import { bindSketches } from "./bind.js";

generated.initSync({ module });
export const { compare, compareAll, encoding, Session, Sketches } = bindSketches(generated);
export { TwinprintError } from "./bind.js";
