//! What the paper leaves open: each question is answered by the same set of pairs.

use twinprint::lexicon::Lexicons;
use twinprint::simhash::{Bits, Rule};
use twinprint::text::TextOptions;
use twinprint_native::Error;

use crate::markdown::{cells, share, table};
use crate::prints::{SEEDS, Shape, Signatures, cut, judge, sign, sign_by_hashes};
use crate::set::{Set, Words, mean, terms, tuned};
use crate::weak;

pub(crate) fn run(set: &Set) -> Result<(), Error> {
    let words = set.words(&terms())?;
    word_hashes(set, &words)?;
    lexicons_or_hashes(set, &words)?;
    one_or_several(set, &words)?;
    left_out(set, &words)?;
    terms_and_weights(set)?;
    phrases(set)
}

/// The mean of the tuned F over seeds.
fn f(set: &Set, signatures: &[Signatures], bits: Bits, prints: usize, rule: Rule) -> String {
    share(mean(signatures.iter().map(|signatures| tuned(&judge(set, &cut(signatures, bits, prints), rule)))))
}

fn seeds(sign: impl Fn(u64) -> Result<Signatures, Error>) -> Result<Vec<Signatures>, Error> {
    SEEDS.into_iter().map(sign).collect()
}

/// Whether two words a shingle are better than one depends on the hash.
fn word_hashes(set: &Set, words: &[Words]) -> Result<(), Error> {
    let vocabulary = weak::vocabulary(set)?;
    let mut rows: Vec<Vec<String>> = (weak::HASHES.iter())
        .map(|hash| {
            let of_w = |w| share(tuned(&weak::judge(set, words, &vocabulary, hash, w)));
            std::iter::once(hash.name.to_owned()).chain((1..=5).map(of_w)).collect()
        })
        .collect();
    let mut row = cells(["built in, mean of five seeds"]);
    for w in 1..=5 {
        let signatures = seeds(|seed| sign(words, &Shape::seeded(w, 1, seed)))?;
        row.push(f(set, &signatures, Bits::B32, 1, Rule::Any));
    }
    rows.push(row);
    let header = cells(["32-bit hash of a shingle", "w = 1", "w = 2", "w = 3", "w = 4", "w = 5"]);
    table("Tuned F by the hash, 32 bits, one lexicon", &header, &rows);
    Ok(())
}

/// Whether prints from lexicons do better than as many prints from the whole vocabulary.
fn lexicons_or_hashes(set: &Set, words: &[Words]) -> Result<(), Error> {
    let lexicons = seeds(|seed| sign(words, &Shape::seeded(2, 10, seed)))?;
    let hashes = seeds(|seed| sign_by_hashes(words, 2, 10, seed))?;
    let mut rows = Vec::new();
    for prints in 1..=10 {
        let mut row = cells([prints]);
        for bits in [Bits::B32, Bits::B64] {
            for rule in [Rule::Any, Rule::Sum] {
                row.push(f(set, &lexicons, bits, prints, rule));
                row.push(f(set, &hashes, bits, prints, rule));
            }
        }
        rows.push(row);
    }
    let mut header = cells(["prints"]);
    for bits in [32, 64] {
        for rule in ["any", "sum"] {
            header.extend(["lexicons", "hashes"].map(|of| format!("{bits} bits, {rule}: {of}")));
        }
    }
    table(
        "Tuned F: random lexicons against independent hashes of all words, two words a shingle",
        &header,
        &rows,
    );
    Ok(())
}

/// One long print against short ones of as many bits together.
fn one_or_several(set: &Set, words: &[Words]) -> Result<(), Error> {
    const SIZES: [(u32, usize, Bits); 5] = [
        (64, 1, Bits::B64),
        (64, 2, Bits::B32),
        (128, 1, Bits::B128),
        (128, 2, Bits::B64),
        (128, 4, Bits::B32),
    ];
    let mut columns = Vec::new();
    for w in [1, 2] {
        columns.push(seeds(|seed| sign(words, &Shape::seeded(w, 4, seed)))?);
        columns.push(seeds(|seed| sign_by_hashes(words, w, 4, seed))?);
    }
    let rows = SIZES.map(|(together, prints, bits)| {
        let mut row = cells([format!("{together} bits: {prints} of {}", bits.count())]);
        for signatures in &columns {
            row.extend([Rule::Any, Rule::Sum].map(|rule| f(set, signatures, bits, prints, rule)));
        }
        row
    });
    let mut header = cells(["size"]);
    for w in [1, 2] {
        for of in ["lexicons", "hashes"] {
            header.extend(["any", "sum"].map(|rule| format!("w = {w}, {of}, {rule}")));
        }
    }
    table("Tuned F: one long print against several short ones", &header, &rows);
    Ok(())
}

/// The share of terms that a random lexicon leaves out.
fn left_out(set: &Set, words: &[Words]) -> Result<(), Error> {
    let mut rows = Vec::new();
    for leave_out in [50, 100, 200, 333, 400, 500, 600, 700] {
        let mut row = cells([leave_out]);
        for (bits, lexicons) in [(Bits::B32, 5), (Bits::B64, 10)] {
            let signatures = seeds(|seed| {
                let seeded = Shape::seeded(2, lexicons, seed);
                sign(words, &Shape { lexicons: Lexicons { leave_out, ..seeded.lexicons.clone() }, ..seeded })
            })?;
            row.extend([Rule::Any, Rule::Sum].map(|rule| f(set, &signatures, bits, lexicons, rule)));
        }
        rows.push(row);
    }
    let header =
        cells(["left out, thousandths", "32 bits, L = 5, any", "sum", "64 bits, L = 10, any", "sum"]);
    table("Tuned F by the share that a lexicon leaves out, two words a shingle", &header, &rows);
    Ok(())
}

/// Stop words, stems and weights, each on and off.
fn terms_and_weights(set: &Set) -> Result<(), Error> {
    let stemmed = terms();
    let plain = TextOptions::default();
    let rules = [
        ("stop words out, stems", stemmed),
        ("stop words out, no stems", stemmed.with_stemmer(None)),
        ("stop words in, stems", stemmed.with_stop_words(None)),
        ("stop words in, no stems", plain),
    ];
    let mut rows = Vec::new();
    for (name, options) in rules {
        let words = set.words(&options)?;
        // The model has stems; a word that is none of its terms weighs as the rarest.
        let weighings: &[bool] = if options.stemmer.is_some() { &[true, false] } else { &[false] };
        for &weighted in weighings {
            let mut row = cells([format!("{name}, {}", if weighted { "IDF" } else { "weight 1" })]);
            for w in [1, 2, 3] {
                let signatures =
                    seeds(|seed| sign(&words, &Shape { weighted, ..Shape::seeded(w, 1, seed) }))?;
                row.extend([Bits::B32, Bits::B64].map(|bits| f(set, &signatures, bits, 1, Rule::Any)));
            }
            rows.push(row);
        }
    }
    let mut header = cells(["terms"]);
    for w in [1, 2, 3] {
        header.extend([32, 64].map(|bits| format!("w = {w}, {bits} bits")));
    }
    table("Tuned F by what terms are and weigh, one lexicon", &header, &rows);
    Ok(())
}

/// The model's phrases as terms.
fn phrases(set: &Set) -> Result<(), Error> {
    let mut rows = Vec::new();
    for (w, lexicons, rule) in [(1, 1, "any"), (2, 1, "any"), (1, 10, "any"), (2, 10, "any"), (2, 10, "sum")]
    {
        let mut row = cells([format!("w = {w}, L = {lexicons}, {rule}")]);
        for phrases in ["no", "yes"] {
            let seeds = if lexicons == 1 { &SEEDS[..1] } else { &SEEDS[..] };
            let method = |seed: &u64| {
                let shape = format!("w={w},bits=64,lexicons={lexicons},rule={rule}");
                format!("simhash-lexicons:{shape},seed={seed},phrases={phrases}")
            };
            let lines: Vec<String> = seeds.iter().map(method).collect();
            let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
            let sketched = set.sketches(&lines)?;
            row.push(share(mean(sketched.iter().map(|(alike, of)| tuned(&set.judge_by(*alike, of))))));
        }
        rows.push(row);
    }
    let header = cells(["simhash of 64 bits", "words", "with phrases"]);
    table("Tuned F with the model's phrases as terms; a single print has one value", &header, &rows);
    Ok(())
}
