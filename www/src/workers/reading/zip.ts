//! A ZIP archive opened with care: how many files are in it, how much they unpack to and in what ratio is bounded by
//! what really comes out, not by what the archive says.

import { BlobReader, ERR_ENCRYPTED, ERR_UNSUPPORTED_ENCRYPTION, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { Entry, FileEntry } from "@zip.js/zip.js/lib/zip-core-native.js";
import { READERS } from "../../words/readers.ts";
import { isTrouble, reasonOf } from "./problems.ts";

const MB = 1024 * 1024;
/** Files in an archive. */
export const ENTRIES = 5_000;
/** What one file may unpack to. */
const LARGEST = 256 * MB;
/** What all files of an archive, and of archives in it, may unpack to. */
const ALL = 1024 * MB;
/** How many bytes may come out of one. Text packs to a tenth, markup to a fiftieth; deflate ends at 1,032. */
const RATIO = 200;
/** Bytes that may come out whatever the ratio is. */
const FREE = 4 * MB;

/** How much may still be unpacked; archives within archives share it. */
export interface Budget {
  left: number;
}

export function budget(): Budget {
  return { left: ALL };
}

export class Zip {
  #byName: Map<string, FileEntry>;

  private constructor(
    /** All files; two may have one name. */
    readonly files: readonly FileEntry[],
    private budget: Budget,
  ) {
    this.#byName = new Map(files.map((file) => [file.filename, file]));
  }

  /** Reads what an archive says is in it. */
  static async open(blob: Blob, budget: Budget): Promise<Zip> {
    const files: FileEntry[] = [];
    let entries = 0;
    try {
      const reader = new ZipReader(new BlobReader(blob), { useWebWorkers: false, filenameValidation: "tolerant" });
      for await (const entry of reader.getEntriesGenerator() as AsyncIterable<Entry>) {
        entries += 1;
        if (entries > ENTRIES) throw READERS.manyEntries(ENTRIES);
        if (!entry.directory) files.push(entry);
      }
    } catch (error) {
      throw isTrouble(error) ? error : READERS.broken(reasonOf(error));
    }
    return new Zip(files, budget);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Unpacks the file of a name. */
  async read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const entry = this.#byName.get(name);
    if (!entry) throw READERS.broken(`${name} is missing`);
    return this.unpack(entry);
  }

  async unpack(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
    if (entry.encrypted) throw READERS.protectedFile;
    const chunks: Uint8Array[] = [];
    const most = Math.min(LARGEST, this.budget.left, Math.max(FREE, entry.compressedSize * RATIO));
    let size = 0;
    const sink = new WritableStream<Uint8Array>({
      write: (chunk) => {
        size += chunk.length;
        if (size > most) throw READERS.bomb(most);
        chunks.push(chunk);
      },
    });
    try {
      await entry.getData(sink, { useWebWorkers: false, checkCrc32: true, checkOverlappingEntry: true });
    } catch (error) {
      if (size > most) throw READERS.bomb(most);
      if (error instanceof Error && [ERR_ENCRYPTED, ERR_UNSUPPORTED_ENCRYPTION].includes(error.message)) throw READERS.protectedFile;
      throw READERS.broken(reasonOf(error));
    } finally {
      this.budget.left -= size;
    }
    return joined(chunks, size);
  }
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
