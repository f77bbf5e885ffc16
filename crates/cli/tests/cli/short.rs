//! Short documents: answers of a sentence or two.

use super::Desk;

fn answers() -> Desk {
    Desk::with(&[
        ("amy.txt", "The heart pumps blood through the body by contracting its four chambers."),
        ("ben.txt", "By contracting its four chambers, the heart pumps blood through the body."),
        ("cem.txt", "The chambers of the heart contract, and so blood is pumped through the body."),
        ("dan.txt", "Photosynthesis turns light into sugar."),
        (
            "eva.txt",
            "Nobody knows. Still, I have heard that photosynthesis turns light into sugar in green leaves, which the plant uses.",
        ),
    ])
}

#[test]
fn they_are_listed_by_the_words_that_they_share_in_whatever_order() {
    let desk = answers();
    let said = desk.compare("amy.txt ben.txt cem.txt dan.txt eva.txt --short");
    let listed: Vec<Vec<&str>> = said
        .ends(0)
        .out
        .lines()
        .skip(2)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let pairs: Vec<[&str; 2]> = listed.iter().map(|row| [row[row.len() - 2], row[row.len() - 1]]).collect();
    assert_eq!(pairs, [["amy.txt", "ben.txt"], ["ben.txt", "cem.txt"], ["amy.txt", "cem.txt"]]);
    assert_eq!(listed[0][listed[0].len() - 4..][..2], ["100", "%"], "of the same words");
    said.shows("5 documents, 10 pairs; 3 with a resemblance of 35.0 % or more, or 8 words in passages")
        .shows("twinprint compare --short amy.txt ben.txt");
    // By its shingles of three words and runs of eight only the first of these pairs has a passage, and one other.
    desk.compare("amy.txt ben.txt cem.txt dan.txt eva.txt").ends(0).shows("10 pairs; 2 share passages");
}

#[test]
fn what_they_are_compared_by_can_be_chosen_all_the_same() {
    let desk = answers();
    let recipe = |line: &str| desk.compare(&format!("amy.txt {line} --recipe")).ends(0).out.clone();
    assert_eq!(recipe("--short"), recipe("--shingle 1 --stemmer en"));
    assert_eq!(recipe("--short --shingle 2 --stemmer de"), recipe("--shingle 2 --stemmer de"));
    let longest = |line: &str| {
        let said = desk.compare(&format!("amy.txt cem.txt {line}"));
        said.ends(0).out.lines().find(|line| line.starts_with("Longest")).map(String::from)
    };
    assert_eq!(longest("--short"), longest("--stemmer en --run 3"));
    assert_ne!(longest("--short"), longest("--short --run 6"));
}

#[test]
fn a_pair_that_is_listed_is_a_match_and_others_are_none() {
    let desk = answers();
    desk.compare("amy.txt cem.txt --short --fail-on-match").ends(1);
    desk.compare("amy.txt dan.txt --short --fail-on-match").ends(0);
    desk.compare("amy.txt cem.txt --fail-on-match").ends(0);
    desk.compare("amy.txt cem.txt --short --min-words 3").ends(2).says("cannot be used with");
}
