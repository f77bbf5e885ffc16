//! What is lost of a document when another is kept, held to its definition.

use proptest::prelude::*;
use twinprint::loss::{Allowance, Loss};

use crate::reference;

/// The loss of words given another sequence of words.
fn loss(words: &[u8], other: &[u8], w: usize) -> Loss {
    let of = |words: &[u8]| -> Vec<Vec<u8>> {
        if words.len() < w { vec![words.to_vec()] } else { words.windows(w).map(<[u8]>::to_vec).collect() }
    };
    let others = of(other);
    Loss::of(of(words).iter().map(|shingle| others.contains(shingle)), words.len() as u32, w as u32)
}

proptest! {
    #[test]
    fn what_is_lost_is_what_its_definition_says(
        words in proptest::collection::vec(0..3u8, 1..40),
        other in proptest::collection::vec(0..3u8, 1..40),
        w in 1..6usize,
    ) {
        let found = loss(&words, &other, w);
        let expected = reference::loss(&words, &other, w);
        let counted = [found.shingles, found.lost, found.new, found.longest_new].map(|count| count as usize);
        prop_assert_eq!(<(usize, usize, usize, usize)>::from(counted), expected);
    }

    #[test]
    fn that_much_may_be_lost_as_each_bound_says_for_itself(
        words in proptest::collection::vec(0..3u8, 1..40),
        other in proptest::collection::vec(0..3u8, 1..40),
        w in 1..4usize,
        (thousandths, new, run) in (0..=1000u32, 0..20u32, 0..12u32),
    ) {
        let allowance = Allowance::default().with_lost_thousandths(thousandths).with_new_words(new).with_new_run(run);
        let (shingles, lost, all_new, longest) = reference::loss(&words, &other, w);
        let within_share = lost as f64 / shingles as f64 <= f64::from(thousandths) / 1000.0;
        let expected = within_share && all_new <= new as usize && longest <= run as usize;
        prop_assert_eq!(allowance.permits(&loss(&words, &other, w)), expected);
    }
}

#[test]
fn nothing_is_lost_of_an_excerpt_and_much_of_the_book() {
    let book: Vec<u8> = (0..200).collect();
    let excerpt = &book[50..90];
    let (of_excerpt, of_book) = (loss(excerpt, &book, 10), loss(&book, excerpt, 10));
    assert_eq!((of_excerpt.lost, of_excerpt.longest_new), (0, 0));
    assert_eq!((of_book.shingles, of_book.lost, of_book.longest_new), (191, 160, 110));
    assert!(Allowance::default().permits(&of_excerpt) && !Allowance::default().permits(&of_book));
}

#[test]
fn who_repeats_himself_says_no_more() {
    let once: Vec<u8> = (0..60).collect();
    let twice = [&once[..], &once[..]].concat();
    // Where it begins anew stand nine shingles that the other has not, and no word that is new.
    let loss = loss(&twice, &once, 10);
    assert_eq!((loss.shingles, loss.lost, loss.longest_new), (111, 9, 0));
}

#[test]
fn a_changed_word_is_lost_and_a_new_sentence_is_not_permitted_however_long_the_rest_is() {
    let text: Vec<u8> = (0..250).collect();
    let mut one_changed = text.clone();
    one_changed[100] = 255;
    assert!(
        Allowance::default().permits(&loss(&one_changed, &text, 10)),
        "{:?}",
        loss(&one_changed, &text, 10)
    );
    let long: Vec<u8> = (0..4).flat_map(|_| 0..250).collect();
    let with_sentence = [&long[..500], &[251; 13], &long[500..]].concat();
    let loss = loss(&with_sentence, &long, 10);
    assert!(loss.share() < 0.05 && loss.longest_new == 13, "{loss:?}");
    assert!(!Allowance::default().permits(&loss));
    assert!(Allowance::default().with_new_run(13).permits(&loss));
}

#[test]
fn what_was_filled_in_at_many_places_is_not_permitted_however_long_the_form_is() {
    let form: Vec<u8> =
        (0..8).flat_map(|part| (0..250).map(move |word: u8| word.wrapping_add(part * 31) / 2)).collect();
    let filled = |places: usize| {
        let mut filled = form.clone();
        (0..places).for_each(|place| filled[100 * (place + 1)..][..5].fill(255));
        loss(&filled, &form, 10)
    };
    let (four, five) = (filled(4), filled(5));
    assert_eq!((four.new, four.longest_new, five.new, five.longest_new), (20, 5, 25, 5));
    assert!(five.share() < 0.05, "{five:?}");
    assert!(Allowance::default().permits(&four) && !Allowance::default().permits(&five));
    assert!(Allowance::default().with_new_words(25).permits(&five));
}
