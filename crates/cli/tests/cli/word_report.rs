//! `--report` as a document for word processors, and the hashes of what was compared.

use std::fs;
use std::io::Read;

use flate2::read::DeflateDecoder;
use roxmltree::Document;

use super::{Desk, ROSE, Said};

const ESSAY: &str = "My own first sentence about gardens.\nA rose by any other name would smell as sweet, and so it was with \
    the old house at the end of the lane, which nobody had painted since the war.";
const SOURCE: &str = "Nothing here is new. A rose by any other name would smell as sweet, and so it was with \
    the tall house at the end of the lane, which nobody had painted since the war.\nAnd an end.";

/// A part of a document, out of its archive.
fn part(document: &[u8], name: &str) -> String {
    let archive = rawzip::ZipArchive::from_slice(document).expect("an archive");
    let entry = archive.entries().find_map(|entry| {
        let entry = entry.expect("an entry");
        (entry.file_path().as_bytes() == name.as_bytes())
            .then(|| (entry.wayfinder(), entry.compression_method()))
    });
    let (place, method) = entry.unwrap_or_else(|| panic!("a part {name}"));
    let packed = archive.get_entry(place).expect("its bytes");
    let mut content = String::new();
    match method {
        rawzip::CompressionMethod::STORE => content += std::str::from_utf8(packed.data()).expect("text"),
        _ => drop(DeflateDecoder::new(packed.data()).read_to_string(&mut content).expect("text")),
    }
    content
}

/// The runs of a document that are written in a way, such as shaded.
fn runs(document: &Document<'_>, way: &str) -> Vec<String> {
    let text = |run: roxmltree::Node<'_, '_>| {
        let pieces =
            run.descendants().filter(|node| node.has_tag_name((run.tag_name().namespace().unwrap(), "t")));
        pieces.filter_map(|piece| piece.text()).collect::<String>()
    };
    let is = |run: &roxmltree::Node<'_, '_>| run.descendants().any(|node| node.tag_name().name() == way);
    document.descendants().filter(|node| node.tag_name().name() == "r").filter(is).map(text).collect()
}

#[test]
fn a_report_named_docx_is_a_document_that_word_processors_open() {
    let desk = Desk::with(&[("essay.txt", ESSAY), ("source.txt", SOURCE)]);
    desk.twinprint("compare essay.txt source.txt --report report.docx").ends(0);
    let bytes = fs::read(desk.path("report.docx")).expect("a report");
    for name in [
        "[Content_Types].xml",
        "_rels/.rels",
        "docProps/core.xml",
        "word/_rels/document.xml.rels",
        "word/styles.xml",
        "word/footer.xml",
    ] {
        Document::parse(&part(&bytes, name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let main = part(&bytes, "word/document.xml");
    let main = Document::parse(&main).expect("a document");
    // Shared words are shaded in both texts, and what was edited between them has a wavy line.
    let shaded = runs(&main, "shd").concat();
    assert_eq!(
        shaded.matches("A rose by any other name would smell as sweet, and so it was with the").count(),
        2,
        "{shaded}"
    );
    assert!(!shaded.contains("My own first"), "{shaded}");
    assert_eq!(runs(&main, "u"), [" old ", " tall "].map(|word| word.to_owned()));
    // The two texts stand side by side, each style is there, and cells end with a paragraph, without which Word refuses a file.
    let styles = part(&bytes, "word/styles.xml");
    for node in main.descendants() {
        match node.tag_name().name() {
            "pStyle" => {
                let id = node.attributes().next().expect("a style's name").value();
                assert!(styles.contains(&format!("w:styleId=\"{id}\"")), "{id}");
            }
            "tc" => assert_eq!(node.last_element_child().map(|last| last.tag_name().name()), Some("p")),
            _ => {}
        }
    }
    // What it says is what is read of it.
    let read = desk.twinprint("read report.docx").ends(0).out.clone();
    for said in [
        "What these documents share",
        "Longest identical run",
        "A line 2; B line 1",
        "My own first sentence",
        "Made by Twinprint",
    ] {
        assert!(read.contains(said), "{said} in {read}");
    }
}

#[test]
fn a_report_says_the_hash_of_each_file_and_of_the_archive_that_a_document_stood_in() {
    let mail = format!("From irene Thu Nov 26 10:00:00 2026\nSubject: A rose\n\n{ROSE}\n");
    let desk = Desk::with(&[("more/rose.txt", ROSE), ("more/box.mbox", &mail)]);
    desk.twinprint("compare more --report report.html").ends(0);
    let report = desk.read("report.html");
    assert!(report.contains("SHA-256 of rose.txt: ") && report.contains("SHA-256 of box.mbox: "), "{report}");
    desk.twinprint("index build more -o known.index --with-text").ends(0);
    desk.put("abc.txt", "abc");
    desk.twinprint("check abc.txt --index known.index --report found.html").ends(0);
    // The example of FIPS 180-2, B.1.
    let known = "SHA-256 of abc.txt: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert!(desk.read("found.html").contains(known));
    // What is piped in has none.
    desk.command_given(b"abc", "check - --index known.index --report piped.html".split(' ')).ends(0);
    assert!(!desk.read("piped.html").contains("SHA-256"));
}

#[test]
fn a_check_is_saved_as_a_document_too() {
    let desk = Desk::with(&[("essay.txt", SOURCE), ("sources/one.txt", SOURCE)]);
    desk.twinprint("index build sources -o known.index --with-text").ends(0);
    desk.twinprint("check essay.txt --index known.index --report found.DOCX").ends(0);
    let read = desk.twinprint("read found.DOCX").ends(0).out.clone();
    for said in
        ["What was found in the index", "Index: known.index", "sources/one.txt", "SHA-256 of essay.txt: "]
    {
        assert!(read.contains(said), "{said} in {read}");
    }
}

#[test]
fn nothing_of_a_text_is_markup_or_damages_the_document() {
    let odd = "</w:t></w:r> ]]> <!-- & \u{FFFE}\u{1}\u{2028} \t tab\r\nשלום עולם זה טקסט מימין לשמאל ועוד מילים אחדות כאן ושם";
    let desk = Desk::with(&[("a&b<c>.txt", odd), ("d.txt", odd)]);
    desk.command(["compare", "a&b<c>.txt", "d.txt", "--report", "report.docx"])
        .output()
        .map(Said::of)
        .expect("the command runs")
        .ends(0);
    let main = part(&fs::read(desk.path("report.docx")).expect("a report"), "word/document.xml");
    let main = Document::parse(&main).expect("well-formed");
    let all: String = main.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    assert!(all.contains("w:t></w:r> ]]> <!-- & ") && all.contains("a&b<c>.txt"), "{all}");
    assert!(runs(&main, "rtl").concat().contains("שלום"));
}

#[test]
fn a_document_is_replaced_only_if_it_is_a_report_of_an_earlier_run() {
    let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", ROSE)]);
    desk.twinprint("compare a.txt b.txt --report report.docx").ends(0);
    desk.twinprint("compare a.txt b.txt --report report.docx").ends(0);
    desk.put("thesis.docx", "mine");
    desk.twinprint("compare a.txt b.txt --report thesis.docx").ends(2).says("thesis.docx");
    assert_eq!(desk.read("thesis.docx"), "mine");
}

#[test]
fn a_report_is_not_called_what_it_is_not() {
    let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", ROSE)]);
    desk.twinprint("compare a.txt b.txt --report report.pdf")
        .ends(2)
        .says("a report is written as .html or .docx, not as .pdf; print the page from a browser");
    desk.twinprint("scan a.txt b.txt --report report.docx")
        .ends(2)
        .says("a report is written as .html, not as .docx");
    desk.command(["compare", "a.txt", "b.txt", "--report", ""])
        .output()
        .map(Said::of)
        .expect("the command runs")
        .ends(2)
        .says("a value is required for '--report <FILE>'");
    assert_eq!(desk.names(), ["a.txt", "b.txt"]);
}
