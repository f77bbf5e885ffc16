//! `twinprint read`, and documents of word processors wherever documents are read. Those of `tests/rivers` are one text, as pandoc writes it, and
//! LibreOffice the PDF.

use super::*;
use crate::compression::gzip;

const KINDS: [&str; 8] = ["docx", "odt", "pptx", "epub", "rtf", "ipynb", "pdf", "tex"];

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
    desk.put("essays/scan.pdf", scanned());
    desk.put("essays/old.doc", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 600]].concat());
    let said = desk.twinprint("compare essays");
    said.ends(3);
    said.says("essays/cut.docx: the document is damaged");
    said.says("essays/thesis.pdf: the document is damaged (its parts are not found); open it in the program that made it");
    said.says(
        "essays/scan.pdf: no text in it; its page is a picture or empty; run text recognition (OCR) on it",
    );
    said.says("essays/old.doc: a document of Office before 2007, which this program does not read; save it as .docx");
    said.says("= compared 8 (").says("+ refused 4 (");
}

#[test]
fn a_passage_of_a_document_with_pages_is_cited_by_page() {
    let desk = Desk::with(&[]);
    let words = "where rain and melted snow gather in small streams that run down to one valley";
    desk.put("thesis.pdf", two_pages("Nothing of this page is copied from anywhere.", words));
    desk.put("source.txt", format!("First line.\n{words}\n"));
    let said = desk.twinprint("compare thesis.pdf source.txt");
    said.ends(0).shows("A page 2, line 3, B line 2");
    let pair = &desk.twinprint("compare thesis.pdf source.txt --json").ends(0).objects()[0];
    assert_eq!((&pair["pages_a"], &pair["pages_b"]), (&serde_json::json!([0, 47]), &Value::Null));
    assert!(pair["passages"][0]["a"]["start"].as_u64() >= Some(47), "{pair:#}");
    desk.twinprint("compare thesis.pdf source.txt --report report.html").ends(0);
    let report = fs::read_to_string(desk.path("report.html")).expect("a report");
    assert!(report.contains("15 words</a>: A page 2, line 3; B line 2</li>"), "{report}");

    desk.twinprint("index build --find passages source.txt -o index --with-text").ends(0);
    let found =
        &desk.twinprint("check thesis.pdf --index index --report report.html --json").ends(0).objects()[0];
    assert_eq!(found["pages"], serde_json::json!([0, 47]));
    let report = fs::read_to_string(desk.path("report.html")).expect("a report");
    assert!(report.contains("<p class=\"why\">15 words, page 2, line 3</p>"), "{report}");
}

/// A PDF with a line on each of two pages.
fn two_pages(first: &str, second: &str) -> String {
    let mut file = String::from(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj\n\
         5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n",
    );
    for (page, content, line) in [(3, 6, first), (4, 7, second)] {
        let drawn = format!("BT /F 10 Tf 50 600 Td ({line}) Tj ET");
        file += &format!(
            "{page} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>/Contents {content} 0 R>>endobj\n\
             {content} 0 obj<</Length {}>>stream\n{drawn}\nendstream endobj\n",
            drawn.len()
        );
    }
    file + "trailer<</Root 1 0 R/Size 8>>\n%%EOF"
}

/// A PDF of one page, on which there is nothing to read.
fn scanned() -> &'static [u8] {
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
      3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF"
}

#[test]
fn pages_are_said_where_they_start_and_those_without_text_are_counted() {
    let desk = desk();
    let read = desk.twinprint("read essays/rivers.pdf --json").ends(0).objects();
    assert_eq!(read[0]["pages"], serde_json::json!([0]));
    let page = |text: &str| format!("BT /F 10 Tf 50 700 Td ({text}) Tj ET");
    let contents = [page("Rivers are wide."), String::new(), page("Seas are wider.")];
    let mut file = String::from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n");
    file += "2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>endobj\n";
    let fonts = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    for (at, text) in contents.iter().enumerate() {
        let (page, contents) = (at + 3, at + 6);
        file += &format!(
            "{page} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {contents} 0 R{fonts}>>endobj\n"
        );
        file += &format!("{contents} 0 obj<</Length {}>>stream\n{text}\nendstream endobj\n", text.len());
    }
    desk.put("essays/mixed.pdf", file + "trailer<</Root 1 0 R/Size 9>>\n%%EOF");
    let said = desk.twinprint("read essays/mixed.pdf --json");
    said.ends(0).says("note: essays/mixed.pdf: 1 of its 3 pages has no text: pictures, or empty");
    let read = &said.objects()[0];
    assert_eq!(read["text"], "Rivers are wide.\n\nSeas are wider.");
    assert_eq!((&read["pages"], &read["pages_without_text"]), (&serde_json::json!([0, 16, 18]), &1.into()));
    desk.twinprint("compare essays").ends(0).says("essays/mixed.pdf: 1 of its 3 pages has no text");
}

#[test]
fn text_that_nobody_sees_is_not_compared_and_every_face_says_so() {
    const SHARED: &str = "the river carries sand and stones down to the wide and quiet sea each spring";
    let desk = Desk::with(&[("b.txt", &format!("First of all {SHARED} and then it rests."))]);
    // White letters in place of spaces, and hidden text that is B's.
    let disguised = SHARED.replace(' ', "{\\cf1 x}");
    desk.put(
        "a.rtf",
        format!(
            "{{\\rtf1{{\\colortbl;\\red255\\green255\\blue255;}}As we know {disguised} again.\\par{{\\v First of all and then it rests.}}{{\\*\\annotation Well said.}}}}"
        ),
    );
    let said = desk.twinprint("compare a.rtf b.txt --report report.html");
    said.ends(0).says("note: a.rtf: 7 hidden words, 14 words in white letters, not compared");
    said.shows("Shared                 in A 15 of 19 words")
        .shows("7 hidden words, 14 words in white letters");
    let report = fs::read_to_string(desk.path("report.html")).expect("a report");
    assert!(
        report.contains("<p class=\"note\">7 hidden words, 14 words in white letters, not compared.</p>")
    );
    assert!(report.contains("15 words</a>: A line 1; B line 1</li>"), "{report}");

    let [pair] = &desk.twinprint("compare a.rtf b.txt --json").ends(0).objects()[..] else { panic!() };
    assert_eq!(pair["asides_a"], serde_json::json!({"comment": 2, "hidden": 7, "white": 14}));
    assert_eq!(pair["asides_b"], Value::Null);

    let said = desk.twinprint("read a.rtf --json").ends(0).objects().remove(0);
    assert_eq!(said["text"], format!("As we know {SHARED} again."));
    assert_eq!(said["asides"][1]["text"], "First of all and then it rests.");
    desk.twinprint("read a.rtf")
        .ends(0)
        .says("beside its text: 2 words in comments, 7 hidden words, 14 words in white letters (see --json)");
}

#[test]
fn programs_are_compared_word_for_word_and_every_face_says_what_that_is_worth() {
    const PROGRAM: &str = "def mean(values):\n    total = 0\n    for value in values:\n        total += value\n    return total / len(values)\n\nprint(mean([1, 2, 3]))\n";
    const ESSAY: &str = "Rivers are wide and slow where they meet the sea, and narrow where they rise.";
    let desk =
        Desk::with(&[("a.py", PROGRAM), ("b.py", PROGRAM), ("essay.txt", ESSAY), ("other.txt", ESSAY)]);
    let said = desk.twinprint("compare a.py b.py essay.txt");
    said.ends(0).says(
        "note: 2 documents are programs, such as a.py: only word-for-word copies of them are found, and statements that are shared may be \
         chance; compare programs with Dolos or JPlag",
    );
    desk.twinprint("compare a.py b.py")
        .ends(0)
        .shows("a program, of which only word-for-word copies are found");
    let said = desk.twinprint("read a.py essay.txt --json").ends(0).objects();
    assert_eq!((&said[0]["program"], &said[1]["program"]), (&Value::Bool(true), &Value::Null));
    assert!(!desk.twinprint("compare essay.txt other.txt").ends(0).err.contains("program"));
}

#[test]
fn words_of_a_pdf_that_look_otherwise_than_they_are_read_are_counted() {
    let desk = Desk::with(&[("b.txt", "the river carries sand and stones down to the sea")]);
    // Its font calls a letter e, and the file says that it stands for the Cyrillic one.
    let letters = ('a'..='z').map(|letter| match letter {
        'e' => "<65> <0435>\n".to_string(),
        _ => format!("<{0:02x}> <00{0:02x}>\n", u32::from(letter)),
    });
    let map = format!(
        "begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n26 beginbfchar\n{}endbfchar endcmap",
        letters.collect::<String>()
    );
    let shown = "BT /F 10 Tf 50 600 Td (the river carries sand and stones down to the sea) Tj ET";
    let object = |number: usize, text: &str| {
        format!("{number} 0 obj<</Length {}>>stream\n{text}\nendstream endobj\n", text.len())
    };
    let file = format!(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj\n\
         4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>endobj\n\
         {}{}trailer<</Root 1 0 R/Size 7>>\n%%EOF",
        object(5, shown),
        object(6, &map)
    );
    desk.put("a.pdf", file);
    let said = desk.twinprint("compare a.pdf b.txt");
    said.ends(0)
        .says("note: a.pdf: 6 words are drawn with other letters than the file says")
        .shows("6 words are drawn with other letters than the file says");
    assert_eq!(desk.twinprint("read a.pdf --json").ends(0).objects()[0]["disguised"], 6);
    assert_eq!(desk.twinprint("compare a.pdf b.txt --json").ends(0).objects()[0]["disguised_a"], 6);
}

#[test]
fn a_document_is_known_by_its_content_and_not_by_its_name() {
    let desk = desk();
    fs::rename(desk.path("essays/rivers.docx"), desk.path("essays/no ending")).expect("another name");
    said(&mut desk.command(["read", "essays/no ending"])).ends(0).says_out("Most rivers begin in hills");
    desk.put("essays/text.docx", b"This is only a text.");
    desk.twinprint("read essays/text.docx").ends(0).says_out("This is only a text.");
}

#[test]
fn the_documents_of_an_archive_are_compared_by_their_paths() {
    let desk = desk();
    desk.put("picture.png", b"PNG");
    // An archive of stored files, as it stands in the specification: what packs them is tested elsewhere.
    let names = ["essays/rivers.docx", "essays/rivers.odt", "picture.png"];
    let files: Vec<(String, Vec<u8>)> =
        names.iter().map(|name| (name.to_string(), fs::read(desk.path(name)).expect("a file"))).collect();
    desk.put("class.zip", stored(&files));
    let said = desk.twinprint("compare class.zip --json");
    said.ends(0)
        .says("class.zip: files of this archive that are no documents were skipped: class.zip/picture.png");
    let pairs = said.objects();
    assert_eq!((pairs.len(), &pairs[0]["a"]), (1, &"class.zip/essays/rivers.docx".into()));
    desk.twinprint("index build class.zip -o known.index").ends(0);
    desk.twinprint("check class.zip --index known.index").ends(0).says_out("class.zip/essays/rivers.odt");
    let read = desk.twinprint("read class.zip");
    read.ends(0).says_out("== class.zip/essays/rivers.odt").says("class.zip/picture.png");
    desk.put("empty.zip", stored(&[]));
    desk.twinprint("read empty.zip").ends(2).says("empty.zip: an archive without a document");
    let scan = desk.twinprint("scan class.zip -o scanned --report scanned.html");
    scan.ends(0);
    assert!(desk.read("scanned/pairs.jsonl").contains("class.zip/essays/rivers.odt"), "{scan:#?}");
    // The report reads them a second time.
    assert!(desk.read("scanned.html").contains("Most rivers"), "their texts stand in the report");
    // A corpus that is given back is not taken out of an archive.
    desk.twinprint("dedup class.zip -o out").ends(2).says("an archive of files");
}

#[test]
fn archives_of_a_folder_and_what_is_attached_to_messages_are_read() {
    let desk = Desk::with(&[]);
    let message = format!(
        "From: irene@example.org\nSubject: On roses\nContent-Type: multipart/mixed; boundary=B\n\n\
         --B\n\nMy essay is attached, with my regards.\n\
         --B\nContent-Type: text/plain; name=essay.txt\n\n{ROSE}\n--B--\n"
    );
    desk.put("class/a.eml", &message);
    desk.put("class/late.mbox", format!("From irene Thu Nov 26 10:00:00 2026\n{message}"));
    desk.put("class/moodle.tar.gz", gzip(tar("Irene_7/essay.txt", COPY)));
    desk.put("class/moodle.zip", stored(&[("Zhang_8/essay.txt".into(), COPY.into())]));
    let said = desk.twinprint("read class --json");
    let objects = said.ends(0).objects();
    let named: Vec<_> = objects.iter().map(|object| object["document"].as_str().expect("a name")).collect();
    let expected = [
        "class/a.eml",
        "class/a.eml/essay.txt",
        "class/late.mbox/1.eml",
        "class/late.mbox/1.eml/essay.txt",
        "class/moodle.tar.gz/Irene_7/essay.txt",
        "class/moodle.zip/Zhang_8/essay.txt",
    ];
    assert_eq!(named, expected);
    assert_eq!((&objects[0]["title"], &objects[1]["text"]), (&"On roses".into(), &ROSE.into()));
    let pairs = desk.twinprint("compare class/a.eml class/moodle.tar.gz --json").ends(0).objects();
    let pair = pairs.iter().find(|pair| pair["a"] == "class/a.eml/essay.txt").expect("a pair");
    assert_eq!((&pair["b"], &pair["longest_run"]), (&named[4].into(), &16.into()));
    desk.twinprint("index build class -o known.index").ends(0);
    desk.twinprint("check class/a.eml --index known.index")
        .ends(0)
        .says_out("class/late.mbox/1.eml/essay.txt");

    desk.put("class/cut.tar", &tar("essay.txt", COPY)[..520]);
    desk.twinprint("read class")
        .ends(3)
        .says("class/cut.tar/essay.txt: the document is damaged (the archive ends within it)");
    // A corpus that is given back is not taken out of an archive, nor out of a message; the message's own text is one.
    let said = desk.twinprint("dedup class/a.eml class/late.mbox -o deduplicated");
    said.says("class/late.mbox: an archive of files");
    let said = desk.twinprint("scan class/a.eml class/late.mbox -o scanned");
    said.ends(0).says("documents read    4");
}

/// A tar archive of a file.
fn tar(name: &str, content: &str) -> Vec<u8> {
    let mut header = [0; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
    header[148..156].fill(b' ');
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let padding = content.len().next_multiple_of(512) - content.len() + 1024;
    [&header[..], content.as_bytes(), &vec![0; padding]].concat()
}

/// A ZIP archive of files that are not packed.
fn stored(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut sums = flate2::Crc::new();
        sums.update(bytes);
        let length = bytes.len() as u32;
        let about = [
            &20_u16.to_le_bytes()[..],
            &[0; 8],
            &sums.sum().to_le_bytes(),
            &length.to_le_bytes(),
            &length.to_le_bytes(),
            &(name.len() as u16).to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let start = archive.len() as u32;
        archive.extend([b"PK\x03\x04", &about[..], name.as_bytes(), bytes].concat());
        let attributes = [&[0; 10][..], &start.to_le_bytes()].concat();
        directory.extend([b"PK\x01\x02\x14\0", &about[..], &attributes, name.as_bytes()].concat());
    }
    let count = (files.len() as u16).to_le_bytes();
    let (length, start) = ((directory.len() as u32).to_le_bytes(), (archive.len() as u32).to_le_bytes());
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &length, &start, &[0; 2]].concat();
    [archive, directory, end].concat()
}
