//! Fonts whose letters stand for others than they are called.

use super::{drawn, drawn_with, line, stream};
use crate::read_document;

/// How many words of a page are disguised whose font has this encoding and says this of what its letters stand for: codes and characters of
/// UTF-16, both in hexadecimal digits.
fn disguised(subtype: &str, encoding: &str, says: &[(&str, &str)], shown: &str) -> usize {
    let pairs: String = says.iter().map(|(code, letter)| format!("<{code}> <{letter}>\n")).collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n\
         {} beginbfchar\n{pairs}endbfchar endcmap end",
        says.len()
    );
    let font =
        format!("/X<</Type/Font/Subtype/{subtype}/BaseFont/Courier/Encoding{encoding}/ToUnicode 3 0 R>>");
    let page = line(50, 700, shown).replacen("/F 10 Tf", "/X 10 Tf", 1);
    let file = String::from_utf8(drawn_with(&[page], "", &[stream("", map.as_bytes())])).expect("ASCII");
    let file = file.replacen("/Font<<", &format!("/Font<<{font}"), 1);
    read_document(file.as_bytes()).expect("a PDF").disguised
}

const HONEST: [(&str, &str); 4] = [("72", "0072"), ("69", "0069"), ("76", "0076"), ("65", "0065")];
const WIN: &str = "/WinAnsiEncoding";

#[test]
fn words_with_a_letter_that_stands_for_one_of_another_alphabet_are_counted() {
    let cyrillic = [("72", "0072"), ("69", "0069"), ("76", "0076"), ("65", "0435")];
    assert_eq!(disguised("Type1", WIN, &cyrillic, "river vivi rive rev"), 3);
    assert_eq!(disguised("TrueType", WIN, &cyrillic, "river"), 1);
    assert_eq!(disguised("Type1", WIN, &cyrillic, "river, e"), 1);
    let named = "<</Differences[101/e 105/i 114/r 118/v]>>";
    assert_eq!(disguised("Type1", named, &cyrillic, "river vivi"), 1);
    let exchanged = [("72", "0072"), ("69", "0069"), ("76", "0076"), ("65", "006F")];
    assert_eq!(disguised("Type1", WIN, &exchanged, "river"), 1);
}

#[test]
fn letters_of_other_case_with_accents_or_of_ligatures_are_no_disguise() {
    assert_eq!(disguised("Type1", WIN, &HONEST, "river"), 0);
    let forms = [("72", "0052"), ("69", "0131"), ("76", "D835DC63"), ("65", "00E9")];
    assert_eq!(disguised("Type1", WIN, &forms, "river"), 0);
    let small_capitals = "<</Differences[101/e.sc 105/i.sc 114/r.sc 118/f_f]>>";
    assert_eq!(disguised("Type1", small_capitals, &HONEST, "river"), 0);
}

#[test]
fn a_font_whose_letters_are_called_anyhow_disguises_nothing() {
    let all_others = [("72", "0061"), ("69", "0062"), ("76", "0063"), ("65", "0065")];
    assert_eq!(disguised("Type1", WIN, &all_others, "river"), 0);
    let cyrillic = [("72", "0440"), ("69", "0438"), ("76", "0432"), ("65", "0435")];
    assert_eq!(
        disguised(
            "Type1",
            "<</Differences[101/afii10070 105/afii10074 114/afii10082 118/afii10067]>>",
            &cyrillic,
            "river"
        ),
        0
    );
    assert_eq!(disguised("Type1", "<</Differences[101/g1 105/g2 114/g3 118/g4]>>", &cyrillic, "river"), 0);
}

#[test]
fn a_letter_that_two_alphabets_share_is_no_disguise_in_words_of_its_own() {
    let shared =
        [("72", "0440"), ("69", "0069"), ("76", "0432"), ("65", "0435"), ("61", "0061"), ("62", "0062")];
    let names = "<</Differences[97/a/b 101/e 105/i 114/afii10082 118/afii10067]>>";
    assert_eq!(disguised("Type1", names, &shared, "rever ve abab"), 0);
    assert_eq!(disguised("Type1", names, &shared, "rever ve abe"), 1);
}

#[test]
fn the_latin_i_of_a_cyrillic_font_may_stand_for_the_ukrainian_one() {
    let ukrainian = [("72", "0440"), ("69", "0456"), ("76", "0432"), ("61", "0061"), ("62", "0062")];
    let names = "<</Differences[97/a/b 105/i 114/afii10082 118/afii10067]>>";
    assert_eq!(disguised("Type1", names, &ukrainian, "vir abi"), 0);
    let latin = [("69", "0456"), ("61", "0061"), ("62", "0062")];
    assert_eq!(disguised("Type1", "<</Differences[97/a/b 105/i]>>", &latin, "abi"), 1);
}

#[test]
fn a_document_without_such_fonts_has_no_disguised_words() {
    assert_eq!(read_document(&drawn(&[line(50, 700, "river")])).expect("a PDF").disguised, 0);
}
