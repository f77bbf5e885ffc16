//! Reads HTML ahead of the tokenizer, as long as it is as most of it is: text, tags, comments, common character references.
//!
//! Naively, the tokenizer goes from state to state byte by byte. Here the next byte that matters is found among many at a time,
//! and nothing of a tag is copied but its name. At whatever is not known here the tokenizer, which does as the specification
//! says, reads on. What is read, and where each piece of it stands, is the same.

use html5gum::{Emitter, State};
use memchr::{memchr, memchr3};

use super::{Visible, hides, is_end_of_words};

/// Whether a document can be read ahead: it has no NUL, which means something else in each state of the tokenizer.
pub(super) fn can_read(source: &[u8]) -> bool {
    memchr(0, source).is_none()
}

impl Visible<'_> {
    /// Reads on behind a tag, where the tokenizer is to be in this state; gives the state in which it is to read on.
    pub(super) fn read_ahead(&mut self, mut state: Option<State>) -> Option<State> {
        let Some(read) = self.read else { return state };
        debug_assert_eq!(self.position, read.get());
        while let Some(next) = self.read_piece(&state) {
            state = next;
        }
        read.set(self.position);
        state
    }

    /// Reads a piece of what is next, and gives the state behind it; none where there is none that is known here.
    #[inline]
    fn read_piece(&mut self, state: &Option<State>) -> Option<Option<State>> {
        let rest = self.source.get(self.position..)?;
        if let Some(state) = state {
            let hidden = self.hidden_content(rest, state)?;
            return self.read_tag(self.position + hidden);
        }
        match (rest.first()?, rest.get(1)) {
            (b'<', Some(b'!')) => {
                self.position += comment(rest)?;
                self.cursor = self.position;
                Some(None)
            }
            (b'<', _) => self.read_tag(self.position),
            (b'&', _) => {
                let (character, length) = reference(rest)?;
                self.position += length;
                self.emit_string(character.encode_utf8(&mut [0; 4]).as_bytes());
                Some(None)
            }
            (b'\r', next) => {
                self.position += 1;
                self.emit_string(b"\n");
                // Of a line end of two characters the second is skipped with the text behind it, if there is some.
                if next == Some(&b'\n') {
                    self.position += 1;
                    if matches!(rest.get(2), None | Some(b'<' | b'&' | b'\r')) {
                        self.cursor = self.position;
                    }
                }
                Some(None)
            }
            _ => {
                let length = memchr3(b'<', b'&', b'\r', rest).unwrap_or(rest.len());
                let start = self.position;
                self.position += length;
                self.show(&rest[..length], start);
                Some(None)
            }
        }
    }

    /// How long the content of an element is that the tokenizer reads in a state of its own, if nobody sees it.
    fn hidden_content(&self, rest: &[u8], state: &State) -> Option<usize> {
        if self.hidden == 0 || matches!(state, State::PlainText) {
            return None;
        }
        let is_script = matches!(state, State::ScriptData);
        let name = &self.tag.name[..];
        let mut at = 0;
        loop {
            at += memchr(b'<', &rest[at..])?;
            let tag = &rest[at..];
            // Within what a script has as a comment its end tag may be none.
            if is_script && tag.starts_with(b"<!--") {
                return None;
            }
            if let Some((tag_name, [behind, ..])) =
                tag.strip_prefix(b"</").and_then(|tag| tag.split_at_checked(name.len()))
                && tag_name.eq_ignore_ascii_case(name)
                && (is_space(*behind) || matches!(behind, b'/' | b'>'))
            {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Reads the tag at a place and takes it, and gives the state behind it.
    fn read_tag(&mut self, at: usize) -> Option<Option<State>> {
        let source = self.source;
        let is_end = source.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_end);
        if !source.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let length = source[start..].iter().position(|&byte| ends_name(byte))?;
        self.init_start_tag();
        self.tag.is_end = is_end;
        self.tag.name.extend_from_slice(&source[start..start + length]);
        self.tag.name.make_ascii_lowercase();
        self.position = self.read_attributes(start + length)?;
        Some(self.end_tag())
    }

    /// Reads the attributes of a tag from behind its name, and gives the place behind the tag.
    fn read_attributes(&mut self, mut at: usize) -> Option<usize> {
        let source = self.source;
        loop {
            match *source.get(at)? {
                b'>' => return Some(at + 1),
                b'/' if *source.get(at + 1)? == b'>' => {
                    self.tag.self_closing = true;
                    return Some(at + 2);
                }
                b'=' => return None,
                byte if is_space(byte) || byte == b'/' => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            let start = at;
            at += source[at..].iter().position(|&byte| ends_name(byte) || byte == b'=')?;
            let name = &source[start..at];
            at = behind_spaces(source, at)?;
            let value = if source[at] == b'=' {
                at = behind_spaces(source, at + 1)?;
                let (value, behind) = value(source, at)?;
                at = behind;
                value
            } else {
                &[]
            };
            match name.len() {
                3 if self.images.is_some() && name.eq_ignore_ascii_case(b"src") => return None,
                4 if self.images.is_some() && name.eq_ignore_ascii_case(b"href") => return None,
                5 if name.eq_ignore_ascii_case(b"style") => {
                    if value.iter().any(|byte| matches!(byte, b'&' | b'\r')) {
                        return None;
                    }
                    self.tag.hidden |= hides(value);
                }
                6 if name.eq_ignore_ascii_case(b"hidden") => self.tag.hidden = true,
                _ => {}
            }
        }
    }
}

/// The value of an attribute at a place, and the place behind it.
#[inline]
fn value(source: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = &source[at..];
    match rest {
        [quote @ (b'"' | b'\''), quoted @ ..] => {
            let length = memchr(*quote, quoted)?;
            Some((&quoted[..length], at + length + 2))
        }
        _ => {
            let length = rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
            Some((&rest[..length], at + length))
        }
    }
}

/// White space in a tag.
#[inline(always)]
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Whether a byte ends the name of a tag or an attribute.
#[inline(always)]
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

/// The place behind white space, before the end of the source.
#[inline]
fn behind_spaces(source: &[u8], at: usize) -> Option<usize> {
    source.get(at..)?.iter().position(|&byte| !is_space(byte)).map(|spaces| at + spaces)
}

/// How long the comment is that stands first.
fn comment(rest: &[u8]) -> Option<usize> {
    let start = b"<!--";
    let content = rest.strip_prefix(start)?;
    if content.starts_with(b">") || content.starts_with(b"->") {
        return None;
    }
    let mut at = 0;
    loop {
        at += memchr(b'>', &content[at..])?;
        let before = &content[..at];
        at += 1;
        if before.ends_with(b"--") || before.ends_with(b"--!") {
            return Some(start.len() + at);
        }
    }
}

/// The longest character reference that is read here, with what is around its name.
const LONGEST: usize = 10;

/// The character of the reference that stands first, and how long that is.
fn reference(rest: &[u8]) -> Option<(char, usize)> {
    let name = rest.get(1..rest.len().min(LONGEST))?;
    let name = &name[..memchr(b';', name)?];
    let character = match name {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"apos" => '\'',
        b"nbsp" => '\u{a0}',
        b"copy" => '©',
        b"para" => '¶',
        b"middot" => '·',
        b"laquo" => '«',
        b"raquo" => '»',
        b"ndash" => '–',
        b"mdash" => '—',
        b"lsquo" => '‘',
        b"rsquo" => '’',
        b"ldquo" => '“',
        b"rdquo" => '”',
        b"hellip" => '…',
        [b'#', b'x' | b'X', digits @ ..] => numbered(digits, 16)?,
        [b'#', digits @ ..] => numbered(digits, 10)?,
        _ => return None,
    };
    Some((character, name.len() + 2))
}

/// The character of a number, if it stands for itself.
fn numbered(digits: &[u8], radix: u32) -> Option<char> {
    let number = digits.iter().try_fold(0_u32, |number, &digit| {
        number.checked_mul(radix)?.checked_add(char::from(digit).to_digit(radix)?)
    })?;
    char::from_u32(number).filter(|character| !character.is_control())
}

/// As [`end_of_words`](super::end_of_words), by eight bytes.
pub(super) fn end_of_words(text: &[u8], from: usize, verbatim: bool) -> usize {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    /// All bytes but the last, of which the next is not seen.
    const SEEN: u64 = HIGH >> 8;
    let mut at = from;
    while let Some(&eight) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let eight = u64::from_le_bytes(eight);
        // In the high bits: bytes up to the space, which are white space or controls; and those that are not the space.
        let low = !(((eight & !HIGH) + (HIGH - SPACES - u64::from_le_bytes([1; 8]))) | eight) & HIGH;
        let others = (((eight ^ SPACES) & !HIGH) + !HIGH) | (eight ^ SPACES);
        // A space between others goes on.
        let ends = if verbatim { low & (others | low >> 8) & SEEN } else { low & SEEN };
        if ends == 0 {
            at += 7;
            continue;
        }
        at += (ends.trailing_zeros() / 8) as usize;
        if is_end_of_words(text, at, verbatim) {
            return at;
        }
        at += 1;
    }
    (at..text.len()).find(|&at| is_end_of_words(text, at, verbatim)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use proptest::prelude::*;

    use super::super::{end_of_words as slow_end_of_words, tokenized};
    use super::end_of_words;
    use crate::text::{Document, ImageRule};

    /// Markup as it is written, as it should not be, and cut short.
    fn markup() -> impl Strategy<Value = String> {
        let tag = "</?(p|b|li|td|tr|table|div|pre|br|img|svg|option|h2|script|style|title|textarea|xmp|P|Script|x-y|plaintext)\
            (( |\n|\r\n|/)(id|hidden|HIDDEN|style|src|title|=|\"|a\u{0})( ?= ?(\"[a-z <>&;='\r\n]{0,6}\"|'[a-z<>&\"]{0,4}'|[a-z/&\"]{0,4}|\"display: none\"|\"display&colon;none\"))?){0,3}\
            ( |/|)(>|>|>|>|)";
        let other = "<!--[a-z<>!\n -]{0,8}-{0,3}!?>?|<!-->|<!--->|<!---->|<!doctype html>|<!\\[CDATA\\[[a-z<>\\]]{0,4}\\]\\]>|<\\?[a-z]{0,3}>|</?[ >3&]?|\
            &(amp|lt|gt|quot|apos|nbsp|para|copy|mdash|eacute|am|amp2|notit|#65|#x41|#X4a|#0|#10|#13|#128|#x110000|#xd800|#|#x|#+5|x)?;?";
        let text = "[a-z]{1,9}( [a-z]{1,9}){0,4}|[a-z \t\r\n\u{0}\u{b}\u{c}é’\u{a0}]{0,12}|\r\n|\r|  ";
        let piece = prop_oneof![4 => tag, 2 => other, 4 => text];
        prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn what_is_read_ahead_is_what_the_tokenizer_reads(html in markup(), sources in any::<bool>()) {
            let images = if sources { ImageRule::Sources } else { ImageRule::default() };
            let document = Document::html("page", &html);
            let read = |ahead| format!("{:?}", tokenized(&document, images, ahead));
            prop_assert_eq!(read(true), read(false));
        }

        #[test]
        fn words_end_where_they_end_byte_by_byte(
            text in "[a-z]{1,9}( [a-z]{1,9}){0,9}|[a-z \t\r\n\u{0}\u{1f}!\u{b}\u{c}é\u{a0}]{0,30}",
            verbatim in any::<bool>(),
        ) {
            let text = text.as_bytes();
            for from in 0..=text.len() {
                prop_assert_eq!(end_of_words(text, from, verbatim), slow_end_of_words(text, from, verbatim));
            }
        }
    }
}
