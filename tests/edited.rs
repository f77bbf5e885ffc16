//! Passages that were edited until no run of eight words is left of them.

use std::ops::Range;

use twinprint::{Checker, Document, Reach, Report};

/// Numbers that look random, always the same.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    /// A word: few stand at many places, and most at few, as in a language.
    fn word(&mut self) -> String {
        let share = self.below(10_000) as f64 / 10_000.0;
        format!("w{}", (5_000_f64.powf(share)) as usize)
    }

    fn words(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.word()).collect()
    }
}

fn compare(a: &str, b: &str, reach: Reach) -> Report {
    let checker = Checker::default().with_reach(reach);
    let [a, b] = [a, b].map(|text| checker.read(&Document::plain("text", text)).unwrap());
    checker.compare(&a, &b).unwrap()
}

/// Compares a text with one that has 100 of its words, disguised, and gives the share of these that is in a passage, the words marked
/// before and after them, and the report.
fn marked(draw: &mut Draw, disguise: impl Fn(&mut Draw, &[String]) -> Vec<String>) -> (f64, usize, Report) {
    let (source, host) = (draw.words(700), draw.words(600));
    let passage = disguise(draw, &source[300..400]);
    let text = [&host[..300], &passage, &host[300..]].concat().join(" ");
    let place = host[..300].join(" ").len() + 1;
    let place = place..place + passage.join(" ").len();
    let report = compare(&source.join(" "), &text, Reach::Edited);
    let covered = |bytes: Range<usize>| {
        let is_in = |byte: &usize| {
            report.passages.iter().any(|one| (one.b.start as usize..one.b.end as usize).contains(byte))
        };
        bytes.filter(is_in).count()
    };
    let (inside, all) = (covered(place.clone()), covered(0..text.len()));
    (inside as f64 / place.len() as f64, all - inside, report)
}

#[test]
fn a_passage_is_found_whatever_was_done_to_its_words() {
    type Disguise = fn(&mut Draw, &[String]) -> Vec<String>;
    let disguises: [(&str, f64, Disguise); 6] = [
        ("every third word replaced", 0.95, |draw, words| {
            let one = |(at, word): (usize, &String)| match at % 3 {
                2 => format!("new{}", draw.below(500)),
                _ => word.clone(),
            };
            words.iter().enumerate().map(one).collect()
        }),
        ("four of ten words replaced", 0.85, |draw, words| {
            let one = |word: &String| match draw.below(10) {
                0..4 => format!("new{}", draw.below(500)),
                _ => word.clone(),
            };
            words.iter().map(one).collect()
        }),
        ("a fifth left out", 0.95, |draw, words| {
            words.iter().filter(|_| draw.below(5) > 0).cloned().collect()
        }),
        ("a fifth put in", 0.95, |draw, words| {
            let one = |word: &String| match draw.below(5) {
                0 => vec![word.clone(), format!("new{}", draw.below(500))],
                _ => vec![word.clone()],
            };
            words.iter().flat_map(one).collect()
        }),
        ("words exchanged with the next", 0.95, |_, words| {
            words.chunks(4).flat_map(|four| [&four[0], &four[2], &four[1], &four[3]]).cloned().collect()
        }),
        ("as it was", 1.0, |_, words| words.to_vec()),
    ];
    for (name, least, disguise) in disguises {
        let mut draw = Draw(7);
        let (mut share, mut outside) = (0.0, 0);
        for _ in 0..20 {
            let (inside, others, report) = marked(&mut draw, disguise);
            assert!(report.passages.len() <= 2, "{name}: {} pieces", report.passages.len());
            share += inside / 20.0;
            outside += others;
        }
        assert!(share >= least, "{name}: {share} of the bytes are marked");
        assert!(outside <= 20 * 8, "{name}: {outside} bytes beside them are, too");
    }
}

#[test]
fn words_that_are_rarely_together_make_a_passage_and_a_phrase_of_common_ones_does_not() {
    let mut draw = Draw(3);
    let (a, b) = (draw.words(700), draw.words(700));
    let with = |words: &[String], phrase: &str| {
        [&words[..350], &[phrase.to_string()], &words[350..]].concat().join(" ")
    };
    let rare = "seven turquoise kingfishers circled above Ravenscraig";
    let report = compare(&with(&a, rare), &with(&b, rare), Reach::Edited);
    assert_eq!((report.passages.len(), report.passages[0].words, report.passages[0].edited), (1, 6, true));
    assert!(report.passages[0].bits >= 20, "{} bits", report.passages[0].bits);
    let common = "w1 w2 w3 w1 w4 w2";
    assert_eq!(compare(&with(&a, common), &with(&b, common), Reach::Edited).passages, []);
}

#[test]
fn texts_whose_words_are_drawn_by_their_frequencies_share_no_passage() {
    let mut draw = Draw(1);
    let checker = Checker::default();
    let texts: Vec<String> = (0..60).map(|_| draw.words(400).join(" ")).collect();
    let texts: Vec<_> =
        texts.iter().map(|text| checker.read(&Document::plain("text", text)).unwrap()).collect();
    let mut compared = 0;
    for (number, a) in texts.iter().enumerate() {
        for b in &texts[..number] {
            assert_eq!(checker.numbers(a, b).unwrap().1, []);
            compared += 1;
        }
    }
    assert_eq!(compared, 1770);
}

#[test]
fn what_is_copied_counts_the_same_however_far_passages_are_looked_for() {
    let mut draw = Draw(5);
    for _ in 0..20 {
        let (mut a, mut b) = (draw.words(300), draw.words(300));
        let copied = a[100..130].to_vec();
        b.splice(150..170, copied);
        a[110] = "changed".into();
        b[160] = "differently".into();
        let [near, far] =
            [Reach::Copied, Reach::Edited].map(|reach| compare(&a.join(" "), &b.join(" "), reach));
        let counts = |report: &Report| {
            let numbers = &report.numbers;
            (numbers.shared_words_a, numbers.shared_words_b, numbers.longest_run, numbers.shared_shingles)
        };
        assert_eq!(counts(&near), counts(&far));
        assert_eq!((near.numbers.edited_words_a, near.numbers.edited_words_b), (0, 0));
        assert!(near.passages.iter().all(|passage| !passage.edited));
    }
}

#[test]
fn in_a_script_without_spaces_a_passage_is_as_rare_as_in_others() {
    let a = "港は嵐のあと一週間閉鎖された。漁師たちは岸壁で破れた網を修理し、天気が回復するのを待っていた。村の誰もこれほど高い波を覚えていなかった。";
    let phrase = "当時は安く買うことができるので、人々は日曜日に踊り、叔父は駅で新聞を売っていた。";
    let turn = "手紙が首都に届くまで待つことができるので三日かかった。";
    for reach in [Reach::Copied, Reach::Edited] {
        // Nine characters in a row.
        assert_eq!(compare(phrase, turn, reach).passages, [], "{reach:?}");
        let copied = format!("{turn}漁師たちは岸壁で破れた網を修理し、天気が回復するのを待っていた。");
        let report = compare(a, &copied, reach);
        assert_eq!(report.passages.len(), 1, "{reach:?}");
        assert!(report.passages[0].bits >= 30);
    }
}

#[test]
fn a_text_of_one_sentence_over_and_over_is_compared_in_bounded_work() {
    let text = "it rains and it pours and the old man snores ".repeat(2_000);
    let other = "it pours and it rains and the young man snores ".repeat(2_000);
    let [near, far] = [Reach::Copied, Reach::Edited].map(|reach| compare(&text, &other, reach));
    // None of its words is rare.
    assert_eq!((near.passages, far.passages), (vec![], vec![]));
    let itself = compare(&text, &text, Reach::Edited);
    assert_eq!((itself.passages.len(), itself.numbers.shared_words_a), (1, itself.numbers.words_a));
}
