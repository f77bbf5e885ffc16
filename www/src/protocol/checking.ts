//! What the checking page and its worker say to each other. The page owns the documents and does all fetching, under its own
//! policy; the worker owns the core, and hands the page what is to be fetched.

import type { AccessMode, Disclosed, DocumentsFacts, Findings, FoundPassage, FoundSource, IndexFacts, Place } from "twinprint/check";
import type { Flags, Format, Problem, Source, View } from "./comparing.ts";

export type { AccessMode, Disclosed, Findings, FoundPassage, FoundSource, Place };

/** One request to an index. Addresses are relative to the index's. */
export interface IndexRequest {
  path: string;
  /** The body of a POST; without one it is a GET. */
  body?: Uint8Array<ArrayBuffer>;
  /** A part of a file, from its first byte to before its last. */
  range?: { start: number; end: number };
  /** What the answer is to be of. */
  type: "json" | "lookup" | "bytes";
  /** More bytes than this are not taken. */
  most: number;
  /** Whether the file never changes under its name, so that the browser may keep it. */
  immutable?: boolean;
}

/** From the page to the worker. A `ticket` is the number of the request that an answer belongs to. */
export type Request =
  | { is: "put"; id: number; version: number; name: string; source: Source; format: Format; pages?: number[] | undefined }
  | { is: "remove"; id: number }
  | { is: "open"; ticket: number; address: string; first: "service" | "files" }
  | { is: "prepare"; ticket: number; address: string; mode: AccessMode }
  | { is: "check"; ticket: number; id: number; address: string; mode: AccessMode; secret?: Uint8Array<ArrayBuffer> | undefined }
  | { is: "view"; ticket: number; id: number }
  | { is: "source-view"; ticket: number; id: number; first: number }
  | { is: "html" | "json"; ticket: number; id: number }
  | { is: "recall"; ticket: number; id: number; remember: boolean }
  | { is: "remembered" | "export" | "forget-all"; ticket: number }
  | { is: "forget"; ticket: number; name: string }
  | { is: "import"; ticket: number; file: string }
  | { is: "fetched"; fetch: number; bytes: Uint8Array<ArrayBuffer> }
  | { is: "not-fetched"; fetch: number; problem: Problem };

/** How far a check is. */
export interface Progress {
  stage: "reading" | "index" | "asking" | "sources" | "comparing";
  /** Of the bytes to be fetched at this stage, where they are known. */
  done: number;
  of: number;
}

/** What an index is, by what is found in it. */
export type Facts = (IndexFacts & { find: "passages" }) | (DocumentsFacts & { find: "documents"; ways: AccessMode[] });

/** What an index of documents as wholes has near a document. */
export interface Looked {
  near: Near;
}

/** What a check found, and what was sent to the index for it. */
export interface Checked {
  findings: Findings;
  disclosed: Disclosed;
  /** Milliseconds it took, waiting for the network included. */
  time: number;
}

/** Whether a document is near one of an index of documents as wholes, or one that is remembered on this device. */
export interface Near {
  status: "new" | "known";
  words: number;
  /** The bits of all fingerprints, of which a match differs in `distance`. */
  bits: number;
  /** The nearest first. */
  matches: NearMatch[];
  /** How many documents there are, or how many are remembered. */
  documents: number;
  /** Whether there may be more matches. */
  truncated?: boolean;
  /** By which name it is remembered on this device, if it is from now on. */
  id?: string | null;
}

/** A document that is near another. */
export interface NearMatch {
  id: string;
  distance: number;
  resemblance: { low: number; estimate: number; high: number };
  /** How many unrelated documents come as near by chance, at most. */
  by_chance: number;
  /** Of what is remembered on this device: when, in seconds since 1970. */
  first_seen?: number;
  last_seen?: number;
}

/** From the worker to the page. */
export type Event =
  | { is: "read"; id: number; version: number; words: number; flags: Flags; program: boolean }
  | { is: "unreadable"; id: number; version: number; problem: Problem }
  | { is: "fetch"; fetch: number; ticket: number; address: string; request: IndexRequest }
  | { is: "progress"; ticket: number; progress: Progress }
  | { is: "answer"; ticket: number; value: Facts | Checked | Looked | View | Near | string | number | null }
  | { is: "failure"; ticket: number; problem: Problem }
  | { is: "down"; reading: number | null; reason: string };
