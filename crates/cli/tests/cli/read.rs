//! `twinprint read`, and documents of word processors wherever documents are read. Those of `tests/rivers` are one text, as pandoc writes it.

use super::*;

const KINDS: [&str; 6] = ["docx", "odt", "pptx", "epub", "rtf", "ipynb"];

/// A folder of the text in all kinds.
fn desk() -> Desk {
    let desk = Desk::with(&[]);
    for kind in KINDS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/rivers/rivers.{kind}"));
        desk.put(&format!("essays/rivers.{kind}"), fs::read(file).expect("a file of the repository"));
    }
    desk
}

#[test]
fn each_kind_of_file_gives_its_words_in_order() {
    let desk = desk();
    let words = "Most rivers begin in hills or at the edge of ice, where rain and melted snow gather in small streams";
    for kind in KINDS {
        let said = desk.twinprint(&format!("read essays/rivers.{kind}"));
        said.ends(0);
        let text = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let places: Vec<Option<usize>> = [
            words,
            "upper",
            "lower",
            "“Später trägt man die Öllampe über die größte Brücke”",
            "end in songs.",
        ]
        .iter()
        .map(|part| text.find(part))
        .collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{kind}: {places:?} in {text}");
        assert!(
            text.contains("Where water comes out of the ground by itself") || kind == "pptx",
            "{kind}: {text}"
        );
    }
    let objects = desk.twinprint("read essays --json").ends(0).objects();
    assert_eq!(objects.len(), KINDS.len());
    assert_eq!(
        (&objects[0]["document"], &objects[0]["title"]),
        (&"essays/rivers.docx".into(), &"On rivers".into())
    );
}

#[test]
fn documents_of_word_processors_are_compared_and_duplicates_among_them_removed() {
    let desk = desk();
    let pairs = desk.twinprint("compare essays --json").ends(0).objects();
    let named = |pair: &Value, a: &str, b: &str| pair["a"] == a && pair["b"] == b;
    let pair = pairs.iter().find(|pair| named(pair, "essays/rivers.docx", "essays/rivers.odt"));
    let pair = pair.unwrap_or_else(|| panic!("{pairs:#?}"));
    assert!(pair["containment_a"].as_f64() > Some(0.7), "{pair:#?}");

    fs::copy(desk.path("essays/rivers.odt"), desk.path("essays/copy.odt")).expect("a copy");
    desk.twinprint("dedup essays -o out --by exact").ends(0);
    assert!(desk.path("out/corpus/copy.odt").exists() && !desk.path("out/corpus/rivers.odt").exists());
    desk.twinprint("dedup --verify out").ends(0);
}

#[test]
fn what_cannot_be_read_says_why_and_the_rest_is_compared() {
    let desk = desk();
    let whole = fs::read(desk.path("essays/rivers.docx")).expect("a document");
    desk.put("essays/cut.docx", &whole[..900]);
    desk.put("essays/thesis.pdf", b"%PDF-1.7 and so on");
    desk.put("essays/old.doc", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 600]].concat());
    let said = desk.twinprint("compare essays");
    said.ends(3);
    said.says("essays/cut.docx: the document is damaged");
    said.says("essays/thesis.pdf: a PDF, which this program does not read; save its text, as `pdftotext FILE.pdf` does");
    said.says("essays/old.doc: a document of Office before 2007, which this program does not read; save it as .docx");
    said.says("= compared 6 (").says("+ refused 3 (");
}

#[test]
fn a_document_is_known_by_its_content_and_not_by_its_name() {
    let desk = desk();
    fs::rename(desk.path("essays/rivers.docx"), desk.path("essays/no ending")).expect("another name");
    said(&mut desk.command(["read", "essays/no ending"])).ends(0).says_out("Most rivers begin in hills");
    desk.put("essays/text.docx", b"This is only a text.");
    desk.twinprint("read essays/text.docx").ends(0).says_out("This is only a text.");
}
