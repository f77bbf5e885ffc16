/** A file of an index that is to be written into the service's memory. */
export interface IndexFile {
    name: string;
    bytes: number;
}

/** What one of several services that hold parts of an index sent. */
export interface PartAnswer {
    /** Its name. */
    part: string;
    status?: number;
    body?: Uint8Array;
    /** Why nothing came, in place of status and body. */
    failure?: string;
}

/** What was seen, in shards: the manifest to keep, the names of all its files, and those of them that are new. */
export interface SeenInShards {
    manifest: string;
    names: string[];
    files: { name: string; bytes: Uint8Array }[];
}

/** A request to `/v1/seen` that was read: why it is refused, or the body to send on, with fingerprints in place of a text. */
export type SeenRead = { refused: Answered; body?: undefined } | { refused?: undefined; body: string };
