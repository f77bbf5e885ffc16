// As ./node-worker.js, with every stop list and stemmer.
import { parentPort } from "node:worker_threads";
import * as calls from "./languages-node.js";
import { answering } from "./work.js";

parentPort.on("message", answering(calls, (message) => parentPort.postMessage(message)));
