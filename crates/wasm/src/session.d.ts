/** How documents are read and compared; what is left out is as in the default recipe. */
export interface Options {
    /** Words or other units in a shingle, 1 to 64. */
    shingle?: number;
    /** Runs of at least this many shared words are always found, 2 to 1,000. */
    run?: number;
    /** How far passages are looked for: "copied", words in a row with a few changed between them, or "edited", which is the default: also words that are rarely near one another by chance, however many are changed between them. */
    reach?: "copied" | "edited";
    shingle_hash?: "rolled64" | "md5" | "rabin32" | "rabin40" | "rabin64";
    /** What a shingle is made of. With "md5", words only; sentences with `twinprint/languages` only. */
    units?: "words" | "lines" | "sentences" | "characters";
    words?: "unicode" | "white-space" | "alphanumeric";
    urls?: "as-text" | "slashes-and-dots";
    images?: "ignored" | "sources";
    /** What is taken out before words are read: "volatile" (dates, times, counters, ids, addresses; with `twinprint/languages` only) or "none". */
    clean?: string | null;
    /** The language whose stop words are left out, such as "en". */
    stop_words?: string | null;
    /** The language by whose Snowball rules words are stemmed, such as "en". */
    stemmer?: string | null;
    /** What does not count, by how it is set in the text; nothing, unless given. */
    leave_out?: ("quotations" | "block-quotes" | "bibliography")[];
}

/** What is thrown: what is wrong, where, and what to do about it. */
export interface TwinprintError extends Error {
    kind:
        | "no-words"
        | "only-template"
        | "not-text"
        | "too-large"
        | "other-recipe"
        | "invalid-option"
        | "other-model"
        | "bad-model"
        | "other-model-version";
    what: string;
    place: string;
    remedy: string;
}

/** How often something was folded that a reader does not see. Counts, never a verdict. */
export interface Flags {
    invisible: number;
    soft_hyphens: number;
    look_alikes: number;
    foreign_words: number;
    styled: number;
}

export interface DocumentSummary {
    words: number;
    /** The simhash, 16 hexadecimal digits. */
    fingerprint: string;
    flags: Flags;
    /** Whether it is the source of a program: only word-for-word copies mean something. */
    program: boolean;
}

/** The numbers of a pair. Ratios go from 0 to 1. What is left out counts in none but words_*, template_words_* and left_out_words_*. */
export interface PairNumbers {
    resemblance: number;
    /** The share of a's shingles found in b. */
    containment_a: number;
    containment_b: number;
    shared_shingles: number;
    shingles_a: number;
    shingles_b: number;
    words_a: number;
    words_b: number;
    template_words_a: number;
    template_words_b: number;
    /** Words of a that do not count for another reason. */
    left_out_words_a: number;
    left_out_words_b: number;
    /** Words of a that are equal to their partner in a shared passage. */
    shared_words_a: number;
    shared_words_b: number;
    /** Words of a that are equal to their partner in a passage, but for those that are shared: in edited passages, and at the edited ends of copied ones. */
    edited_words_a: number;
    edited_words_b: number;
    /** The most equal words in a row within a copied passage. */
    longest_run: number;
    /** 0 to 64. */
    simhash_distance: number;
}

export interface PairSummary extends PairNumbers {
    /** How many passages the two share. */
    passages: number;
}

/** UTF-16 code units of the text to show (Session.view), from start to before end. */
export interface Place {
    start: number;
    end: number;
}

/** Equal words in a row. */
export interface Run {
    a: Place;
    b: Place;
    words: number;
}

/** Runs in the same order in both; what lies between them was changed. */
export interface Passage {
    a: Place;
    b: Place;
    words: number;
    longest_run: number;
    /** Whether it was found by how rare its words are, with no run of as many words in it as are always found. */
    edited: boolean;
    /** How rare its words are, less the choice of its place: were words drawn by their frequencies, n bits would be one in 2^n pairs. */
    bits: number;
    runs: Run[];
    /** At how many further places its longest run begins. */
    elsewhere_a: number;
    elsewhere_b: number;
    /** The first of those places. */
    also_a: Place[];
    also_b: Place[];
}

export interface Mark extends Place {
    kind: "invisible" | "soft_hyphen" | "look_alike" | "foreign_word" | "styled";
}

/** Words in a row that do not count. */
export interface LeftOut extends Place {
    kind: "taken-out" | "quotations" | "block-quotes" | "bibliography" | "common";
    /** Where it was taken out, with which of the texts: by their order, those of the pair alone after those of all documents. */
    text?: number;
    words: number;
}

export interface Report extends PairNumbers {
    a: string;
    b: string;
    passages: Passage[];
    template_a: Place[];
    template_b: Place[];
    left_out_a: LeftOut[];
    left_out_b: LeftOut[];
    flags_a: Flags;
    flags_b: Flags;
    marks_a: Mark[];
    marks_b: Mark[];
    /** The id of the recipe by which both were read. */
    recipe: string;
}
