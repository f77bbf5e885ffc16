// What a client's worker does: it makes the calls it is sent, one after the other, and sends what comes of them.

import { TwinprintError } from "./bind.js";

/** Answers messages by the calls of a module; those that come while it loads wait. */
export function answering(calls, send) {
  return async ({ id, call, values, wasm }) => {
    try {
      await calls.init(wasm);
      send({ id, value: sendable(calls[call](...values, (progress) => send({ id, progress }))) });
    } catch (error) {
      if (error instanceof TwinprintError) send({ id, error: { ...error, message: error.message } });
      else send({ id, failure: String(error) });
    }
  };
}

/** Errors of single documents are sent in parts: a copy of an error would lose them. */
function sendable(value) {
  if (!value.documents) return value;
  const parts = (document) => (document.error ? { ...document, error: { ...document.error, message: document.error.message } } : document);
  return { ...value, documents: value.documents.map(parts) };
}

/** What makes the calls where there are no workers: on the thread that asks, but not before it goes on. */
export const inPlace = (calls) => (_made, hear) => {
  const answer = answering(calls, hear);
  return { post: (message) => void Promise.resolve(message).then(answer), end() {}, busy() {} };
};
