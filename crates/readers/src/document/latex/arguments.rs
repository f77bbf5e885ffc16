//! Groups and arguments: what is no text of them, and what is done where they end.

use super::super::flow::Part;
use super::{AtEnd, Following, Group, Pending, Reader};

impl Reader {
    /// Drops the next of the arguments that are no text, if it is there.
    pub(super) fn drop_argument(&mut self) {
        let mut kinds = self.pending.dropped.chars();
        let kind = kinds.next();
        self.pending.dropped = kinds.as_str();
        self.input.take_space_in_paragraph();
        match kind {
            Some('*') => {
                self.input.take("*");
            }
            Some('o') => {
                if self.input.take("[") {
                    let then = std::mem::take(&mut self.pending);
                    self.open(true, true, then, AtEnd::Nothing);
                }
            }
            Some('v') if self.braces().is_some() => {}
            _ => {
                if self.input.take("{") {
                    let then = std::mem::take(&mut self.pending);
                    self.open(false, true, then, AtEnd::Nothing);
                } else if self
                    .input
                    .peek()
                    .is_some_and(|sign| !matches!(sign, '}' | ']') && !sign.is_whitespace())
                {
                    self.token();
                }
            }
        }
    }

    /// Begins what comes behind arguments that were dropped.
    pub(super) fn follow(&mut self, following: Following) {
        let at_end = match following {
            Following::Verbatim => return self.verbatim(),
            Following::Group(at_end) => at_end,
        };
        self.input.take_space_in_paragraph();
        if !self.input.take("{") {
            return;
        }
        let at_end = match at_end {
            AtEnd::Title | AtEnd::Author => {
                self.collected = Some(String::new());
                at_end
            }
            AtEnd::Note { .. } if self.is_text() => {
                let text_before = std::mem::take(&mut self.text_before);
                // A note that begins no paragraph has none to stand behind.
                if !self.flow.in_paragraph() {
                    self.flow.open(Part::Paragraph);
                }
                self.flow.open(Part::Paragraph);
                self.notes += 1;
                self.space = false;
                AtEnd::Note { text_before }
            }
            // One of a title is no part of it.
            AtEnd::Note { .. } => return self.open(false, true, Pending::default(), AtEnd::Nothing),
            at_end => at_end,
        };
        self.open(false, false, Pending::default(), at_end);
    }

    pub(super) fn open(&mut self, bracket: bool, dropped: bool, then: Pending, at_end: AtEnd) {
        self.dropped += usize::from(dropped);
        self.groups.push(Group { bracket, dropped, then, at_end });
    }

    /// Closes the innermost group in braces, and those in brackets that were left open in it.
    pub(super) fn close_brace(&mut self) {
        while self.groups.last().is_some_and(|group| group.bracket) {
            self.close_group();
        }
        self.close_group();
    }

    pub(super) fn close_group(&mut self) {
        let Some(group) = self.groups.pop() else { return };
        self.dropped -= usize::from(group.dropped);
        self.pending = group.then;
        match group.at_end {
            AtEnd::Nothing => {}
            AtEnd::Space => self.space = true,
            AtEnd::Slash => self.put("/"),
            AtEnd::Dropped => self.pending.dropped = "m",
            AtEnd::Paragraph => self.end_paragraph(),
            AtEnd::Note { text_before } => {
                self.flow.close(Part::Paragraph);
                self.notes -= 1;
                self.text_before = text_before;
                self.space = false;
            }
            AtEnd::Title => self.title = self.collected.take().unwrap_or_default(),
            AtEnd::Author => self.author = self.collected.take().unwrap_or_default(),
        }
    }

    /// An argument in braces as it stands, if it has an end and is next.
    pub(super) fn braces(&mut self) -> Option<String> {
        self.input.take_space_in_paragraph();
        self.input.take_braces()
    }

    /// One token: a command, with its backslash, or a sign.
    pub(super) fn token(&mut self) -> String {
        self.input.take_space_in_paragraph();
        match self.input.next() {
            Some('\\') => format!("\\{}", self.control_name()),
            Some(sign) => sign.to_string(),
            None => String::new(),
        }
    }

    /// An argument of a command of the document's own.
    pub(super) fn argument(&mut self) -> String {
        self.braces().unwrap_or_else(|| self.token())
    }
}
