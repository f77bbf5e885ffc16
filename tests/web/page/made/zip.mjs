// ZIP archives as programs write them, and as nobody should.

import { crc32, deflateRawSync } from "node:zlib";

/**
 * An archive of `files`, a list of `[name, text or bytes]`. `locked` sets the flag of a password on these names;
 * `level` 0 stores; `said` false does not say that names are in UTF-8, as a Mac does not.
 */
export function zip(files, { locked = [], level = 6, said = true } = {}) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of files) {
    const bytes = Buffer.from(content);
    const packed = level === 0 ? bytes : deflateRawSync(bytes, { level });
    const path = Buffer.from(name);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE((said ? 0x800 : 0) | (locked.includes(name) ? 1 : 0), 2);
    header.writeUInt16LE(level === 0 ? 0 : 8, 4);
    header.writeUInt16LE(0x21, 8);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, path, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), header, tail, path]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}
