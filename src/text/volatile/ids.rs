//! Ids of messages and of sessions.

use core::ops::Range;

use super::lexemes::{Lexemes, Sink};

const MESSAGE: [&str; 6] = ["message", "msg", "post", "article", "mail", "posting"];
const MESSAGE_ID: [&str; 4] = ["messageid", "msgid", "postid", "mid"];
const NUMBERED: [&str; 9] = ["id", "no", "nr", "number", "num", "nummer", "numéro", "número", "numero"];
const SESSION: [&str; 16] = [
    "session",
    "sessionid",
    "sessid",
    "sid",
    "phpsessid",
    "jsessionid",
    "oscsid",
    "cfid",
    "cftoken",
    "zenid",
    "sitzung",
    "sesión",
    "sessione",
    "sessão",
    "sessie",
    "сессия",
];
/// What a long number in hexadecimal is the content of: these tell documents apart.
const CHECKSUMS: [&str; 9] =
    ["md", "sha", "checksum", "hash", "digest", "commit", "revision", "fingerprint", "sum"];
/// The characters from which on letters and digits in a row are an id.
const LONG_HEXADECIMAL: usize = 16;
const LONG: usize = 20;
/// The fewest characters of an id that is said to be one.
const SHORT: usize = 6;

/// Calls `sink` with every id of a message: `<...@...>` as in mail (RFC 5322, section 3.6.4), or said to be one.
pub(crate) fn messages(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    for at in 0..lexemes.len() {
        if lexemes.before(at).ends_with('<') && lexemes.before(at).len() <= 8 {
            let end = lexemes.joined_by(at, |c| !c.is_whitespace() && c != '<' && c != '>');
            let sign = (at + 1..end).find(|&at| lexemes.before(at).contains('@'));
            let closed = lexemes.after(end - 1).starts_with('>');
            if closed && sign.is_some_and(|sign| (at..sign).any(|at| lexemes.is_digits(at))) {
                sink(at..end);
            }
        }
        if let Some(id) = said(lexemes, at, &MESSAGE, &MESSAGE_ID) {
            let end = lexemes.unbroken(id);
            if (id..end).any(|at| lexemes.is_digits(at)) {
                sink(id..end);
            }
        }
    }
}

/// Where an id begins that is said to be one here: by one word, or by two, or by one and a sign.
fn said(lexemes: &Lexemes<'_>, at: usize, what: &[&str], id: &[&str]) -> Option<usize> {
    let sign = |at: usize| lexemes.before(at).contains(['#', ':', '=']) && lexemes.before(at).len() <= 4;
    if lexemes.is(at, id) {
        return sign(at + 1).then_some(at + 1);
    }
    let numbered = lexemes.is(at + 1, &NUMBERED) && lexemes.in_phrase(at) && lexemes.in_phrase(at + 1);
    let second = if numbered { at + 2 } else { at + 1 };
    (lexemes.is(at, what) && (numbered || sign(at + 1))).then_some(second)
}

/// Calls `sink` with every id of a session: said to be one, or by its form a UUID (RFC 9562), a long number in
/// hexadecimal, or letters and digits without order.
pub(crate) fn sessions(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    for at in 0..lexemes.len() {
        if let Some(id) = said(lexemes, at, &SESSION, &[]) {
            let end = lexemes.joined_by(id, |c| "-_.!".contains(c));
            let length: usize = (id..end).map(|at| lexemes.word(at).len()).sum();
            if length >= SHORT && (id..end).any(|at| lexemes.is_digits(at)) {
                sink(id..end);
            }
        }
        let begins = at == 0 || !lexemes.before(at).is_empty();
        let end = if begins { uuid(lexemes, at).or_else(|| random(lexemes, at)) } else { None };
        if let Some(end) = end
            && !lexemes.precedes(at, 3, &CHECKSUMS)
        {
            sink(at..end);
        }
    }
}

/// The end of `123e4567-e89b-12d3-a456-426614174000`.
fn uuid(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let mut start = at;
    for (part, digits) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        let end = lexemes.joined_by(start, |_| false);
        let joined = part == 0 || lexemes.before(start) == "-";
        let run = Run::of(lexemes, start..end);
        if !joined || run.length != digits || !run.is_hexadecimal {
            return None;
        }
        start = end;
    }
    Some(start)
}

/// The end of a long row of letters and digits that is no word and no number.
fn random(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let end = lexemes.joined_by(at, |_| false);
    if end == at + 1 {
        return None;
    }
    let run = Run::of(lexemes, at..end);
    let is_mixed = run.digits > 1 && run.digits < run.length;
    let hexadecimal = run.is_hexadecimal && run.length >= LONG_HEXADECIMAL;
    let cases = run.has_upper && run.has_lower && run.length >= LONG && run.digits > 2;
    (is_mixed && (hexadecimal || cases)).then_some(end)
}

/// Letters and digits in a row.
struct Run {
    length: usize,
    digits: usize,
    is_hexadecimal: bool,
    has_upper: bool,
    has_lower: bool,
}

impl Run {
    fn of(lexemes: &Lexemes<'_>, range: Range<usize>) -> Run {
        let bytes = || range.clone().flat_map(|at| lexemes.word(at).bytes());
        Run {
            length: bytes().count(),
            digits: bytes().filter(u8::is_ascii_digit).count(),
            is_hexadecimal: bytes().all(|byte| byte.is_ascii_hexdigit()),
            has_upper: bytes().any(|byte| byte.is_ascii_uppercase()),
            has_lower: bytes().any(|byte| byte.is_ascii_lowercase()),
        }
    }
}
