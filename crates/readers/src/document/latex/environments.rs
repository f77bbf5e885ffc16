//! Environments: where they begin and end.

use super::super::Unreadable;
use super::super::flow::Part;
use super::commands::{Environment, environment};
use super::{DEEPEST, Following, Pending, Reader};

impl Reader {
    pub(super) fn begin(&mut self) -> Result<(), Unreadable> {
        let Some(name) = self.environment_name() else { return Ok(()) };
        let environment = environment(&name);
        match environment {
            Environment::Document => {
                self.begun = true;
                self.collected = None;
                self.groups.clear();
                self.environments.clear();
                (self.dropped, self.formulas, self.formula) = (0, 0, false);
                return Ok(());
            }
            Environment::Nothing => {
                self.input.take_to(&format!("\\end{{{name}}}"));
                return Ok(());
            }
            Environment::Verbatim(dropped) => {
                self.pending = Pending { dropped, following: Some(Following::Verbatim) };
            }
            Environment::Paragraphs(dropped) => {
                self.end_paragraph();
                self.pending.dropped = dropped;
            }
            Environment::Mathematics(dropped) => {
                self.formulas += 1;
                self.space = true;
                self.pending.dropped = dropped;
            }
            Environment::Table(dropped) => {
                if self.is_text() && self.notes == 0 {
                    self.end_paragraph();
                    [Part::Table, Part::Row, Part::Cell].into_iter().for_each(|part| self.flow.open(part));
                }
                self.pending.dropped = dropped;
            }
        }
        self.environments.push((name, environment));
        if self.environments.len() > DEEPEST { Err(Unreadable::Nested(DEEPEST)) } else { Ok(()) }
    }

    /// Ends an environment, and those that were left open in it; none if it was not begun.
    pub(super) fn end(&mut self) {
        let Some(name) = self.environment_name() else { return };
        if name == "document" {
            self.ended = true;
        }
        let Some(at) = self.environments.iter().rposition(|(begun, _)| *begun == name) else { return };
        while self.environments.len() > at {
            match self.environments.pop() {
                Some((_, Environment::Table(_))) if self.is_text() && self.notes == 0 => {
                    self.flow.close(Part::Table);
                    (self.text_before, self.space) = (false, false);
                }
                Some((_, Environment::Mathematics(_))) => {
                    self.formulas -= 1;
                    self.space = true;
                }
                _ => self.end_paragraph(),
            }
        }
    }

    pub(super) fn environment_name(&mut self) -> Option<String> {
        self.input.take_space_in_paragraph();
        if !self.input.take("{") {
            return None;
        }
        self.input.take_to_in_line('}').map(|name| name.trim().to_string())
    }

    /// What an environment that was just begun has as it stands.
    pub(super) fn verbatim(&mut self) {
        let name = self.environments.last().map(|(name, _)| name.clone()).unwrap_or_default();
        let Some(text) = self.input.take_to(&format!("\\end{{{name}}}")) else { return };
        self.environments.pop();
        self.end_paragraph();
        self.put(text.trim_end().trim_matches('\n'));
        self.end_paragraph();
    }
}
