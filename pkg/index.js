// For browsers and bundlers.
import { clientIn, webWorker } from "./client.js";

export * from "./web.js";
export { TwinprintError } from "./bind.js";
export const createClient = clientIn(webWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })));
