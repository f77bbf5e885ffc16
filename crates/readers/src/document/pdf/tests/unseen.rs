//! What nobody sees of a page stands beside its text; what is seen against its color, and the words behind a scan, do not.

use super::{drawn, drawn_with, line, lines, stream, text};
use crate::{AsideKind, read_document};

const SEEN: [&str; 3] = [
    "The river is wide here, and its water is clearer than the",
    "sea that it runs into in the end, so that the people who live",
    "on its banks have long since taken all of their water of it.",
];

/// The asides of a document by their kinds.
fn asides(file: &[u8]) -> Vec<(AsideKind, String)> {
    let read = read_document(file).expect("a PDF");
    read.asides.into_iter().map(|aside| (aside.kind, aside.text)).collect()
}

/// The asides of a page that draws this below some lines that are seen, which are its text.
fn beside(drawing: &str) -> Vec<(AsideKind, String)> {
    let file = drawn(&[lines(50, 700, &SEEN) + drawing]);
    assert_eq!(text(&file), SEEN.join(" "));
    asides(&file)
}

fn white(x: i32, y: i32, text: &str) -> String {
    format!("q 1 g {}Q\n", line(x, y, text))
}

fn invisible(x: i32, y: i32, text: &str) -> String {
    format!("BT 3 Tr /F 10 Tf {x} {y} Td ({text}) Tj 0 Tr ET\n")
}

#[test]
fn invisible_white_and_tiny_letters_and_those_outside_of_the_page_stand_beside_the_text() {
    let words = "Nobody sees these words.";
    let one = |kind| vec![(kind, words.to_string())];
    assert_eq!(beside(&invisible(50, 500, words)), one(AsideKind::Hidden));
    assert_eq!(beside(&white(50, 500, words)), one(AsideKind::White));
    assert_eq!(beside(&format!("BT /F 1 Tf 50 500 Td ({words}) Tj ET")), one(AsideKind::Tiny));
    assert_eq!(beside(&line(50, 900, words)), one(AsideKind::Hidden));
    let shrunk = format!("q .1 0 0 .1 0 0 cm {}Q", line(500, 5000, words));
    assert_eq!(beside(&shrunk), one(AsideKind::Tiny));
    let whitened = "0 0 0 rg 40 400 300 200 re f 1 1 1 rg 40 400 300 200 re f 0 g ".to_string();
    assert_eq!(beside(&(whitened + &white(50, 500, words))), one(AsideKind::White));
}

#[test]
fn a_white_letter_between_words_parts_them() {
    let words = line(50, 700, "Between") + &white(92, 700, "a") + &line(98, 700, "words");
    assert_eq!(text(&drawn(std::slice::from_ref(&words))), "Between words");
    assert_eq!(asides(&drawn(&[words])), [(AsideKind::White, "a".to_string())]);
}

#[test]
fn white_letters_on_a_color_or_a_picture_and_below_an_outline_are_text() {
    let seen = |drawing: String| {
        let file = drawn_with(
            &[lines(50, 700, &SEEN) + &drawing],
            "/XObject<</I 3 0 R>>",
            &[stream(
                "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
                b"\x40",
            )],
        );
        assert_eq!(
            (text(&file), asides(&file)),
            (format!("{}\n\nSeen on it.", SEEN.join(" ")), vec![]),
            "{drawing}"
        );
    };
    seen("0 0 .5 rg 40 490 200 30 re f\n".to_string() + &white(50, 500, "Seen on it."));
    seen("20 w 40 505 m 300 505 l S\n".to_string() + &white(50, 500, "Seen on it."));
    seen("q 200 0 0 30 40 490 cm /I Do Q\n".to_string() + &white(50, 500, "Seen on it."));
    seen("q 1 g BT 2 Tr /F 10 Tf 50 500 Td (Seen on it.) Tj 0 Tr ET Q\n".to_string());
    seen(white(50, 500, "Seen on it.") + &line(50, 500, "Seen on it."));
}

#[test]
fn the_words_behind_a_scan_are_its_text_also_below_a_stamp() {
    let image = stream(
        "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
        b"\xff",
    );
    let scan = |more: &str| {
        let words: String =
            SEEN.iter().zip(0..).map(|(words, at)| invisible(50, 700 - 12 * at, words)).collect();
        let page = format!("{words}q 600 0 0 800 0 0 cm /I Do Q\n{more}");
        drawn_with(
            &[page, lines(50, 700, &["A page of words."])],
            "/XObject<</I 3 0 R>>",
            std::slice::from_ref(&image),
        )
    };
    let expected = format!("{}\n\nA page of words.", SEEN.join(" "));
    assert_eq!((text(&scan("")), asides(&scan(""))), (expected, vec![]));
    assert!(text(&scan(&line(50, 400, "No. 12"))).contains(&SEEN.join(" ")));
}

#[test]
fn words_that_were_read_again_of_a_page_of_words_are_no_aside() {
    assert_eq!(beside(&invisible(52, 699, SEEN[0])), []);
}

#[test]
fn letters_whose_outlines_are_drawn_and_letters_that_clip_a_color_are_text() {
    let outlined = "0 0 .5 rg 50 498 m 116 498 l 116 508 l 60 509 l 50 508 l h f\n".to_string()
        + &invisible(50, 500, "Seen on it.");
    let file = drawn(&[lines(50, 700, &SEEN) + &outlined]);
    assert_eq!((text(&file), asides(&file)), (format!("{}\n\nSeen on it.", SEEN.join(" ")), vec![]));
    let clips = "q BT /F 10 Tf 7 Tr 50 500 Td (Seen on it.) Tj ET 1 0 0 rg 0 0 600 800 re f Q\n";
    let file = drawn(&[lines(50, 700, &SEEN) + clips]);
    assert_eq!((text(&file), asides(&file)), (format!("{}\n\nSeen on it.", SEEN.join(" ")), vec![]));
}

#[test]
fn a_line_that_runs_over_the_edge_of_its_page_is_text() {
    let long = "a line that goes on to where the paper ends and beyond it";
    let file = drawn(&[lines(50, 700, &SEEN) + &line(400, 600, long)]);
    assert_eq!((text(&file), asides(&file)), (format!("{}\n\n{long}", SEEN.join(" ")), vec![]));
}

#[test]
fn what_nobody_sees_is_the_text_of_a_document_with_nothing_else() {
    let file = drawn(&[invisible(50, 700, SEEN[0])]);
    assert_eq!((text(&file), asides(&file)), (SEEN[0].to_string(), vec![]));
}

#[test]
fn notes_that_people_put_on_a_page_are_comments() {
    let page = lines(50, 700, &SEEN);
    let file = String::from_utf8(drawn(&[page])).expect("ASCII");
    let notes = "/Type/Page/Annots[<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/Contents(Says who?)>>\
        <</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(A link)>><</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>]";
    let file = file.replacen("/Type/Page/Parent", &format!("{notes}/Parent"), 1);
    assert_eq!(asides(file.as_bytes()), [(AsideKind::Comment, "Says who?".to_string())]);
}
