// For Node: the wasm file is read from the package.
import { readFileSync } from "node:fs";
import * as generated from "./dist/package/twinprint.js";
import { bind } from "./bind.js";
import { clientIn } from "./client.js";
import { nodeWorker } from "./node-client.js";

generated.initSync({ module: readFileSync(new URL("./dist/package/twinprint_bg.wasm", import.meta.url)) });
export const { compare, compareAll, encoding, Session } = bind(generated);
export const createClient = clientIn(nodeWorker(new URL("./node-worker.js", import.meta.url)));
export { TwinprintError } from "./bind.js";
export { init } from "./init.js";
