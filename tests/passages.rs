//! Copied passages at their bounds: gaps, lengths and repetitions that are just within them, and just beyond.

use std::ops::Range;

use twinprint::passages::{CANDIDATES, GAP};
use twinprint::{Checker, Document, Reach};

/// Words in a row that stand nowhere else.
fn words(name: &str, numbers: Range<usize>) -> String {
    numbers.map(|number| format!("{name}{number} ")).collect()
}

/// The runs of each passage, as their first words in either document and their lengths: runs of 8 words are found, and 3 equal words
/// go on with a passage.
fn passages(a: &str, b: &str) -> Vec<Vec<(u32, u32, u32)>> {
    let checker = Checker::default().with_reach(Reach::Copied);
    let [a, b] = [a, b].map(|text| checker.read(&Document::plain("text", text)).expect("a document"));
    let (_, passages) = checker.numbers(&a, &b).expect("of one recipe");
    let runs =
        passages.iter().map(|passage| passage.runs().iter().map(|run| (run.a, run.b, run.words)).collect());
    runs.collect()
}

/// The same with the documents exchanged, and with one of them longer than the other: none of this changes what is found.
#[track_caller]
fn are_found(a: &str, b: &str, expected: &[Vec<(u32, u32, u32)>]) {
    let mirrored: Vec<Vec<_>> =
        expected.iter().map(|runs| runs.iter().map(|&(a, b, words)| (b, a, words)).collect()).collect();
    let more = words("more", 0..40);
    for [a, b] in [[a, b], [&*format!("{a}{more}"), b], [a, &*format!("{b}{more}")]] {
        assert_eq!(passages(a, b), expected, "{a} / {b}");
        assert_eq!(passages(b, a), mirrored, "{b} / {a}");
    }
}

#[test]
fn a_passage_goes_on_over_up_to_eight_words_in_either_document() {
    let (begins, goes_on) = (words("s", 0..8), words("t", 0..8));
    for gap_a in 0..=GAP + 1 {
        for gap_b in (0..=GAP + 1).filter(|&gap_b| gap_a + gap_b > 0) {
            let a = format!("{begins}{}{goes_on}", words("x", 0..gap_a));
            let b = format!("{begins}{}{goes_on}", words("y", 0..gap_b));
            let runs = [(0, 0, 8), (8 + gap_a as u32, 8 + gap_b as u32, 8)];
            match gap_a.max(gap_b) <= GAP {
                true => are_found(&a, &b, &[runs.to_vec()]),
                false => are_found(&a, &b, &[vec![runs[0]], vec![runs[1]]]),
            }
        }
    }
}

#[test]
fn a_run_beyond_a_gap_has_as_many_words_as_the_gap() {
    let (long, short) = (words("s", 0..8), words("t", 0..5));
    for (gap_a, gap_b) in [(5, 5), (5, 0), (0, 5), (6, 6), (6, 0), (0, 6)] {
        let (x, y) = (words("x", 0..gap_a), words("y", 0..gap_b));
        let (in_a, in_b) = (gap_a as u32, gap_b as u32);
        let is_near = gap_a.max(gap_b) == 5;
        let behind = [(0, 0, 8), (8 + in_a, 8 + in_b, 5)];
        let runs = if is_near { &behind[..] } else { &behind[..1] };
        are_found(&format!("{long}{x}{short}"), &format!("{long}{y}{short}"), &[runs.to_vec()]);
        let before = [(0, 0, 5), (5 + in_a, 5 + in_b, 8)];
        let runs = if is_near { &before[..] } else { &before[1..] };
        are_found(&format!("{short}{x}{long}"), &format!("{short}{y}{long}"), &[runs.to_vec()]);
    }
}

#[test]
fn a_passage_does_not_go_on_over_words_of_another() {
    let [q, u, r, k, m, v] = [("q", 8), ("u", 5), ("r", 5), ("k", 8), ("m", 5), ("v", 5)]
        .map(|(name, count)| words(name, 0..count));
    let [apart, aside] = ["apart", "aside"].map(|name| words(name, 0..9));
    // Between u and v there are words of the first passage in A, and of the second in B.
    let expected = [vec![(0, 0, 8), (13, 8, 5)], vec![(32, 22, 8), (40, 35, 5)]];
    are_found(&format!("{q}{u}{r}{v}{apart}{k}{m}"), &format!("{q}{r}{aside}{k}{u}{m}{v}"), &expected);
}

#[test]
fn a_passage_without_a_long_run_is_found_where_its_words_stand_at_four_places_at_most() {
    let [u, v] = [words("u", 0..5), words("v", 0..5)];
    let copies = |count: usize| -> String {
        (0..count)
            .map(|copy| format!("{u}change{copy} {v}{}", words(&format!("apart{copy}x"), 0..20)))
            .collect()
    };
    let more = words("more", 0..200);
    for (a, b, found) in [(1, 4, 4), (4, 1, 4), (1, 5, 0), (5, 1, 0)] {
        let (a, b) = (copies(a), copies(b).replace("change", "other").replace("apart", "aside"));
        assert_eq!(passages(&a, &b).len(), found, "{a} / {b}");
        assert_eq!(passages(&(a.clone() + &more), &b).len(), found, "a longer {a} / {b}");
        assert_eq!(passages(&a, &(b.clone() + &more)).len(), found, "{a} / a longer {b}");
    }
}

/// Whether of these places of a text, apart from one another, the one whose run reaches furthest is its partner.
fn is_partner(before: &str, a: &str, places: Range<usize>, best: usize) -> bool {
    let (text, tail) = (words("s", 0..8), words("tail", 0..5));
    let apart = |place: usize| words(&format!("apart{place}x"), 0..9);
    let middle = places.len() / 2;
    let at = |place: usize| {
        let middle = if place == middle { before } else { "" };
        format!("{middle}{text}{}{}", if place == best { &tail } else { "" }, apart(place))
    };
    let b: String = places.map(at).collect();
    passages(&format!("{a}{text}{tail}"), &b).iter().flatten().any(|&(_, _, words)| words == 13)
}

#[test]
fn of_up_to_sixteen_places_the_one_whose_run_reaches_furthest_is_taken() {
    for best in 0..CANDIDATES {
        assert!(is_partner("", "", 0..CANDIDATES, best), "place {best}");
    }
}

#[test]
fn of_many_places_the_nearest_to_where_the_last_passage_leads_are_tried() {
    let before = words("before", 0..8) + &words("apart", 0..9);
    let a = before.replace("apart", "other");
    for best in 16..24 {
        assert!(is_partner(&before, &a, 0..40, best), "place {best}");
    }
}
