/** What an index of documents as wholes says of itself. */
export interface DocumentsFacts {
    documents: number;
    /** The bytes of all its files; 0 where it is behind a service. */
    bytes: number;
    /** Changes with everything that is in it, 16 hexadecimal digits. */
    checksum: string;
    /** The bytes of fingerprints by which a document is known. */
    known_by: number;
    /** Of one that is read by ranges of its files: how many bits of a document's fingerprints choose the buckets that a look-up reads, and about how many bytes these have. */
    by_ranges: { bits: number; bytes: number } | null;
}

/** The documents of an index that are near another. */
export interface NearDocuments {
    status: "new" | "known";
    words: number;
    /** The bits of all fingerprints, of which a match differs in `distance`. */
    bits: number;
    /** The nearest first. */
    matches: NearDocument[];
    /** Whether there may be more. */
    truncated: boolean;
    /** How many documents the index has. */
    documents: number;
}

export interface NearDocument {
    id: string;
    /** Its number in the index, from 0 on. */
    document: number;
    distance: number;
    /** In how many of these bits of shingles. */
    of_shingles: number;
    /** Of their sets of shingles of two words, with an interval of 95 %. */
    resemblance: { low: number; estimate: number; high: number };
    /** How many unrelated documents of the index come as near by chance, at most. */
    by_chance: number;
}
