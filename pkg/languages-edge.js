// As ./edge.js, with every stop list and stemmer.
import module from "./dist/languages/twinprint_bg.wasm?module";
import * as generated from "./dist/languages/twinprint.js";
import { bind } from "./bind.js";

generated.initSync({ module });
export const { compare, compareAll, encoding, Session } = bind(generated);
export { TwinprintError } from "./bind.js";
