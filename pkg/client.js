// A client: calls that are made elsewhere, in a worker of its own, so that whoever asks stays free.

import { TwinprintError } from "./bind.js";

/** `createClient` with workers that `start` starts: it is given `made`, a worker by the caller or none, and whom to tell. */
export function clientIn(start) {
  return ({ wasm, worker } = {}) => new Client((hear, fail) => start(worker?.(), hear, fail), wasm);
}

/** What starts Web Workers; `make` makes the package's own. */
export const webWorker = (make) => (made, hear, fail) => {
  const worker = made ?? make();
  worker.onmessage = ({ data }) => hear(data);
  worker.onmessageerror = () => fail("it sent what cannot be read");
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message ?? "its script cannot be loaded");
  };
  return { post: (message, moved) => worker.postMessage(message, moved), end: () => worker.terminate(), busy() {} };
};

class Client {
  #start;
  #wasm;
  /** Started when it is first needed, and anew after it was ended. */
  #worker;
  /** What was asked and is not answered, in order; the first is the worker's. */
  #asked = [];
  #last = 0;
  #closed = false;

  constructor(start, wasm) {
    this.#start = start;
    this.#wasm = typeof wasm === "string" || wasm instanceof URL ? new URL(wasm, globalThis.location?.href).href : wasm;
  }

  compare(a, b, { signal, transfer, ...options } = {}) {
    return this.#ask("compare", signal, () => [own(a, transfer), own(b, transfer), ownOptions(options, transfer)]);
  }

  compareAll(documents, { signal, transfer, progress, ...options } = {}) {
    const values = () => [documents.map((document) => own(document, transfer)), ownOptions(options, transfer)];
    return this.#ask("compareAll", signal, values, progress);
  }

  close() {
    this.#closed = true;
    this.#fail(closed());
  }

  #ask(call, signal, values, progress) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#closed) throw closed();
      const asked = { id: ++this.#last, call, values: values(), progress };
      const abort = () => this.#abort(asked, signal.reason);
      const settle = (how) => (value) => {
        signal?.removeEventListener("abort", abort);
        how(value);
      };
      asked.resolve = settle(resolve);
      asked.reject = settle(reject);
      signal?.addEventListener("abort", abort);
      this.#asked.push(asked);
      if (this.#asked.length === 1) this.#next();
    });
  }

  /** Gives the worker what was asked first. */
  #next() {
    const [asked] = this.#asked;
    if (!asked) return this.#worker?.busy(false);
    try {
      if (!this.#worker) this.#begin();
    } catch (error) {
      return this.#fail(failed(error.message));
    }
    this.#worker.busy(true);
    const { id, call, values } = asked;
    try {
      this.#worker.post({ id, call, values, wasm: this.#wasm }, buffers(values));
    } catch (error) {
      // There is something in it that cannot be sent.
      this.#asked.shift();
      asked.reject(error);
      this.#next();
    }
  }

  #begin() {
    const worker = this.#start(
      (message) => this.#worker === worker && this.#hear(message),
      (why) => this.#worker === worker && this.#fail(failed(why)),
    );
    this.#worker = worker;
  }

  #hear({ id, value, error, failure, progress }) {
    const [asked] = this.#asked;
    if (asked?.id !== id) return;
    if (progress) return asked.progress?.(progress);
    // What is no error of the package may have left the module in disorder.
    if (failure) return this.#fail(failed(failure));
    this.#asked.shift();
    if (error) asked.reject(new TwinprintError(error));
    else asked.resolve(withErrors(value));
    this.#next();
  }

  /** What waits is not asked; for what is being done the worker ends, as nothing else would stop it. */
  #abort(asked, reason) {
    const place = this.#asked.indexOf(asked);
    this.#asked.splice(place, 1);
    asked.reject(reason);
    if (place > 0) return;
    this.#end();
    this.#next();
  }

  #fail(error) {
    this.#end();
    for (const asked of this.#asked.splice(0)) asked.reject(error);
  }

  #end() {
    this.#worker?.end();
    this.#worker = undefined;
  }
}

/** A document of the client's own: what the caller does with its bytes from now on changes nothing. */
function own(document, transfer) {
  if (!(document.bytes instanceof Uint8Array)) return document;
  const { bytes } = document;
  const movable = transfer && bytes.byteLength === bytes.buffer.byteLength;
  return { ...document, bytes: movable ? structuredClone(bytes, { transfer: [bytes.buffer] }) : new Uint8Array(bytes) };
}

function ownOptions({ templates, ...options }, transfer) {
  return templates ? { ...options, templates: templates.map((template) => own(template, transfer)) } : options;
}

/** The memory of all bytes among the values of a call, to be moved to the worker. */
function buffers(values) {
  const documents = values.flat().flatMap((value) => [value, ...(value.templates ?? [])]);
  return [...new Set(documents.flatMap(({ bytes }) => (bytes ? [bytes.buffer] : [])))];
}

/** The errors of single documents, which came in parts. */
function withErrors(value) {
  for (const document of value.documents ?? []) {
    if (document.error) document.error = new TwinprintError(document.error);
  }
  return value;
}

function failed(why) {
  const [what, remedy] = [`it failed (${why})`, "ask again, which starts another; with less text, if memory was short"];
  return new TwinprintError({ kind: "worker-failed", what, place: "the worker", remedy, message: `the worker: ${what}; ${remedy}` });
}

function closed() {
  const [what, remedy] = ["it is closed", "make another by createClient()"];
  return new TwinprintError({ kind: "closed", what, place: "the client", remedy, message: `the client: ${what}; ${remedy}` });
}
