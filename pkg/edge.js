// For edge workers, which may not compile wasm themselves: they import it compiled.
import module from "./dist/twinprint_bg.wasm?module";
import * as generated from "./dist/twinprint.js";
import { bind } from "./bind.js";

generated.initSync({ module });
export const { compare, compareAll, encoding, Session } = bind(generated);
export { TwinprintError } from "./bind.js";
