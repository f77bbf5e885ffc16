//! What a record holds of a page: what is said of it, and its bytes as they were before the server packed them.

use core::str;
use std::format;

use super::super::{DocumentPlace, Error, MAX_BYTES};
use super::named::Named;
use twinprint::text::Format;
use twinprint_readers::Packing;

/// A page in a record.
#[derive(Debug)]
pub(in super::super) struct Page {
    /// Where it came from.
    pub(in super::super) address: Option<String>,
    id: String,
    /// What its media type says.
    pub(in super::super) format: Option<Format>,
    /// The name of its encoding, if the server says it.
    pub(in super::super) charset: Option<String>,
    /// Where in the block its bytes begin.
    start: usize,
    chunked: bool,
    /// How they were packed, the last first.
    packings: Vec<Packing>,
    /// Where the record begins in the file.
    offset: u64,
    /// The record's version and fields, as they are written, with the empty line behind them.
    head: Vec<u8>,
}

/// Why a record is no document.
pub(super) enum SkippedRecord {
    /// It is of another kind.
    OtherKind,
    /// The server answered with something else than the page.
    NotOk,
    /// It is a picture or the like.
    NotText,
    /// It is not as it should be.
    Bad(String),
}

impl Page {
    /// Whether a record is of a kind that holds pages.
    pub(super) fn is_kind(head: &Named) -> bool {
        matches!(head.get("warc-type"), Some("response" | "resource" | "conversion"))
    }

    /// The page in the block of a record that begins at a byte of the file.
    pub(super) fn new(head: &Named, block: &[u8], offset: u64) -> Result<Page, SkippedRecord> {
        if !Page::is_kind(head) {
            return Err(SkippedRecord::OtherKind);
        }
        let address = head.get("warc-target-uri").map(|address| address.trim_matches(['<', '>']).to_string());
        let id = head.get("warc-record-id").unwrap_or("a record without a name").to_string();
        let packed = Answer::new(head, block)?;
        let media = Media::new(packed.media.as_deref());
        let Media { format, charset } = media.ok_or(SkippedRecord::NotText)?;
        let Answer { start, chunked, packings, .. } = packed;
        Ok(Page { address, id, format, charset, start, chunked, packings, offset, head: Vec::new() })
    }

    /// The page with the head of its record as it is written.
    pub(super) fn with_head(self, head: Vec<u8>) -> Page {
        Page { head, ..self }
    }

    /// The whole record as it stands in an archive, of its block.
    pub(in super::super) fn record(&self, block: &[u8]) -> Vec<u8> {
        [&self.head[..], block, b"\r\n\r\n"].concat()
    }

    /// Its name: where it came from, or that of the record.
    pub(in super::super) fn name(&self) -> String {
        self.address.as_ref().unwrap_or(&self.id).clone()
    }

    /// Its bytes, of a block.
    ///
    /// # Errors
    /// [`Error::BadRecord`], [`Error::TooLong`].
    pub(in super::super) fn body(&self, mut block: Vec<u8>, place: &DocumentPlace) -> Result<Vec<u8>, Error> {
        let bad = |problem| Error::BadRecord { place: place.to_string(), offset: self.offset, problem };
        block.drain(..self.start);
        let mut body = block;
        if self.chunked && begins_chunk(&body) {
            body = joined(&body).ok_or_else(|| bad("does not hold all chunks of its page".into()))?;
        }
        for packing in &self.packings {
            match packing.unpack(&body, MAX_BYTES) {
                Ok(Some(unpacked)) => body = unpacked,
                Ok(None) => return Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES }),
                // Some archives hold pages unpacked beside what the server said of them.
                Err(_) if str::from_utf8(&body).is_ok() => {}
                Err(reason) => return Err(bad(format!("holds a page that cannot be unpacked: {reason}"))),
            }
        }
        Ok(body)
    }
}

/// How a page stands in a block.
struct Answer {
    media: Option<String>,
    start: usize,
    chunked: bool,
    packings: Vec<Packing>,
}

impl Answer {
    fn new(head: &Named, block: &[u8]) -> Result<Answer, SkippedRecord> {
        let media = head.get("content-type").map(String::from);
        if head.get("warc-type") != Some("response") {
            return Ok(Answer { media, start: 0, chunked: false, packings: Vec::new() });
        }
        if media.is_some_and(|media| !media.starts_with("application/http")) {
            return Err(SkippedRecord::NotText);
        }
        let (said, start) = Named::parse(block);
        let mut first = said.first.split_ascii_whitespace();
        if !first.next().is_some_and(|version| version.starts_with("HTTP/")) {
            return Err(SkippedRecord::Bad(
                "holds no response of a web server: it does not begin with \"HTTP/\"".into(),
            ));
        }
        if first.next() != Some("200") {
            return Err(SkippedRecord::NotOk);
        }
        let codings = said.get("content-encoding").unwrap_or_default().split(',');
        let mut packings = Vec::new();
        for coding in
            codings.map(|coding| coding.trim().to_ascii_lowercase()).filter(|coding| !coding.is_empty())
        {
            packings.push(match coding.as_str() {
                "gzip" | "x-gzip" | "zstd" => Packing::Marked,
                "deflate" => Packing::Deflate,
                "br" => Packing::Brotli,
                "identity" | "utf-8" | "none" => continue,
                _ => {
                    return Err(SkippedRecord::Bad(format!(
                        "holds a page that is packed by \"{coding}\", which is not known"
                    )));
                }
            });
        }
        packings.reverse();
        let transfer = said.get("transfer-encoding").unwrap_or_default();
        let chunked = transfer.to_ascii_lowercase().contains("chunked");
        Ok(Answer { media: said.get("content-type").map(String::from), start, chunked, packings })
    }
}

/// What a media type says of a text.
struct Media {
    format: Option<Format>,
    charset: Option<String>,
}

impl Media {
    /// `None` for what is no document. What has no type may be one.
    fn new(media: Option<&str>) -> Option<Media> {
        let mut parts = media.unwrap_or_default().split(';').map(|part| part.trim());
        let format = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "text/html" | "application/xhtml+xml" => Some(Format::Html),
            "text/plain" | "text/markdown" => Some(Format::Plain),
            "" => None,
            _ => return None,
        };
        let charset = parts.filter_map(|part| part.split_once('=')).find_map(|(name, value)| {
            let value = value.trim().trim_matches(['"', '\'']);
            name.trim().eq_ignore_ascii_case("charset").then(|| value.to_string())
        });
        Some(Media { format, charset })
    }
}

/// The length of a chunk by its line, and what follows the line.
fn chunk(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let digits = bytes[..end].split(|&byte| byte == b';').next()?.trim_ascii();
    let length = usize::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    Some((length, &bytes[end + 1..]))
}

/// Whether what is said to be in chunks is: some archives hold pages joined.
fn begins_chunk(body: &[u8]) -> bool {
    chunk(body).is_some()
}

/// What was sent in chunks; `None` if they are not all there.
fn joined(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::with_capacity(body.len());
    loop {
        let (length, rest) = chunk(body)?;
        if length == 0 {
            return Some(whole);
        }
        whole.extend(rest.get(..length)?);
        let rest = &rest[length..];
        body = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n"))?;
    }
}
