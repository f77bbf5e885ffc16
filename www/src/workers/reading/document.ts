//! Reads one file. What reads a kind of file is loaded when the first of that kind comes.

import { HEAD, formatOf, seen } from "../../documents/reading/kinds.ts";
import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import type { Budget, Zip } from "./zip.ts";

/** A file may have pictures in it; its text is much shorter. */
const LARGEST = 256 * 1024 * 1024;
/** UTF-16 units of a text. */
const LONGEST = 32 * 1024 * 1024;
/** An archive may hold the work of a whole year. */
const LARGEST_ARCHIVE = 4 * 1024 * 1024 * 1024;

export type PageRead = (page: number, pages: number) => void;
export type Found = { read: Read } | { archive: Zip; budget: Budget };

/** Reads a document, or opens an archive of documents. What is unpacked is taken from `budget`. */
export async function openFile(file: Blob, path: string, pageRead: PageRead, budget?: Budget): Promise<Found> {
  const name = path.split("/").at(-1)!;
  const head = await bytesOf(file.slice(0, HEAD));
  const kind = seen(head, name);
  if (kind === "packed") {
    if (file.size > LARGEST_ARCHIVE) throw READERS.tooLarge(file.size, LARGEST_ARCHIVE);
    return openPacked(file, budget);
  }
  const limit = kind === "text" ? LONGEST : LARGEST;
  if (file.size > limit) throw READERS.tooLarge(file.size, limit);
  switch (kind) {
    case "pdf":
      return { read: bounded(await (await loaded(() => import("./pdf.ts"))).readPdf(await bytesOf(file), pageRead)) };
    case "rtf":
      return { read: bounded((await loaded(() => import("./rtf.ts"))).readRtf(await bytesOf(file))) };
    case "notebook":
      return { read: bounded((await loaded(() => import("./notebook.ts"))).readNotebook(await bytesOf(file))) };
    case "compound":
      throw compound(await bytesOf(file));
    case "text":
      return { read: { source: file, format: formatOf(name, file.type, head) } };
  }
}

/** What is packed is a document of many parts, or an archive of documents. */
async function openPacked(file: Blob, given?: Budget): Promise<Found> {
  const { Zip, budget: all } = await loaded(() => import("./zip.ts"));
  const budget = given ?? all();
  const zip = await Zip.open(file, budget);
  const type = zip.has("mimetype") ? new TextDecoder().decode((await zip.read("mimetype")).subarray(0, 200)).trim() : "";
  if (type === "application/epub+zip" || (zip.has("META-INF/container.xml") && zip.files.some(({ filename }) => filename.endsWith(".opf")))) {
    return { read: bounded(await (await loaded(() => import("./epub.ts"))).readEpub(zip)) };
  }
  if (type.startsWith("application/vnd.oasis.opendocument.text")) {
    return { read: bounded(await (await loaded(() => import("./odt.ts"))).readOdt(zip)) };
  }
  if (type.startsWith("application/vnd.oasis.opendocument.")) throw READERS.office("an OpenDocument file that is not a text");
  if (zip.has("[Content_Types].xml")) {
    if (zip.has("xl/workbook.xml")) throw READERS.office("a spreadsheet");
    if (zip.has("ppt/presentation.xml")) throw READERS.office("a presentation");
    return { read: bounded(await (await loaded(() => import("./docx.ts"))).readDocx(zip)) };
  }
  if (zip.has("Index/Document.iwa") || zip.has("Index.zip")) throw READERS.pages;
  return { archive: zip, budget };
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
