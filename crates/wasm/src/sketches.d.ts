/** Two sketches compared by a method. */
export interface SketchesCompared {
    /**
     * How alike they are by the method's measure: a share from 0 to 1, a number of parts that agree, or of simhashes how
     * many bits differ; null where there is nothing to go by.
     */
    score: number | null;
    /** Whether that is enough for the method. */
    alike: boolean;
}

/** Why two sketches agree or differ. */
export interface Explanation {
    /** Their parts, in the order of the sketch. */
    parts: SketchPart[];
    /** How far simhashes of several lexicons are apart by each rule, whichever the method goes by; else null. */
    lexicons: LexiconDistances | null;
}

/** How far two documents' simhashes of several lexicons are apart, in bits. */
export interface LexiconDistances {
    /** In the lexicon where they are nearest: `rule=any`. */
    any: number;
    /** The least that most lexicons are within: `rule=majority`. */
    majority: number;
    /** Over all lexicons: `rule=sum`. */
    sum: number;
}

/** A part that both sketches have. */
export interface SketchPart {
    kind: "whole" | "shingles" | "min-values" | "supershingle" | "projection" | "i-match" | "bucket" | "simhash";
    /** Which of its kind, from 0: of simhashes and I-Match hashes, the lexicon. */
    number: number;
    /** What the first document has, as hexadecimal digits; null where it has nothing, or more than a number. */
    a: string | null;
    b: string | null;
    /** How much of it is equal: bits, shingles, min-values; 1 or 0 of what is equal or not. */
    agree: number;
    of: number;
    /** What set the difference, the most first. */
    features: SketchFeature[];
    /** How many more features had a share in it. */
    further: number;
}

/** A word or shingle that had a share in a difference. */
export interface SketchFeature {
    /** Its words as they are hashed: folded, and stemmed where the recipe says so. */
    text: string;
    weight: number;
    /** How often each document has it. */
    a: number;
    b: number;
    /**
     * Its share: of simhashes and projections, how far it drew the sums of the bits that differ apart; of min-values and
     * supershingles, how many of the min-values that differ are its own; else its weight for each time that one document
     * has it more often.
     */
    moved: number;
}

/** What a document is known by as a whole: `POST /v1/seen` takes it in place of a text. */
export interface DocumentFingerprints {
    /** 16 hexadecimal digits each, first those of words, then those of shingles. */
    fingerprints: string[];
    /** How many words the document has. */
    words: number;
    /** The id of the design that they were made by. */
    design: string;
}

/** What the fingerprints of two documents say of them, beside the resemblance that they estimate. */
export interface ComparedAsWholes {
    near: boolean;
    /** In how many bits their fingerprints differ, of how many, and in how many near ones may. */
    distance: number;
    bits: number;
    allowed: number;
    /** Of their sets of shingles of two words, with an interval of 95 %. */
    resemblance: { low: number; estimate: number; high: number };
    /** The same, counted. */
    exact: number;
}
