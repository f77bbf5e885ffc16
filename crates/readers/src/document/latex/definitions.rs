//! Commands of the document's own: how they are defined and expanded.

use std::rc::Rc;

use super::Reader;
use super::commands::command;

/// A command that the document defines.
pub(super) struct Macro {
    pub(super) arguments: usize,
    /// What its first argument is if none is given; it stands in brackets then.
    pub(super) default: Option<String>,
    pub(super) body: Rc<str>,
}

impl Reader {
    /// `\newcommand{\name}[arguments][default]{body}`.
    pub(super) fn define(&mut self) {
        self.input.take("*");
        let name = self.argument();
        let mut arguments = 0;
        let mut default = None;
        self.input.take_space_in_paragraph();
        if self.input.take("[") {
            arguments =
                self.input.take_to_in_line(']').and_then(|count| count.trim().parse().ok()).unwrap_or(0);
            if self.input.take("[") {
                default = self.input.take_to_in_line(']');
            }
        }
        let Some(body) = self.braces() else { return };
        self.remember(&name, Macro { arguments, default, body: body.into() });
    }

    /// `\def\name#1#2{body}`; what has other signs between its arguments is not expanded.
    pub(super) fn define_plainly(&mut self) {
        let name = self.token();
        let between = self.input.take_while(|sign| !matches!(sign, '{' | '\n'));
        let Some(body) = self.braces() else { return };
        let arguments = between.trim().matches('#').count();
        if between.trim().len() == 2 * arguments {
            self.remember(&name, Macro { arguments, default: None, body: body.into() });
        }
    }

    /// Commands that are known stay what they are.
    pub(super) fn remember(&mut self, name: &str, own: Macro) {
        let name = name.trim().trim_start_matches('\\');
        if own.arguments < 10 && command(name).is_none() {
            self.macros.insert(name.to_string(), own);
        }
    }

    pub(super) fn define_other(&mut self, arguments: &str) {
        for kind in arguments.chars() {
            self.input.take_space_in_paragraph();
            match kind {
                '*' => {
                    self.input.take("*");
                }
                'o' => {
                    if self.input.take("[") {
                        self.input.take_to_in_line(']');
                    }
                }
                _ => {
                    self.argument();
                }
            }
        }
    }

    /// Puts the body of a command in its place.
    pub(super) fn expand(&mut self, arguments: usize, default: Option<String>, body: Rc<str>) {
        if arguments == 0 {
            return self.input.put(body);
        }
        let mut given = Vec::new();
        if let Some(default) = default {
            let bracket = self.input.take("[");
            given.push(bracket.then(|| self.input.take_to_in_line(']')).flatten().unwrap_or(default));
        }
        while given.len() < arguments {
            given.push(self.argument());
        }
        let mut parts = body.split('#');
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let number = part.chars().next().and_then(|digit| digit.to_digit(10)).unwrap_or(0) as usize;
            match given.get(number.wrapping_sub(1)) {
                Some(argument) => {
                    text.push_str(argument);
                    text.push_str(&part[1..]);
                }
                None => text.push_str(part),
            }
            if !self.input.has_room(text.len()) {
                return;
            }
        }
        self.input.put(text);
    }
}
