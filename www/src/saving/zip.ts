//! Archives as ZIP has them (APPNOTE 6.3), packed by deflate: what office documents are.

/** The files of an archive, by their names. */
export async function zip(files: [name: string, text: string][]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [path, bytes] = [new TextEncoder().encode(name), new TextEncoder().encode(text)];
    const packed = await deflated(bytes);
    // Needed to unpack: 2.0; names are UTF-8; deflate; 1 January 1980.
    const common = [[2, 20], [2, 0x800], [2, 8], [2, 0], [2, 0x21], [4, crc32(bytes)], [4, packed.length], [4, bytes.length], [2, path.length], [2, 0]] as const;
    const local = joined(fields([4, 0x04034b50], ...common), path, packed);
    directory.push(joined(fields([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers, each in two or four bytes, the lowest byte first. */
function fields(...numbers: (readonly [bytes: 2 | 4, n: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, n] of numbers) {
    if (bytes === 2) view.setUint16(at, n, true);
    else view.setUint32(at, n, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
