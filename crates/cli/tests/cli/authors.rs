//! Who wrote what: as learning platforms name what is handed in, by folders, by a pattern.

use super::*;

const SHARED: &str =
    "rain and melted snow gather in small streams that run together until a bed is cut that holds them";

/// A download of Moodle: two of one name who handed in the same, one of whom handed in two.
fn class() -> Desk {
    let essay = |more: &str| format!("{SHARED} {more}.");
    Desk::with(&[
        ("class/Zhang Wei_101_assignsubmission_file_/essay.txt", &essay("as one may see")),
        ("class/Zhang Wei_101_assignsubmission_file_/notes.txt", &essay("in these notes")),
        ("class/Zhang Wei_102_assignsubmission_file_/essay.txt", &essay("as one may see")),
        ("class/notes.txt", "Nothing of anybody's own stands here."),
    ])
}

#[test]
fn persons_are_named_as_the_platform_names_them_and_their_own_documents_not_compared() {
    let desk = class();
    let said = desk.twinprint("compare class");
    said.ends(0)
        .says("note: 3 of 4 documents have names that tell their author, 2 authors in all; documents of one author are not compared (--within-authors compares them)")
        .shows("Zhang Wei (101): essay.txt")
        .shows("Zhang Wei (102): essay.txt")
        .shows("4 documents, 5 pairs; 2 share passages");
    let pairs = desk.twinprint("compare class --json").ends(0).objects();
    let authors: Vec<_> = pairs.iter().map(|pair| (&pair["author_a"], &pair["author_b"])).collect();
    assert_eq!(authors[0], (&"Zhang Wei (101)".into(), &"Zhang Wei (102)".into()));
    assert_eq!(authors[4].1, &Value::Null, "notes.txt is nobody's");

    desk.twinprint("compare class --within-authors").ends(0).shows("4 documents, 6 pairs; 3 share passages");
    let said = desk.twinprint("compare class --authors none");
    said.ends(0).shows("4 documents, 6 pairs");
    assert!(!said.err.contains("author"), "{}", said.err);
}

#[test]
fn two_documents_are_shown_with_who_wrote_them() {
    let desk = Desk::with(&[("doe_first.txt", SHARED), ("roe_first.txt", SHARED)]);
    let said = desk.twinprint("compare doe_first.txt roe_first.txt --authors {author}_*");
    said.ends(0).shows("A  doe: doe_first.txt, 19 words").shows("B  roe: roe_first.txt, 19 words");
}

#[test]
fn documents_of_one_author_alone_are_refused_with_what_to_do() {
    let desk = class();
    desk.twinprint("compare class/*101*/essay.txt class/*101*/notes.txt").ends(2).says(
        "error: documents: all 2 have one author, Zhang Wei, and documents of one author are not compared; \
         compare them with --within-authors, or say by --authors whose they are",
    );
    desk.twinprint("compare class --authors essay").ends(2).says("a pattern in which {author} stands once");
}

#[test]
fn what_one_author_has_in_several_documents_is_not_common() {
    let desk = Desk::with(&[]);
    for (author, file, more) in
        [("a", 1, ""), ("a", 2, ""), ("a", 3, ""), ("b", 4, ""), ("c", 5, "x"), ("d", 6, "x")]
    {
        let text = if more.is_empty() { SHARED.into() } else { format!("nothing that {file} others have") };
        desk.put(&format!("class/{author}/{file}.txt"), format!("{text} but {file} {author} ends otherwise"));
    }
    // Four of six documents have it, and two of four authors.
    let shared = |arguments: &str| {
        desk.twinprint(&format!("compare class --common 50 {arguments} --json")).ends(0).objects()
    };
    assert_eq!(shared("--authors none")[0]["shared_words_a"], 0);
    assert_eq!(shared("--authors folder")[0]["shared_words_a"], 20);
}
