//! Models: weights from their definition, and bytes that are whole or refused.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use twinprint::lexicon::{Lexicons, Model, idf};
use twinprint::{Error, hash};

use crate::reference;

const RECIPE: &str = "fold nfkc case\nwords unicode\n";

fn token(word: usize) -> u64 {
    hash::token(&word.to_string())
}

/// A model of words that are numbers, of which the first ones are frequent.
fn model(terms: usize, phrases: usize) -> Model {
    let frequencies: Vec<(u64, u64)> =
        (0..terms).map(|word| (token(word), 5_000 / (word as u64 + 1))).collect();
    let phrases: Vec<(u64, u64)> = (0..phrases).map(|word| (token(word), token(word + 1))).collect();
    Model::new(RECIPE, 5_000, &frequencies, &phrases).unwrap()
}

/// A model's bytes with a part changed and the checksum set right.
fn forged(model: &Model, change: impl FnOnce(&mut Vec<u8>)) -> Result<Model, Error> {
    let mut bytes = model.to_bytes();
    bytes.truncate(bytes.len() - 8);
    change(&mut bytes);
    let checksum = hash::md5(&bytes).to_le_bytes();
    bytes.extend(&checksum[..8]);
    Model::from_bytes(&bytes, "forged")
}

mod a_weight {
    use super::*;

    #[test]
    fn is_the_rounded_logarithm_in_eighths_of_a_bit() {
        for documents in 1..=255 {
            for containing in 1..=documents {
                let (fast, naive) =
                    (idf(documents.into(), containing.into()), reference::idf(documents, containing));
                assert_eq!(fast, naive, "{containing} of {documents}");
            }
        }
    }

    #[test]
    fn is_from_one_to_512_whatever_the_counts() {
        assert_eq!([idf(0, 0), idf(0, 5), idf(5, 9), idf(u64::MAX, u64::MAX)], [1; 4]);
        assert_eq!((idf(u64::MAX, 1), idf(u64::MAX, 0)), (512, 512));
        assert_eq!(idf(1 << 63, 1), 504);
    }

    proptest! {
        #[test]
        fn falls_as_more_documents_have_the_term(documents: u64, some: u64, more: u64) {
            prop_assert!(idf(documents, some.min(more)) >= idf(documents, some.max(more)));
        }

        #[test]
        fn is_looked_up_as_in_a_map(words in prop::collection::btree_map(0usize..5_000, 1u64..2_000, 0..600)) {
            let frequencies: Vec<(u64, u64)> = words.iter().map(|(&word, &count)| (token(word), count)).collect();
            let model = Model::new(RECIPE, 2_000, &frequencies, &[]).unwrap();
            let naive: BTreeMap<usize, u16> = words.iter().map(|(&word, &count)| (word, idf(2_000, count))).collect();
            let rarest = naive.values().copied().max().unwrap_or(1);
            // Two words are alike in what is kept of their hashes with a chance below one in 4,096 times their number; then
            // the lighter stays. Of 600 words it is 0.08 pairs on average, so more than six are never met.
            let merged = words.len() - model.len();
            prop_assert!(merged <= 6);
            prop_assert!(model.rarest() == rarest || (merged > 0 && model.rarest() < rarest));
            // A word that is not among them is taken for one with a chance below one in 4,096: 1.2 on average.
            let expected = |word: &usize| naive.get(word).copied().unwrap_or(model.rarest());
            let wrong = (0..5_000).filter(|word| model.weight(token(*word)) != expected(word)).count();
            prop_assert!(wrong <= 20 + merged, "{wrong}");
        }
    }
}

#[test]
fn a_phrase_is_two_words_in_their_order() {
    let model = model(10, 2_000);
    assert!(model.phrases() >= 1_998, "two that are alike in their leading bits are one");
    assert!((0..2_000).all(|word| model.is_phrase(token(word), token(word + 1))));
    let wrong = (0..20_000).filter(|&word| model.is_phrase(token(word + 1), token(word))).count();
    assert!(wrong <= 16, "{wrong} of 20,000 where 4.9 are expected at most");
}

#[test]
fn a_model_without_terms_weighs_every_word_as_one() {
    let model = Model::new("", 0, &[], &[]).unwrap();
    assert!(model.is_empty() && !model.is_phrase(token(0), token(1)));
    assert_eq!((model.weight(token(0)), model.rarest(), model.knows(token(0))), (1, 1, false));
    assert_eq!(Model::from_bytes(&model.to_bytes(), "empty").unwrap(), model);
}

#[test]
fn a_lexicon_leaves_out_terms_whatever_they_weigh() {
    let (model, lexicons) = (model(20_000, 0), Lexicons { leave_out: 500, seeds: vec![7] });
    let mut held = BTreeMap::<bool, BTreeSet<u16>>::new();
    for word in 0..20_000 {
        held.entry(lexicons.holds(1, token(word))).or_default().insert(model.weight(token(word)));
    }
    assert!(held[&true].len() > 30 && held[&false].len() > 30);
}

mod bytes {
    use super::*;

    proptest! {
        #[test]
        fn that_are_read_are_written_again(terms in 0usize..3_000, phrases in 0usize..500) {
            let model = model(terms, phrases);
            let bytes = model.to_bytes();
            let read = Model::from_bytes(&bytes, "model").unwrap();
            prop_assert_eq!(read.to_bytes(), bytes);
            prop_assert_eq!((read.id(), read.terms(), read.documents()), (model.id(), RECIPE, 5_000));
            prop_assert_eq!((read.len(), read.phrases(), read.rarest()), (model.len(), model.phrases(), model.rarest()));
            prop_assert!((0..terms + 50).all(|word| read.weight(token(word)) == model.weight(token(word))));
            prop_assert!((0..phrases).all(|word| read.is_phrase(token(word), token(word + 1))));
        }

        #[test]
        fn of_any_kind_are_read_or_refused(bytes: Vec<u8>, behind in 5usize..60) {
            let _ = Model::from_bytes(&bytes, "bytes");
            let _ = forged(&model(20, 5), |forged| forged.splice(behind.., bytes).for_each(drop));
        }
    }

    #[test]
    fn that_were_cut_are_refused_at_every_length() {
        let bytes = model(100, 20).to_bytes();
        for length in 0..bytes.len() {
            assert!(Model::from_bytes(&bytes[..length], "cut").is_err(), "cut to {length} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(Model::from_bytes(&longer, "longer").is_err());
    }

    #[test]
    fn that_were_changed_are_refused_wherever_and_however() {
        let mut bytes = model(40, 8).to_bytes();
        for at in 0..bytes.len() {
            let was = bytes[at];
            for change in 1..=255 {
                bytes[at] = was ^ change;
                assert!(Model::from_bytes(&bytes, "changed").is_err(), "byte {at} changed by {change}");
            }
            bytes[at] = was;
        }
    }

    #[test]
    fn with_a_right_checksum_give_the_model_they_say_or_are_refused() {
        let given = model(40, 8);
        for at in 0..given.to_bytes().len() - 8 {
            for bit in 0..8 {
                if let Ok(read) = forged(&given, |bytes| bytes[at] ^= 1 << bit) {
                    assert_ne!(read.id(), given.id());
                    let again = Model::from_bytes(&read.to_bytes(), "again").unwrap();
                    assert_eq!(again.id(), read.id(), "one model has one form: bit {bit} of byte {at}");
                }
            }
        }
        for length in 0..given.to_bytes().len() - 8 {
            assert!(forged(&given, |bytes| bytes.truncate(length)).is_err(), "cut to {length} bytes");
        }
        assert!(forged(&given, |bytes| bytes.push(0)).is_err());
    }

    #[test]
    fn that_announce_more_than_they_hold_are_refused_before_room_is_made() {
        let announcing = |count: &[u8]| {
            // Nothing about terms, no documents, one weight of 1 with `count` terms, of 40 bits.
            let body = [b"\0\0\x01\x01", count, &[40, 0, 0]].concat();
            let beside = |bytes: &mut Vec<u8>| bytes.splice(9.., body).for_each(drop);
            forged(&model(1, 0), beside)
        };
        for count in
            [&[2][..], &[0xff, 0xff, 0xff, 0x07], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]]
        {
            let error = announcing(count).unwrap_err();
            assert_eq!(error.kind(), "bad-model", "{error}");
        }
    }

    #[test]
    fn of_another_version_name_both() {
        let mut bytes = model(3, 0).to_bytes();
        bytes[4] = 7;
        let error = Model::from_bytes(&bytes, "new.twm").unwrap_err();
        assert_eq!(error, Error::OtherModelVersion { model: "new.twm".into(), found: 7, known: 1 });
        assert_eq!(
            error.to_string(),
            "new.twm: this model is of version 7, and version 1 is read here; use the Twinprint it was made by, or \
             train it again"
        );
        let error = Model::from_bytes(b"# words", "words.md").unwrap_err();
        assert!(
            error.to_string().starts_with("words.md: this is no whole model: it does not begin as"),
            "{error}"
        );
    }

    #[test]
    fn of_terms_that_were_hashed_otherwise_are_refused() {
        let error = forged(&model(3, 0), |bytes| bytes[5] ^= 1).unwrap_err();
        assert!(error.to_string().contains("its terms are hashed otherwise than here"), "{error}");
    }

    #[test]
    fn with_hashes_that_are_not_spread_are_refused() {
        let close: Vec<(u64, u64)> = (0..5_000).map(|number| (number << 20, 1)).collect();
        assert_eq!(Model::new("", 10, &close, &[]).unwrap().len(), 1, "all alike in their leading bits");
        let close: Vec<(u64, u64)> = (0..5_000).map(|number| (number << 39, 1)).collect();
        assert_eq!(Model::new("", 10, &close, &[]).unwrap_err().kind(), "invalid-option");
    }
}

#[test]
fn a_recipe_too_long_is_refused() {
    let recipe = "x".repeat(Model::MAX_RECIPE);
    assert!(Model::new(&recipe, 1, &[], &[]).is_ok());
    assert_eq!(Model::new(&(recipe + "x"), 1, &[], &[]).unwrap_err().kind(), "invalid-option");
}

#[cfg(feature = "english")]
mod the_english_model {
    use super::*;

    fn weights<const N: usize>(stems: [&str; N]) -> [u16; N] {
        let model = Model::english().unwrap();
        stems.map(|stem| model.weight(hash::token(stem)))
    }

    #[test]
    fn is_whole_and_small() {
        let model = Model::english().unwrap();
        assert!(model.to_bytes().len() <= 200_000, "at most 200 KB, and packing gains nothing on it");
        assert!(model.len() >= 60_000 && model.phrases() >= 15_000, "{model:?}");
        assert_eq!(
            model.terms(),
            "fold nfkc case invisible look-alikes\nwords unicode\nurls as-text\nimages ignored\nstemmer en\n"
        );
    }

    #[test]
    fn weighs_rare_words_more() {
        // Less than a bit: in more than half of all documents. Then stems of fewer and fewer.
        assert!(weights(["the", "of", "to", "and", "a", "in"]).iter().all(|&weight| weight <= 8));
        let rising = weights(["the", "it", "hous", "garden", "lighthous", "no such term"]);
        assert!(rising.is_sorted_by(|x, y| x < y), "{rising:?}");
    }

    #[test]
    fn knows_phrases() {
        let model = Model::english().unwrap();
        let is_phrase = |first, second| model.is_phrase(hash::token(first), hash::token(second));
        assert!(is_phrase("new", "york") && is_phrase("unit", "state") && is_phrase("prime", "minist"));
        assert!(!is_phrase("the", "hous") && !is_phrase("york", "new"));
    }
}
