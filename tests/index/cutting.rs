//! How a document is cut into passages.

use std::ops::Range;

use proptest::prelude::*;
use twinprint::index::Cut;
use twinprint::text::{self, Document, TextOptions};

use super::soup;

const CUT: Cut = Cut { least: 40, most: 160 };

fn passages(cut: Cut, text: &str) -> (usize, Vec<Range<u32>>) {
    let reading = text::read(&Document::plain("text", text), &TextOptions::default()).unwrap();
    (reading.hashes().len(), cut.passages(text, &reading))
}

/// The ends of passages that are inside a stretch of words, counted from its first.
fn cuts_within(passages: &[Range<u32>], start: usize, words: usize) -> Vec<usize> {
    let ends = passages.iter().map(|passage| passage.end as usize);
    ends.filter(|end| (start + 1..start + words).contains(end)).map(|end| end - start).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn passages_cover_every_word_once_in_order_and_are_neither_too_short_nor_too_long(
        words in soup::sentences(1..3000, 500),
        (least, most) in (1u32..60).prop_flat_map(|least| (Just(least), 2 * least..=4 * least)),
    ) {
        let (words, passages) = passages(Cut { least, most }, &words.join(" "));
        prop_assert_eq!((passages[0].start, passages[passages.len() - 1].end), (0, words as u32));
        prop_assert!(passages.windows(2).all(|two| two[0].end == two[1].start));
        let within = |passage: &Range<u32>| (least..=most).contains(&(passage.end - passage.start));
        prop_assert!(passages.iter().all(within) || (words < least as usize && passages.len() == 1), "{passages:?}");
    }

    #[test]
    fn a_copied_stretch_is_cut_as_where_it_came_from_but_for_its_edges(
        stretch in soup::sentences(1200..1201, 2000),
        before in soup::sentences(1..400, 2000),
        after in soup::sentences(1..400, 2000),
    ) {
        let (words, own) = passages(CUT, &stretch.join(" "));
        let (first, _) = passages(CUT, &before.join(" "));
        let all = [before, stretch, after].concat().join(" ");
        let (_, copied) = passages(CUT, &all);
        // At the edges one document's words alone decide, and what is long is cut from its beginning on.
        let edge = 4 * CUT.most as usize;
        let inner = |cuts: Vec<usize>| cuts.into_iter().filter(|cut| (edge..words - edge).contains(cut)).collect::<Vec<_>>();
        let (own, copied) = (inner(cuts_within(&own, 0, words)), inner(cuts_within(&copied, first, words)));
        prop_assert_eq!(own, copied);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_word_put_in_changes_the_passages_around_it_and_no_others(
        words in soup::sentences(1500..1501, 2000),
        place in 0usize..1500,
    ) {
        let (_, before) = passages(CUT, &words.join(" "));
        let mut longer = words;
        longer.insert(place, "quite".into());
        let (all, after) = passages(CUT, &longer.join(" "));
        let edge = 4 * CUT.most as usize;
        let far = |cut: &usize| cut + edge < place || place + edge < *cut;
        let moved = |cut: usize| if cut > place { cut + 1 } else { cut };
        let before = cuts_within(&before, 0, all - 1).into_iter().map(moved);
        let after = cuts_within(&after, 0, all).into_iter();
        prop_assert_eq!(before.filter(far).collect::<Vec<_>>(), after.filter(far).collect::<Vec<_>>());
    }
}

#[test]
fn a_document_of_one_word_over_and_over_is_cut_into_passages_of_the_least_words() {
    let (words, passages) = passages(CUT, &"again ".repeat(200_000));
    assert_eq!((words, passages.len()), (200_000, 4_997));
    assert!(passages.iter().rev().skip(1).all(|passage| passage.end - passage.start == 40));
}

#[test]
fn a_long_document_is_cut_at_ends_of_sentences() {
    let sentence = |number: u32| {
        (0..17).map(|word| soup::name(number * 31 + word * 7)).collect::<Vec<_>>().join(" ") + ". "
    };
    let text: String = (0..400).map(sentence).collect();
    let (words, passages) = passages(CUT, &text);
    assert_eq!(words, 17 * 400);
    assert!(passages.len() > 40, "{} passages", passages.len());
    assert!(passages.iter().all(|passage| passage.end % 17 == 0), "{passages:?}");
}

#[test]
fn sentences_end_at_stops_closed_quotes_blank_lines_and_full_width_stops_but_not_within_numbers_or_lines() {
    let ends = |between: &str| {
        // Two words of which each makes a passage if a sentence ends between them: that place alone is ranked before all others.
        let text = format!("aa bb cc dd{between}ee ff gg hh");
        passages(Cut { least: 2, most: 5 }, &text).1.contains(&(0..4))
    };
    for between in
        [". ", "! ", "?\u{201D} ", ".) ", "\u{2026} ", "\n\n", "\n \n", "\u{3002}", "\u{FF01}", ".\n"]
    {
        assert!(ends(between), "{between:?}");
    }
    let (_, other) = passages(Cut { least: 2, most: 5 }, "aa bb cc dd ee ff gg hh");
    for between in [", ", "\n", " - ", "; ", ": ", "/"] {
        let text = format!("aa bb cc dd{between}ee ff gg hh");
        assert_eq!(passages(Cut { least: 2, most: 5 }, &text).1, other, "{between:?}");
    }
}
