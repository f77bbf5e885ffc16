/** How an index elsewhere is used, from what discloses nothing of a document to what discloses most. */
export type AccessMode = "download" | "ranges" | "prefix" | "whole";

/** What an index says of itself. */
export interface IndexFacts {
    documents: number;
    passages: number;
    /** Whether it has the texts of its documents. */
    texts: boolean;
    /** The id of its design, 32 hexadecimal digits. */
    recipe: string;
    /** Changes with everything that is in it, 16 hexadecimal digits. */
    checksum: string;
    /** Every run of this many words that is shared with one of its documents is found. */
    run: number;
    /** The access modes that it has. */
    ways: AccessMode[];
    /** The bytes of all its files; 0 where it is behind a service. */
    bytes: number;
    /** How many bits of a fingerprint the blocks give away that are read to look it up; 0 behind a service. */
    block_bits: number;
    /** About what each access mode costs: bytes once, and bytes a word of a document. */
    prices: { way: AccessMode; once: number; word: number }[];
    /** Parts of it that cannot be searched now. */
    missing: string[];
}

/** What is to be fetched next for a check; nothing else may be. */
export type Step = { stage: "index" | "asking" | "sources" | "comparing" } & (
    /** The bodies of POSTs to `v1/lookup`, in the service's compact form, with their numbers; none waits for another. */
    | { is: "lookups"; bodies: [number: number, body: Uint8Array<ArrayBuffer>][]; most: number }
    /** What the service says at this address. */
    | { is: "get"; path: "v1/buckets" | "v1/model" | "v1/boilerplate"; most: number }
    /** Parts of files of the index, or whole files. */
    | { is: "files"; ranges: FileRange[] }
    /** Nothing: the findings are there. */
    | { is: "done" }
);

/** Bytes of a file, from `start` to before `end`. */
export interface FileRange {
    file: string;
    start: number;
    end: number;
    /** How long the file is. */
    bytes: number;
}

/** What was sent to the index, and how much of it was drawn at random. */
export interface Disclosed {
    /** Fingerprints, or prefixes of them. */
    fingerprints: number;
    shingles: number;
    /** Buckets of sources and of texts. */
    buckets: number;
    /** How many of all of these were drawn at random. */
    decoys: number;
}

export interface Estimate {
    value: number;
    /** With a probability of 95 % it is not below. */
    low: number;
    high: number;
}

/** A stretch of a document that stands in a source. */
export interface FoundPassage {
    /** UTF-16 code units of the document's text to show. */
    document: Place;
    /** The same of the source's text if the index has it, else bytes of it. */
    source: Place;
    words: number;
    /** Found by shared shingles, pairs of words or fingerprints, or by comparing both texts. */
    how: "shingles" | "pairs" | "passage" | "text";
}

export interface FoundSource {
    /** The number of its first passage in the index: no other source has it. */
    first: number;
    id: string;
    title: string | null;
    url: string | null;
    words: number;
    /** Words of the document that stand in it. */
    shared: number;
    /** Of these, the words that no source before it explains. */
    explains: number;
    containment: Estimate;
    containment_of_source: Estimate;
    resemblance: Estimate;
    /** The most words in a row that are equal, or are at least this many. */
    longest_run: number;
    distance: number | null;
    /** Whether all of it was compared word by word with the source's text. */
    exact: boolean;
    passages: FoundPassage[];
}

export interface Findings {
    document: string;
    words: number;
    /** Words that stand in some source, each counted once. */
    explained: number;
    share: number;
    covered: Place[];
    /** The same, each stretch with the first source (by its index) that explains it; in order and apart. */
    explained_by: { place: Place; source: number }[];
    sources: FoundSource[];
    more_sources: number;
    truncated: boolean;
    missing: string[];
    recipe: string;
}
