// The body of a request, bounded. One of which a small length is declared HTTP itself ends there, so it is read at once, which
// takes a fraction of the time; any other is counted as it comes. Either has to arrive in time.

import { Failure } from "./failure.ts";

/** The most bytes that the body of a look-up may have. */
export const MOST_BYTES = 64 * 1024;
/** The most that one may have that brings a text. */
export const MOST_TEXT_BYTES = 1024 * 1024;

/** Reads a body to its end, or until it has too many bytes or takes too long. */
export function readBody(request: Request, headers: Headers, milliseconds: number, most = MOST_BYTES): Promise<Uint8Array> {
  const declared = headers.get("content-length");
  if (declared !== null && Number(declared) <= most) return within(milliseconds, request.arrayBuffer().then((body) => bounded(body, most)));
  const reader = request.body?.getReader();
  if (!reader) return Promise.resolve(new Uint8Array());
  return within(milliseconds, counted(reader, most)).catch((error: unknown) => {
    // Whoever is still sending is not listened to; nobody waits for them to notice.
    reader.cancel().catch(() => {});
    throw error;
  });
}

function bounded(body: ArrayBuffer, most: number): Uint8Array {
  if (body.byteLength > most) throw new Failure("too-long", `${most}`);
  return new Uint8Array(body);
}

async function counted(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<Uint8Array> {
  let whole = new Uint8Array(Math.min(most, MOST_BYTES));
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole.subarray(0, length);
    const end = length + value.length;
    if (end > most) throw new Failure("too-long", `${most}`);
    if (end > whole.length) {
      const longer = new Uint8Array(Math.min(most, 2 * end));
      longer.set(whole.subarray(0, length));
      whole = longer;
    }
    whole.set(value, length);
    length = end;
  }
}

/** What comes of some work, unless it takes too long. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure("slow")), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
