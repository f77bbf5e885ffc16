//! Shingles of lines, sentences and characters against their definitions.

use proptest::prelude::*;
use twinprint::text::{TextOptions, Unit};
use twinprint::{Checker, Document, Recipe, ShingleHash};

use crate::reference;

/// Lines of words out of a few.
fn lines() -> impl Strategy<Value = Vec<Vec<String>>> {
    let word = prop_oneof!["[ab]", "one|two|three"];
    prop::collection::vec(prop::collection::vec(word, 1..6), 1..12)
}

fn text(pieces: &[Vec<String>], end: &str) -> String {
    pieces.iter().map(|words| words.join(" ") + end).collect()
}

/// The units of this build that are not words.
const UNITS: &[Unit] = match cfg!(feature = "sentences") {
    true => &[Unit::Lines, Unit::Characters, Unit::Sentences],
    false => &[Unit::Lines, Unit::Characters],
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn overlap_is_that_of_the_sets_of_shingles_of_units(
        (mut a, b) in (lines(), lines()),
        template in lines(),
        unit in prop::sample::select(UNITS),
        w in 1usize..6,
        templated: bool,
    ) {
        a.extend_from_slice(&b[..b.len() / 2]);
        let recipe = Recipe::default().with_text(TextOptions::default().with_units(unit)).with_w(w);
        let mut checker = Checker::new(recipe).unwrap();
        // UAX #29 ends a sentence at a full stop only where no small letter follows.
        let end = if unit == Unit::Sentences { "!\n" } else { "\n" };
        let templates = if templated { vec![template.concat()] } else { Vec::new() };
        let readings: Vec<_> = templates
            .iter()
            .map(|words| checker.read_text(&Document::plain("template", &words.join(" "))).unwrap())
            .collect();
        checker.set_templates(&readings);
        let (words_a, words_b) = (a.concat(), b.concat());
        let [own_a, own_b] = [&words_a, &words_b].map(|words| reference::own_words(words, &templates, Checker::DEFAULT_RUN));
        let prepared = [&a, &b].map(|pieces| checker.read(&Document::plain("text", &text(pieces, end))));
        if own_a.iter().all(Option::is_none) || own_b.iter().all(Option::is_none) {
            let mut errors = prepared.iter().filter_map(|prepared| prepared.as_ref().err());
            prop_assert!(errors.any(|error| error.kind() == "only-template"));
            return Ok(());
        }
        let units = |own: &reference::Own<'_>, pieces: &[Vec<String>]| match unit {
            Unit::Characters => reference::characters(own),
            _ => reference::pieces(own, &pieces.iter().map(Vec::len).collect::<Vec<_>>()),
        };
        let (units_a, units_b) = (units(&own_a, &a), units(&own_b, &b));
        let [units_a, units_b] = [&units_a, &units_b].map(|units| units.iter().map(Option::as_deref).collect());
        let [prepared_a, prepared_b] = prepared.map(Result::unwrap);
        let numbers = checker.compare(&prepared_a, &prepared_b).unwrap().numbers;
        let counts = (numbers.shared_shingles as usize, numbers.shingles_a as usize, numbers.shingles_b as usize);
        prop_assert_eq!(counts, reference::overlap(&units_a, &units_b, w));
        let unit_hash = if unit == Unit::Characters { reference::character_hash } else { reference::piece_hash };
        let hashes = reference::shingle_hashes_by(&units_a, w, unit_hash, reference::rolled);
        prop_assert_eq!(prepared_a.fingerprint().0, reference::simhash(&hashes));
    }

    #[test]
    fn rabin_shingles_overlap_like_rolled_ones((a, b) in (lines(), lines()), w in 1usize..6) {
        let numbers = |shingle_hash: ShingleHash| {
            let checker = Checker::new(Recipe::default().with_w(w).with_shingle_hash(shingle_hash)).unwrap();
            let read = |pieces| checker.read(&Document::plain("text", &text(pieces, "\n"))).unwrap();
            let numbers = checker.compare(&read(&a), &read(&b)).unwrap().numbers;
            (numbers.shared_shingles, numbers.shingles_a, numbers.shingles_b, numbers.shared_words_a)
        };
        let rolled = numbers(ShingleHash::Rolled64);
        for rabin in [ShingleHash::Rabin32, ShingleHash::Rabin40, ShingleHash::Rabin64] {
            prop_assert_eq!(numbers(rabin), rolled);
        }
    }
}

#[test]
fn the_default_recipe_keeps_its_id_and_others_name_their_units() {
    assert_eq!(Recipe::default().id().to_string(), "fa30b76dbb92845b3b490406a9b2666d");
    for &units in UNITS {
        let recipe = Recipe::default().with_text(TextOptions::default().with_units(units));
        assert!(recipe.to_string().contains(&format!("\nunits {}\n", units.name())));
        assert_eq!(recipe.check(), Ok(()));
        let md5 = recipe.with_shingle_hash(ShingleHash::Md5);
        assert_eq!(md5.check().map_err(|error| error.kind()), Err("invalid-option"));
    }
}

#[cfg(not(feature = "sentences"))]
#[test]
fn sentences_are_refused_by_a_build_without_them() {
    let recipe = Recipe::default().with_text(TextOptions::default().with_units(Unit::Sentences));
    assert_eq!(recipe.check().map_err(|error| error.kind()), Err("invalid-option"));
}
