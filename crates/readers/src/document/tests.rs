//! Documents made as the programs make them that people use, and as nobody's does.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use proptest::prelude::*;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use twinprint::Format;

use super::{
    ArchiveFiles, AsideKind, DocumentKind, ReadDocument, Unreadable, read_document, read_named_document,
};

/// An archive of files by their names.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let (mut entry, config) =
            archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start().expect("a file");
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        writer.write_all(content).expect("memory takes bytes");
        let (encoder, descriptor) = writer.finish().expect("a descriptor");
        encoder.finish().expect("memory takes bytes");
        entry.finish(descriptor).expect("an entry");
    }
    archive.finish().expect("an archive");
    bytes
}

fn docx_with(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let main = format!("<w:document xmlns:w='w'><w:body>{body}<w:sectPr/></w:body></w:document>");
    let core = "<cp:coreProperties xmlns:cp='c' xmlns:dc='d'><dc:title>On  rivers</dc:title><dc:creator>A. B.</dc:creator></cp:coreProperties>";
    let all =
        [("[Content_Types].xml", "<Types/>"), ("word/document.xml", &main), ("docProps/core.xml", core)];
    let all: Vec<(&str, &[u8])> =
        all.iter().chain(parts).map(|&(name, content)| (name, content.as_bytes())).collect();
    zip(&all)
}

fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

fn text(bytes: &[u8]) -> String {
    read_document(bytes).expect("a document").text
}

fn odf(kind: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content xmlns:office='o' xmlns:text='t' xmlns:table='b'><office:body>{body}</office:body></office:document-content>"
    );
    let mimetype = format!("application/vnd.oasis.opendocument.{kind}");
    zip(&[("mimetype", mimetype.as_bytes()), ("content.xml", content.as_bytes())])
}

#[test]
fn a_word_document_reads_as_with_all_changes_accepted() {
    let bytes = docx_with(
        "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>Rivers </w:t></w:r><w:ins><w:r><w:t>&amp; lakes</w:t></w:r></w:ins>\
         <w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:tab/><w:t>run</w:t></w:r></w:p>\
         <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        &[(
            "word/footnotes.xml",
            "<w:footnotes xmlns:w='w'><w:footnote w:type='separator'><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote><w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>",
        )],
    );
    let read = read_document(&bytes).expect("a document");
    assert_eq!(read.text, "Rivers & lakes\trun\n\na\tb c\n\nA note.");
    assert_eq!(
        (read.kind, read.title.as_deref(), read.author.as_deref()),
        (DocumentKind::Docx, Some("On rivers"), Some("A. B."))
    );
}

/// The text of a document and its asides: what each is, and its text.
fn with_asides(bytes: &[u8]) -> (String, Vec<(AsideKind, String)>) {
    let read = read_document(bytes).expect("a document");
    (read.text, read.asides.into_iter().map(|aside| (aside.kind, aside.text)).collect())
}

fn aside(kind: AsideKind, text: &str) -> (AsideKind, String) {
    (kind, text.into())
}

/// A run of Word with properties.
fn run(properties: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>")
}

#[test]
fn what_nobody_sees_of_a_word_document_stands_beside_its_text() {
    const WHITE: &str = "<w:color w:val='FFFFFF'/>";
    let styles = "<w:styles xmlns:w='w'><w:style w:styleId='Ghost'><w:rPr><w:color w:val='FEFEFE'/></w:rPr></w:style>\
                  <w:style w:styleId='Child'><w:basedOn w:val='Ghost'/></w:style><w:style w:styleId='Loop'><w:basedOn w:val='Loop'/></w:style></w:styles>";
    let comments = "<w:comments xmlns:w='w'><w:comment w:author='B'><w:p><w:r><w:t>Too </w:t></w:r><w:r><w:t>long.</w:t></w:r></w:p></w:comment>\
                    <w:comment><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment></w:comments>";
    let body = format!(
        "<w:p><w:pPr><w:rPr><w:vanish/>{WHITE}</w:rPr></w:pPr>{}{}{}{}{}{}</w:p>\
         <w:p><w:pPr><w:pStyle w:val='Child'/></w:pPr>{}{}</w:p><w:p><w:pPr><w:pStyle w:val='Loop'/></w:pPr>{}</w:p>\
         <w:p><w:del><w:r><w:delText>gone </w:delText></w:r><w:r><w:delText>words</w:delText></w:r></w:del>{}</w:p>",
        run("", "Rivers"),
        run(WHITE, "x"),
        run("<w:sz w:val='24'/>", "run"),
        run("<w:vanish/>", "in secret"),
        run("<w:sz w:val='2'/>", "very small"),
        run("<w:vanish w:val='0'/>", " on."),
        run("", "nobody reads"),
        run("<w:color w:val='auto'/>", "Seen."),
        run("", "Kept."),
        run("", "Left."),
    );
    let bytes = docx_with(&body, &[("word/styles.xml", styles), ("word/comments.xml", comments)]);
    let (text, asides) = with_asides(&bytes);
    assert_eq!(text, "Rivers run on.\n\n Seen.\n\nKept.\n\nLeft.");
    let expected = [
        aside(AsideKind::Comment, "Too long.\nWhy?"),
        aside(AsideKind::Deleted, "gone words"),
        aside(AsideKind::Hidden, "in secret"),
        aside(AsideKind::White, "x\nnobody reads"),
        aside(AsideKind::Tiny, "very small"),
    ];
    assert_eq!(asides, expected);
}

#[test]
fn what_nobody_sees_of_a_document_with_nothing_else_is_its_text() {
    let body = format!("<w:p>{}</w:p>", run("<w:color w:val='FFFFFF'/>", "All of it is white."));
    assert_eq!(with_asides(&docx(&body)), ("All of it is white.".into(), vec![]));
    let (text, asides) = with_asides(br"{\rtf1 \fs2 Small.{\v Hidden.}{\*\annotation Why?}\fs-2 \fs0  .}");
    assert_eq!((text.as_str(), asides), ("Hidden.\n\nSmall.", vec![aside(AsideKind::Comment, "Why?")]));
}

#[test]
fn white_letters_on_a_color_are_text() {
    const WHITE: &str = "<w:color w:val='FFFFFF'/>";
    let blue = "<w:shd w:val='clear' w:fill='1F3864'/>";
    let cell = |properties: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p>{}</w:p></w:tc>", run(WHITE, "cell"))
    };
    let styled = "<w:styles xmlns:w='w'><w:style w:type='table' w:styleId='Banded'><w:tblStylePr w:type='firstRow'><w:tcPr>\
                  <w:shd w:val='clear' w:fill='4472C4'/></w:tcPr></w:tblStylePr><w:tblStylePr w:type='lastRow'><w:tcPr><w:shd w:val='clear' w:fill='auto'/></w:tcPr></w:tblStylePr></w:style></w:styles>";
    let body = format!(
        "<w:p><w:pPr>{blue}</w:pPr>{}</w:p><w:p>{}{}</w:p><w:tbl><w:tr>{}</w:tr></w:tbl>\
         <w:tbl><w:tblPr><w:tblStyle w:val='Banded'/></w:tblPr><w:tr>{}</w:tr></w:tbl>\
         <w:p><w:r><w:pict><w:txbxContent><w:p>{}</w:p></w:txbxContent></w:pict></w:r>{}</w:p>",
        run(WHITE, "paragraph"),
        run(&format!("{WHITE}<w:highlight w:val='black'/>"), "marked "),
        run(&format!("{WHITE}{blue}"), "run"),
        cell(blue),
        cell(""),
        run(WHITE, "box"),
        run(WHITE, "unseen"),
    );
    let (text, asides) = with_asides(&docx_with(&body, &[("word/styles.xml", styled)]));
    assert_eq!(text, "paragraph\n\nmarked run\n\ncell\n\ncell\n\nbox");
    assert_eq!(asides, [aside(AsideKind::White, "unseen")]);

    let on_blue = format!(
        "<w:document xmlns:w='w'><w:background w:color='000080'/><w:body><w:p>{}</w:p></w:body></w:document>",
        run(WHITE, "page")
    );
    let bytes = zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", on_blue.as_bytes())]);
    assert_eq!(with_asides(&bytes), ("page".into(), vec![]));
}

#[test]
fn what_nobody_sees_of_an_open_document_stands_beside_its_text() {
    let style = |name: &str, family: &str, properties: &str| {
        format!("<style:style style:name='{name}' style:family='{family}'>{properties}</style:style>")
    };
    let styles = [
        style("W", "text", "<style:text-properties fo:color='#ffffff'/>"),
        style("H", "text", "<style:text-properties text:display='none'/>"),
        style("T", "text", "<style:text-properties fo:font-size='1pt'/>"),
        // A paragraph's style may have the name of a word's.
        style("W", "paragraph", "<style:paragraph-properties fo:background-color='#000080'/>"),
    ];
    let content = format!(
        "<office:document-content xmlns:office='o' xmlns:text='t' xmlns:style='s' xmlns:fo='f' xmlns:dc='d'><office:automatic-styles>{}</office:automatic-styles>\
         <office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2026</dc:date></office:change-info>\
         <text:p>gone words</text:p></text:deletion></text:changed-region></text:tracked-changes>\
         <text:p>Rivers<text:span text:style-name='W'>x</text:span>run<office:annotation><dc:creator>B</dc:creator><text:p>Why?</text:p></office:annotation> <text:date>today</text:date>\
         <text:span text:style-name='H'>in secret</text:span><text:span text:style-name='T'>very small</text:span>.</text:p>\
         <text:p text:style-name='W'><text:span text:style-name='W'>On blue.</text:span></text:p>\
         <text:section text:display='none'><text:p>A section</text:p></text:section></office:text></office:body></office:document-content>",
        styles.concat()
    );
    let mimetype = "application/vnd.oasis.opendocument.text";
    let (text, asides) =
        with_asides(&zip(&[("mimetype", mimetype.as_bytes()), ("content.xml", content.as_bytes())]));
    assert_eq!(text, "Rivers run today.\n\nOn blue.");
    let expected = [
        aside(AsideKind::Comment, "Why?"),
        aside(AsideKind::Deleted, "gone words"),
        aside(AsideKind::Hidden, "in secret\nA section"),
        aside(AsideKind::White, "x"),
        aside(AsideKind::Tiny, "very small"),
    ];
    assert_eq!(asides, expected);
}

#[test]
fn what_nobody_sees_of_rich_text_stands_beside_its_text() {
    let (text, asides) = with_asides(
        br"{\rtf1\ansi{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}\pard Rivers{\cf2 x}run{\v in secret}{\fs2 very small}{\deleted gone words} on.{\*\atnid B}{\*\annotation{\*\atndate 1}Why?}\par\cf2 All white.\par\cf1 Black.\par\pard\cbpat1\cf2 On black.\par\trowd\clcbpat1\cellx9\pard\intbl\cf2 A cell.\cell\row\pard\cf0 End.}",
    );
    assert_eq!(text, "Rivers run on.\n\nBlack.\n\nOn black.\n\nA cell.\nEnd.");
    let expected = [
        aside(AsideKind::Comment, "Why?"),
        aside(AsideKind::Deleted, "gone words"),
        aside(AsideKind::Hidden, "in secret"),
        aside(AsideKind::White, "x\nAll white."),
        aside(AsideKind::Tiny, "very small"),
    ];
    assert_eq!(asides, expected);
}

#[test]
fn slides_are_read_in_their_order_with_their_notes_and_without_their_numbers() {
    let slide = |words: &str| {
        format!(
            "<p:sld xmlns:a='a' xmlns:p='p'><a:p><a:r><a:t>{words}</a:t></a:r><a:fld><a:t>7</a:t></a:fld></a:p></p:sld>"
        )
    };
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id='{id}' Type='http://o/{kind}' Target='{target}'/>")
    };
    let order = "<p:presentation xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:sldId id='256' r:id='rId2'/><p:sldId id='257' r:id='rId1'/></p:sldIdLst></p:presentation>";
    let relations = format!(
        "<Relationships>{}{}</Relationships>",
        relation("rId1", "slide", "slides/slide1.xml"),
        relation("rId2", "slide", "/ppt/slides/slide2.xml")
    );
    let notes = format!(
        "<Relationships>{}{}</Relationships>",
        relation("rId1", "notesSlide", "../notesSlides/notes1.xml"),
        relation("rId2", "comments", "../comments/comment1.xml")
    );
    let comments = "<p:cmLst xmlns:p='p'><p:cm><p:pos x='1'/><p:text>Why?</p:text></p:cm></p:cmLst>";
    let bytes = zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("ppt/presentation.xml", order.as_bytes()),
        ("ppt/_rels/presentation.xml.rels", relations.as_bytes()),
        ("ppt/slides/slide1.xml", slide("second").as_bytes()),
        ("ppt/slides/slide2.xml", slide("first").as_bytes()),
        ("ppt/slides/_rels/slide2.xml.rels", notes.as_bytes()),
        ("ppt/comments/comment1.xml", comments.as_bytes()),
        ("ppt/notesSlides/notes1.xml", slide("said of it").as_bytes()),
    ]);
    assert_eq!(
        with_asides(&bytes),
        ("first\n\nsaid of it\n\nsecond".into(), vec![aside(AsideKind::Comment, "Why?")])
    );
}

#[test]
fn open_documents_are_read_with_their_notes_and_without_what_was_deleted() {
    let body = "<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>On  rivers</text:h>\
                <text:p>They<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> run<text:s text:c='2'/>on.</text:p></office:text>";
    assert_eq!(text(&odf("text", body)), "On rivers\n\nThey run  on.\n\nA note.");
    let slides = "<office:presentation><draw:page><text:p>A slide</text:p><presentation:notes><text:p>said of it</text:p></presentation:notes></draw:page></office:presentation>";
    assert_eq!(text(&odf("presentation", slides)), "A slide\n\nsaid of it");
    assert_eq!(read_document(&odf("text", slides)), Err(Unreadable::Not("an OpenDocument text")));
    assert!(matches!(read_document(&odf("spreadsheet", "")), Err(Unreadable::Unsupported(_))));
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let page = |body: &str| {
        format!("<!DOCTYPE html><html><head><title/><script src='x'/></head><body>{body}</body></html>")
    };
    let opf = "<package><metadata><dc:title>A book</dc:title></metadata><manifest><item id='n' href='nav.xhtml' media-type='application/xhtml+xml' properties='nav'/>\
               <item id='a' href='text/b%20c.xhtml' media-type='application/xhtml+xml'/><item id='b' href='../d.xhtml' media-type='application/xhtml+xml'/></manifest>\
               <spine><itemref idref='n'/><itemref idref='b'/><itemref idref='a'/><itemref idref='b'/></spine></package>";
    let files = |second: &str| {
        zip(&[
            ("mimetype", b"application/epub+zip"),
            (
                "META-INF/container.xml",
                b"<container><rootfiles><rootfile full-path='O/book.opf'/></rootfiles></container>",
            ),
            ("O/book.opf", opf.as_bytes()),
            ("O/nav.xhtml", page("<nav>Contents</nav>").as_bytes()),
            ("d.xhtml", page("<P>First&nbsp;words<br>\n of it<p>and more &eacute; &nothing; &").as_bytes()),
            ("O/text/b c.xhtml", second.as_bytes()),
        ])
    };
    let book = files(&page("<h1>Two</h1><table><tr><td>a</td><td>b</td></tr></table>"));
    let read = read_document(&book).expect("a book");
    assert_eq!(read.text, "First\u{a0}words\n of it\n\nand more é &nothing; &\n\nTwo\n\na\tb");
    assert_eq!(read.title.as_deref(), Some("A book"));
    let entities = files("<!DOCTYPE html [<!ENTITY a 'aaaa'>]><html><body>&a;</body></html>");
    assert_eq!(read_document(&entities), Err(Unreadable::Entities));
}

#[test]
fn rich_text_is_read_in_its_code_pages() {
    let written = br"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\info{\title On rivers}}{\header head\par}\pard Caf\'e9 \u8220?x\u8221? {\f1 \'cf\'f0\'e8} \u-10179?\u-8704?{\v hidden}\par{\footnote A note.}{\pict\bin4 {}}}}more\v0\v  hidden\v0  shown\cell b\row}";
    let read = read_document(written).expect("rich text");
    assert_eq!(read.text, "Café “x” При 😀\n\nmore shown\tb\n\nA note.");
    assert_eq!(read.title.as_deref(), Some("On rivers"));
    assert_eq!(
        read_document(&[b"{\\rtf1".as_slice(), &b"{".repeat(2_000)].concat()),
        Err(Unreadable::Nested(1_000))
    );
}

#[test]
fn a_notebook_has_its_prose_and_code_and_not_what_came_of_it() {
    let written = br#"{"cells": [{"cell_type": "markdown", "source": ["On ", "rivers\n"]}, {"cell_type": "raw", "source": "raw"},
        {"cell_type": "code", "source": "print(1)", "outputs": [{"text": "1"}]}], "metadata": {"title": "Rivers"}}"#;
    let read = read_document(written).expect("a notebook");
    assert_eq!((read.text.as_str(), read.title.as_deref()), ("On rivers\n\nprint(1)", Some("Rivers")));
    let old = br#"{"worksheets": [{"cells": [{"cell_type": "code", "input": "print(2)"}]}]}"#;
    assert_eq!(text(old), "print(2)");
    assert_eq!(read_document(b"{}"), Err(Unreadable::Not("a notebook")));
    assert!(matches!(read_document(b"{\"cells\": ["), Err(Unreadable::Damaged(_))));
}

#[test]
fn what_is_not_read_is_refused_with_its_reason() {
    assert_eq!(read_document(&zip(&[("a.txt", b"words")])), Err(Unreadable::Archive));
    assert!(matches!(
        read_document(&zip(&[("[Content_Types].xml", b""), ("xl/workbook.xml", b"")])),
        Err(Unreadable::Unsupported("a spreadsheet"))
    ));
    let old = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 600]].concat();
    assert!(matches!(read_document(&old), Err(Unreadable::Unsupported(_))));
    let name: Vec<u8> = "EncryptedPackage".bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!(read_document(&[old, name].concat()), Err(Unreadable::Protected));
    assert!(matches!(read_document(&docx("")[..80]), Err(Unreadable::Damaged(_))));
    let open: String = (0..900).map(|at| format!("<x{at}>")).collect();
    let endless = docx(&format!("{open}{}", "</y>".repeat(20_000)));
    assert!(matches!(read_document(&endless), Err(Unreadable::Damaged(_))));
    let mut lzma = zip(&[("a.txt", b"words")]);
    for (start, method) in [(&b"PK\x03\x04"[..], 8), (b"PK\x01\x02", 10)] {
        let at = lzma.windows(4).position(|window| window == start).expect("a header") + method;
        lzma[at] = 14;
    }
    let mut files = ArchiveFiles::open("a.zip", &lzma).expect("an archive");
    assert_eq!(files.next(), Some(("a.zip/a.txt".into(), Err(Unreadable::Packing(14)))));
    let bomb = docx(&" ".repeat(300 << 20));
    assert!(matches!(read_document(&bomb), Err(Unreadable::Bomb(_))));
}

#[test]
fn an_archive_gives_its_documents_and_those_of_archives_in_it() {
    let deepest = zip(&[("too-deep.txt", b"never read")]);
    let inner = zip(&[("b.txt", b"b"), ("c.zip", &deepest)]);
    let essay = docx("<w:p><w:r><w:t>Rivers</w:t></w:r></w:p>");
    let outer = zip(&[
        ("Zhang Wei_1/essay.docx", &essay),
        ("Zhang Wei_2/essay.docx", &essay),
        ("__MACOSX/._a.txt", b"litter"),
        ("more\\inner.zip", &inner),
        ("picture.png", b"PNG"),
        ("QQ/out.txt", b"outside"),
        ("Zhang Wei_2/notes.txt", b"n"),
    ]);
    // What writes archives here does not write such a path.
    let outer = replaced(&outer, b"QQ/", b"../");
    let mut files = ArchiveFiles::open("class.zip", &outer).expect("an archive");
    let read: Vec<_> = files.by_ref().map(|(path, bytes)| (path, bytes.map(|bytes| bytes.len()))).collect();
    let expected = [
        ("class.zip/Zhang Wei_1/essay.docx", Ok(essay.len())),
        ("class.zip/Zhang Wei_2/essay.docx", Ok(essay.len())),
        ("class.zip/more/inner.zip/b.txt", Ok(1)),
        ("class.zip/more/inner.zip/c.zip", Err(Unreadable::DeepArchive(2))),
        ("class.zip/../out.txt", Err(Unreadable::Outside)),
        ("class.zip/Zhang Wei_2/notes.txt", Ok(1)),
    ];
    assert_eq!(read, expected.map(|(path, bytes)| (path.to_string(), bytes)));
    assert_eq!(files.left_out(), ["class.zip/picture.png"]);
    assert!(
        ArchiveFiles::open("essay.docx", &essay).is_none() && ArchiveFiles::open("a.txt", b"PK").is_none()
    );
}

/// What an archive gives: paths, and how long files are.
fn listed(path: &str, bytes: &[u8]) -> Vec<(String, Result<usize, Unreadable>)> {
    let files = ArchiveFiles::open(path, bytes).expect("an archive");
    files.map(|(path, bytes)| (path, bytes.map(|bytes| bytes.len()))).collect()
}

/// A tar archive of files by their names.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for &(name, content) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content).expect("a name");
    }
    archive.into_inner().expect("an archive")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn a_tar_gives_its_documents_packed_or_not_and_what_is_before_a_damage() {
    let long = format!("{}/essay.txt", "a-long-folder".repeat(12));
    let inner = tar(&[("d.txt", b"dd")]);
    let packed = gzip(&inner);
    let class = tar(&[
        ("./a.txt", b"a"),
        (&long, b"long"),
        ("b.txt.gz", &gzip(b"bbb")),
        ("more.tar.gz", &packed),
        ("last.tgz", &packed),
        ("e.png", b"PNG"),
        ("c.txt", &[b'c'; 700]),
    ]);
    let of = |path: &str, length| (format!("class.tar/{path}"), Ok(length));
    let mut expected = vec![
        of("a.txt", 1),
        of(&long, 4),
        of("b.txt.gz", 3),
        of("more.tar.gz/d.txt", 2),
        of("last.tgz/d.txt", 2),
        of("c.txt", 700),
    ];
    assert_eq!(listed("class.tar", &class), expected);
    let packed = gzip(&class);
    assert_eq!(listed("class.tar.gz", &packed).len(), expected.len());
    assert!(matches!(&listed("class.tar.gz", &packed[..90])[..], [(_, Err(Unreadable::Damaged(_)))]));
    assert!(ArchiveFiles::open("class.txt.gz", &packed).is_none());
    let binary = read_named_document(Some("zip"), b"\x01\x02", &mut |_, _| {});
    assert_eq!(binary, Err(Unreadable::Not("a ZIP archive")));
    assert_eq!(read_document(&class), Err(Unreadable::Archive));
    // It ends within the last file, of whose two blocks the second is cut.
    let cut = &class[..class.len() - 1024 - 512];
    let last = expected.pop();
    let found = listed("class.tar", cut);
    assert_eq!(found[..expected.len()], expected);
    assert_eq!(found.len(), expected.len() + 1);
    assert!(matches!(found.last(), Some((_, Err(Unreadable::Damaged(_))))), "{found:?}, not {last:?}");
    assert!(matches!(&listed("a.tar", &[b'x'; 2_000])[..], [(path, Err(_))] if path == "a.tar"));
    let bomb = tar(&[("a.txt.gz", &gzip(&vec![0; 64 << 20])), ("b.txt", b"b")]);
    let found = listed("bomb.tar", &bomb);
    assert!(matches!(found[0].1, Err(Unreadable::Bomb(_))) && found[1].1 == Ok(1));
}

#[test]
fn a_tar_of_before_1988_is_told_by_its_name() {
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_old();
    header.set_size(1);
    archive.append_data(&mut header, "a.txt", &b"a"[..]).expect("a name");
    let old = archive.into_inner().expect("an archive");
    assert_eq!(listed("old.tar", &old), [("old.tar/a.txt".into(), Ok(1))]);
    assert!(ArchiveFiles::open("old.txt", &old).is_none());
}

/// A message of two kinds of the same text, with an essay and a message attached.
const MESSAGE: &str = "From: =?utf-8?Q?Ir=C3=A8ne?= <irene@example.org>\r\n\
    Subject: =?iso-8859-1?Q?Flu=DFgeschichten?=\r\n\
    Content-Type: multipart/mixed; boundary=\"outer\"\r\n\r\n\
    --outer\r\nContent-Type: multipart/alternative; boundary=\"inner\"\r\n\r\n\
    --inner\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
    Rivers carry stones to the sea, =E9ven=\r\n the small ones.\r\n\
    --inner\r\nContent-Type: text/html\r\n\r\n<p>Rivers carry <b>stones</b>.</p>\r\n--inner--\r\n\
    --outer\r\nContent-Type: application/rtf; name=\"essay.rtf\"\r\nContent-Transfer-Encoding: base64\r\n\r\n\
    e1xydGYxIFdvcmRzXHBhcn0=\r\n\
    --outer\r\nContent-Type: image/png; name=\"map.png\"\r\n\r\nPNG\r\n\
    --outer\r\nContent-Type: message/rfc822\r\n\r\nSubject: Before\r\n\r\nLakes are quiet.\r\n--outer--\r\n";

fn read_mail(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    read_named_document(Some("eml"), bytes, &mut |_, _| {})
}

#[test]
fn a_message_is_read_as_a_person_reads_it() {
    let read = read_mail(MESSAGE.as_bytes()).expect("a message");
    assert_eq!(read.text, "Rivers carry stones to the sea, éven the small ones.");
    assert_eq!((read.kind, read.format), (DocumentKind::Mail, Format::Plain));
    assert_eq!((read.title.as_deref(), read.author.as_deref()), (Some("Flußgeschichten"), Some("Irène")));
    let html = b"Subject: A\nContent-Type: text/html; charset=utf-8\n\n<p>Rivers &amp; lakes</p>";
    let read = read_mail(html).expect("a message");
    assert_eq!((read.text.as_str(), read.format), ("<p>Rivers &amp; lakes</p>", Format::Html));
    let folded = read_mail("Subject: A\nContent-Type: text/plain; charset=gb18030\n\n".as_bytes());
    assert_eq!(folded, Err(Unreadable::NoText(0)));
    let chinese =
        [b"Subject: A\nContent-Type: text/plain; charset=gb18030\n\n".as_slice(), b"\xba\xd3\xc1\xf7"]
            .concat();
    assert_eq!(read_mail(&chinese).expect("a message").text, "河流");
    // In no encoding that it names: what the bytes show.
    for words in [&b"\xff\xfeR\0i\0v\0e\0r\0"[..], b"Ri\x76er"] {
        let unnamed = [b"Subject: A\n\n".as_slice(), words].concat();
        assert_eq!(read_mail(&unnamed).expect("a message").text, "River");
    }
    let packed = b"Subject: A\nContent-Type: text/plain; charset=utf-16le\nContent-Transfer-Encoding: base64\n\nUgBpAHYA\nZQByAA==\n";
    assert_eq!(read_mail(packed).expect("a message").text, "River");
    let attached = b"Subject: A\nContent-Type: application/rtf; name=a.rtf\n\n{\\rtf1 a}";
    assert_eq!(read_mail(attached), Err(Unreadable::Attached));
    assert_eq!(read_mail(b"\x00\x01\x02 no header at all"), Err(Unreadable::Not("a message")));
}

#[test]
fn what_is_attached_is_read_and_so_are_the_messages_of_a_mailbox() {
    let mut files = ArchiveFiles::open("a.eml", MESSAGE.as_bytes()).expect("attachments");
    let found: Vec<_> = files.by_ref().map(|(path, bytes)| (path, bytes.expect("bytes"))).collect();
    let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["a.eml", "a.eml/essay.rtf", "a.eml/attachment 3.eml"]);
    assert_eq!(text(&found[1].1), "Words");
    assert_eq!(read_mail(&found[2].1).expect("a message").text, "Lakes are quiet.");
    assert_eq!(files.left_out(), ["a.eml/map.png"]);
    let unix = MESSAGE.replace("\r\n", "\n");
    let mailbox = format!(
        "From irene Thu Nov 26 10:00:00 2026\n{unix}\nFrom irene Thu Nov 26 11:00:00 2026\n\
         Subject: B\n\n>From the mountains\nrivers come.\n"
    );
    let found: Vec<_> = ArchiveFiles::open("in.mbox", mailbox.as_bytes()).expect("a mailbox").collect();
    let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
    let expected =
        ["in.mbox/1.eml", "in.mbox/1.eml/essay.rtf", "in.mbox/1.eml/attachment 3.eml", "in.mbox/2.eml"];
    assert_eq!(paths, expected);
    let last = found[3].1.as_ref().expect("a message");
    assert_eq!(read_mail(last).expect("a message").text, "From the mountains\nrivers come.");
    assert_eq!(listed("in.mbox", b""), []);
    assert_eq!(listed("in.mbox", b"Subject: A\n\n"), [("in.mbox".into(), Err(Unreadable::Not("a mailbox")))]);
    let sent = zip(&[("mail/in.mbox", mailbox.as_bytes())]);
    assert_eq!(listed("sent.zip", &sent).len(), 4);
}

#[test]
fn messages_within_messages_and_endless_attributes_end_nothing() {
    let level = "Content-Type: message/rfc822\n\n";
    let deep = format!("Subject: A\n{}Subject: B\n\nwords", level.repeat(100));
    let found = listed("a.eml", deep.as_bytes());
    assert!(matches!(&found[..], [(_, Err(Unreadable::DeepArchive(6)))]), "{found:?}");
    let deeper = format!("Subject: A\n{}Subject: B\n\nwords", level.repeat(100_000));
    assert_eq!(read_mail(deeper.as_bytes()), Err(Unreadable::Nested(500)));
    assert!(ArchiveFiles::open("a.eml", deeper.as_bytes()).is_none());
    let attributes: String = (0..7_000).map(|at| format!(" a*{at}=b;\n")).collect();
    for field in ["Content-Type: text/plain;", " content-disposition: inline;"] {
        let message = format!("Subject: A\n{field}\n{attributes}\nwords");
        assert!(matches!(read_mail(message.as_bytes()), Err(Unreadable::Damaged(_))));
    }
    let few = format!("Subject: A\nContent-Type: text/plain;\n{}\nwords", &attributes[..8_000]);
    assert!(read_mail(few.as_bytes()).is_ok());
}

fn replaced(bytes: &[u8], from: &[u8; 3], to: &[u8; 3]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() - 2 {
        if bytes[at..].starts_with(from) {
            bytes[at..at + 3].copy_from_slice(to);
        }
    }
    bytes
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), start in 0..4_usize) {
        let starts: [&[u8]; 4] = [b"PK\x03\x04", b"{\\rtf1 ", b"{\"cells\": ", b""];
        let bytes = [starts[start], &bytes].concat();
        let _ = read_document(&bytes);
        let _ = ArchiveFiles::open("a", &bytes).map(Iterator::count);
    }

    #[test]
    fn no_message_and_no_tar_panics(at in any::<prop::sample::Index>(), byte in any::<u8>(), end in any::<prop::sample::Index>()) {
        for (path, bytes) in [("a.eml", MESSAGE.as_bytes().to_vec()), ("a.tar", tar(&[("a.txt", b"words"), ("b.txt.gz", &gzip(b"b"))]))] {
            let mut bytes = bytes;
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(end.index(bytes.len()));
            let _ = read_mail(&bytes);
            let _ = ArchiveFiles::open(path, &bytes).map(Iterator::count);
        }
    }

    #[test]
    fn no_change_of_a_byte_panics(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = docx("<w:p><w:r><w:t>Rivers</w:t></w:r></w:p>");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read_document(&bytes);
    }

    #[test]
    fn no_markup_panics(body in "(<(w:p|w:r|w:t|w:tbl|w:tr|w:tc|/w:p|/w:tr|w:del|/w:del|!--|w:br/)>|&[a-z#x0-9]{0,6};?|[ a\n]){0,40}") {
        let _ = read_document(&docx(&body));
    }

    #[test]
    fn no_rich_text_panics(body in "([{}]|\\\\[a-z]{1,8}-?[0-9]{0,12} ?|\\\\'[0-9a-f]{0,2}|\\\\[*~_{}]|[ aé\n]){0,60}") {
        let _ = read_document(format!("{{\\rtf1{body}").as_bytes());
    }

    #[test]
    fn words_of_paragraphs_are_read_as_they_were_written(words in proptest::collection::vec("[a-zé<&>\"]{1,8}", 1..20)) {
        let escaped = |word: &String| word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let body: String = words.iter().map(|word| format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", escaped(word))).collect();
        prop_assert_eq!(text(&docx(&body)), words.join("\n\n"));
    }
}
