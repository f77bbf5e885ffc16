//! How fast documents of word processors are read, and how that grows with what is hard to read.
//!
//!     cargo run --release --manifest-path tests/bench/Cargo.toml --bin readers [-- FOLDER]
//!
//! First a DOCX and an ODT of 5 MB of English-like text: megabytes of text a second of one core, beside pandoc in the same run where
//! it is there, as a process each. They are written into FOLDER, if one is given. Then, of each thing that is hard, how many times as long twice and four times as much takes: 2 and 4 are linear.

#[path = "text.rs"]
mod text;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use twinprint_readers::read_document;

const BYTES: usize = 5_000_000;

fn main() {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let text = text::english(BYTES);
    let paragraphs: Vec<&str> = text.split_inclusive(". ").collect();
    let body = |element: &str, inner: [&str; 2]| -> String {
        let paragraph =
            |text: &[&str]| format!("<{element}>{}{}{}</{element}>", inner[0], text.concat(), inner[1]);
        paragraphs.chunks(5).map(paragraph).collect()
    };
    println!("{:<6} {:>10} {:>10} {:>12} {:>12}", "kind", "file", "text", "MB/s", "pandoc MB/s");
    for (kind, document) in [
        ("docx", docx(Compression::default(), &body("w:p", ["<w:r><w:t>", "</w:t></w:r>"]))),
        ("odt", odt(&body("text:p", ["", ""]))),
    ] {
        let read = read_document(&document).expect("a document");
        let rate = |seconds: f64| read.text.len() as f64 / 1e6 / seconds;
        let file = folder.join(format!("large.{kind}"));
        fs::write(&file, &document).expect("the folder takes files");
        let ours = rate(least(|| drop(read_document(&document))));
        let pandoc =
            || Command::new("pandoc").arg(&file).args(["-t", "plain"]).stdout(Stdio::null()).status();
        let start = Instant::now();
        let theirs = match pandoc() {
            Ok(status) if status.success() => format!("{:.1}", rate(start.elapsed().as_secs_f64())),
            _ => "not there".into(),
        };
        println!("{kind:<6} {:>10} {:>10} {ours:>12.1} {theirs:>12}", document.len(), read.text.len());
    }

    let docx = |body: &str| docx(Compression::none(), body);
    let paragraph = |content: String| docx(&format!("<w:p><w:r>{content}</w:r></w:p>"));
    let hard: [(&str, usize, &dyn Fn(usize) -> Vec<u8>); 10] = [
        ("spaces", 1 << 20, &|n| paragraph(format!("<w:t>{}x</w:t>", " ".repeat(n)))),
        ("empty lines", 1 << 17, &|n| paragraph("<w:br/>".repeat(n))),
        ("entities", 1 << 18, &|n| paragraph(format!("<w:t>{}</w:t>", "&amp;".repeat(n)))),
        ("ends of nothing", 1 << 17, &|n| docx(&"<w:p/></w:x>".repeat(n))),
        ("cells", 1 << 16, &|n| {
            docx(&format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", "<w:tc><w:p/></w:tc>".repeat(n)))
        }),
        ("boxes in a paragraph", 1 << 16, &|n| {
            docx(&format!("<w:p>{}</w:p>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(n)))
        }),
        ("groups of RTF", 1 << 18, &|n| format!("{{\\rtf1 {}}}", "{\\b a}".repeat(n)).into_bytes()),
        ("cells of a notebook", 1 << 16, &|n| {
            let cell = r#"{"cell_type": "code", "source": ["a\n", "b"]}"#;
            format!("{{\"cells\": [{}]}}", vec![cell; n].join(",")).into_bytes()
        }),
        ("commands that call themselves", 1 << 16, &|n| {
            [br"\documentclass{a}\begin{document}\def\a#1{b#1\a}".as_slice(), &br"\a{".repeat(n)].concat()
        }),
        ("arguments without end", 1 << 18, &|n| {
            [br"\documentclass{a}\begin{document}a".as_slice(), &br"\url{".repeat(n)].concat()
        }),
    ];
    println!("\n{:<24} {:>10} {:>8} {:>8}", "what is hard", "seconds", "2 times", "4 times");
    for (name, size, make) in hard {
        let [once, twice, four] = [size, 2 * size, 4 * size].map(|size| {
            let document = make(size);
            read_document(&document).expect("it is within all bounds");
            least(|| drop(read_document(&document)))
        });
        println!("{name:<24} {once:>10.3} {:>7.1}x {:>7.1}x", twice / once, four / once);
    }
}

/// The least of five times, in seconds.
fn least(work: impl Fn()) -> f64 {
    let time = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn docx(level: Compression, body: &str) -> Vec<u8> {
    let relations = "<Relationships><Relationship Id='1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument' Target='word/document.xml'/></Relationships>";
    let main = format!(
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>{body}</w:body></w:document>"
    );
    packed(
        &[
            (
                "[Content_Types].xml",
                "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>",
            ),
            ("_rels/.rels", relations),
            ("word/document.xml", &main),
        ],
        level,
    )
}

fn odt(body: &str) -> Vec<u8> {
    let spaces = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'";
    let content = format!(
        "<office:document-content {spaces}><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    );
    let styles = format!(
        "<office:document-styles {spaces}><office:styles/><office:automatic-styles/><office:master-styles/></office:document-styles>"
    );
    packed(
        &[
            ("mimetype", "application/vnd.oasis.opendocument.text"),
            ("content.xml", &content),
            ("styles.xml", &styles),
        ],
        Compression::default(),
    )
}

/// What is hard compresses so well that it would be refused as a bomb, so it is not compressed.
fn packed(files: &[(&str, &str)], level: Compression) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let (mut entry, config) =
            archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start().expect("a file");
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, level));
        writer.write_all(content.as_bytes()).expect("memory takes bytes");
        let (encoder, descriptor) = writer.finish().expect("a descriptor");
        encoder.finish().expect("memory takes bytes");
        entry.finish(descriptor).expect("an entry");
    }
    archive.finish().expect("an archive");
    bytes
}
