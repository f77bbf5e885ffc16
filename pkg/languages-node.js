// As ./node.js, with every stop list and stemmer, sketches and look-ups.
import { readFileSync } from "node:fs";
import * as generated from "./dist/languages/twinprint.js";
import { bindAll } from "./bind.js";
import { clientIn } from "./client.js";
import { nodeWorker } from "./node-client.js";

generated.initSync({ module: readFileSync(new URL("./dist/languages/twinprint_bg.wasm", import.meta.url)) });
export const { compare, compareAll, documentFingerprints, encoding, Session, Sketches, Tables, suffixMatches } = bindAll(generated);
export const createClient = clientIn(nodeWorker(new URL("./languages-node-worker.js", import.meta.url)));
export { TwinprintError } from "./bind.js";
export { init } from "./init.js";
