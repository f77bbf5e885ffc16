// As ./worker.js, with every stop list and stemmer.
import * as calls from "./languages-web.js";
import { answering } from "./work.js";

const answer = answering(calls, (message) => postMessage(message));
addEventListener("message", ({ data }) => answer(data));
