//! What does not count, told to the command.

use super::*;

/// Fourteen words.
const QUOTE: &str = "all happy families are alike each unhappy family is unhappy in its own way";

fn two_that_quote() -> Desk {
    Desk::with(&[
        ("a.txt", &format!("The novel begins: “{QUOTE}”.")),
        ("b.txt", &format!("He took this up, \"{QUOTE}\", and went on.")),
    ])
}

#[test]
fn quotations_do_not_count_when_they_are_left_out_and_their_words_are_counted() {
    let desk = two_that_quote();
    desk.compare("a.txt b.txt").ends(0).shows("14 words in a row");
    desk.compare("a.txt b.txt --leave-out quotations,bibliography")
        .ends(0)
        .shows("in A 0 of 3 words (0 %), in B 0 of 7 words (0 %)")
        .shows("Left out of A          14 words in quotations");
}

#[test]
fn the_report_of_a_pair_says_what_was_left_out_and_where() {
    let said = two_that_quote().compare("a.txt b.txt --leave-out quotations --json");
    let [report] = &said.objects()[..] else { panic!("one object") };
    assert_eq!(report["left_out_words_a"], 14);
    assert_eq!(report["left_out_b"][0]["kind"], "quotations");
    assert_eq!(report["left_out_b"][0]["start"], 18);
}

#[test]
fn a_kind_that_there_is_not_is_refused_with_those_that_there_are() {
    two_that_quote()
        .compare("a.txt b.txt --leave-out songs")
        .ends(2)
        .says("bibliography, block-quotes, quotations");
}

#[test]
fn what_more_than_a_share_of_the_documents_have_does_not_count_when_that_is_asked_for() {
    let desk = two_that_quote();
    desk.put("c.txt", format!("{QUOTE} so it goes"));
    desk.put("d.txt", OTHER);
    let shared = |options: &str| {
        let said = desk.compare(&format!("a.txt b.txt c.txt d.txt --json --top 1 {options}"));
        said.objects()[0]["shared_words_a"].clone()
    };
    assert_eq!(shared(""), 14);
    assert_eq!(shared("--common 80"), 14);
    assert_eq!(shared("--common 50"), 0);
}
