//! Reads one file. What reads a kind of file is loaded when the first of that kind comes.

import type { ArchiveReader } from "twinprint/archives";
import { sha256 } from "../../documents/digest.ts";
import { extension, HEAD, formatOf, seen } from "../../documents/reading/kinds.ts";
import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { readBy } from "./file.ts";
import type { Readers } from "./file.ts";
import type { Budget, Zip } from "./zip.ts";

/** A file may have pictures in it; its text is much shorter. */
const LARGEST = 256 * 1024 * 1024;
/** UTF-16 units of a text. */
const LONGEST = 32 * 1024 * 1024;
/** An archive may hold the work of a whole year. */
const LARGEST_ARCHIVE = 4 * 1024 * 1024 * 1024;

/** Called with each page that was read, from 1 on, and how many there are. */
export type PageRead = (page: number, pages: number) => void;
export type Found = { read: Read } | { archive: Zip; budget: Budget } | { files: ArchiveReader };

/** Reads a document, or opens an archive of documents. What is unpacked is taken from `budget`. */
export async function openFile(file: Blob, path: string, pageRead: PageRead, budget?: Budget): Promise<Found> {
  const name = path.split("/").at(-1)!;
  const head = await bytesOf(file.slice(0, HEAD));
  const kind = seen(head, name);
  if (kind === "packed") {
    if (file.size > LARGEST_ARCHIVE) throw READERS.tooLarge(file.size, LARGEST_ARCHIVE);
    return openPacked(file, extension(name), pageRead, budget);
  }
  const limit = kind === "text" ? LONGEST : LARGEST;
  if (file.size > limit) throw READERS.tooLarge(file.size, limit);
  switch (kind) {
    case "pdf":
      return { read: await readWith(await loaded(() => import("./pdf.ts")), extension(name), await bytesOf(file), pageRead) };
    case "archive":
    case "mail":
      return openMail(await bytesOf(file), path, pageRead);
    case "rtf":
    case "notebook":
    case "latex":
      return { read: await readOffice(file, extension(name), pageRead) };
    case "compound":
      throw compound(await bytesOf(file));
    case "text":
      return { read: { source: file, format: formatOf(name, file.type, head) } };
  }
}

/** A message, or the files of an archive, among them those that are attached to a message. */
async function openMail(bytes: Uint8Array<ArrayBuffer>, path: string, pageRead: PageRead): Promise<Found> {
  const readers = await loaded(() => import("./mail.ts"));
  const files = readers.ArchiveReader.open(path, bytes);
  return files ? { files } : { read: await readWith(readers, extension(path), bytes, pageRead) };
}

/** Reads a file of an archive that has been opened: a message's own text is not opened once more. */
export async function readOpened(bytes: Uint8Array<ArrayBuffer>, path: string, pageRead: PageRead): Promise<Read> {
  const file = new Blob([bytes]);
  if (seen(bytes.subarray(0, HEAD), path) === "mail") {
    return readWith(await loaded(() => import("./mail.ts")), extension(path), bytes, pageRead);
  }
  const found = await openFile(file, path, pageRead);
  if ("read" in found) return found.read;
  throw READERS.office("an archive");
}

async function readOffice(file: Blob, ending: string, pageRead: PageRead): Promise<Read> {
  return readWith(await loaded(() => import("./office.ts")), ending, await bytesOf(file), pageRead);
}

/** Reads a file, and says by which digest it is known again: of what is read only its text stays. */
async function readWith(readers: Readers, ending: string, bytes: Uint8Array<ArrayBuffer>, pageRead: PageRead): Promise<Read> {
  const digest = await sha256(bytes);
  const read = bounded(readBy(readers, ending, bytes, pageRead));
  return { ...read, origin: { ...read.origin!, ...(digest && { sha256: digest }) } };
}

/** Files by which a document of many parts is told from an archive of documents. */
const OF_DOCUMENTS = ["mimetype", "META-INF/container.xml", "[Content_Types].xml"];

/** What is packed is a document of many parts, or an archive of documents. */
async function openPacked(file: Blob, ending: string, pageRead: PageRead, given?: Budget): Promise<Found> {
  const { Zip, budget: all } = await loaded(() => import("./zip.ts"));
  const budget = given ?? all();
  const zip = await Zip.open(file, budget);
  if (zip.has("Index/Document.iwa") || zip.has("Index.zip")) throw READERS.pages;
  if (!OF_DOCUMENTS.some((name) => zip.has(name))) return { archive: zip, budget };
  if (file.size > LARGEST) throw READERS.tooLarge(file.size, LARGEST);
  return { read: await readOffice(file, ending, pageRead) };
}

/** Office's older container: an older document, or a newer one behind a password. */
function compound(bytes: Uint8Array) {
  const names = new TextDecoder("latin1").decode(bytes);
  return names.includes([..."EncryptedPackage"].join("\0")) ? READERS.protectedFile : READERS.oldWord;
}

function bounded(read: Read): Read {
  if (typeof read.source === "string" && read.source.length > LONGEST) throw READERS.tooLarge(read.source.length, LONGEST);
  return read;
}

async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(() => {
    throw READERS.notLoaded;
  });
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw READERS.notRead;
  }
}
