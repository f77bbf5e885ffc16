// The thread of a client in Node.
import { parentPort } from "node:worker_threads";
import * as calls from "./node.js";
import { answering } from "./work.js";

parentPort.on("message", answering(calls, (message) => parentPort.postMessage(message)));
