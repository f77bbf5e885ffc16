//! Any bytes are a document of a word processor, a presentation, a book, LaTeX, a notebook, a message or an archive of such, or refused.
//! `cargo xtask fuzz office`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint_readers::{ArchiveFiles, read_document, read_named_document};

fuzz_target!(|bytes: &[u8]| {
    let _ = read_document(bytes);
    let _ = read_document(&[b"{\\rtf1 ", bytes].concat());
    for ending in ["tex", "eml"] {
        let _ = read_named_document(Some(ending), bytes, &mut |_, _| {});
    }
    for archive in ["a.zip", "a.tar", "a.eml", "a.mbox"] {
        for (_, file) in ArchiveFiles::open(archive, bytes).into_iter().flatten() {
            let _ = file.map(|file| read_document(&file));
        }
    }
    // What is packed cannot be drawn; so the parts of a document are drawn as they are, and stored.
    for (parts, part) in [(WORD, "word/document.xml"), (TEXT, "content.xml")] {
        let files: Vec<(&str, &[u8])> = parts.iter().copied().chain([(part, bytes)]).collect();
        let _ = read_document(&stored(&files));
    }
});

type Parts = &'static [(&'static str, &'static [u8])];
const WORD: Parts = &[("[Content_Types].xml", b"<Types/>")];
const TEXT: Parts = &[("mimetype", b"application/vnd.oasis.opendocument.text")];

/// An archive of files as they are.
fn stored(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let (mut entry, config) = archive.new_file(name).start().expect("a file");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content).expect("memory takes bytes");
        let (_, descriptor) = writer.finish().expect("a descriptor");
        entry.finish(descriptor).expect("an entry");
    }
    archive.finish().expect("an archive");
    bytes
}
