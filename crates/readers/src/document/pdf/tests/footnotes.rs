//! Where footnotes are read, and what at the foot of a page is none.

use super::{drawn, line, lines, text};

/// Draws a line in Courier of this size.
fn sized(size: i32, x: i32, y: i32, text: &str) -> String {
    line(x, y, text).replacen("/F 10 Tf", &format!("/F {size} Tf"), 1)
}

/// Lines in letters of eight points, at the foot of the page.
fn small(top: i32, texts: &[&str]) -> String {
    texts.iter().zip(0..).map(|(text, at)| sized(8, 50, top - 10 * at, text)).collect()
}

/// A raised sign of six points.
fn raised(x: i32, y: i32, sign: &str) -> String {
    sized(6, x, y + 4, sign)
}

/// A rule at the left edge of the text.
fn rule(y: i32, width: i32) -> String {
    format!("50 {y} {width} .5 re f\n")
}

const BEGUN: [&str; 4] = [
    "The river is wide here, and its water is clearer than the",
    "sea that it runs into in the end, so that the people who live",
    "on its banks have long since taken all of their water out of",
    "it, and have built the houses of their towns as near to it",
];
const ENDED: [&str; 2] = ["as they dared, for it rises in each spring", "by some feet."];

/// A page that ends within a sentence, on which the second line calls a note behind its last word; and one where the sentence ends.
fn pages(foot: &str, foot_of_second: &str) -> Vec<u8> {
    let first = lines(50, 700, &BEGUN) + &raised(50 + 6 * BEGUN[1].len() as i32, 688, "1") + foot;
    drawn(&[first, lines(50, 700, &ENDED) + foot_of_second])
}

fn whole() -> String {
    format!("{} {}", BEGUN.join(" "), ENDED.join(" "))
}

#[test]
fn a_footnote_stands_behind_the_paragraph_that_calls_it_without_its_number() {
    let note = ["As far as the town of Brod,", "where it is salt."];
    let foot = raised(50, 100, "1") + &sized(8, 56, 100, note[0]) + &small(90, &note[1..]);
    let expected = format!("{}\n\n{}", whole(), note.join(" "));
    assert_eq!(text(&pages(&foot, "")), expected);
    assert_eq!(text(&pages(&(rule(112, 100) + &foot), "")), expected);
}

#[test]
fn a_footnote_whose_number_is_not_raised_stands_below_a_rule_or_is_called_and_apart() {
    let foot = small(100, &["1 As far as the town of Brod.", "2 And no further."]);
    let expected = format!("{}\n\nAs far as the town of Brod.\n\nAnd no further.", whole());
    assert_eq!(text(&pages(&(rule(112, 100) + &foot), "")), expected);
    assert_eq!(text(&pages(&foot, "")), expected);
    let dotted = small(100, &["1. As far as the town of Brod.", "2. And no further."]);
    assert_eq!(text(&pages(&dotted, "")), expected);
}

#[test]
fn a_footnote_with_a_star_is_called_by_one() {
    let page = lines(50, 700, &BEGUN[..2])
        + &raised(50 + 6 * BEGUN[1].len() as i32, 688, "*")
        + &raised(50, 100, "*")
        + &sized(8, 56, 100, "As far as Brod.");
    assert_eq!(text(&drawn(&[page])), format!("{}\n\nAs far as Brod.", BEGUN[..2].join(" ")));
}

#[test]
fn a_footnote_that_goes_on_on_the_next_page_is_one_paragraph() {
    let note = "As far as the town of Brod on the other bank of it, and from there on to the";
    let begun = raised(50, 100, "1") + &sized(8, 56, 100, note);
    let foot = rule(112, 100) + &small(100, &["sea, where it", "is salt."]);
    let expected = format!("{}\n\n{note} sea, where it is salt.", whole());
    assert_eq!(text(&pages(&(rule(112, 100) + &begun), &foot)), expected);
    let next =
        small(100, &["sea, where it", "is salt."]) + &raised(50, 80, "2") + &sized(8, 56, 80, "Or not.");
    assert_eq!(text(&pages(&begun, &next)), format!("{expected}\n\nOr not."));
}

#[test]
fn a_caption_does_not_go_on_with_the_note_of_the_page_before_even_if_that_ends_without_a_stop() {
    let foot = raised(50, 100, "1") + &sized(8, 56, 100, "https://example.org/brod");
    let caption = small(100, &["Figure 1: The river at Brod."]);
    let first = lines(50, 700, &BEGUN) + &raised(50 + 6 * BEGUN[1].len() as i32, 688, "1") + &foot;
    let pages = [first, lines(50, 700, &ENDED) + &caption, lines(50, 700, &["It is cold."])];
    let expected =
        format!("{}\n\nhttps://example.org/brod\n\nFigure 1: The river at Brod.\n\nIt is cold.", whole());
    assert_eq!(text(&drawn(&pages)), expected);
}

#[test]
fn notes_as_large_as_the_text_stand_below_their_rule() {
    let foot = rule(112, 100) + &raised(50, 100, "1") + &line(56, 100, "As far as the town of Brod.");
    assert_eq!(text(&pages(&foot, "")), format!("{}\n\nAs far as the town of Brod.", whole()));
}

#[test]
fn a_note_of_a_column_stands_behind_a_paragraph_of_it() {
    let column = |x: i32, texts: &[&str]| -> String {
        texts.iter().zip(0..).map(|(text, at)| line(x, 700 - 12 * at, text)).collect()
    };
    let left = [
        "The river is wide here, and its",
        "water is clearer than the sea",
        "that it runs into in the end, so",
        "that people who live on its",
    ];
    let right = [
        "banks have long since taken all",
        "of their water out of it. They",
        "have built their houses as near",
        "to it as they dared.",
    ];
    let page = column(50, &left)
        + &raised(50 + 6 * left[0].len() as i32, 700, "1")
        + &raised(50, 100, "1")
        + &sized(8, 56, 100, "As far as Brod.")
        + &column(320, &right);
    let expected = format!("{} {}\n\nAs far as Brod.", left.join(" "), right.join(" "));
    assert_eq!(text(&drawn(&[page])), expected);
}

#[test]
fn small_print_and_captions_stay_where_they_are() {
    let page = |foot: String| text(&drawn(&[lines(50, 700, &BEGUN) + &foot, lines(50, 700, &ENDED)]));
    let kept = |small: &str| format!("{}\n\n{small}\n\n{}", BEGUN.join(" "), ENDED.join(" "));
    let print = ["All rights are those of the people in the town of", "Brod, who have printed it."];
    assert_eq!(page(small(100, &print)), kept(&print.join(" ")));
    let caption = "50 200 300 150 re f\n".to_string() + &small(100, &["Figure 1: The river at Brod."]);
    assert_eq!(page(caption), kept("Figure 1: The river at Brod."));
}

#[test]
fn small_rows_of_a_table_with_rules_stay_where_they_are() {
    let rows = rule(124, 100)
        + &small(114, &["1 Brod"])
        + &rule(110, 100)
        + &small(100, &["2 Lom"])
        + &rule(96, 100);
    let read = text(&drawn(&[lines(50, 700, &BEGUN) + &rows, lines(50, 700, &ENDED)]));
    assert!(read.contains("near to it\n\n1 Brod 2 Lom\n\nas they"), "{read}");
}

#[test]
fn a_power_calls_no_note() {
    let power = line(50, 712, "A square of x") + &raised(128, 712, "1") + &line(138, 712, "has no side.");
    let page = power
        + &lines(50, 700, &BEGUN[..2])
        + &raised(50 + 6 * BEGUN[1].len() as i32, 688, "1")
        + &raised(50, 100, "1")
        + &sized(8, 56, 100, "As far as Brod.");
    let read = text(&drawn(&[page]));
    assert!(
        read.starts_with("A square of x1 has no side.") && read.ends_with("who live\n\nAs far as Brod."),
        "{read}"
    );
}
