//! Rich text: groups, control words and bytes in code pages, by Microsoft's RTF specification 1.9.1. Footnotes and text boxes come at the
//! end; pictures, styles, headers and footers are left out. Comments, what was deleted and what nobody sees stand beside the text.

use std::collections::HashMap;
use std::mem;

use super::asides::{AsideKind, Asides, WHITE};
use super::encoded::{decoded, decoded_in_latin};
use super::look::Look;
use super::{DocumentKind, ReadDocument, Unreadable, about};

/// Groups within groups; Word itself stops much earlier.
const DEEPEST: usize = 1_000;
/// The longest control word, and the longest number behind one, in digits.
const LONGEST_WORD: usize = 32;
const LONGEST_NUMBER: usize = 10;

/// Groups whose words are no part of the text.
const SKIPPED: [&str; 35] = [
    "fonttbl",
    "stylesheet",
    "info",
    "pict",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "atnid",
    "atnauthor",
    "listtable",
    "listoverridetable",
    "revtbl",
    "rsidtbl",
    "generator",
    "themedata",
    "datastore",
    "xmlnstbl",
    "latentstyles",
    "nonshppict",
    "objdata",
    "bkmkstart",
    "bkmkend",
    "fldinst",
    "filetbl",
    "template",
    "ftnsep",
    "ftnsepc",
    "aftnsep",
    "aftnsepc",
    "pgptbl",
];

pub(super) fn read(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    let mut reader = Reader { bytes, ..Reader::default() };
    reader.run()?;
    let Output { text, notes, title, author, asides } = reader.output;
    let text = laid_out(&(text + &notes));
    let read = ReadDocument::flowing(DocumentKind::Rtf, text, about(&title), about(&author));
    Ok(read.with_asides(asides))
}

/// Without white space at the ends of lines, and with no more than one empty line between two others.
fn laid_out(text: &str) -> String {
    let mut laid_out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split('\n') {
        let line = line.trim_end_matches([' ', '\t']);
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !laid_out.is_empty() {
            laid_out.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        empty = 0;
        laid_out.push_str(line);
    }
    laid_out.trim().to_string()
}

/// What a control word or symbol stands for in the text.
fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "par" | "sect" | "page" => "\n\n",
        "row" | "line" | "nestrow" => "\n",
        "tab" | "cell" | "nestcell" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" => "\u{2003}",
        "enspace" => "\u{2002}",
        "qmspace" => "\u{2005}",
        "~" => "\u{a0}",
        "-" => "\u{ad}",
        "_" => "-",
        _ => return None,
    })
}

/// The code page of a character set that a font names.
fn page_of(charset: i64) -> Option<i64> {
    Some(match charset {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// The label of the encoding of a code page.
fn label_of(page: i64) -> String {
    match page {
        866 => "ibm866".into(),
        874 => "windows-874".into(),
        932 => "shift_jis".into(),
        936 => "gbk".into(),
        949 => "euc-kr".into(),
        950 => "big5".into(),
        10_000 => "macintosh".into(),
        10_007 => "x-mac-cyrillic".into(),
        65_001 => "utf-8".into(),
        page => format!("windows-{page}"),
    }
}

/// Where words go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Text,
    Notes,
    Comments,
    Nowhere,
    Fonts,
    Colors,
    Title,
    Author,
}

impl Target {
    /// Whether a person reads what goes there.
    fn is_read(self) -> bool {
        matches!(self, Target::Text | Target::Notes | Target::Comments)
    }
}

#[derive(Clone)]
struct Group {
    to: Target,
    look: Look,
    deleted: bool,
    /// Whether its paragraph has a color, and whether that is in a row of cells.
    on_color: bool,
    in_row: bool,
    /// How many characters stand for a `\u` for readers without Unicode.
    after: usize,
    page: i64,
}

#[derive(Default)]
struct Output {
    text: String,
    notes: String,
    title: String,
    author: String,
    asides: Asides,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    output: Output,
    group: Group,
    outer: Vec<Group>,
    /// Bytes that wait for the rest of their character.
    waiting: Vec<u8>,
    /// The first half of a character of two units of UTF-16.
    high: Option<u16>,
    /// Characters still to be left out after a `\u`.
    skip: usize,
    fonts: HashMap<i64, i64>,
    font: i64,
    page: i64,
    /// Of each color, whether it is white; the one that is being read, by its channels.
    white: Vec<bool>,
    color: Option<[i64; 3]>,
    /// Whether a cell of the row has a color.
    row_on_color: bool,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        let (look, to) = (Look::default(), Target::Text);
        let group = Group { to, look, deleted: false, on_color: false, in_row: false, after: 1, page: 1252 };
        Reader {
            bytes: &[],
            at: 0,
            output: Output::default(),
            group,
            outer: Vec::new(),
            waiting: Vec::new(),
            high: None,
            skip: 0,
            fonts: HashMap::new(),
            font: 0,
            page: 1252,
            white: Vec::new(),
            color: None,
            row_on_color: false,
        }
    }
}

impl Reader<'_> {
    fn run(&mut self) -> Result<(), Unreadable> {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'{' => self.open()?,
                b'}' => self.close(),
                b'\\' => self.control(),
                b'\r' | b'\n' => {}
                _ => {
                    let rest = &self.bytes[self.at - 1..];
                    let end = rest.iter().position(|byte| b"{}\\\r\n".contains(byte)).unwrap_or(rest.len());
                    self.at += end - 1;
                    self.literal(&rest[..end]);
                }
            }
        }
        self.flush();
        if !self.outer.is_empty() && self.output.text.trim().is_empty() && self.output.notes.trim().is_empty()
        {
            return Err(Unreadable::Damaged("it ends within a group".into()));
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), Unreadable> {
        self.flush();
        if self.outer.len() >= DEEPEST {
            return Err(Unreadable::Nested(DEEPEST));
        }
        self.outer.push(self.group.clone());
        self.skip = 0;
        Ok(())
    }

    fn close(&mut self) {
        self.flush();
        if let Some(outer) = self.outer.pop() {
            self.group = outer;
        }
        self.skip = 0;
    }

    /// What stands behind a backslash.
    fn control(&mut self) {
        let rest = &self.bytes[self.at..];
        let Some(&first) = rest.first() else { return };
        if first == b'\'' {
            let digits = rest.get(1..3).and_then(|digits| str::from_utf8(digits).ok());
            match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                Some(byte) => {
                    self.at += 3;
                    self.byte(byte);
                }
                None => self.at += 1,
            }
            return;
        }
        if !first.is_ascii_alphabetic() {
            self.at += 1;
            return self.symbol(first);
        }
        let end = rest.iter().take(LONGEST_WORD).position(|byte| !byte.is_ascii_alphabetic());
        let end = end.unwrap_or(rest.len().min(LONGEST_WORD));
        let word = String::from_utf8_lossy(&rest[..end]).into_owned();
        let (number, length) = number(&rest[end..]);
        let space = usize::from(rest.get(end + length) == Some(&b' '));
        self.at += end + length + space;
        if word == "bin" {
            let binary = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
            self.at = self.at.saturating_add(binary).min(self.bytes.len());
        } else {
            self.word(&word, number);
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            // A group that only some programs know; what is of use in it is named again.
            b'*' if self.group.to.is_read() => self.group.to = Target::Nowhere,
            b'*' => {}
            b'\n' | b'\r' => self.add("\n\n"),
            b'{' => self.add("{"),
            b'}' => self.add("}"),
            b'\\' => self.add("\\"),
            b'~' | b'-' | b'_' => self.add(sign(str::from_utf8(&[symbol]).unwrap_or("")).unwrap_or("")),
            _ => self.add(""),
        }
    }

    fn word(&mut self, word: &str, number: Option<i64>) {
        if let Some(sign) = sign(word) {
            return self.add(sign);
        }
        match word {
            "u" => {
                self.flush();
                if let Some(number) = number {
                    self.unit(number as u16);
                }
                self.skip = self.group.after;
            }
            "uc" => self.group.after = usize::try_from(number.unwrap_or(1)).unwrap_or(0),
            "ansicpg" => {
                self.page = number.unwrap_or(1252);
                self.group.page = self.page;
            }
            "mac" => (self.page, self.group.page) = (10_000, 10_000),
            "f" => {
                self.flush();
                self.font = number.unwrap_or(0);
                if self.group.to != Target::Fonts {
                    self.group.page = self.fonts.get(&self.font).copied().unwrap_or(self.page);
                }
            }
            "fcharset" if self.group.to == Target::Fonts => {
                self.fonts.insert(self.font, page_of(number.unwrap_or(0)).unwrap_or(self.page));
            }
            "plain" => {
                self.flush();
                (self.group.look, self.group.deleted, self.group.page) = (Look::default(), false, self.page);
            }
            "v" | "cf" | "fs" | "cb" | "chcbpat" | "highlight" => {
                self.flush();
                self.look(word, number);
            }
            "pard" => (self.group.on_color, self.group.in_row) = (false, false),
            "intbl" => self.group.in_row = true,
            "cbpat" => self.group.on_color = self.is_color(number),
            "trowd" => self.row_on_color = false,
            "clcbpat" => self.row_on_color |= self.is_color(number),
            "red" | "green" | "blue" if self.group.to == Target::Colors => {
                self.flush();
                let channel = ["red", "green", "blue"].iter().position(|&channel| channel == word);
                let color = self.color.get_or_insert_default();
                channel.into_iter().for_each(|channel| color[channel] = number.unwrap_or(0));
            }
            "deleted" => {
                self.flush();
                self.group.deleted = number != Some(0);
            }
            "fonttbl" => self.group.to = Target::Fonts,
            "colortbl" => self.group.to = Target::Colors,
            "annotation" => {
                self.flush();
                self.group.to = Target::Comments;
                self.output.asides.end();
            }
            "title" if self.group.to == Target::Nowhere => self.group.to = Target::Title,
            "author" if self.group.to == Target::Nowhere => self.group.to = Target::Author,
            // Notes and text boxes come at the end, so that no sentence is torn. Boxes are in groups that are no text.
            "footnote" | "shptxt" => {
                self.flush();
                self.group.to = Target::Notes;
                self.put("\n\n");
            }
            _ if SKIPPED.contains(&word) => {
                self.flush();
                self.group.to = Target::Nowhere;
            }
            _ => {}
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else {
            self.waiting.push(byte);
        }
    }

    /// Bytes of the code page as they are, as in old files; the second byte of a character may be a letter.
    fn literal(&mut self, bytes: &[u8]) {
        let left = bytes.get(self.skip..).unwrap_or(&[]);
        self.skip = self.skip.saturating_sub(bytes.len());
        self.waiting.extend_from_slice(left);
    }

    fn add(&mut self, text: &str) {
        self.flush();
        if self.skip > 0 {
            self.skip -= 1;
        } else {
            self.put(text);
        }
    }

    /// A unit of UTF-16.
    fn unit(&mut self, unit: u16) {
        let units: Vec<u16> = self.high.take().into_iter().chain([unit]).collect();
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let decoded = String::from_utf16_lossy(&units);
        self.put(&decoded);
    }

    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            let bytes = mem::take(&mut self.waiting);
            let label = label_of(self.group.page);
            let text = decoded(&label, &bytes).unwrap_or_else(|| decoded_in_latin(&bytes));
            self.put(&text);
        }
    }

    /// Takes what is said of how letters look.
    fn look(&mut self, word: &str, number: Option<i64>) {
        let is_color = self.is_color(number);
        let look = &mut self.group.look;
        match word {
            "v" => look.hidden = Some(number != Some(0)),
            "fs" => number.into_iter().for_each(|halves| look.set_size(halves as f64 / 2.0)),
            "cf" => look.white = Some(!is_color && number.is_some_and(|number| number > 0)),
            _ => look.on_color = Some(is_color),
        }
    }

    /// Whether the color of a number is another than white. Number 0 is that of the paper, or of letters.
    fn is_color(&self, number: Option<i64>) -> bool {
        let white = number.and_then(|number| self.white.get(usize::try_from(number).ok()?));
        number.is_some_and(|number| number > 0) && white != Some(&true)
    }

    /// Why text that comes now is none of the document's own.
    fn aside(&self) -> Option<AsideKind> {
        let Group { to, look, deleted, on_color, in_row, .. } = self.group;
        match () {
            () if to == Target::Comments => Some(AsideKind::Comment),
            () if deleted => Some(AsideKind::Deleted),
            () if on_color || (in_row && self.row_on_color) => Look::ON_COLOR.over(look).unseen(),
            () => look.unseen(),
        }
    }

    fn put(&mut self, text: &str) {
        let mut text = text;
        if self.group.to.is_read() {
            match self.aside() {
                // Spaces and the ends of paragraphs are what they are in any color.
                Some(AsideKind::White | AsideKind::Tiny) if text.trim().is_empty() => {}
                kind => text = self.output.asides.take(kind, text),
            }
        }
        match self.group.to {
            Target::Text => self.output.text.push_str(text),
            Target::Notes => self.output.notes.push_str(text),
            Target::Colors => text.matches(';').for_each(|_| {
                let color = self.color.take().unwrap_or_default();
                self.white.push(color.iter().all(|&channel| channel >= i64::from(WHITE)));
            }),
            Target::Title => self.output.title.push_str(text),
            Target::Author => self.output.author.push_str(text),
            Target::Comments | Target::Nowhere | Target::Fonts => {}
        }
    }
}

/// The number behind a control word, if there is one, and how many bytes it has.
fn number(rest: &[u8]) -> (Option<i64>, usize) {
    let minus = usize::from(rest.first() == Some(&b'-'));
    let digits = rest[minus..].iter().take(LONGEST_NUMBER).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return (None, 0);
    }
    let value =
        rest[minus..minus + digits].iter().fold(0, |value, &digit| value * 10 + i64::from(digit - b'0'));
    (Some(if minus == 1 { -value } else { value }), minus + digits)
}
