//! LaTeX: the text of a document, not its commands. Commands that it defines itself are expanded; files that it includes are not read.
//!
//! TeX can compute anything, and this does not run it: known commands do what `commands.rs` says, and of others the arguments in braces are
//! text.

mod arguments;
mod commands;
mod definitions;
mod environments;
mod input;
mod letters;
#[cfg(test)]
mod tests;
mod writing;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use twinprint::text::encoding;

use super::encoded::{decoded, decoded_in_latin};
use super::flow::Flow;
use super::{DocumentKind, ReadDocument, Unreadable, about};
use commands::{Command, Environment, command};
use definitions::Macro;
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
}
