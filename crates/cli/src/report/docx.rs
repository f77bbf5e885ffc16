//! A report as a document for word processors (Office Open XML, ECMA-376), from the markup of the page: what is read there on paper, to be
//! edited. It holds no program, and loads nothing.

mod blocks;
mod parts;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use roxmltree::{Document, ParsingOptions};

use super::other;

/// The document with what `page` says, made at the moment that `made` names.
pub(super) fn document(page: &str, made: &str) -> io::Result<Vec<u8>> {
    let body = body_of(page);
    // Half of what a document may hold, which no report comes near.
    let options = ParsingOptions { nodes_limit: u32::MAX / 2, ..ParsingOptions::default() };
    let parsed = Document::parse_with_options(&body, options).map_err(other)?;
    let content = blocks::blocks(parsed.root_element(), parts::WIDTH);
    archive(&[
        ("[Content_Types].xml", &parts::content_types()),
        (PROPERTIES, &parts::properties(made)),
        ("_rels/.rels", &parts::package_relations()),
        ("word/_rels/document.xml.rels", &parts::document_relations()),
        ("word/styles.xml", &parts::styles()),
        ("word/footer.xml", &parts::footer()),
        ("word/document.xml", &parts::main(&content)),
    ])
}

/// The body of a page as XML: the page has no element that ends of itself there but the end of a line, and text is escaped.
fn body_of(page: &str) -> String {
    let from = page.find("<body>").unwrap_or(0);
    let to = page.rfind("</body>").map_or(page.len(), |end| end + "</body>".len());
    // These two are no characters of XML.
    page[from..to].replace("<br>", "<br/>").replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}

/// The part with the title. It is not packed and stands near the beginning, by which a report of an earlier run is known.
const PROPERTIES: &str = "docProps/core.xml";

fn archive(parts: &[(&str, &str)]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in parts {
        match *name {
            PROPERTIES => store(&mut archive, name, content)?,
            _ => deflate(&mut archive, name, content)?,
        }
    }
    archive.finish().map_err(other)?;
    Ok(bytes)
}

fn store(archive: &mut Archive<'_>, name: &str, content: &str) -> io::Result<()> {
    let file = archive.new_file(name).compression_method(CompressionMethod::STORE);
    let (mut entry, config) = file.start().map_err(other)?;
    let mut writer = config.wrap(&mut entry);
    writer.write_all(content.as_bytes())?;
    let (_, descriptor) = writer.finish().map_err(other)?;
    entry.finish(descriptor).map_err(other)?;
    Ok(())
}

fn deflate(archive: &mut Archive<'_>, name: &str, content: &str) -> io::Result<()> {
    let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
    let (mut entry, config) = file.start().map_err(other)?;
    let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
    writer.write_all(content.as_bytes())?;
    let (encoder, descriptor) = writer.finish().map_err(other)?;
    encoder.finish()?;
    entry.finish(descriptor).map_err(other)?;
    Ok(())
}

type Archive<'a> = ZipArchiveWriter<&'a mut Vec<u8>>;
