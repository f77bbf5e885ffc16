//! PDFs as they are drawn, glyph by glyph, in fonts that every reader has.

mod disguised;
mod footnotes;
mod line_numbers;
mod unseen;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;

use super::unpacked::ALL;
use crate::{DocumentKind, Unreadable, read_document};

/// A PDF of objects, numbered from 1 on; the first is the catalogue.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend([format!("{} 0 obj\n", at + 1).as_bytes(), object, b"\nendobj\n"].concat());
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    let size = places.len() + 1;
    file.extend(format!("trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF").bytes());
    file
}

fn stream(more: &str, data: &[u8]) -> Vec<u8> {
    [format!("<</Length {}{more}>>\nstream\n", data.len()).as_bytes(), data, b"\nendstream"].concat()
}

/// Two fonts: one of Latin letters with accents apart, one of Hebrew letters for a, b, c.
const FONTS: &str = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[200/dieresis]>>>>\
    /H<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[97/afii57664/afii57665/afii57666]>>>>>>";

/// A PDF of pages that draw this, with more of what they are made of.
fn drawn_with(pages: &[String], resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let first = 3 + more.len();
    let kids: String = (0..pages.len()).map(|at| format!("{} 0 R ", first + 2 * at)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()).into_bytes(),
    ];
    objects.extend_from_slice(more);
    for (at, page) in pages.iter().enumerate() {
        let contents = first + 2 * at + 1;
        objects.push(
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {contents} 0 R/Resources<<{FONTS}{resources}>>>>"
            )
            .into_bytes(),
        );
        objects.push(stream("", page.as_bytes()));
    }
    pdf(&objects)
}

fn drawn(pages: &[String]) -> Vec<u8> {
    drawn_with(pages, "", &[])
}

/// Draws a line in Courier of ten points, whose letters are six points wide.
fn line(x: i32, y: i32, text: &str) -> String {
    format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Draws lines one below the other.
fn lines(x: i32, top: i32, texts: &[&str]) -> String {
    texts.iter().zip(0..).map(|(text, at)| line(x, top - 12 * at, text)).collect()
}

fn text(file: &[u8]) -> String {
    read_document(file).expect("a PDF").text
}

#[test]
fn lines_are_joined_to_paragraphs_over_the_ends_of_pages() {
    let first =
        lines(50, 700, &["The river is wide here, and its water is light-", "er than the sea that it"]);
    let second = lines(50, 700, &["runs into in the end.", "  "]) + &line(74, 688, "Its banks are flat.");
    let read = read_document(&drawn(&[first, second])).expect("a PDF");
    let expected =
        "The river is wide here, and its water is lighter than the sea that it runs into in the end.";
    assert_eq!(read.text, format!("{expected}\n\nIts banks are flat."));
    assert_eq!(read.kind, DocumentKind::Pdf);
    let starts: Vec<&str> = read.pages.iter().map(|&start| &read.text[start..]).collect();
    assert!(starts[0].starts_with("The river") && starts[1].starts_with("runs into"), "{starts:?}");
}

#[test]
fn running_heads_and_page_numbers_are_left_out() {
    let bodies = ["alone", "among", "along", "above"];
    let page = |(body, number): (&&str, i32)| {
        let text =
            lines(50, 700, &[&format!("It stands {body},"), "on two lines", "or on three", "or on four."]);
        line(50, 780, "On Rivers") + &text + &line(300, 20, &number.to_string())
    };
    let pages: Vec<String> = bodies.iter().zip(1..).map(page).collect();
    let expected = bodies.map(|body| format!("It stands {body}, on two lines or on three or on four."));
    assert_eq!(text(&drawn(&pages)), expected.join("\n\n"));
}

#[test]
fn columns_are_read_one_after_the_other_and_rows_of_a_table_across() {
    let words = [
        "alpha beta gamma delta eps",
        "zeta eta theta iota kappa",
        "lambda mu nu xi omicron p",
        "rho sigma tau upsilon phi",
    ];
    let columns = lines(50, 700, &words)
        + &lines(320, 700, &words.map(str::to_uppercase).each_ref().map(String::as_str));
    let expected = words.join(" ");
    assert_eq!(text(&drawn(&[columns])), format!("{expected} {}", expected.to_uppercase()));
    let table = lines(50, 700, &["Rhine", "Oder", "Weser"]) + &lines(320, 700, &["1,230", "866", "744"]);
    assert_eq!(text(&drawn(&[table])), "Rhine 1,230 Oder 866 Weser 744");
}

#[test]
fn accents_that_are_set_apart_stand_on_their_letters() {
    let apart = "BT /F 10 Tf 50 700 Td [(K)(\\310) 600 (onig)] TJ ET";
    assert_eq!(text(&drawn(&[apart.into()])), "König");
    let raised = "BT /F 10 Tf 50 702 Td (\\310) Tj 0 -2 Td (Arger) Tj ET";
    assert_eq!(text(&drawn(&[raised.into()])), "Ärger");
}

#[test]
fn what_is_drawn_twice_to_be_bold_is_read_once_and_spaced_out_letters_are_a_word() {
    let twice = line(50, 700, "Bold") + "BT /F 10 Tf 50.3 700 Td (Bold) Tj ET\n" + &line(80, 700, "letters");
    assert_eq!(text(&drawn(&[twice])), "Bold letters");
    assert_eq!(text(&drawn(&["BT /F 10 Tf 2.5 Tc 50 700 Td (emphasis) Tj ET".into()])), "emphasis");
}

#[test]
fn lines_from_right_to_left_are_read_from_right_to_left() {
    let shown = "BT /H 10 Tf 300 700 Td (cba) Tj /F 10 Tf 20 0 Td ( 12 ) Tj /H 10 Tf 25 0 Td (cab) Tj ET";
    assert_eq!(text(&drawn(&[shown.into()])), "בגא 12 אבג".replace("בגא", "באג"));
}

#[test]
fn a_page_that_lies_on_its_side_is_read_as_one_turns_it_and_a_stamp_comes_last() {
    let mut turned: String = ["The first line of it.", "Its second line of it."]
        .iter()
        .zip([500, 512])
        .map(|(text, x)| format!("BT /F 10 Tf 0 1 -1 0 {x} 100 Tm ({text}) Tj ET\n"))
        .collect();
    turned += &line(20, 790, "stamp");
    assert_eq!(text(&drawn(&[turned])), "The first line of it. Its second line of it.\n\nstamp");
}

#[test]
fn pages_without_text_are_counted_and_a_document_of_only_such_is_refused() {
    let read = read_document(&drawn(&["0 0 600 800 re f".into(), line(50, 700, "A page of words.")]))
        .expect("a PDF");
    assert_eq!((read.blank, read.pages), (1, vec![0, 0]));
    assert_eq!(
        read_document(&drawn(&["0 0 600 800 re f".into(), String::new()])),
        Err(Unreadable::NoText(2))
    );
}

#[test]
fn letters_that_nobody_knows_are_no_text() {
    let fonts =
        "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[97/g1/g2/g3]>>>>>>";
    let file = drawn(&["BT /F 10 Tf 50 700 Td (abcabc) Tj ET".into()]);
    let own = String::from_utf8(file).expect("ASCII").replacen(FONTS, fonts, 1);
    assert_eq!(read_document(own.as_bytes()), Err(Unreadable::NoLetters));
}

#[test]
fn a_pdf_may_stand_behind_white_space() {
    let file = drawn(&[line(50, 700, "All the same.")]);
    assert_eq!(text(&[b"\r\n ".as_slice(), &file].concat()), "All the same.");
}

#[test]
fn what_is_no_pdf_has_no_pages_or_too_many_is_refused() {
    assert!(matches!(read_document(b"%PDF-1.7 and so on"), Err(Unreadable::Damaged(_))));
    assert_eq!(read_document(&drawn(&[])), Err(Unreadable::Damaged("it has no pages".into())));
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec()];
    let kids: String = (0..5_001).map(|at| format!("{} 0 R ", at + 3)).collect();
    objects.push(format!("<</Type/Pages/Count 5001/Kids[{kids}]>>").into_bytes());
    objects.extend((0..5_001).map(|_| b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_vec()));
    assert_eq!(read_document(&pdf(&objects)), Err(Unreadable::ManyPages { pages: 5_001, limit: 5_000 }));
}

#[test]
fn streams_that_unpack_to_more_than_any_document_are_refused_before_they_are_unpacked() {
    let packed = |data: &[u8]| {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).and_then(|()| encoder.finish()).expect("written to memory")
    };
    let bomb = packed(&vec![0; ALL as usize + 1]);
    for data in [packed(&bomb), bomb] {
        let file = drawn_with(&[String::new()], "", &[stream("/Filter/FlateDecode", &data)]);
        assert_eq!(read_document(&file), Err(Unreadable::Bomb(ALL)));
    }
}

#[test]
fn pages_that_draw_without_an_end_are_refused() {
    let calls = "/X Do ".repeat(40);
    let form = |next: usize| {
        let resources =
            format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {next} 0 R>>>>");
        stream(&resources, calls.as_bytes())
    };
    let mut forms: Vec<Vec<u8>> = (4..14).map(form).collect();
    forms.push(stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", b"0 0 5 5 re f"));
    let file = drawn_with(std::slice::from_ref(&calls), "/XObject<</X 3 0 R>>", &forms);
    assert_eq!(read_document(&file), Err(Unreadable::Endless));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_damaged_pdf_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let mut file = drawn(&[lines(50, 700, &["A page of some words", "on two lines."])]);
        *at.get_mut(&mut file) = byte;
        let cut = cut.index(file.len() + 1);
        for part in [&file[..], &file[..cut]] {
            if let Ok(read) = read_document(part) {
                prop_assert!(read.pages.iter().all(|&start| read.text.is_char_boundary(start)));
            }
        }
    }
}
