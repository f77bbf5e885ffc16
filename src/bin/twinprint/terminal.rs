//! What a terminal can do, and what must not reach it.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write};

use console::{Style, Term};
use twinprint::native::Error;
use unicode_width::UnicodeWidthChar;

use crate::args::Color;

/// Standard output as a person sees it.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// Its columns; none in a pipe.
    columns: Option<usize>,
    /// Whether colours are shown.
    pub(crate) colours: bool,
}

/// The columns of running text where the terminal is wider, or none.
const TEXT_COLUMNS: usize = 100;

impl Terminal {
    pub(crate) fn new(color: Color) -> Self {
        let out = Term::stdout();
        let colours = match color {
            Color::Auto => console::colors_enabled(),
            Color::Always => true,
            Color::Never => false,
        };
        Terminal { columns: out.size_checked().map(|(_, columns)| columns.into()), colours }
    }

    /// The columns of a table; as many as it takes in a pipe.
    pub(crate) fn columns(&self) -> usize {
        self.columns.unwrap_or(usize::MAX)
    }

    /// The columns of running text.
    pub(crate) fn text_columns(&self) -> usize {
        self.columns().clamp(20, TEXT_COLUMNS)
    }

    /// A style that shows only where colours do.
    pub(crate) fn style(&self, style: Style) -> Style {
        style.force_styling(self.colours)
    }
}

/// `text` with nothing in it that a terminal would obey: control characters become their pictures, controls of the
/// direction of text their names.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x1f' => visible.extend(char::from_u32(0x2400 + u32::from(c))),
            '\x7f' => visible.push('\u{2421}'),
            c if is_obeyed(c) => visible += &format!("<U+{:04X}>", u32::from(c)),
            c => visible.push(c),
        }
    }
    Cow::Owned(visible)
}

/// Whether a terminal may obey a character instead of showing it: control characters (C0, DEL, C1), line and
/// paragraph separators, and the controls of UAX #9.
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The first characters of a text that fit into so many columns, and the rest.
pub(crate) fn split_at_width(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > columns
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// A text in at most so many columns, with its middle left out: the ends of paths tell most.
pub(crate) fn shorten(text: &str, columns: usize) -> Cow<'_, str> {
    let all = width(text);
    if all <= columns {
        return Cow::Borrowed(text);
    }
    let (head, _) = split_at_width(text, columns.saturating_sub(1) / 2);
    let room = columns.saturating_sub(1 + width(head));
    let mut left = all;
    let tail = text.char_indices().find(|(_, c)| {
        let fits = left <= room;
        left -= c.width().unwrap_or(0);
        fits
    });
    Cow::Owned(format!("{head}…{}", tail.map_or("", |(at, _)| &text[at..])))
}

/// A number with its thousands apart: "1,204".
pub(crate) fn count(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something: "1 pair", "1,204 pairs".
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Writes to standard output; who reads may have seen enough.
pub(crate) fn print(lines: &str) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    match out.write_all(lines.as_bytes()).and_then(|()| out.flush()) {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Unwritable { place: "standard output".into(), reason })
        }
        _ => Ok(()),
    }
}
