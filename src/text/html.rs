//! HTML to visible text, at tokenizer level: no tree is built, and time is linear in the length of the source.
//!
//! What is open is kept as a stack of elements, enough to know where hidden content ends when end tags are implied.

#[cfg(not(target_arch = "wasm32"))]
mod ahead;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::convert::Infallible;

use html5gum::{Emitter, Error, Reader, State, Tokenizer};

use super::view::{Block, Segment, View};
use super::{Document, ImageRule, Span};
use crate::hash;

/// Reads the visible text of an HTML document.
pub(super) fn view(document: &Document<'_>, images: ImageRule) -> View {
    #[cfg(not(target_arch = "wasm32"))]
    let view = tokenized(document, images, true);
    #[cfg(target_arch = "wasm32")]
    let view = tokenized(document, images);
    view
}

/// Reads it by the tokenizer; and, where that is to be fast and not small, ahead of it.
fn tokenized(
    document: &Document<'_>,
    images: ImageRule,
    #[cfg(not(target_arch = "wasm32"))] reads_ahead: bool,
) -> View {
    let mut view = View::default();
    let (bytes, read) = (document.text.as_bytes(), Cell::new(0));
    let visible = Visible {
        source: bytes,
        #[cfg(not(target_arch = "wasm32"))]
        read: (reads_ahead && ahead::can_read(bytes)).then_some(&read),
        text: Vec::with_capacity(document.text.len() / 4),
        view: &mut view,
        images: (images == ImageRule::Sources).then_some(Images { page: document.url, base: None }),
        open: Vec::new(),
        counts: [0; KINDS],
        hidden: 0,
        preformatted: 0,
        foreign: 0,
        pending: Pending::Nothing,
        position: 0,
        cursor: 0,
        tag: Tag::default(),
        last_start_tag: Vec::new(),
    };
    let Ok(()) = Tokenizer::new_with_emitter(Source { bytes, read: &read }, visible).finish();
    view
}

/// The source, for the tokenizer to read. The tokenizer's own reader is compiled into every state of it that reads: that would be
/// a tenth of the wasm module.
struct Source<'a> {
    bytes: &'a [u8],
    /// How many bytes were read.
    read: &'a Cell<usize>,
}

impl<'a> Source<'a> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.read.get()..).unwrap_or_default()
    }

    fn pass(&self, bytes: usize) {
        self.read.set(self.read.get() + bytes);
    }
}

impl Reader for Source<'_> {
    type Error = Infallible;

    #[inline(never)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        let first = self.rest().first().copied();
        self.pass(usize::from(first.is_some()));
        Ok(first)
    }

    #[inline(never)]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Infallible> {
        let Some(start) = self.rest().get(..text.len()) else { return Ok(false) };
        let equal = if case_sensitive { start == text } else { start.eq_ignore_ascii_case(text) };
        if equal {
            self.pass(text.len());
        }
        Ok(equal)
    }

    #[inline(never)]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        _: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Infallible> {
        // One bit for each byte to stop at.
        let mut stops = [0_u64; 4];
        for byte in needle {
            stops[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
        let rest = self.rest();
        let stop = rest.iter().position(|byte| stops[usize::from(byte / 64)] >> (byte % 64) & 1 != 0);
        // A byte to stop at comes alone.
        let read = &rest[..stop.unwrap_or(rest.len()).max(1).min(rest.len())];
        self.pass(read.len());
        Ok((!read.is_empty()).then_some(read))
    }
}

// What elements do.
const VOID: u16 = 1;
/// Its start and end separate lines.
const BLOCK: u16 = 2;
/// A table cell: a tab before it.
const CELL: u16 = 4;
/// A box of its own within a line: a space around it.
const INLINE_BOX: u16 = 8;
/// Its content is not shown.
const HIDDEN: u16 = 16;
/// White space counts in it.
const PRE: u16 = 32;
/// Its start ends an open paragraph.
const ENDS_P: u16 = 64;
/// An end tag of another element reaches beyond it only if that is special too.
const SPECIAL: u16 = 128;
/// Content of another language within: SVG, MathML.
const FOREIGN: u16 = 256;
/// A heading or a block quote, whose place is kept.
const KEPT: u16 = 512;

const PARAGRAPH: u16 = BLOCK | ENDS_P | SPECIAL;

/// The elements that do something, in the order of their names.
static ELEMENTS: &[(&str, u16)] = &[
    ("address", PARAGRAPH),
    ("annotation", HIDDEN),
    ("annotation-xml", HIDDEN),
    ("area", VOID),
    ("article", PARAGRAPH),
    ("aside", PARAGRAPH),
    ("audio", HIDDEN),
    ("base", VOID),
    ("blockquote", PARAGRAPH | KEPT),
    ("body", BLOCK | SPECIAL),
    ("br", VOID | BLOCK),
    ("button", INLINE_BOX | SPECIAL),
    ("canvas", HIDDEN),
    ("caption", BLOCK | SPECIAL),
    ("center", PARAGRAPH),
    ("col", VOID),
    ("colgroup", SPECIAL),
    ("datalist", HIDDEN),
    ("dd", PARAGRAPH),
    ("desc", HIDDEN),
    ("details", PARAGRAPH),
    ("dialog", PARAGRAPH),
    ("dir", PARAGRAPH),
    ("div", PARAGRAPH),
    ("dl", PARAGRAPH),
    ("dt", PARAGRAPH),
    ("embed", VOID),
    ("fieldset", PARAGRAPH),
    ("figcaption", PARAGRAPH),
    ("figure", PARAGRAPH),
    ("footer", PARAGRAPH),
    ("form", PARAGRAPH),
    ("frame", VOID),
    ("frameset", SPECIAL),
    ("h1", PARAGRAPH | KEPT),
    ("h2", PARAGRAPH | KEPT),
    ("h3", PARAGRAPH | KEPT),
    ("h4", PARAGRAPH | KEPT),
    ("h5", PARAGRAPH | KEPT),
    ("h6", PARAGRAPH | KEPT),
    ("head", SPECIAL),
    ("header", PARAGRAPH),
    ("hgroup", PARAGRAPH),
    ("hr", VOID | BLOCK | ENDS_P),
    ("html", SPECIAL),
    ("iframe", HIDDEN | SPECIAL),
    ("img", VOID),
    ("input", VOID | INLINE_BOX),
    ("legend", BLOCK),
    ("li", PARAGRAPH),
    ("link", VOID),
    ("listing", PARAGRAPH | PRE),
    ("main", PARAGRAPH),
    ("math", FOREIGN),
    ("menu", PARAGRAPH),
    ("meta", VOID),
    ("metadata", HIDDEN),
    ("nav", PARAGRAPH),
    ("noembed", HIDDEN | SPECIAL),
    ("noframes", HIDDEN | SPECIAL),
    ("noscript", HIDDEN | SPECIAL),
    ("object", HIDDEN | SPECIAL),
    ("ol", PARAGRAPH),
    ("optgroup", BLOCK),
    ("option", BLOCK),
    ("p", PARAGRAPH),
    ("param", VOID),
    ("plaintext", PARAGRAPH | PRE),
    ("pre", PARAGRAPH | PRE),
    ("script", HIDDEN | SPECIAL),
    ("search", PARAGRAPH),
    ("section", PARAGRAPH),
    ("select", INLINE_BOX | SPECIAL),
    ("source", VOID),
    ("style", HIDDEN | SPECIAL),
    ("summary", PARAGRAPH),
    ("svg", FOREIGN),
    ("table", BLOCK | ENDS_P | SPECIAL),
    ("tbody", BLOCK | SPECIAL),
    ("td", CELL | SPECIAL),
    ("template", HIDDEN | SPECIAL),
    ("textarea", INLINE_BOX | PRE | SPECIAL),
    ("tfoot", BLOCK | SPECIAL),
    ("th", CELL | SPECIAL),
    ("thead", BLOCK | SPECIAL),
    ("title", HIDDEN | SPECIAL),
    ("tr", BLOCK | SPECIAL),
    ("track", VOID),
    ("ul", PARAGRAPH),
    ("video", HIDDEN),
    ("wbr", VOID),
    ("xmp", PARAGRAPH | PRE),
];

/// Elements that do nothing are distinguished by a hash of their names alone.
const OTHERS: usize = 128;
const KINDS: usize = 256;
const _: () = assert!(ELEMENTS.len() <= KINDS - OTHERS);

const LETTERS: usize = 26;

/// Where in the table the names with each first letter begin; with any other first byte there are none.
static FIRST: [u8; LETTERS + 2] = {
    let mut first = [ELEMENTS.len() as u8; LETTERS + 2];
    let mut at = ELEMENTS.len();
    while at > 0 {
        at -= 1;
        first[(ELEMENTS[at].0.as_bytes()[0] - b'a') as usize] = at as u8;
    }
    let mut letter = LETTERS;
    while letter > 0 {
        letter -= 1;
        if first[letter] > first[letter + 1] || first[letter] == ELEMENTS.len() as u8 {
            first[letter] = first[letter + 1];
        }
    }
    first
};

/// An element's kind: its place in the table, or beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ElementKind(u8);

impl ElementKind {
    fn of(name: &[u8]) -> ElementKind {
        let letter = name.first().map_or(0, |first| first.wrapping_sub(b'a').min(LETTERS as u8));
        let start = usize::from(FIRST[usize::from(letter)]);
        let with_letter = &ELEMENTS[start..usize::from(FIRST[usize::from(letter) + 1])];
        let at = match with_letter.iter().position(|(element, _)| element.as_bytes() == name) {
            Some(place) => start + place,
            None => KINDS - OTHERS + hash::name(name) as usize % OTHERS,
        };
        ElementKind(at as u8)
    }

    fn name(self) -> &'static str {
        ELEMENTS.get(usize::from(self.0)).map_or("", |(name, _)| name)
    }

    /// Of a heading.
    fn level(self) -> Option<u8> {
        match self.name().as_bytes() {
            [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
            _ => None,
        }
    }

    fn does(self, what: u16) -> bool {
        ELEMENTS.get(usize::from(self.0)).is_some_and(|(_, does)| does & what != 0)
    }
}

/// Some elements of the table, a bit for each.
#[derive(Debug, Clone, Copy)]
struct Elements([u64; OTHERS / 64]);

impl Elements {
    /// Those of these names, which are all in the table.
    const fn named(names: &[&str]) -> Elements {
        let mut those = Elements([0; OTHERS / 64]);
        let mut name = 0;
        while name < names.len() {
            let mut at = 0;
            while !is_same(ELEMENTS[at].0, names[name]) {
                at += 1;
            }
            those.0[at / 64] |= 1 << (at % 64);
            name += 1;
        }
        those
    }

    /// Those that do this.
    const fn doing(what: u16) -> Elements {
        let mut those = Elements([0; OTHERS / 64]);
        let mut at = 0;
        while at < ELEMENTS.len() {
            if ELEMENTS[at].1 & what != 0 {
                those.0[at / 64] |= 1 << (at % 64);
            }
            at += 1;
        }
        those
    }

    /// Whether there is one of them by these counts of each kind.
    fn any_counted(&self, counts: &[u32; KINDS]) -> bool {
        self.0.iter().zip([0, 64]).any(|(&bits, first)| {
            let mut bits = bits;
            while bits != 0 {
                if counts[first + bits.trailing_zeros() as usize] != 0 {
                    return true;
                }
                bits &= bits - 1;
            }
            false
        })
    }

    fn has(&self, kind: ElementKind) -> bool {
        let at = usize::from(kind.0);
        self.0.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }
}

/// Whether two names are the same, where a constant is made.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// End tags that may be left out before a start tag.
struct Implied {
    /// The elements that start.
    before: Elements,
    /// Those that end, if one is open ...
    ends: Elements,
    /// ... and none of these in it.
    unless_in: Elements,
}

static IMPLIED: [Implied; 8] = [
    Implied {
        before: Elements::doing(ENDS_P),
        ends: Elements::named(&["p"]),
        unless_in: Elements::named(&["button", "caption", "object", "table", "td", "template", "th"]),
    },
    Implied {
        before: Elements::named(&["li"]),
        ends: Elements::named(&["li"]),
        unless_in: Elements::named(&["ul", "ol", "menu", "dir", "table", "td", "th", "template", "object"]),
    },
    Implied {
        before: Elements::named(&["dd", "dt"]),
        ends: Elements::named(&["dd", "dt"]),
        unless_in: Elements::named(&["dl", "table", "td", "th", "template", "object"]),
    },
    Implied {
        before: Elements::named(&["option"]),
        ends: Elements::named(&["option"]),
        unless_in: Elements::named(&["select", "optgroup", "datalist"]),
    },
    Implied {
        before: Elements::named(&["optgroup"]),
        ends: Elements::named(&["optgroup", "option"]),
        unless_in: Elements::named(&["select"]),
    },
    Implied {
        before: Elements::named(&["td", "th"]),
        ends: Elements::named(&["td", "th"]),
        unless_in: Elements::named(&["table", "tr", "template"]),
    },
    Implied {
        before: Elements::named(&["tr"]),
        ends: Elements::named(&["tr"]),
        unless_in: Elements::named(&["table", "template"]),
    },
    Implied {
        before: Elements::named(&["tbody", "thead", "tfoot"]),
        ends: Elements::named(&["tbody", "thead", "tfoot"]),
        unless_in: Elements::named(&["table", "template"]),
    },
];

/// An open element.
#[derive(Debug, Clone, Copy)]
struct Open {
    kind: ElementKind,
    hidden: bool,
}

/// How far an inline end tag, or an implied end, looks for its start: deeper nesting is not the work of people, and
/// the bound keeps time linear.
const REACH: usize = 64;

/// What separates the text before from the text to come.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Nothing,
    Space(Span),
    Tab,
    Newline,
}

/// The tag or attribute being read.
#[derive(Debug, Default)]
struct Tag {
    name: Vec<u8>,
    is_end: bool,
    self_closing: bool,
    hidden: bool,
    /// `src` of an image, `href` of a base: the first there is, with its place.
    url: Option<(Vec<u8>, Span)>,
    attribute: Vec<u8>,
    value: Vec<u8>,
    value_start: usize,
    value_end: usize,
}

/// Gathers the visible text as the tokenizer goes.
struct Visible<'a> {
    source: &'a [u8],
    /// How much of it the tokenizer has read, where it is read ahead of that.
    #[cfg(not(target_arch = "wasm32"))]
    read: Option<&'a Cell<usize>>,
    text: Vec<u8>,
    view: &'a mut View,
    images: Option<Images<'a>>,
    open: Vec<Open>,
    /// How many of each kind are open.
    counts: [u32; KINDS],
    hidden: u32,
    preformatted: u32,
    foreign: u32,
    pending: Pending,
    position: usize,
    /// The end of what was last gathered or skipped: character references start here.
    cursor: usize,
    tag: Tag,
    last_start_tag: Vec<u8>,
}

impl Visible<'_> {
    /// Adds text that stands at `source`.
    fn push(&mut self, text: &[u8], source: Span) {
        let verbatim = text.len() == (source.end - source.start) as usize;
        let at = self.text.len() as u32;
        let extends = verbatim
            && self.view.segments.last().is_some_and(|last| {
                last.source.end == source.start && last.source.end - last.source.start == at - last.view
            });
        match self.view.segments.last_mut() {
            Some(last) if extends => last.source.end = source.end,
            _ => self.view.segments.push(Segment { view: at, source }),
        }
        self.text.extend_from_slice(text);
    }

    /// Puts what separates the text to come from the text before.
    fn separate(&mut self) {
        let here = Span::new(self.cursor, self.cursor);
        match core::mem::replace(&mut self.pending, Pending::Nothing) {
            _ if self.text.is_empty() => {}
            Pending::Nothing => {}
            Pending::Space(source) => self.push(b" ", source),
            Pending::Tab => self.push(b"\t", here),
            Pending::Newline => self.push(b"\n", here),
        }
    }

    /// Text as it is shown: runs of white space collapse.
    fn text(&mut self, text: &[u8], source: Span) {
        if self.preformatted > 0 {
            self.separate();
            return self.push(text, source);
        }
        let verbatim = text.len() == (source.end - source.start) as usize;
        let place = |from: usize, to: usize| {
            if verbatim {
                Span { start: source.start + from as u32, end: source.start + to as u32 }
            } else {
                source
            }
        };
        let mut from = 0;
        while let Some(first) = text.get(from) {
            let to;
            if first.is_ascii_whitespace() {
                let words = text[from..].iter().position(|byte| !byte.is_ascii_whitespace());
                to = words.map_or(text.len(), |spaces| from + spaces);
                if let Pending::Nothing = self.pending {
                    self.pending = Pending::Space(place(from, to));
                }
            } else {
                #[cfg(not(target_arch = "wasm32"))]
                let end = ahead::end_of_words;
                #[cfg(target_arch = "wasm32")]
                let end = end_of_words;
                to = end(text, from, verbatim);
                self.separate();
                self.push(&text[from..to], place(from, to));
            }
            from = to;
        }
    }

    /// Shows text that stands in the source from `start` to where the tokenizer is, unless it is hidden.
    fn show(&mut self, text: &[u8], start: usize) {
        let source = Span::new(start.min(self.position), self.position);
        if self.hidden == 0 && !text.is_empty() {
            self.text(text, source);
        }
        self.cursor = self.position;
    }

    fn break_line(&mut self) {
        self.pending = Pending::Newline;
    }

    fn break_cell(&mut self) {
        if !matches!(self.pending, Pending::Newline) {
            self.pending = Pending::Tab;
        }
    }

    fn break_box(&mut self) {
        if let Pending::Nothing = self.pending {
            self.pending = Pending::Space(Span::new(self.cursor, self.cursor));
        }
    }

    /// What the start or end of an element does to the line.
    fn break_at(&mut self, kind: ElementKind) {
        if self.hidden > 0 {
            return;
        }
        if kind.does(BLOCK) {
            self.break_line();
        } else if kind.does(CELL) {
            self.break_cell();
        } else if kind.does(INLINE_BOX) {
            self.break_box();
        }
    }

    fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.counts[usize::from(open.kind.0)] -= 1;
        self.hidden -= u32::from(open.hidden);
        self.preformatted -= u32::from(open.kind.does(PRE));
        self.foreign -= u32::from(open.kind.does(FOREIGN));
        if open.kind.does(KEPT) {
            self.end_block(open.kind);
        }
        if !open.hidden {
            self.break_at(open.kind);
        }
        Some(open)
    }

    fn start_element(&mut self, kind: ElementKind) {
        self.imply_ends(kind);
        let hidden = self.tag.hidden || kind.does(HIDDEN);
        if !hidden {
            self.break_at(kind);
        }
        if kind.does(VOID) || (self.foreign > 0 && self.tag.self_closing) {
            return;
        }
        self.open.push(Open { kind, hidden });
        self.counts[usize::from(kind.0)] += 1;
        self.hidden += u32::from(hidden);
        self.preformatted += u32::from(kind.does(PRE));
        self.foreign += u32::from(kind.does(FOREIGN));
        if kind.does(KEPT) && self.hidden == 0 && self.counts[usize::from(kind.0)] == 1 {
            let place = Span { start: self.text.len() as u32, end: u32::MAX };
            self.view.blocks.push(Block { place, level: kind.level() });
        }
    }

    /// Ends the block of this kind, if it is open and no other of its kind around it.
    fn end_block(&mut self, kind: ElementKind) {
        let open = |block: &&mut Block| block.place.end == u32::MAX && block.level == kind.level();
        if self.counts[usize::from(kind.0)] == 0
            && let Some(block) = self.view.blocks.iter_mut().rev().take(REACH).find(open)
        {
            end(block, &self.text);
        }
    }

    /// Ends the elements whose end tags may be left out before this start tag.
    fn imply_ends(&mut self, kind: ElementKind) {
        for implied in IMPLIED.iter().filter(|implied| implied.before.has(kind)) {
            if !implied.ends.any_counted(&self.counts) {
                continue;
            }
            let mut near = self.open.iter().rev().take(REACH);
            let ending =
                near.position(|open| implied.ends.has(open.kind) || implied.unless_in.has(open.kind));
            if let Some(above) = ending
                && implied.ends.has(self.open[self.open.len() - 1 - above].kind)
            {
                for _ in 0..=above {
                    self.pop();
                }
            }
        }
    }

    fn end_element(&mut self, kind: ElementKind) {
        if self.counts[usize::from(kind.0)] == 0 {
            return self.break_at(kind);
        }
        if kind.does(SPECIAL | FOREIGN) {
            while self.pop().is_some_and(|open| open.kind != kind) {}
            return;
        }
        // An inline end tag reaches no further than the nearest block.
        let mut near = self.open.iter().rev().take(REACH);
        if let Some(above) = near.position(|open| open.kind == kind || open.kind.does(SPECIAL))
            && self.open[self.open.len() - 1 - above].kind == kind
        {
            for _ in 0..=above {
                self.pop();
            }
        }
    }

    #[inline(never)]
    fn end_attribute(&mut self) {
        let tag = &mut self.tag;
        match tag.attribute.as_slice() {
            b"hidden" => tag.hidden = true,
            b"style" => tag.hidden |= hides(&tag.value),
            b"src" | b"href" if tag.url.is_none() && (tag.name == b"img" || tag.name == b"base") => {
                tag.url = Some((core::mem::take(&mut tag.value), Span::new(tag.value_start, tag.value_end)));
            }
            _ => {}
        }
        tag.attribute.clear();
        tag.value.clear();
    }

    /// Takes the tag that was read, and gives how what is behind it is to be read.
    fn end_tag(&mut self) -> Option<State> {
        self.cursor = self.position;
        let kind = ElementKind::of(&self.tag.name);
        if self.tag.is_end {
            if self.tag.name == b"br" {
                self.break_at(kind);
            } else {
                self.end_element(kind);
            }
            return None;
        }
        let in_foreign = self.foreign > 0;
        self.start_element(kind);
        self.image();
        if in_foreign && (self.tag.self_closing || kind.name() != "script") {
            return None;
        }
        let state = content_state(&self.tag.name)?;
        self.last_start_tag.clone_from(&self.tag.name);
        Some(state)
    }

    /// The term of an image, shown as a word of its own.
    fn image(&mut self) {
        let Some(images) = &mut self.images else { return };
        let Some((url, source)) = self.tag.url.take() else { return };
        let Ok(url) = String::from_utf8(url) else { return };
        let url = url.trim();
        if self.tag.name == b"base" {
            images.base.get_or_insert_with(|| url.into());
        } else if self.hidden == 0
            && !self.tag.hidden
            && let Some(term) = images.term(url)
        {
            self.break_box();
            self.separate();
            let start = self.text.len();
            self.push(term.as_bytes(), source);
            self.view.images.push(Span::new(start, self.text.len()));
            self.cursor = self.position;
            self.break_box();
        }
    }
}

/// Where words end that begin at a place: before white space. One space between words stands in the text as in the source, so
/// that many words are one piece of what is verbatim.
#[cfg(any(test, target_arch = "wasm32"))]
fn end_of_words(text: &[u8], from: usize, verbatim: bool) -> usize {
    let end = (from..text.len()).find(|&at| is_end_of_words(text, at, verbatim));
    end.unwrap_or(text.len())
}

/// Whether a byte ends the words before it.
fn is_end_of_words(text: &[u8], at: usize, verbatim: bool) -> bool {
    let is_space = |at: usize| text.get(at).is_none_or(u8::is_ascii_whitespace);
    is_space(at) && !(verbatim && text.get(at) == Some(&b' ') && !is_space(at + 1))
}

/// Whether an inline style keeps an element from being shown.
fn hides(style: &[u8]) -> bool {
    style.split(|&byte| byte == b';').any(|declaration| {
        let declaration = declaration.split(|&byte| byte == b'!').next().unwrap_or_default();
        let compact: Vec<u8> = declaration
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .map(u8::to_ascii_lowercase)
            .collect();
        matches!(compact.as_slice(), b"display:none" | b"visibility:hidden")
    })
}

/// How the content of an element is read.
fn content_state(name: &[u8]) -> Option<State> {
    match name {
        b"textarea" | b"title" => Some(State::RcData),
        b"plaintext" => Some(State::PlainText),
        b"script" => Some(State::ScriptData),
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" | b"noscript" => Some(State::RawText),
        _ => None,
    }
}

/// Ends a block at the end of the text so far; it begins after what separates it from the text before.
fn end(block: &mut Block, text: &[u8]) {
    let start = block.place.start as usize;
    let start = start + usize::from(text.get(start).is_some_and(u8::is_ascii_whitespace));
    block.place = Span::new(start, text.len().max(start));
}

// What is called from many states of the tokenizer is not to be inlined into each of them.
impl Emitter for Visible<'_> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start_tag = last_start_tag.unwrap_or_default().into();
    }

    fn emit_eof(&mut self) {
        let text = core::mem::take(&mut self.text);
        let open = self.view.blocks.iter_mut().filter(|block| block.place.end == u32::MAX);
        open.for_each(|block| end(block, &text));
        // The source is UTF-8 and is taken in whole characters, so nothing is ever replaced.
        self.view.text = String::from_utf8(text)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }

    fn emit_error(&mut self, _error: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    #[inline(never)]
    fn emit_string(&mut self, text: &[u8]) {
        // Of a line end of two characters the second is skipped by the tokenizer.
        let verbatim = self.position.saturating_sub(text.len());
        let start =
            if self.source.get(verbatim..self.position) == Some(text) { verbatim } else { self.cursor };
        self.show(text, start);
    }

    #[inline(never)]
    fn init_start_tag(&mut self) {
        self.tag.name.clear();
        self.tag.is_end = false;
        self.tag.self_closing = false;
        self.tag.hidden = false;
        self.tag.url = None;
        self.tag.attribute.clear();
        self.tag.value.clear();
    }

    #[inline(never)]
    fn init_end_tag(&mut self) {
        self.init_start_tag();
        self.tag.is_end = true;
    }

    fn init_comment(&mut self) {}

    #[inline(never)]
    fn emit_current_tag(&mut self) -> Option<State> {
        self.end_attribute();
        let state = self.end_tag();
        #[cfg(not(target_arch = "wasm32"))]
        let state = self.read_ahead(state);
        state
    }

    fn emit_current_comment(&mut self) {
        self.cursor = self.position;
    }

    fn emit_current_doctype(&mut self) {
        self.cursor = self.position;
    }

    fn set_self_closing(&mut self) {
        self.tag.self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    #[inline(never)]
    fn push_tag_name(&mut self, name: &[u8]) {
        self.tag.name.extend_from_slice(name);
    }

    fn push_comment(&mut self, _text: &[u8]) {}

    fn push_doctype_name(&mut self, _name: &[u8]) {}

    fn init_doctype(&mut self) {}

    fn init_attribute(&mut self) {
        self.end_attribute();
    }

    fn init_attribute_value(&mut self) {
        self.tag.value_start = self.position;
        self.tag.value_end = self.position;
    }

    #[inline(never)]
    fn push_attribute_name(&mut self, name: &[u8]) {
        self.tag.attribute.extend_from_slice(name);
    }

    #[inline(never)]
    fn push_attribute_value(&mut self, value: &[u8]) {
        self.tag.value.extend_from_slice(value);
        self.tag.value_end = self.position;
    }

    fn set_doctype_public_identifier(&mut self, _value: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _value: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _value: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _value: &[u8]) {}

    #[inline(never)]
    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag.is_end && !self.last_start_tag.is_empty() && self.last_start_tag == self.tag.name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.foreign > 0
    }
}

/// What image sources are relative to.
struct Images<'a> {
    page: Option<&'a str>,
    base: Option<String>,
}

impl Images<'_> {
    /// The term of an image: its file name on the page's own host, else the whole URL. An image within the page
    /// (`data:`) has no source.
    fn term(&self, src: &str) -> Option<String> {
        let base = self.base.as_deref().filter(|base| origin(base).is_some()).or(self.page);
        let page = self.page.or(base).and_then(origin);
        let own = |host: &str| page.is_some_and(|page| host_of(page).eq_ignore_ascii_case(host));
        if let Some(origin) = origin(src) {
            return Some(if own(host_of(origin)) { file_name(src) } else { src.into() });
        }
        if src.is_empty() || src.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':')) {
            return None;
        }
        match base.and_then(origin) {
            Some(origin) if !own(host_of(origin)) => {
                let directory =
                    base.and_then(|base| base.rsplit_once('/')).map_or(origin, |(directory, _)| directory);
                Some(match src.strip_prefix('/') {
                    Some(rooted) => alloc::format!("{origin}/{rooted}"),
                    None => alloc::format!(
                        "{}/{src}",
                        if directory.len() < origin.len() { origin } else { directory }
                    ),
                })
            }
            _ => Some(file_name(src)),
        }
    }
}

/// The scheme and host of an absolute URL, or of one that leaves out the scheme.
fn origin(url: &str) -> Option<&str> {
    let host = match url.find("//") {
        Some(0) => 2,
        Some(slashes) if url[..slashes].ends_with(':') && !url[..slashes].contains(['/', '?', '#']) => {
            slashes + 2
        }
        _ => return None,
    };
    let length = url[host..].find(['/', '?', '#', '\\']).unwrap_or(url.len() - host);
    Some(&url[..host + length])
}

fn host_of(origin: &str) -> &str {
    origin.rsplit_once("//").map_or("", |(_, host)| host)
}

fn file_name(url: &str) -> String {
    let path = &url[..url.find(['?', '#']).unwrap_or(url.len())];
    let name = path.rsplit('/').next().unwrap_or_default();
    if name.is_empty() { url.into() } else { name.into() }
}
