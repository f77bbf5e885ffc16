//! The words of what reads files.

import type { Aside, Kind } from "../protocol/reading.ts";
import { bytes, count, counted, listed } from "./format.ts";

export const KINDS: Record<Kind, string> = {
  pdf: "PDF",
  docx: "Word",
  odt: "OpenDocument",
  pptx: "PowerPoint",
  odp: "OpenDocument presentation",
  epub: "EPUB",
  rtf: "RTF",
  notebook: "Notebook",
  latex: "LaTeX",
  mail: "Message",
};

/** What asides of each kind are, by how many words they have. */
export const ASIDES: Record<Aside["kind"], (words: number) => string> = {
  comment: (words) => `${counted(words, "word")} in comments`,
  deleted: (words) => counted(words, "deleted word"),
  hidden: (words) => counted(words, "hidden word"),
  white: (words) => `${counted(words, "word")} in white letters`,
  tiny: (words) => `${counted(words, "word")} in letters too small to read`,
};

/** Names in a sentence, kept from turning what is around them. */
const list = (names: string[]) => listed(names.map((name) => `\u2068${name}\u2069`));

const REMOVE_PASSWORD = "remove the password and add it again";
const EXPORT = "open it in the program that made it and save it as .docx or PDF";

export const READERS = {
  /** "PDF, 12 pages". */
  origin: (kind: Kind, pages: number | undefined, blank: number) =>
    [KINDS[kind], ...(pages ? [counted(pages, "page")] : []), ...(blank > 0 ? [`${count(blank)} without text`] : [])].join(", "),
  /** "214 hidden words". */
  aside: ({ kind, words }: Aside) => ASIDES[kind](words),
  /** What a document has that nobody sees. */
  notCompared: (unseen: string[]) => `Not compared: ${unseen.join(", ")}.`,
  disguised: (words: number) => `${counted(words, "word")} ${words === 1 ? "is" : "are"} drawn with other letters than the file says`,
  programAbout: "A program: only word-for-word copies are found, and shared statements may be chance. Compare programs with Dolos or JPlag.",
  programsSkipped: (names: string[]) =>
    `${counted(names.length, "program")} left out: ${list(names.slice(0, 3))}${names.length > 3 ? ` and ${count(names.length - 3)} more` : ""}. Twinprint compares prose; compare programs with Dolos or JPlag. Word-for-word copies of a program are found when you add it by itself.`,
  withoutText: (blank: number, pages: number) => `${count(blank)} of ${counted(pages, "page")} without text`,
  saysOfItself: (title: string | undefined, author: string | undefined) =>
    `In the file itself: ${[...(title ? [`title “\u2068${title}\u2069”`] : []), ...(author ? [`author \u2068${author}\u2069`] : [])].join(", ")}.`,
  notEditable: "Text from a file with pages cannot be edited here: its page numbers would become wrong.",
  progress: (done: number, all: number) => `Reading ${count(Math.min(done + 1, all))} of ${counted(all, "file")}`,
  progressPage: (page: number, pages: number) => `page ${count(page)} of ${count(pages)}`,
  progressTitle: "Reading files",
  progressLabel: "Files read",
  /** Said aloud once several files are read. */
  finished: (read: number, failed: number) => (failed > 0 ? `${counted(read, "document")} read; ${count(failed)} could not be read, the list says why.` : `${counted(read, "document")} read.`),
  stop: "Stop",
  skipped: (names: string[]) =>
    names.length <= 3
      ? `Skipped, unsupported file type: ${list(names)}.`
      : `${counted(names.length, "file")} skipped, unsupported file type: ${list(names.slice(0, 2))} and ${count(names.length - 2)} more.`,
  folderCut: (path: string) => `The folder “${path}” could not be read completely; check that you may open it.`,
  nothingInside: (name: string) => `There is no text in \u2068${name}\u2069.`,

  notOpened: { kind: "unreadable", what: "the file could not be opened", remedy: "check that you may read it, and add it again" },
  notRead: { kind: "unreadable", what: "the file could not be read", remedy: "check that it still exists and that you may open it, and add it again" },
  notLoaded: { kind: "not-loaded", what: "the program that reads this file type could not be loaded", remedy: "connect to the network and add it again" },
  /** A developer's page alone says this, in the first minutes. */
  stillBuilding: { kind: "not-loaded", what: "the reader for PDF is still being built", remedy: "load the page again once the terminal says that the page is whole, and add it again" },
  stopped: { kind: "stopped", what: "reading was stopped", remedy: "add it again to read it" },
  slow: { kind: "slow", what: "reading it took too long and was stopped", remedy: "the file may be built to do so; save its text in another format" },
  fell: { kind: "broken", what: "reading it failed, probably out of memory", remedy: "split it, or save its text in another format" },
  tooLarge: (size: number, limit: number) => ({
    kind: "too-large",
    what: `it has ${bytes(size)}; the limit here is ${count(limit / 1024 / 1024)} MB`,
    remedy: "split it, or use the command line, which takes longer documents",
  }),
  broken: (why: string) => ({ kind: "broken", what: `the file is damaged (${why.replace(/\.$/, "")})`, remedy: "open it in the program that made it and save it again" }),
  wrongKind: (expected: string) => ({ kind: "broken", what: `not ${expected}, although its name says so`, remedy: "request a new copy" }),
  noText: (pages: number) => ({
    kind: "no-text",
    what: `no text in it; its ${pages === 1 ? "page is a picture" : `${counted(pages, "page")} are pictures`} or empty`,
    remedy: "run text recognition (OCR) on it and add the result",
  }),
  empty: { kind: "no-text", what: "no text in it", remedy: "check that it is the right one" },
  attached: { kind: "no-text", what: "a message without a text of its own", remedy: "save what is attached and add that" },
  noLetters: {
    kind: "no-text",
    what: "its text cannot be extracted: its fonts do not say which letters their shapes are",
    remedy: "run text recognition (OCR) on it, or request another format",
  },
  protectedFile: { kind: "protected", what: "protected by a password", remedy: REMOVE_PASSWORD },
  protectedBook: { kind: "protected", what: "protected against copying", remedy: "request the text itself" },
  oldWord: { kind: "unsupported", what: "an older Office file, which is not supported", remedy: "save it as .docx or PDF and add that" },
  pages: { kind: "unsupported", what: "an Apple Pages document, which is not supported", remedy: EXPORT },
  office: (what: string) => ({ kind: "unsupported", what: `${what}, which is not supported`, remedy: "save its text in another format and add that" }),
  entities: { kind: "hostile", what: "its XML declares entities, which such files do not need and which can be used to fill memory", remedy: "do not trust it; request a new copy" },
  endless: { kind: "hostile", what: "drawing its pages takes far longer than any page does", remedy: "do not trust it; request it in another format" },
  longText: (limit: number) => ({
    kind: "too-large",
    what: `its text has more than ${bytes(limit)}`,
    remedy: "split it, or use the command line, which takes longer documents",
  }),
  nested: (levels: number) => ({ kind: "hostile", what: `its parts are nested more than ${count(levels)} deep`, remedy: "do not trust it; request a new copy" }),
  bomb: (limit: number) => ({ kind: "hostile", what: `it unpacks to more than ${bytes(limit)}, or to far more than it could hold`, remedy: "do not trust it; request a new copy" }),
  manyEntries: (limit: number) => ({ kind: "hostile", what: `it contains more than ${counted(limit, "file")}`, remedy: "unpack it and add the files to compare" }),
  manyPages: (pages: number, limit: number) => ({
    kind: "hostile",
    what: `it says that it has ${counted(pages, "page")}; the limit here is ${count(limit)}`,
    remedy: "split it, and do not trust it if it is small",
  }),
  outside: { kind: "hostile", what: "its path leads out of the archive", remedy: "do not trust it; look into the archive before you use it" },
  deepArchive: (levels: number) => ({ kind: "hostile", what: `an archive inside ${levels === 2 ? "two" : count(levels)} other archives is not opened`, remedy: "unpack it and add its files" }),
};
