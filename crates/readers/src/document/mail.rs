//! Messages (RFC 5322, MIME): the text that a person reads of one, and what is attached to it. Of a text that is there as HTML and without, the
//! one without is read.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, HeaderName, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use twinprint::Format;
use twinprint::text::encoding::decode_as;

use super::{DocumentKind, ReadDocument, Unreadable, about};

/// Messages within one another, or beside one another in one. What reads them is not to go as deep as a file may have it.
const MESSAGES: usize = 500;

/// The most bytes of a header field with attributes: to read one takes the square of its length.
const LONGEST_FIELD: usize = 64 << 10;

/// What a message has.
pub(super) struct Parts {
    /// Whether it has a text of its own.
    pub(super) has_text: bool,
    /// The names and the bytes of what is attached.
    pub(super) attached: Vec<(String, Vec<u8>)>,
}

/// The text of a message as a document, with its subject and who wrote it.
pub(super) fn read(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    let message = parsed(bytes)?;
    let (text, format) = text(&message);
    if text.is_empty() {
        return Err(match message.attachment_count() {
            0 => Unreadable::NoText(0),
            _ => Unreadable::Attached,
        });
    }
    let title = message.subject().and_then(about);
    let author = message.from().and_then(|from| from.first());
    let author = author.and_then(|from| about(from.name().or(from.address())?));
    Ok(ReadDocument { format, ..ReadDocument::flowing(DocumentKind::Mail, text, title, author) })
}

/// What a message has, as files.
pub(super) fn parts(bytes: &[u8]) -> Result<Parts, Unreadable> {
    let message = parsed(bytes)?;
    let attached =
        message.attachments().enumerate().map(|(at, part)| (name(part, at + 1), file(&message, part)));
    Ok(Parts { has_text: !text(&message).0.is_empty(), attached: attached.collect() })
}

fn parsed(bytes: &[u8]) -> Result<Message<'_>, Unreadable> {
    if longest_of_attributes(bytes) > LONGEST_FIELD {
        return Err(Unreadable::Damaged(format!(
            "a header field is longer than {} KiB",
            LONGEST_FIELD >> 10
        )));
    }
    const MARK: &[u8] = b"message/";
    let messages = bytes.windows(MARK.len()).filter(|window| window.eq_ignore_ascii_case(MARK)).count();
    if messages > MESSAGES {
        return Err(Unreadable::Nested(MESSAGES));
    }
    // Any bytes are parsed as something: what has no header that messages have is none.
    let has_headers = |message: &Message<'_>| {
        message.headers().iter().any(|header| !matches!(header.name, HeaderName::Other(_)))
    };
    MessageParser::default().parse(bytes).filter(has_headers).ok_or(Unreadable::Not("a message"))
}

/// How many bytes the longest header field with attributes has, with the lines that continue it.
fn longest_of_attributes(bytes: &[u8]) -> usize {
    const FIELDS: [&[u8]; 2] = [b"content-type", b"content-disposition"];
    let begins = |line: &[u8]| {
        let line = line.trim_ascii_start();
        FIELDS
            .iter()
            .any(|field| line.get(..field.len()).is_some_and(|start| start.eq_ignore_ascii_case(field)))
    };
    let (mut longest, mut open) = (0, None);
    for line in bytes.split(|&byte| byte == b'\n') {
        let continues = line.first().is_some_and(u8::is_ascii_whitespace) && open.is_some();
        open = match open {
            Some(length) if continues => Some(length + line.len() + 1),
            _ => begins(line).then_some(line.len()),
        };
        longest = longest.max(open.unwrap_or(0));
    }
    longest
}

/// What is written in a message: what has no markup if there is any, or else what has.
fn text(message: &Message<'_>) -> (String, Format) {
    let plain = message.text_bodies().filter(|part| matches!(part.body, PartType::Text(_)));
    let plain = joined(message, plain);
    if !plain.is_empty() {
        return (plain, Format::Plain);
    }
    let pages = message.html_bodies().filter(|part| matches!(part.body, PartType::Html(_)));
    (joined(message, pages), Format::Html)
}

fn joined<'a>(message: &Message<'_>, parts: impl Iterator<Item = &'a MessagePart<'a>>) -> String {
    let texts = parts.map(|part| decoded(message, part).trim_start_matches('\u{feff}').trim().to_string());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A part as a text: in the encoding that it names, or in the one that its bytes show.
fn decoded(message: &Message<'_>, part: &MessagePart<'_>) -> String {
    let bytes = sent(message, part);
    match decode_as(&bytes, "a message", charset(part)) {
        Ok(text) => text.into_owned(),
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// A part as a file. A text whose encoding only the message names is made UTF-8.
fn file(message: &Message<'_>, part: &MessagePart<'_>) -> Vec<u8> {
    match part.is_text() && charset(part).is_some() {
        true => decoded(message, part).into_bytes(),
        false => sent(message, part).into_owned(),
    }
}

/// The bytes of a part as they were before they were sent. Of texts `contents` would have others: it guesses at encodings.
fn sent<'a>(message: &'a Message<'_>, part: &'a MessagePart<'_>) -> Cow<'a, [u8]> {
    let (start, end) = (part.raw_body_offset() as usize, part.raw_end_offset() as usize);
    let decoded = match message.raw_message().get(start..end) {
        Some(raw) if part.is_text() => match part.encoding {
            Encoding::None => return Cow::Borrowed(raw),
            Encoding::QuotedPrintable => quoted_printable_decode(raw),
            Encoding::Base64 => base64_decode(raw),
        },
        _ => None,
    };
    decoded.map_or(Cow::Borrowed(part.contents()), Cow::Owned)
}

fn charset<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    part.content_type()?.attribute("charset")
}

/// What an attachment is called; one without a name, by its number, as what it is.
fn name(part: &MessagePart<'_>, number: usize) -> String {
    let ending = match &part.body {
        PartType::Message(_) => ".eml",
        PartType::Text(_) => ".txt",
        PartType::Html(_) => ".html",
        _ => "",
    };
    match part.attachment_name() {
        Some(name) if matches!(part.body, PartType::Message(_)) => {
            format!("{}.eml", name.trim_end_matches(".eml"))
        }
        Some(name) => name.replace('/', "_"),
        None => format!("attachment {number}{ending}"),
    }
}
