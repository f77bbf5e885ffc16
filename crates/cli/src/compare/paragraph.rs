//! Running text in pieces of several kinds, broken into lines.

use std::io::{self, Write};

use console::Style;

use crate::terminal::{Terminal, split_at_width, visible, width};

/// What a piece of a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// In both documents.
    Equal,
    /// In A only.
    OnlyA,
    /// In B only.
    OnlyB,
    /// In one document, which the other answers in other words.
    Own,
    /// Left out here, or said about the text.
    Aside,
}

impl PieceKind {
    /// How it looks in colours, and what encloses it where there are none: the signs of `git diff --word-diff`.
    pub(super) fn look(self) -> (Style, &'static str, &'static str) {
        match self {
            PieceKind::Equal => (Style::new().cyan(), "", ""),
            PieceKind::OnlyA => (Style::new().red().strikethrough(), "[-", "-]"),
            PieceKind::OnlyB => (Style::new().green().underlined(), "{+", "+}"),
            PieceKind::Own => (Style::new(), "", ""),
            PieceKind::Aside => (Style::new().dim(), "", ""),
        }
    }
}

/// A paragraph in the making.
pub(super) struct Paragraph {
    columns: usize,
    indent: usize,
    colours: bool,
    /// Words, each with whether a space stands before it.
    words: Vec<(PieceKind, bool, String)>,
    /// Whether a space stands before the next word.
    space: bool,
}

/// How many columns of words that are equal in both documents are shown before and after those left out.
const HEAD: usize = 300;
const TAIL: usize = 200;

impl Paragraph {
    pub(super) fn new(terminal: &Terminal, indent: usize) -> Self {
        let columns = terminal.text_columns().saturating_sub(indent);
        Paragraph { columns, indent, colours: terminal.colours, words: Vec::new(), space: false }
    }

    /// Adds a piece of text; all white space in it is as good as one space.
    pub(super) fn push(&mut self, kind: PieceKind, text: &str) {
        let (_, open, close) = kind.look();
        let mut words: Vec<String> = text.split_whitespace().map(|word| visible(word).into_owned()).collect();
        // What was replaced stands apart from what replaced it.
        let replaces =
            kind == PieceKind::OnlyB && self.words.last().is_some_and(|(last, ..)| *last == PieceKind::OnlyA);
        let mut apart = self.space || text.starts_with(char::is_whitespace) || replaces;
        if let Some(last) = words.last_mut().filter(|_| !self.colours) {
            last.push_str(close);
            words[0].insert_str(0, open);
        }
        // Either text may be the one that has a space before what follows.
        let keeps = words.is_empty() || replaces;
        self.space = text.ends_with(char::is_whitespace) || (keeps && self.space);
        for word in words {
            let mut rest = word.as_str();
            while !rest.is_empty() {
                let (piece, more) = match split_at_width(rest, self.columns) {
                    // One character wider than the line.
                    ("", all) => (all, ""),
                    split => split,
                };
                self.words.push((kind, apart, piece.into()));
                (rest, apart) = (more, false);
            }
            apart = true;
        }
    }

    /// Adds text that both documents have; of a long one the beginning and the end.
    pub(super) fn push_equal(&mut self, text: &str) {
        let before = self.words.len();
        self.push(PieceKind::Equal, text);
        let widths: Vec<usize> =
            self.words[before..].iter().map(|(_, apart, word)| width(word) + usize::from(*apart)).collect();
        if widths.iter().sum::<usize>() <= HEAD + TAIL + self.columns {
            return;
        }
        let within = |most: usize, widths: &mut dyn Iterator<Item = &usize>| {
            widths
                .scan(0, |sum, &width| Some(*sum + width).inspect(|&more| *sum = more))
                .take_while(|&sum| sum <= most)
                .count()
        };
        let head = within(HEAD, &mut widths.iter()).max(1);
        let tail = within(TAIL, &mut widths.iter().rev()).max(1);
        let gap = before + head..self.words.len() - tail;
        self.words.splice(gap, [(PieceKind::Aside, true, "[…]".into())]);
    }

    pub(super) fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let mut line: Vec<(PieceKind, String)> = Vec::new();
        let mut used = 0;
        for (kind, apart, word) in self.words {
            let space = if apart && used > 0 { " " } else { "" };
            if used + space.len() + width(&word) > self.columns && used > 0 {
                end_line(out, self.indent, self.colours, &mut line)?;
                used = width(&word);
                line.push((kind, word));
                continue;
            }
            used += space.len() + width(&word);
            match line.last_mut() {
                Some((last, text)) if *last == kind => *text += &(space.to_owned() + &word),
                Some((_, text)) => {
                    text.push_str(space);
                    line.push((kind, word));
                }
                None => line.push((kind, word)),
            }
        }
        end_line(out, self.indent, self.colours, &mut line)
    }
}

fn end_line(
    out: &mut dyn Write,
    indent: usize,
    colours: bool,
    line: &mut Vec<(PieceKind, String)>,
) -> io::Result<()> {
    if line.is_empty() {
        return Ok(());
    }
    write!(out, "{:indent$}", "")?;
    for (kind, text) in line.drain(..) {
        // A space after a piece belongs to the line, not to the piece.
        let word = text.trim_end_matches(' ');
        let (style, ..) = kind.look();
        write!(out, "{}{}", style.force_styling(colours).apply_to(word), &text[word.len()..])?;
    }
    writeln!(out)
}
