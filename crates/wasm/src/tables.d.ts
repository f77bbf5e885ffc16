/** What an index of fingerprints is. */
export interface TablesDescription {
    /** How many bits a fingerprint has: 32, 64 or 128. */
    bits: number;
    /** The most bits in which what is found differs from what is looked up. */
    k: number;
    /** How many fingerprints there are, each counted once. */
    fingerprints: number;
    tables: number;
    /** The bytes of all shards. */
    bytes: number;
    /** The id of the recipe that the fingerprints were made by, as 32 hexadecimal digits; zeros where it is not known. */
    recipe: string;
    /** The same for the same fingerprints, documents and tables: 16 hexadecimal digits. */
    digest: string;
}

/** What was found within k bits of a fingerprint. */
export interface TablesAnswer {
    /** Each fingerprint once, the nearest first. */
    matches: { fingerprint: string; distance: number }[];
    /** Whether there may be more, which were not looked for. */
    truncated: boolean;
}

/** The documents that have a fingerprint. */
export interface TablesDocuments {
    /** Their ordinals, as decimal digits. */
    ordinals: string[];
    /** How many there are in all. */
    count: number;
}
