//! What the page and the worker that reads files say to each other.

import type { AsideOfFile, ReadFile } from "twinprint/readers";
import type { Format, Problem } from "./comparing.ts";

/** What a document was read from. */
export type Kind = ReadFile["kind"];

/** What a document was read from, and what its file says of it. */
export interface Origin {
  kind: Kind;
  title?: string;
  author?: string;
  /** Pages on which there is no text. */
  blank?: number;
  /** What the file has beside its text. */
  asides?: Aside[];
  /** Words that look otherwise than they are read. */
  disguised?: number;
  /** Of the file itself, in hexadecimal digits. */
  sha256?: string;
}

export type Aside = AsideOfFile;

/** What was read from a file. */
export interface Read {
  /** A text, or the bytes of a file that is text already. */
  source: string | Blob;
  format: Format;
  /** Where each page starts, in UTF-16 units. */
  pages?: number[];
  origin?: Origin;
}

/** From the page: read this file. What is inside an archive is read from the file with number `from` on. */
export interface Request {
  file: Blob;
  path: string;
  from: number;
}

/** From the worker. The file asked for, and each inside it, is named by its path. */
export type Event =
  | { is: "inside"; total: number }
  | { is: "at"; at: number; path: string }
  | { is: "page"; page: number; pages: number }
  | { is: "read"; path: string; read: Read }
  | { is: "problem"; path: string; problem: Problem }
  | { is: "left-out"; path: string }
  | { is: "done" };

/** A problem whose place is said by whoever knows the file. */
export type Trouble = Omit<Problem, "place">;
