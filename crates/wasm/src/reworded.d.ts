/** A passage that both documents have in other words, or the same. It may be wrong: sentences may say much the same by chance. */
export interface RewordedPassage {
    a: Place;
    b: Place;
    /** How many words of a it has. */
    words_a: number;
    words_b: number;
    /** How alike it is as a whole, 0 to 1. */
    likeness: number;
    /** Which sentences answer to which, in the order of a. */
    sentences: SentencePair[];
}

/** Two sentences that say much the same. */
export interface SentencePair {
    a: Place;
    b: Place;
    /** How alike they are, 0 to 1. */
    likeness: number;
    /** The words that both have: of four letters or more, or two in a row where words stand without spaces. */
    shared_a: Place[];
    shared_b: Place[];
}
