//! Puts a text together from paragraphs and tables that may stand within one another: a text box within a paragraph, a table within a
//! cell. Paragraphs are kept apart by an empty line, the cells of a row by tabs. What stands within a paragraph comes after it, so
//! that no sentence is torn.

use std::mem;

/// What text is laid out in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Paragraph,
    Table,
    Row,
    Cell,
}

enum Frame {
    Root { blocks: Vec<String> },
    Paragraph { text: String, held: Vec<String> },
    Table { rows: Vec<String> },
    Row { cells: Vec<String> },
    Cell { blocks: Vec<String> },
}

impl Frame {
    fn is(&self, part: Part) -> bool {
        matches!(
            (self, part),
            (Frame::Paragraph { .. }, Part::Paragraph)
                | (Frame::Table { .. }, Part::Table)
                | (Frame::Row { .. }, Part::Row)
                | (Frame::Cell { .. }, Part::Cell)
        )
    }
}

/// A text as it grows.
pub(super) struct Flow {
    /// What is open, the outermost first.
    frames: Vec<Frame>,
}

impl Default for Flow {
    fn default() -> Flow {
        Flow { frames: vec![Frame::Root { blocks: Vec::new() }] }
    }
}

impl Flow {
    pub(super) fn open(&mut self, part: Part) {
        self.frames.push(match part {
            Part::Paragraph => Frame::Paragraph { text: String::new(), held: Vec::new() },
            Part::Table => Frame::Table { rows: Vec::new() },
            Part::Row => Frame::Row { cells: Vec::new() },
            Part::Cell => Frame::Cell { blocks: Vec::new() },
        });
    }

    /// Adds to the paragraph that is open; there may be none.
    pub(super) fn text(&mut self, added: &str) {
        if let Some(Frame::Paragraph { text, .. }) = self.frames.last_mut() {
            text.push_str(added);
        }
    }

    pub(super) fn in_paragraph(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Paragraph { .. }))
    }

    /// Closes what was opened last as this; what was left open within it is closed with it.
    pub(super) fn close(&mut self, part: Part) {
        let Some(at) = self.frames.iter().rposition(|frame| frame.is(part)) else { return };
        while self.frames.len() > at {
            self.close_innermost();
        }
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        while self.frames.len() > 1 {
            self.close_innermost();
        }
        match self.frames.pop() {
            Some(Frame::Root { blocks }) => blocks.join("\n\n"),
            _ => String::new(),
        }
    }

    fn close_innermost(&mut self) {
        match self.frames.pop() {
            Some(Frame::Paragraph { text, held }) => {
                self.emit(trimmed(&text));
                held.into_iter().for_each(|block| self.emit(block));
            }
            Some(Frame::Cell { blocks }) => self.close_cell(blocks.join(" ")),
            Some(Frame::Row { cells }) => self.close_row(cells.join("\t").trim_end().to_string()),
            Some(Frame::Table { mut rows }) => {
                rows.retain(|row| !row.is_empty());
                self.emit(rows.join("\n"));
            }
            Some(Frame::Root { .. }) | None => {}
        }
    }

    /// A cell belongs to its row; without one, it stands for itself.
    fn close_cell(&mut self, text: String) {
        match self.frames.last_mut() {
            Some(Frame::Row { cells }) => cells.push(in_a_line(&text)),
            _ => self.emit(text),
        }
    }

    /// A row belongs to its table; without one, it stands for itself.
    fn close_row(&mut self, text: String) {
        match self.frames.last_mut() {
            Some(Frame::Table { rows }) => rows.push(text),
            _ => self.emit(text),
        }
    }

    fn emit(&mut self, block: String) {
        if block.trim().is_empty() {
            return;
        }
        let holds = |frame: &&mut Frame| !matches!(frame, Frame::Table { .. } | Frame::Row { .. });
        match self.frames.iter_mut().rfind(holds) {
            Some(Frame::Paragraph { held, .. }) => held.push(block),
            Some(Frame::Cell { blocks } | Frame::Root { blocks }) => blocks.push(block),
            _ => {}
        }
    }
}

/// A paragraph without spaces at the ends of its lines, and without empty lines before and behind it.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches([' ', '\t'])).collect();
    lines.join("\n").trim_matches('\n').to_string()
}

/// Lines made one: white space with an end of a line in it becomes a space.
fn in_a_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut space = String::new();
    let put = |space: &mut String, line: &mut String| {
        let space = mem::take(space);
        line.push_str(if space.contains('\n') { " " } else { &space });
    };
    for sign in text.chars() {
        if sign.is_whitespace() {
            space.push(sign);
        } else {
            put(&mut space, &mut line);
            line.push(sign);
        }
    }
    put(&mut space, &mut line);
    line
}
