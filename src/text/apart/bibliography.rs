//! The list of works that an author names, recognised by its heading or by its entries.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::case::push_folded;
use super::super::view::Block;
use super::lines::{Line, Lines, item};
use super::{ApartKind, ApartSpan};

/// What a bibliography is headed by, folded: in English, German, French, Spanish, Portuguese, Italian, Dutch, the Nordic
/// languages, Polish, Czech, Hungarian, Romanian, Turkish, Greek, Russian, Ukrainian, Arabic, Persian, Hebrew, Chinese,
/// Japanese and Korean.
const NAMES: &str = "references|reference list|list of references|bibliography|selected bibliography|works cited|\
    works consulted|literature|literature cited|sources|literaturverzeichnis|literatur|quellenverzeichnis|quellen|\
    bibliographie|bibliografie|referenzen|références|références bibliographiques|ouvrages cités|bibliografía|\
    referencias|referencias bibliográficas|obras citadas|fuentes|bibliografia|referências|referências bibliográficas|\
    riferimenti|riferimenti bibliografici|opere citate|literatuurlijst|literatuur|bronnenlijst|bronnen|referenser|\
    referenslista|litteraturförteckning|källförteckning|källor|litteratur|litteraturliste|kilder|kildeliste|\
    referencer|referanser|lähteet|lähdeluettelo|kirjallisuus|literatura|źródła|spis literatury|seznam literatury|\
    použitá literatura|zdroje|irodalom|irodalomjegyzék|felhasznált irodalom|hivatkozások|referințe|kaynakça|\
    kaynaklar|βιβλιογραφία|αναφορέσ|литература|список литературы|библиография|источники|література|\
    список літератури|المراجع|المصادر|قائمة المراجع|منابع|ביבליוגרפיה|מקורות|רשימת מקורות|参考文献|參考文獻|\
    引用文献|참고문헌|참고 문헌";

/// The first five letters, or all there are, of what the next section may be headed by, folded: an appendix, thanks, a
/// glossary.
const NEXT: &str = "appen|annex|anhan|apénd|anexo|apênd|alleg|bijla|bilag|vedle|liite|załąc|přílo|függe|anexă|ek|ekler|\
    παράρ|прило|додат|ملحق|پیوست|נספח|附录|附錄|付録|부록|ackno|danks|remer|agrad|ringr|gloss";

/// The digests of what is listed: the words themselves would weigh more.
static NAME_DIGESTS: [u32; count(NAMES)] = digests(NAMES);
static NEXT_DIGESTS: [u32; count(NEXT)] = digests(NEXT);

/// The letters that tell what the next section is.
const BEGINNING: usize = 5;

/// A heading has no more bytes.
const LONGEST: usize = 60;

/// The words for which a bibliography has a year or an address.
const WORDS: usize = 50;

/// Entries in a row that are a bibliography without a heading.
const FEWEST: usize = 3;

/// An entry has no more words.
const ENTRY: usize = 100;

/// The characters within which an entry's first author is named.
const AUTHOR: usize = 60;

/// Adds the places of bibliographies.
#[inline(never)]
pub(super) fn find(text: &str, blocks: Option<&[Block]>, found: &mut Vec<ApartSpan>) {
    let mut section: Option<Section> = None;
    let mut run = Run::default();
    let mut lines = Lines::of(text);
    loop {
        let line = lines.next();
        let next = line.map(|line| Heading::of(line, lines.clone().next(), blocks));
        let names = next.as_ref().is_some_and(|heading| heading.is_among(&NAME_DIGESTS, false));
        if let Some(own) = &section
            && (names || next.as_ref().is_none_or(|next| own.ends_before(next)))
        {
            own.tally.add_to(own.start, own.end, found);
            section = None;
        }
        run.add(line, found);
        let (Some(line), Some(heading)) = (line, next) else { return };
        if names {
            section = Some(Section {
                level: heading.level,
                start: line.end,
                end: line.end,
                tally: Tally::default(),
            });
        } else if let Some(section) = &mut section {
            section.end = line.end;
            section.tally.count(line.own);
        }
    }
}

/// What follows a bibliography's heading.
struct Section {
    /// Its heading's.
    level: u8,
    start: usize,
    end: usize,
    tally: Tally,
}

impl Section {
    fn ends_before(&self, next: &Heading<'_>) -> bool {
        match (self.level, next.level) {
            (_, 0) => next.is_among(&NEXT_DIGESTS, true),
            (own, next) => own == 0 || next <= own,
        }
    }
}

/// A line as a heading.
struct Heading<'a> {
    /// Without what marks or numbers it.
    text: &'a str,
    /// From 1, where it is marked as one, or 0.
    level: u8,
}

impl<'a> Heading<'a> {
    fn of(line: Line<'a>, next: Option<Line<'a>>, blocks: Option<&[Block]>) -> Heading<'a> {
        let bytes = line.own.as_bytes();
        let around = |byte: &&u8| {
            matches!(**byte, b'0'..=b'9' | b'.' | b':' | b'*' | b'_' | b'#' | b')' | b' ' | b'\t')
        };
        let from = bytes.iter().take_while(around).count();
        let to = bytes.len() - bytes[from..].iter().rev().take_while(around).count();
        let mut level = 0;
        if let Some(blocks) = blocks {
            let first = blocks.partition_point(|block| (block.place.start as usize) < line.start);
            for block in &blocks[first..] {
                if block.place.start as usize > line.end || level > 0 {
                    break;
                }
                level = block.level.unwrap_or(0);
            }
        } else {
            let hashes = bytes.iter().take_while(|byte| **byte == b'#').count();
            let underline = |mark: u8| {
                move |next: Line<'_>| next.own.len() >= 3 && next.own.bytes().all(|byte| byte == mark)
            };
            if (1..=6).contains(&hashes) {
                level = hashes as u8;
            } else if from < to && (next.is_some_and(underline(b'=')) || next.is_some_and(underline(b'-'))) {
                level = 1;
            }
        }
        Heading { text: line.own.get(from..to).unwrap_or(""), level }
    }

    /// Whether it, or its beginning, is one of those listed.
    #[inline(never)]
    fn is_among(&self, listed: &[u32], beginning: bool) -> bool {
        if self.text.is_empty() || self.text.len() > LONGEST {
            return false;
        }
        let (mut folded, mut letters) = (String::new(), 0);
        for c in self.text.chars() {
            if beginning && (c == ' ' || letters == BEGINNING) {
                break;
            }
            letters += 1;
            push_folded(&mut folded, c);
        }
        listed.contains(&digest(folded.as_bytes(), 0, folded.len()))
    }
}

/// How many entries a list has.
const fn count(list: &str) -> usize {
    let (bytes, mut at, mut count) = (list.as_bytes(), 0, 1);
    while at < bytes.len() {
        count += (bytes[at] == b'|') as usize;
        at += 1;
    }
    count
}

/// The digests of a list's entries.
const fn digests<const N: usize>(list: &str) -> [u32; N] {
    let bytes = list.as_bytes();
    let (mut digests, mut entry, mut start, mut at) = ([0; N], 0, 0, 0);
    while at <= bytes.len() {
        if at == bytes.len() || bytes[at] == b'|' {
            digests[entry] = digest(bytes, start, at);
            entry += 1;
            start = at + 1;
        }
        at += 1;
    }
    digests
}

/// FNV-1a, of 32 bits.
const fn digest(bytes: &[u8], from: usize, to: usize) -> u32 {
    let (mut digest, mut at) = (0x811c_9dc5_u32, from);
    while at < to {
        digest = (digest ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    digest
}

/// Words, and the years and addresses among them.
#[derive(Default, Clone, Copy)]
struct Tally {
    words: usize,
    dates: usize,
}

impl Tally {
    /// Counts those of a line: a year is a number from 1400 to 2099, an address begins as one.
    #[inline(never)]
    fn count(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (mut digits, mut number, mut space) = (0, 0, true);
        for at in 0..=bytes.len() {
            let byte = bytes.get(at).copied().unwrap_or(b' ');
            if byte.is_ascii_digit() {
                digits += 1;
                number = (number * 10 + u32::from(byte - b'0')) % 10_000;
            } else {
                self.dates += usize::from(digits == 4 && (1400..2100).contains(&number));
                (digits, number) = (0, 0);
            }
            if space && byte != b' ' && byte != b'\t' {
                self.words += 1;
                let begins = |start: &&str| {
                    bytes[at..]
                        .get(..start.len())
                        .is_some_and(|word| word.eq_ignore_ascii_case(start.as_bytes()))
                };
                self.dates += usize::from(["http", "www.", "doi"].iter().any(begins));
            }
            space = byte == b' ' || byte == b'\t';
        }
    }

    /// Adds a place that has enough of them.
    fn add_to(self, start: usize, end: usize, found: &mut Vec<ApartSpan>) {
        if self.dates > 0 && self.dates * WORDS >= self.words {
            found.push(ApartSpan { kind: ApartKind::Bibliography, start, end });
        }
    }
}

/// Entries in a row.
#[derive(Default)]
struct Run {
    start: usize,
    /// The end of the last whole entry.
    end: usize,
    entries: usize,
    /// The entry at hand, and the end of its last line; without words there is none.
    entry: Tally,
    entry_end: usize,
    /// Whether an empty line came last.
    apart: bool,
}

impl Run {
    /// Takes the next line, or the end; adds the run that it ends.
    fn add(&mut self, line: Option<Line<'_>>, found: &mut Vec<ApartSpan>) {
        let apart = self.apart;
        self.apart = line.is_some_and(|line| line.own.is_empty());
        if self.apart {
            return;
        }
        let begins = line.is_some_and(|line| begins_reference(line.own));
        if begins || line.is_none() || apart {
            let Tally { words, dates } = core::mem::take(&mut self.entry);
            let whole = words == 0 || (dates > 0 && words <= ENTRY);
            if whole && words > 0 {
                self.end = self.entry_end;
                self.entries += 1;
            }
            if !begins || !whole {
                if self.entries >= FEWEST {
                    found.push(ApartSpan { kind: ApartKind::Bibliography, start: self.start, end: self.end });
                }
                self.entries = 0;
            }
        }
        let Some(line) = line else { return };
        if begins && self.entries == 0 {
            self.start = line.start;
        }
        if begins || self.entry.words > 0 {
            self.entry.count(line.own);
            self.entry_end = line.end;
        }
    }
}

/// Whether a line begins as a reference does: with a label in brackets, or with a surname, a comma, and initials or a
/// forename.
#[inline(never)]
fn begins_reference(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'[') {
        let label =
            bytes[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'+').count();
        return (1..=12).contains(&label) && bytes.get(1 + label) == Some(&b']');
    }
    let name = text.get(item(text)..).unwrap_or("").trim_start();
    let (mut spaces, mut capital, mut forename) = (0, false, None);
    for c in name.chars().take(AUTHOR) {
        match forename {
            None if c == ',' => forename = Some(false),
            None => {
                spaces += u32::from(c == ' ');
                capital |= c.is_uppercase();
                if c.is_ascii_digit() || spaces > 3 {
                    return false;
                }
            }
            Some(false) if c == ' ' => {}
            Some(false) if !c.is_uppercase() => return false,
            Some(false) => forename = Some(true),
            // An initial, or a forename and what ends it.
            Some(true) if c == '.' || c == ',' => return capital,
            Some(true) if c != '-' && !c.is_alphabetic() => return false,
            Some(true) => {}
        }
    }
    false
}
