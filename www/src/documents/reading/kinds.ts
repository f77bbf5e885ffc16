//! The kinds of files that are read, recognised by their first bytes; a name decides only where bytes do not.

import type { Format } from "../../protocol/comparing.ts";

/** What a file seems to be: ready to be read as text, a document of another kind, something packed as ZIPs are, or another archive. */
export type Seen = "text" | "pdf" | "packed" | "archive" | "mail" | "rtf" | "notebook" | "latex" | "compound";

/** How many bytes of a file its kind is recognised by. */
export const HEAD = 4096;

/** The same as page/parts/drop.html offers. */
const TEXT = ["txt", "text", "md", "markdown", "html", "htm", "xhtml"];
const LATEX = ["tex", "ltx", "latex"];
/** The old Word format and that of Pages cannot be read, but a person should be told of each essay in them. */
const OTHERS = ["pdf", "docx", "docm", "odt", "pptx", "odp", "epub", "rtf", "ipynb", "zip", "doc", "pages", "eml"];
/** Archives but for ZIPs, by the whole of their names: "class.tar.gz". */
const ARCHIVE = /\.(tar|tgz|tbz2?|txz|tzst|mbox|mbx)$|\.(tar|mbox)\.(gz|zst|xz|bz2)$/i;

/** Whether a file is taken from folders and archives; a single one that somebody picks is tried whatever its name. */
export function taken(name: string): boolean {
  return [...TEXT, ...LATEX, ...OTHERS].includes(extension(name)) || ARCHIVE.test(name);
}

/** Programs, of whatever language. Twinprint compares prose. */
const PROGRAM =
  /\.(py|java|c|h|cc|cpp|cxx|hpp|cs|m?js|cjs|m?ts|[jt]sx|go|rs|rb|php|swift|kts?|scala|r|jl|pl|lua|hs|mli?|sql|sh|asm|pas|f90|vb|dart|clj|exs?|erl|zig|sol|vhdl?)$/i;

/** Whether a file is a program by its name. */
export function isProgramName(name: string): boolean {
  return PROGRAM.test(name);
}

/** What systems leave in folders and archives for themselves; nobody needs to hear of it. */
export function isLitter(path: string): boolean {
  const name = path.split("/").at(-1)!;
  return /(^|\/)__MACOSX\//.test(path) || name.startsWith("._") || [".DS_Store", "Thumbs.db", "desktop.ini"].includes(name);
}

/** The end of a name behind its last dot, in lower case. */
export function extension(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** What a file seems to be, by its first bytes. */
export function seen(head: Uint8Array, name: string): Seen {
  const text = new TextDecoder("latin1").decode(head.subarray(0, HEAD));
  // What is packed first: a file in it may be a PDF that is stored as it is.
  if (/^PK(\x03\x04|\x05\x06|\x07\x08)/.test(text)) return "packed";
  if (text.slice(0, 1024).includes("%PDF-")) return "pdf";
  if (text.startsWith("ustar", 257) || ARCHIVE.test(name)) return "archive";
  if (text.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return "compound";
  if (/^(\xef\xbb\xbf)?\s*\{\\rtf/.test(text)) return "rtf";
  if (extension(name) === "eml") return "mail";
  const json = /^(\xef\xbb\xbf)?\s*\{/.test(text);
  if (json && (extension(name) === "ipynb" || (/"cells"\s*:/.test(text) && /"cell_type"\s*:/.test(text)))) return "notebook";
  const isLatex = /^(\xef\xbb\xbf)?\s*\\documen/.test(text) && !TEXT.includes(extension(name));
  return isLatex || LATEX.includes(extension(name)) ? "latex" : "text";
}

/** How a text is to be read: as HTML if it is named so, or if it is HTML under the name of another kind. */
export function formatOf(name: string, type: string, head: Uint8Array): Format {
  if (/\.(html?|xhtml)$/i.test(name) || type === "text/html") return "html";
  const marked = /^(\xef\xbb\xbf)?\s*(<!doctype html|<html)/i.test(new TextDecoder("latin1").decode(head.subarray(0, 200)));
  return marked && OTHERS.includes(extension(name)) ? "html" : "plain";
}
