// As ./index.js, with every stop list and stemmer, sketches and look-ups.
import { clientIn, webWorker } from "./client.js";

export * from "./languages-web.js";
export { TwinprintError } from "./bind.js";
export const createClient = clientIn(webWorker(() => new Worker(new URL("./languages-worker.js", import.meta.url), { type: "module" })));
