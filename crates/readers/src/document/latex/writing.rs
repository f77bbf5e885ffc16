//! Where text goes: paragraphs, rows and cells, notes, titles.

use super::super::flow::Part;
use super::Reader;
use super::commands::Environment;

impl Reader {
    pub(super) fn in_mathematics(&self) -> bool {
        self.formula || self.formulas > 0
    }

    /// Whether what is put now is text of the document.
    pub(super) fn is_text(&self) -> bool {
        self.begun && self.dropped == 0 && self.collected.is_none()
    }

    /// Adds text to what is open.
    pub(super) fn put(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(collected) = &mut self.collected {
            if std::mem::take(&mut self.space) && !collected.is_empty() {
                collected.push(' ');
            }
            collected.push_str(text);
        } else if self.begun {
            if !self.flow.in_paragraph() {
                self.flow.open(Part::Paragraph);
                self.text_before = false;
            }
            if std::mem::take(&mut self.space) && self.text_before {
                self.flow.text(" ");
            }
            self.flow.text(text);
            self.text_before = true;
        }
    }

    /// As [`Reader::put`], of text that has spaces around it where it stands apart from what is there.
    pub(super) fn put_apart(&mut self, text: &str) {
        self.space |= text.starts_with(' ');
        self.put(text.trim_matches(' '));
        self.space |= text.ends_with(' ');
    }

    pub(super) fn end_paragraph(&mut self) {
        self.formula = false;
        if self.notes > 0 || !self.is_text() {
            self.space = true;
        } else {
            if self.flow.in_paragraph() {
                self.flow.close(Part::Paragraph);
            }
            self.text_before = false;
            self.space = false;
        }
    }

    pub(super) fn in_table(&self) -> bool {
        let innermost = self.environments.last().map(|(_, environment)| environment);
        matches!(innermost, Some(Environment::Table(_))) && self.is_text() && self.notes == 0
    }

    pub(super) fn next_cell(&mut self) {
        if self.in_table() {
            self.flow.close(Part::Cell);
            self.flow.open(Part::Cell);
        }
        self.space = true;
    }

    pub(super) fn next_line(&mut self) {
        self.input.take("*");
        if self.input.peek() == Some('[') {
            self.pending.dropped = "o";
        }
        if self.in_table() {
            self.flow.close(Part::Row);
            self.flow.open(Part::Row);
            self.flow.open(Part::Cell);
        } else if self.is_text() && self.text_before && !self.in_mathematics() {
            self.flow.text("\n");
            (self.text_before, self.space) = (false, false);
        } else {
            self.space = true;
        }
    }

    pub(super) fn make_title(&mut self) {
        if std::mem::replace(&mut self.title_made, true) {
            return;
        }
        for text in [self.title.clone(), self.author.clone()] {
            self.end_paragraph();
            self.put(&text);
        }
        self.end_paragraph();
    }
}
