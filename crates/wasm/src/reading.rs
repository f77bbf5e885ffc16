//! Files of word processors and the like, as text: the bindings of [`twinprint_readers`].

use std::cell::RefCell;

use js_sys::{Function, Reflect};
#[cfg(feature = "reading-archives")]
use js_sys::{Object, Uint8Array};
use serde::Serialize;
use twinprint::Format;
#[cfg(feature = "reading-archives")]
use twinprint_readers::ArchiveFiles;
use twinprint_readers::{Aside, ReadDocument, Unreadable, decode_by, read_named_document};
use wasm_bindgen::prelude::*;
use web_sys::{TextDecoder, TextDecoderOptions};

use super::object;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("reading.d.ts");

#[wasm_bindgen]
extern "C" {
    /// [`Read`] as an object.
    #[wasm_bindgen(typescript_type = "ReadFile")]
    pub type ReadFileObject;
}

#[derive(Serialize)]
struct Read<'a> {
    kind: &'a str,
    text: &'a str,
    format: &'static str,
    title: Option<&'a str>,
    author: Option<&'a str>,
    pages: Vec<usize>,
    blank: usize,
    asides: Vec<AsideOfFile<'a>>,
    disguised: usize,
}

#[derive(Serialize)]
struct AsideOfFile<'a> {
    kind: &'static str,
    words: usize,
    text: &'a str,
}

/// Why there is no text, as parts of which whoever shows it makes a sentence.
#[derive(Serialize)]
struct Refusal {
    reason: &'static str,
    why: Option<String>,
    count: Option<usize>,
    limit: Option<u64>,
}

/// The text of a file whose name ends so, in lower case; `on_page` hears of each page of a PDF as it is read. Throws a `FileRefusal`.
#[wasm_bindgen(js_name = readFile)]
pub fn read_file(
    ending: &str,
    bytes: &[u8],
    #[wasm_bindgen(unchecked_param_type = "(page: number, pages: number) => void")] on_page: &Function,
) -> Result<ReadFileObject, JsValue> {
    let mut heard = |page: usize, pages: usize| {
        // What whoever listens throws is no matter of the file's.
        let _ = on_page.call2(&JsValue::NULL, &page.into(), &pages.into());
    };
    decode_by(decoded_by_the_browser);
    match read_named_document(Some(ending), bytes, &mut heard) {
        Ok(read) => object(&read_of(&read)),
        Err(problem) => Err(object::<JsValue>(&refusal(&problem))?),
    }
}

/// The files of an archive that may be documents: of a tar, a mailbox, a message with attachments, and of archives in them.
#[cfg(feature = "reading-archives")]
#[wasm_bindgen(js_name = ArchiveReader)]
pub struct ArchiveReader(ArchiveFiles);

#[cfg(feature = "reading-archives")]
#[wasm_bindgen(js_class = ArchiveReader)]
impl ArchiveReader {
    /// Opens an archive; undefined if the bytes are a document or something else.
    pub fn open(path: &str, bytes: &[u8]) -> Option<ArchiveReader> {
        decode_by(decoded_by_the_browser);
        ArchiveFiles::open(path, bytes).map(ArchiveReader)
    }

    /// The next file, or why there is none; undefined after the last.
    #[wasm_bindgen(js_name = nextFile, unchecked_return_type = "FileOfArchive | undefined")]
    pub fn next_file(&mut self) -> Result<JsValue, JsValue> {
        let Some((path, bytes)) = self.0.next() else { return Ok(JsValue::UNDEFINED) };
        let (name, value) = match &bytes {
            Ok(bytes) => ("bytes", Uint8Array::from(&bytes[..]).into()),
            Err(problem) => ("refusal", object(&refusal(problem))?),
        };
        let file = Object::new();
        Reflect::set(&file, &"path".into(), &path.into())?;
        Reflect::set(&file, &name.into(), &value)?;
        Ok(file.into())
    }

    /// The paths of the files that were met and not taken: their names end as no document's do.
    #[wasm_bindgen(js_name = leftOut)]
    pub fn left_out(&self) -> Vec<String> {
        self.0.left_out().to_vec()
    }
}

thread_local! {
    /// The decoder that was used last, with its label: a file is in one encoding, but for words of another.
    static DECODER: RefCell<Option<(String, TextDecoder)>> = const { RefCell::new(None) };
}

/// The text of bytes in the encoding that the browser knows by a label.
fn decoded_by_the_browser(label: &str, bytes: &[u8]) -> Option<String> {
    DECODER.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != label) {
            let options = TextDecoderOptions::new();
            // web-sys does not know it.
            Reflect::set(&options, &"ignoreBOM".into(), &true.into()).ok()?;
            *last = Some((label.into(), TextDecoder::new_with_label_and_options(label, &options).ok()?));
        }
        let (_, decoder) = last.as_ref()?;
        decoder.decode_with_u8_array(bytes).ok()
    })
}

fn read_of(read: &ReadDocument) -> Read<'_> {
    Read {
        kind: read.kind.name(),
        text: &read.text,
        format: match read.format {
            Format::Html => "html",
            _ => "plain",
        },
        title: read.title.as_deref(),
        author: read.author.as_deref(),
        pages: in_utf16(&read.text, &read.pages),
        blank: read.blank,
        asides: read.asides.iter().map(aside_of).collect(),
        disguised: read.disguised,
    }
}

/// An aside with as much of its text as a person looks at.
fn aside_of(aside: &Aside) -> AsideOfFile<'_> {
    const LONGEST: usize = 2_000;
    let end = aside.text.char_indices().nth(LONGEST).map_or(aside.text.len(), |(at, _)| at);
    AsideOfFile { kind: aside.kind.name(), words: aside.words, text: &aside.text[..end] }
}

/// Places in UTF-16 units, of such in bytes that ascend.
fn in_utf16(text: &str, places: &[usize]) -> Vec<usize> {
    let (mut byte, mut unit) = (0, 0);
    places
        .iter()
        .map(|&place| {
            unit += text[byte..place].encode_utf16().count();
            byte = place;
            unit
        })
        .collect()
}

fn refusal(problem: &Unreadable) -> Refusal {
    let of = |reason| Refusal { reason, why: None, count: None, limit: None };
    match problem {
        Unreadable::Damaged(why) => Refusal { why: Some(why.clone()), ..of("damaged") },
        Unreadable::Not(expected) => Refusal { why: Some((*expected).into()), ..of("other-kind") },
        Unreadable::Unsupported(what) => Refusal { why: Some((*what).into()), ..of("unsupported") },
        Unreadable::Protected => of("protected"),
        Unreadable::CopyProtected => of("copy-protected"),
        Unreadable::NoText(pages) => Refusal { count: Some(*pages), ..of("no-text") },
        Unreadable::NoLetters => of("no-letters"),
        Unreadable::ManyPages { pages, limit } => {
            Refusal { count: Some(*pages), limit: Some(*limit as u64), ..of("many-pages") }
        }
        Unreadable::Attached => of("attached"),
        Unreadable::DeepArchive(others) => Refusal { limit: Some(*others as u64), ..of("deep-archive") },
        Unreadable::Outside => of("outside"),
        Unreadable::Entities => of("entities"),
        Unreadable::Endless => of("endless"),
        Unreadable::Nested(levels) => Refusal { limit: Some(*levels as u64), ..of("nested") },
        Unreadable::Bomb(limit) => Refusal { limit: Some(*limit), ..of("bomb") },
        Unreadable::ManyFiles(limit) => Refusal { limit: Some(*limit as u64), ..of("many-files") },
        Unreadable::TooLong(limit) => Refusal { limit: Some(*limit as u64), ..of("too-long") },
        // ZIPs are opened by the page itself.
        problem => Refusal { why: Some(problem.to_string()), ..of("damaged") },
    }
}
