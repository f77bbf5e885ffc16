//! What a terminal can do, and what must not reach it.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write};

use console::{Style, Term};
use twinprint_native::Error;
pub(crate) use twinprint_native::display::{count, counted, visible};
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

/// The columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The first characters of a text that fit into these columns, and the rest.
pub(crate) fn split_at_width(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > columns
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// A text within these columns, with its middle left out: the ends of paths say most.
pub(crate) fn shorten(text: &str, columns: usize) -> Cow<'_, str> {
    let all = width(text);
    if all <= columns {
        return Cow::Borrowed(text);
    }
    let (head, _) = split_at_width(text, columns.saturating_sub(1) / 2);
    let space = columns.saturating_sub(1 + width(head));
    let mut left = all;
    let tail = text.char_indices().find(|(_, c)| {
        let fits = left <= space;
        left -= c.width().unwrap_or(0);
        fits
    });
    Cow::Owned(format!("{head}…{}", tail.map_or("", |(at, _)| &text[at..])))
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
