// The body of a request, bounded. One of which a small length is declared HTTP itself ends there, so it is read at once, which
// takes a fraction of the time; any other is counted as it comes. Either has to arrive in time.

import { Failure } from "./failure.ts";

/** The most bytes that the body of a request may have. */
export const MOST_BYTES = 64 * 1024;

/** Reads a body to its end, or until it has too many bytes or takes too long. */
export async function readBody(request: Request, milliseconds: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const late = new Alarm(milliseconds);
  try {
    const body = isSmall(request) ? await late.orElse(atOnce(request)) : await counted(request.body, late);
    if (body.length > MOST_BYTES) throw new Failure("too-long");
    return body;
  } finally {
    late.off();
  }
}

const isSmall = ({ headers }: Request) => Number(headers.get("content-length") ?? Infinity) <= MOST_BYTES;

const atOnce = async (request: Request) => new Uint8Array(await request.arrayBuffer());

async function counted(body: ReadableStream<Uint8Array>, late: Alarm): Promise<Uint8Array> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await late.orElse(reader.read());
      if (done) return joined(pieces, length);
      length += value.length;
      if (length > MOST_BYTES) throw new Failure("too-long");
      pieces.push(value);
    }
  } catch (error) {
    // Whoever is still sending is not listened to; nobody waits for them to notice.
    reader.cancel().catch(() => {});
    throw error;
  }
}

function joined(pieces: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A time-out for several promises one after the other. */
class Alarm {
  #timer!: ReturnType<typeof setTimeout>;
  readonly #late: Promise<never>;

  constructor(milliseconds: number) {
    this.#late = new Promise((_, reject) => {
      this.#timer = setTimeout(() => reject(new Failure("slow")), milliseconds);
    });
    this.#late.catch(() => {});
  }

  orElse<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#late]);
  }

  off(): void {
    clearTimeout(this.#timer);
  }
}
