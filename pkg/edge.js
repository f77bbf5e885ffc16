// For edge workers, which may not compile wasm themselves: they import it compiled.
import module from "./dist/package/twinprint_bg.wasm?module";
import * as generated from "./dist/package/twinprint.js";
import { bind } from "./bind.js";
import { clientIn } from "./client.js";
import { init } from "./init.js";
import { inPlace } from "./work.js";

generated.initSync({ module });
const calls = { init, ...bind(generated) };
export const { compare, compareAll, encoding, Session } = calls;
export const createClient = clientIn(inPlace(calls));
export { init };
export { TwinprintError } from "./bind.js";
