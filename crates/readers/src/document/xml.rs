//! XML as events. Entities that a file declares are never expanded: a file that declares any is refused.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{resolve_html5_entity, resolve_xml_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::encoded::decoded;
use super::{Package, Unreadable, about};

/// Elements within elements; no word processor comes near it.
const DEEPEST: usize = 1_000;

/// The most elements that are looked at for those that end where another one should: none, in what programs write.
const MOST_SEARCHED: usize = 10_000_000;

/// What is told of a file. Names are without prefixes.
pub(super) trait Events {
    /// Whether an element is left out, with all that is in it.
    fn leaves_out(&self, _name: &str, _attributes: &Attributes<'_>) -> bool {
        false
    }

    /// An element begins.
    fn open(&mut self, name: &str, attributes: &Attributes<'_>);

    /// An element ends.
    fn close(&mut self, _name: &str) {}

    /// Text within the innermost.
    fn text(&mut self, _text: &str) {}
}

/// The attributes of an element.
pub(super) struct Attributes<'a>(&'a BytesStart<'a>);

impl Attributes<'_> {
    /// One by its name without prefix.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        self.find(|key| local(key) == name)
    }

    /// One by its name behind a prefix, where another without any has the same.
    pub(super) fn get_prefixed(&self, name: &str) -> Option<String> {
        self.find(|key| key.split_once(':').is_some_and(|(_, local)| local == name))
    }

    fn find(&self, is: impl Fn(&str) -> bool) -> Option<String> {
        let mut attributes = self.0.html_attributes();
        let found = attributes.with_checks(false).flatten().find(|found| is(found.key.as_ref()))?;
        let raw = found.value.as_ref();
        Some(match quick_xml::escape::unescape(raw) {
            Ok(value) => value.into_owned(),
            Err(_) => raw.to_string(),
        })
    }
}

/// How strictly a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Xml,
    /// A page of a book: names in lower case, entities of HTML, and elements that have no end.
    Xhtml,
}

/// The elements of HTML that have no end.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Has `events` told of all that is in a file.
pub(super) fn walk(bytes: &[u8], dialect: Dialect, events: &mut impl Events) -> Result<(), Unreadable> {
    let text = text_of(bytes);
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut walk = Walk { dialect, events, open: Vec::new(), left_out: None, searched: 0 };
    loop {
        let event = reader.read_event().map_err(|error| Unreadable::Damaged(error.to_string()))?;
        match event {
            Event::Start(start) => walk.open(&start)?,
            Event::Empty(start) => walk.empty(&start),
            Event::End(end) => walk.close(end.name().as_ref())?,
            Event::Text(text) => walk.text(&text.into_inner()),
            Event::CData(text) => walk.text(&text.into_inner()),
            Event::GeneralRef(reference) => walk.text(&referred(&reference)),
            Event::DocType(declared) => {
                let declared = declared.into_inner();
                if declared.contains('[') || declared.to_ascii_uppercase().contains("<!ENTITY") {
                    return Err(Unreadable::Entities);
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => return Ok(()),
        }
    }
}

/// How far a file was read.
struct Walk<'a, E> {
    dialect: Dialect,
    events: &'a mut E,
    /// The elements that are open, the outermost first.
    open: Vec<String>,
    /// Which of them is left out.
    left_out: Option<usize>,
    /// How many elements were looked at for those that end where another one should.
    searched: usize,
}

impl<E: Events> Walk<'_, E> {
    fn name(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Xml => local(name).to_string(),
            Dialect::Xhtml => local(name).to_ascii_lowercase(),
        }
    }

    fn has_no_end(&self, name: &str) -> bool {
        self.dialect == Dialect::Xhtml && VOID.contains(&name)
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<(), Unreadable> {
        let name = self.name(start.name().as_ref());
        if self.has_no_end(&name) {
            self.empty(start);
            return Ok(());
        }
        if self.open.len() == DEEPEST {
            return Err(Unreadable::Nested(DEEPEST));
        }
        if self.left_out.is_none() {
            let attributes = Attributes(start);
            if self.events.leaves_out(&name, &attributes) {
                self.left_out = Some(self.open.len());
            } else {
                self.events.open(&name, &attributes);
            }
        }
        self.open.push(name);
        Ok(())
    }

    fn empty(&mut self, start: &BytesStart<'_>) {
        let (name, attributes) = (self.name(start.name().as_ref()), Attributes(start));
        if self.left_out.is_none() && !self.events.leaves_out(&name, &attributes) {
            self.events.open(&name, &attributes);
            self.events.close(&name);
        }
    }

    /// What was left open within an element ends with it; an end of nothing is skipped.
    fn close(&mut self, name: &str) -> Result<(), Unreadable> {
        let name = self.name(name);
        let found = self.open.iter().rposition(|open| *open == name);
        self.searched += self.open.len() - found.map_or(0, |at| at + 1);
        if self.searched > MOST_SEARCHED {
            return Err(Unreadable::Damaged("its elements do not end where they should".into()));
        }
        while found.is_some_and(|at| self.open.len() > at)
            && let Some(name) = self.open.pop()
        {
            match self.left_out {
                Some(at) if at < self.open.len() => {}
                Some(_) => self.left_out = None,
                None => self.events.close(&name),
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if self.left_out.is_none() {
            self.events.text(text);
        }
    }
}

/// Text with each run of spaces made one.
pub(super) fn one_space(text: &str, is_space: impl Fn(char) -> bool) -> String {
    let mut spaced = String::with_capacity(text.len());
    for sign in text.chars() {
        if !is_space(sign) {
            spaced.push(sign);
        } else if !spaced.ends_with(' ') {
            spaced.push(' ');
        }
    }
    spaced
}

/// What a reference stands for; one that nothing is known of, for itself.
fn referred(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(sign)) = reference.resolve_char_ref() {
        return sign.into();
    }
    let name: &str = reference;
    match resolve_xml_entity(name).or_else(|| resolve_html5_entity(name)) {
        Some(text) => text.into(),
        None => format!("&{name};"),
    }
}

/// Of a small file of XML the texts of its elements with these names, the first of each, in a line.
pub(super) fn values<const N: usize>(
    package: &mut Package<'_>,
    part: &str,
    names: [&'static str; N],
) -> Result<[Option<String>; N], Unreadable> {
    if !package.has(part) {
        return Ok([const { None }; N]);
    }
    let mut values = Values { names, found: [const { None }; N], current: None };
    walk(&package.read(part)?, Dialect::Xml, &mut values)?;
    Ok(values.found.map(|value| about(&value?)))
}

struct Values<const N: usize> {
    names: [&'static str; N],
    found: [Option<String>; N],
    current: Option<usize>,
}

impl<const N: usize> Events for Values<N> {
    fn open(&mut self, name: &str, _: &Attributes<'_>) {
        if let Some(at) = self.names.iter().position(|&wanted| wanted == name)
            && self.found[at].is_none()
        {
            self.found[at] = Some(String::new());
            self.current = Some(at);
        }
    }

    fn close(&mut self, name: &str) {
        if self.current.is_some_and(|at| self.names[at] == name) {
            self.current = None;
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(found) = self.current.and_then(|at| self.found[at].as_mut()) {
            found.push_str(text);
        }
    }
}

fn local(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, local)| local)
}

/// XML is UTF-8 unless it says otherwise; a byte order mark counts before what is declared.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    const HEAD: usize = 200;
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => return String::from_utf8_lossy(rest),
        [0xfe, 0xff, rest @ ..] => return decoded("utf-16be", rest).unwrap_or_default(),
        [0xff, 0xfe, rest @ ..] => return decoded("utf-16le", rest).unwrap_or_default(),
        _ => {}
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let declared = head.split('>').next().and_then(|first| {
        let value = first.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        value[1..].split(quote).next()
    });
    declared.and_then(|label| decoded(label, bytes)).unwrap_or_else(|| String::from_utf8_lossy(bytes))
}
