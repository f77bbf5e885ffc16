// Threads for clients in Node.
import { Worker } from "node:worker_threads";

/** What starts a thread of a file of the package. It keeps the process from ending only while there is something to do. */
export const nodeWorker = (file) => (_made, hear, fail) => {
  const worker = new Worker(file);
  worker.on("message", hear);
  worker.on("error", (error) => fail(error.message));
  worker.on("exit", (status) => fail(`it ended with status ${status}`));
  return {
    post: (message, moved) => worker.postMessage(message, moved),
    end: () => void worker.terminate(),
    busy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};
