// For Node: the wasm file is read from the package.
import { readFileSync } from "node:fs";
import * as generated from "./dist/twinprint.js";
import { bind } from "./bind.js";

generated.initSync({ module: readFileSync(new URL("./dist/twinprint_bg.wasm", import.meta.url)) });
export const { compare, compareAll, encoding, Session } = bind(generated);
export { TwinprintError } from "./bind.js";
