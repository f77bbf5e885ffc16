// The Web Worker of a client.
import * as calls from "./web.js";
import { answering } from "./work.js";

const answer = answering(calls, (message) => postMessage(message));
addEventListener("message", ({ data }) => answer(data));
