//! LaTeX: the text of a document, not its commands. Commands that it defines itself are carried out; files that it includes are not read.
//!
//! TeX can compute anything, and this does not run it: known commands do what `commands.rs` says, and of others the arguments in braces are
//! text.

mod commands;
mod input;
mod letters;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use twinprint::text::encoding;

use super::encoded::{decoded, decoded_in_latin};
use super::flow::{Flow, Part};
use super::{DocumentKind, ReadDocument, Unreadable, about};
use commands::{Command, Environment, command, environment};
use input::Input;

/// The most environments within one another.
const DEEPEST: usize = 100;

pub(super) fn read(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    let text = text_of(bytes)?.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader::new(text.trim_start_matches('\u{feff}'));
    while reader.step()? {}
    reader.end_paragraph();
    let title = about(&reader.title);
    let author = about(&reader.author);
    Ok(ReadDocument::flowing(DocumentKind::Latex, reader.flow.finish(), title, author))
}

/// In the encoding that its bytes show, or else in the one that it names for `inputenc`.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, Unreadable> {
    const HEAD: usize = 1 << 16;
    let evident = encoding::evident(bytes, "").map_err(|_| Unreadable::Not("a LaTeX document"))?;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let named = head.split_once("]{inputenc}").and_then(|(before, _)| before.rsplit(['[', ',']).next());
    let label = match (evident, named.map(str::trim)) {
        (Some(label), _) => label,
        (None, Some("latin9")) => "iso-8859-15",
        (None, Some("applemac")) => "macintosh",
        (None, Some("cp1251")) => "windows-1251",
        (None, Some("cp1250")) => "windows-1250",
        // It is no UTF-8, whatever it says.
        (None, Some(name)) if !name.starts_with("utf") => name,
        (None, _) => "latin1",
    };
    Ok(decoded(label, bytes).unwrap_or_else(|| decoded_in_latin(bytes)))
}

/// A command that the document defines.
struct Macro {
    arguments: usize,
    /// What its first argument is if none is given; it stands in brackets then.
    default: Option<String>,
    body: Rc<str>,
}

/// A group or an argument that is open.
struct Group {
    bracket: bool,
    /// Whether what is in it is no text.
    dropped: bool,
    /// What comes behind it.
    then: Pending,
    at_end: AtEnd,
}

/// Arguments that are still to come, and what is done with what follows them.
#[derive(Clone, Copy, Default)]
struct Pending {
    dropped: &'static str,
    following: Option<Following>,
}

#[derive(Clone, Copy)]
enum Following {
    /// A group that is text.
    Group(AtEnd),
    /// What an environment has as it stands, up to its end.
    Verbatim,
}

/// What is done where a group ends.
#[derive(Clone, Copy)]
enum AtEnd {
    Nothing,
    Space,
    Slash,
    /// The next argument is no text.
    Dropped,
    Paragraph,
    Note {
        text_before: bool,
    },
    Title,
    Author,
}

#[derive(Default)]
struct Reader {
    input: Input,
    flow: Flow,
    /// Whether the document began: before that, nothing is text but its title.
    begun: bool,
    ended: bool,
    groups: Vec<Group>,
    environments: Vec<(String, Environment)>,
    pending: Pending,
    macros: HashMap<String, Macro>,
    /// How many of the groups that are open are no text.
    dropped: usize,
    /// How many conditionals are open in a branch that is not taken.
    untaken: usize,
    /// Whether a formula is open within a line, and how many environments of mathematics are.
    formula: bool,
    formulas: usize,
    /// How many notes are open.
    notes: usize,
    /// Whether the paragraph has text, and whether a space comes before what is added to it.
    text_before: bool,
    space: bool,
    /// Where text goes in place of the document: a title or an author.
    collected: Option<String>,
    title: String,
    author: String,
    title_made: bool,
    /// Whether quotation marks stand for letters, as they do in German texts.
    german: bool,
    /// Whether commands take numbers of slides, as in `\only<2>`.
    slides: bool,
}

impl Reader {
    fn new(text: &str) -> Reader {
        let preamble = text.split_once("\\begin{document}").map(|(preamble, _)| preamble);
        let names = |name| preamble.is_some_and(|preamble| preamble.contains(name));
        Reader {
            input: Input::new(text),
            begun: preamble.is_none(),
            german: names("german"),
            slides: names("{beamer}"),
            ..Reader::default()
        }
    }

    /// Reads on; says whether there is more.
    fn step(&mut self) -> Result<bool, Unreadable> {
        if self.untaken > 0 {
            return Ok(self.step_untaken());
        }
        if !self.pending.dropped.is_empty() {
            self.drop_argument();
            return Ok(true);
        }
        if let Some(following) = self.pending.following.take() {
            self.follow(following);
            return Ok(true);
        }
        let Some(sign) = self.input.next() else { return Ok(false) };
        match sign {
            '\\' => self.control()?,
            '{' => self.open(false, self.dropped > 0, Pending::default(), AtEnd::Nothing),
            '}' => self.close_brace(),
            ']' if self.groups.last().is_some_and(|group| group.bracket) => self.close_group(),
            '%' => {
                if self.input.drop_comment() {
                    self.end_paragraph();
                }
            }
            sign if sign.is_whitespace() => self.white_space(sign),
            _ if self.dropped > 0 => {}
            '$' => {
                self.input.take("$");
                self.formula = !self.formula;
            }
            '&' => self.next_cell(),
            '~' => self.space = true,
            '#' => {}
            '^' | '_' if self.in_mathematics() => {}
            sign => self.sign(sign),
        }
        Ok(!self.ended)
    }

    /// A sign that is text, or one of those that stand for another together with the next.
    fn sign(&mut self, sign: char) {
        let mut single = [0; 4];
        let alone: &str = sign.encode_utf8(&mut single);
        if self.in_mathematics() {
            return self.put(alone);
        }
        let ligatures: &[(&str, &str)] = match sign {
            '`' => &[("`", "“"), ("", "‘")],
            '\'' => &[("'", "”"), ("", "’")],
            '-' => &[("--", "—"), ("-", "–")],
            ',' => &[(",", "„")],
            '<' => &[("<", "«")],
            '>' => &[(">", "»")],
            '?' => &[("`", "¿")],
            '!' => &[("`", "¡")],
            '"' if self.german => &[
                ("a", "ä"),
                ("o", "ö"),
                ("u", "ü"),
                ("A", "Ä"),
                ("O", "Ö"),
                ("U", "Ü"),
                ("s", "ß"),
                ("z", "ß"),
                ("`", "„"),
                ("'", "“"),
                ("<", "«"),
                (">", "»"),
                ("=", "-"),
                ("~", "-"),
                ("-", ""),
                ("|", ""),
                ("\"", ""),
            ],
            _ => &[],
        };
        let found = ligatures.iter().find(|(next, _)| self.input.take(next));
        self.put(found.map_or(alone, |&(_, text)| text));
    }

    fn white_space(&mut self, first: char) {
        let lines = usize::from(first == '\n');
        if self.input.take_space() + lines < 2 {
            self.space = true;
            return;
        }
        // An argument that is no text has no empty line in it: its end is missing.
        while self.dropped > 0 {
            self.close_group();
            self.pending = Pending::default();
        }
        self.end_paragraph();
    }

    /// A command, behind its backslash.
    fn control(&mut self) -> Result<(), Unreadable> {
        let name = self.control_name();
        let star_or_bracket = self.input.peek();
        if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            self.input.take_space_in_paragraph();
        }
        if self.slides && self.input.take("<") {
            self.input.take_to_in_line('>');
        }
        if self.dropped > 0 {
            return Ok(());
        }
        if matches!(&*name, "iffalse" | "else") {
            self.untaken = 1;
        } else if let Some(known) = command(&name) {
            return self.run(known);
        } else if let Some(own) = self.macros.get(&name) {
            let (arguments, default, body) = (own.arguments, own.default.clone(), Rc::clone(&own.body));
            self.expand(arguments, default, body);
        } else if let Some(mark) = letters::accent(&name).filter(|_| !self.in_mathematics()) {
            self.accent(mark);
        } else if let Some(text) = letters::sign(&name).or_else(|| letters::mathematics(&name)) {
            self.put_apart(text);
        } else {
            match &*name {
                "(" | "[" => self.formula = true,
                ")" | "]" => self.formula = false,
                "\n" | "\t" => self.space = true,
                _ if self.in_mathematics() => {}
                _ => self.options_of_unknown(star_or_bracket),
            }
        }
        Ok(())
    }

    /// A star and what stands in brackets right behind a command that is not known are no text.
    fn options_of_unknown(&mut self, next: Option<char>) {
        if next == Some('*') {
            self.input.take("*");
        }
        if next == Some('[') || next == Some('*') && self.input.peek() == Some('[') {
            self.pending.dropped = "o";
        }
    }

    /// The name of a command: letters, or one other sign.
    fn control_name(&mut self) -> String {
        let preamble = !self.begun;
        let name = self.input.take_while(|sign| sign.is_ascii_alphabetic() || preamble && sign == '@');
        if name.is_empty() { self.input.next().map(String::from).unwrap_or_default() } else { name }
    }

    fn run(&mut self, known: Command) -> Result<(), Unreadable> {
        match known {
            Command::Drop(dropped) => self.pending.dropped = dropped,
            Command::Paragraph(dropped) => {
                self.end_paragraph();
                self.pending = Pending { dropped, following: Some(Following::Group(AtEnd::Paragraph)) };
            }
            Command::RunIn(dropped) => {
                self.end_paragraph();
                self.pending = Pending { dropped, following: Some(Following::Group(AtEnd::Space)) };
            }
            Command::Note(dropped) => {
                let note = AtEnd::Note { text_before: false };
                self.pending = Pending { dropped, following: Some(Following::Group(note)) };
            }
            Command::Title => {
                self.pending = Pending { dropped: "o", following: Some(Following::Group(AtEnd::Title)) }
            }
            Command::Author => {
                self.pending = Pending { dropped: "o", following: Some(Following::Group(AtEnd::Author)) }
            }
            Command::Fraction => self.pending.following = Some(Following::Group(AtEnd::Slash)),
            Command::Verbatim => {
                let text = self.braces().unwrap_or_default();
                self.put(&text);
            }
            Command::Quoted => self.quoted(),
            Command::Break => self.end_paragraph(),
            Command::Line => self.next_line(),
            Command::Item => {
                self.end_paragraph();
                if self.input.take("[") {
                    self.open(true, false, Pending::default(), AtEnd::Space);
                }
            }
            Command::Length => self.length(),
            Command::Define => self.define(),
            Command::PlainDefine => self.define_plainly(),
            Command::DefineOther(arguments) => self.define_other(arguments),
            Command::Let => {
                self.token();
                self.input.take("=");
                self.token();
            }
            Command::MakeTitle => self.make_title(),
            Command::And => {
                self.space = false;
                self.put(",");
                self.space = true;
            }
            Command::First => self.pending.following = Some(Following::Group(AtEnd::Dropped)),
            Command::Rule(dropped) => {
                if self.input.take("(") {
                    self.input.take_to_in_line(')');
                }
                self.pending.dropped = dropped;
            }
            Command::Begin => return self.begin(),
            Command::End => self.end(),
        }
        Ok(())
    }

    /// Reads on in the branch of a conditional that is not taken.
    fn step_untaken(&mut self) -> bool {
        self.input.take_while(|sign| !matches!(sign, '\\' | '%'));
        match self.input.next() {
            Some('%') => {
                self.input.drop_comment();
            }
            Some(_) => {
                match &*self.control_name() {
                    "fi" => self.untaken -= 1,
                    "else" if self.untaken == 1 => self.untaken = 0,
                    "iff" | "ifthenelse" => {}
                    name if name.starts_with("if") => self.untaken += 1,
                    _ => {}
                }
                self.input.take_space_in_paragraph();
            }
            None => return false,
        }
        true
    }

    /// Drops the next of the arguments that are no text, if it is there.
    fn drop_argument(&mut self) {
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
    fn follow(&mut self, following: Following) {
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

    fn open(&mut self, bracket: bool, dropped: bool, then: Pending, at_end: AtEnd) {
        self.dropped += usize::from(dropped);
        self.groups.push(Group { bracket, dropped, then, at_end });
    }

    /// Closes the innermost group in braces, and those in brackets that were left open in it.
    fn close_brace(&mut self) {
        while self.groups.last().is_some_and(|group| group.bracket) {
            self.close_group();
        }
        self.close_group();
    }

    fn close_group(&mut self) {
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
    fn braces(&mut self) -> Option<String> {
        self.input.take_space_in_paragraph();
        self.input.take_braces()
    }

    /// One token: a command, with its backslash, or a sign.
    fn token(&mut self) -> String {
        self.input.take_space_in_paragraph();
        match self.input.next() {
            Some('\\') => format!("\\{}", self.control_name()),
            Some(sign) => sign.to_string(),
            None => String::new(),
        }
    }

    /// An argument of a command of the document's own.
    fn argument(&mut self) -> String {
        self.braces().unwrap_or_else(|| self.token())
    }

    fn in_mathematics(&self) -> bool {
        self.formula || self.formulas > 0
    }

    /// Whether what is put now is text of the document.
    fn is_text(&self) -> bool {
        self.begun && self.dropped == 0 && self.collected.is_none()
    }

    /// Adds text to what is open.
    fn put(&mut self, text: &str) {
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
    fn put_apart(&mut self, text: &str) {
        self.space |= text.starts_with(' ');
        self.put(text.trim_matches(' '));
        self.space |= text.ends_with(' ');
    }

    fn end_paragraph(&mut self) {
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

    fn in_table(&self) -> bool {
        let innermost = self.environments.last().map(|(_, environment)| environment);
        matches!(innermost, Some(Environment::Table(_))) && self.is_text() && self.notes == 0
    }

    fn next_cell(&mut self) {
        if self.in_table() {
            self.flow.close(Part::Cell);
            self.flow.open(Part::Cell);
        }
        self.space = true;
    }

    fn next_line(&mut self) {
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

    fn begin(&mut self) -> Result<(), Unreadable> {
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
    fn end(&mut self) {
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

    fn environment_name(&mut self) -> Option<String> {
        self.input.take_space_in_paragraph();
        if !self.input.take("{") {
            return None;
        }
        self.input.take_to_in_line('}').map(|name| name.trim().to_string())
    }

    /// What an environment that was just begun has as it stands.
    fn verbatim(&mut self) {
        let name = self.environments.last().map(|(name, _)| name.clone()).unwrap_or_default();
        let Some(text) = self.input.take_to(&format!("\\end{{{name}}}")) else { return };
        self.environments.pop();
        self.end_paragraph();
        self.put(text.trim_end().trim_matches('\n'));
        self.end_paragraph();
    }

    /// Text between two signs that are alike, as `\verb` has it.
    fn quoted(&mut self) {
        self.input.take("*");
        if self.input.take("[") {
            self.input.take_to_in_line(']');
        }
        let end = match self.input.next() {
            Some('{') => '}',
            Some(sign) if !sign.is_whitespace() => sign,
            _ => return,
        };
        let text = self.input.take_to_in_line(end).unwrap_or_default();
        self.put(&text);
    }

    /// A letter under its accent.
    fn accent(&mut self, mark: char) {
        let argument = self.argument();
        if argument.starts_with('\\') {
            self.input.take_space_in_paragraph();
        }
        let (first, rest) = match argument.strip_prefix('\\') {
            Some(name) => (letters::sign(name.trim()).unwrap_or_default(), ""),
            None => argument.split_at(argument.chars().next().map_or(0, char::len_utf8)),
        };
        match first.chars().next() {
            Some(letter) => self.put(&format!("{}{rest}", letters::accented(letter, mark))),
            None => self.put(rest),
        }
    }

    /// A length, as it follows a register: `=0pt plus 1fil`.
    fn length(&mut self) {
        const UNITS: [&str; 12] =
            ["truein", "truecm", "pt", "cm", "mm", "in", "em", "ex", "pc", "bp", "sp", "fil"];
        loop {
            self.input.take_while(|sign| matches!(sign, ' ' | '='));
            let number =
                self.input.take_while(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '-' | '+'));
            if number.is_empty() {
                return;
            }
            let _ = UNITS.iter().any(|unit| self.input.take(unit));
            if !(self.input.take(" plus")
                || self.input.take("plus")
                || self.input.take(" minus")
                || self.input.take("minus"))
            {
                return;
            }
        }
    }

    fn make_title(&mut self) {
        if std::mem::replace(&mut self.title_made, true) {
            return;
        }
        for text in [self.title.clone(), self.author.clone()] {
            self.end_paragraph();
            self.put(&text);
        }
        self.end_paragraph();
    }

    /// `\newcommand{\name}[arguments][default]{body}`.
    fn define(&mut self) {
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

    /// `\def\name#1#2{body}`; what has other signs between its arguments is not carried out.
    fn define_plainly(&mut self) {
        let name = self.token();
        let between = self.input.take_while(|sign| !matches!(sign, '{' | '\n'));
        let Some(body) = self.braces() else { return };
        let arguments = between.trim().matches('#').count();
        if between.trim().len() == 2 * arguments {
            self.remember(&name, Macro { arguments, default: None, body: body.into() });
        }
    }

    /// Commands that are known stay what they are.
    fn remember(&mut self, name: &str, own: Macro) {
        let name = name.trim().trim_start_matches('\\');
        if own.arguments < 10 && command(name).is_none() {
            self.macros.insert(name.to_string(), own);
        }
    }

    fn define_other(&mut self, arguments: &str) {
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
    fn expand(&mut self, arguments: usize, default: Option<String>, body: Rc<str>) {
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
