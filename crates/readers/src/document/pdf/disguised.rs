//! Fonts that lie: what a letter is called in a font and what the file says it stands for are two letters, so that what is copied or searched
//! is not what is seen. Looked at are fonts of one byte a letter that name their letters, as those of LaTeX do.
//!
//! Some fonts name all of their letters by no letter they look like. So a font lies only if most of its letters are what they are called, and
//! a letter of a page only if no other font of it may have it honestly. And a font may have one glyph for letters of two alphabets that
//! look the same. So what a letter stands for is another alphabet's only in a word with letters of the alphabet that it is called by.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use hayro_interpret::hayro_cmap::{BfString, CMap, load_embedded};
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro_interpret::hayro_syntax::page::Page;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::glyphs::{Labour, Placed};
use super::lines::SPACE;

/// A letter as it is drawn: its code in its font, and what it stands for.
pub(super) type Drawn = (u32, char);

/// Letters that stand for others than they are called, with what they are called.
pub(super) type Lies = HashMap<Drawn, char>;

/// The encodings in which the letters of ASCII have their own codes.
const OF_ASCII: [&[u8]; 3] = [b"WinAnsiEncoding", b"MacRomanEncoding", b"StandardEncoding"];
/// The most bytes of a font's program that are looked at for the names of its letters; they stand near to its begin.
const HEAD: usize = 1 << 16;

/// The fonts of a document that were looked at.
#[derive(Default)]
pub(super) struct Fonts(HashMap<ObjectIdentifier, Rc<Says>>);

/// What a font says of its letters.
#[derive(Default)]
struct Says {
    lies: Lies,
    honest: HashSet<Drawn>,
    /// Of a font that names no letters: what the file says they stand for.
    unnamed: Option<CMap>,
}

impl Fonts {
    /// The letters of a page that stand for others than they are called.
    pub(super) fn lies_of(&mut self, page: &Page<'_>, labour: &mut Labour) -> Lies {
        let all = &page.resources().fonts;
        let mut fonts: Vec<Rc<Says>> = Vec::new();
        for name in all.keys() {
            labour.spend_on_form();
            let known = all.get_ref(name.as_ref()).map(ObjectIdentifier::from);
            if let Some(font) = known.and_then(|id| self.0.get(&id)) {
                fonts.push(Rc::clone(font));
            } else if let Some(font) = all.get::<Dict<'_>>(name.as_ref()) {
                let says = Rc::new(Says::of(&font, labour));
                self.0.extend(known.map(|id| (id, Rc::clone(&says))));
                fonts.push(says);
            }
        }
        let mut lies: Lies = fonts.iter().flat_map(|font| font.lies.clone()).collect();
        lies.retain(|lie, _| !fonts.iter().any(|font| font.may_have(*lie)));
        lies
    }
}

impl Says {
    fn of(font: &Dict<'_>, labour: &mut Labour) -> Says {
        let subtype = font.get::<Name<'_>>(b"Subtype".as_slice());
        let is = |kinds: &[&[u8]]| subtype.as_ref().is_some_and(|kind| kinds.contains(&kind.as_ref()));
        let data =
            font.get::<Stream<'_>>(b"ToUnicode".as_slice()).and_then(|stream| stream.decoded_data().ok());
        labour.spend(data.as_ref().map_or(0, |data| data.len()));
        let to_unicode = data.and_then(|data| CMap::parse(&data, load_embedded));
        // Drawings in place of letters may have any names.
        if !is(&[b"Type1", b"MMType1", b"TrueType"]) {
            return Says { unnamed: to_unicode, ..Says::default() };
        }
        let (mut lies, mut honest) = (Lies::new(), HashSet::new());
        // Of what the file says nothing, the name alone is known.
        let mut said_honestly = 0;
        for (code, called) in letters_of(font, labour) {
            let code = u32::from(code);
            let stands_for = match to_unicode.as_ref().and_then(|map| map.lookup_bf_string(code)) {
                Some(BfString::Char(letter)) => letter,
                Some(BfString::String(_)) => continue,
                None => {
                    honest.insert((code, called));
                    continue;
                }
            };
            match are_one(called, stands_for) {
                Some(true) => {
                    honest.insert((code, stands_for));
                    said_honestly += 1;
                }
                Some(false) => _ = lies.insert((code, stands_for), called),
                None => {}
            }
        }
        // In fonts of Cyrillic letters, what LaTeX says of the Latin i is what Ukrainian needs.
        if honest.iter().any(|(_, letter)| alphabet(*letter) == Some(Alphabet::Cyrillic)) {
            lies.retain(|(_, letter), _| !['і', 'І'].contains(letter));
        }
        if lies.len() >= said_honestly {
            honest.extend(lies.drain().map(|(lie, _)| lie));
        }
        Says { lies, honest, unnamed: None }
    }

    fn may_have(&self, (code, letter): Drawn) -> bool {
        let unnamed = self.unnamed.as_ref().and_then(|map| map.lookup_bf_string(code));
        self.honest.contains(&(code, letter)) || unnamed == Some(BfString::Char(letter))
    }
}

/// The letters that a font names, by their codes.
fn letters_of(font: &Dict<'_>, labour: &mut Labour) -> HashMap<u8, char> {
    let encoding = font.get::<Dict<'_>>(b"Encoding".as_slice());
    let base = match &encoding {
        Some(encoding) => encoding.get::<Name<'_>>(b"BaseEncoding".as_slice()),
        None => font.get::<Name<'_>>(b"Encoding".as_slice()),
    };
    let mut letters = match base.is_some_and(|base| OF_ASCII.contains(&base.as_ref())) {
        true => (b'A'..=b'Z').chain(b'a'..=b'z').map(|letter| (letter, char::from(letter))).collect(),
        false => letters_of_program(font, labour),
    };
    let differences = encoding.and_then(|encoding| encoding.get::<Array<'_>>(b"Differences".as_slice()));
    let mut code = 0;
    for object in differences.iter().flat_map(|array| array.iter::<Object<'_>>()) {
        labour.spend(1);
        match object {
            Object::Number(number) => code = number.as_i64(),
            Object::Name(name) => {
                if let Ok(code) = u8::try_from(code) {
                    letters.remove(&code);
                    letters.extend(letter_called(name.as_str()).map(|letter| (code, letter)));
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    letters
}

/// The letters that the program of a Type 1 font names: `dup 97 /a put`.
fn letters_of_program(font: &Dict<'_>, labour: &mut Labour) -> HashMap<u8, char> {
    let descriptor = font.get::<Dict<'_>>(b"FontDescriptor".as_slice());
    let program = descriptor.and_then(|descriptor| descriptor.get::<Stream<'_>>(b"FontFile".as_slice()));
    let Some(data) = program.and_then(|program| program.decoded_data().ok()) else { return HashMap::new() };
    labour.spend(data.len() / 8);
    let head = String::from_utf8_lossy(&data[..data.len().min(HEAD)]);
    let names = head.split("eexec").next().unwrap_or_default();
    let entry = |entry: &str| {
        let mut words = entry.split_whitespace();
        let code = words.next()?.parse().ok()?;
        Some((code, letter_called(words.next()?.strip_prefix('/')?)?))
    };
    names.split("dup ").filter_map(entry).collect()
}

/// The letter that a name stands for: `a`, `a.sc`, `uni0430`, `u0430`, `afii10065` or `alpha`. Of other names nothing is said.
fn letter_called(name: &str) -> Option<char> {
    const GREEK: &str = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega";
    let name = name.split('.').next().unwrap_or_default();
    let hexadecimal = |digits: &str| {
        let plain = (4..=6).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        plain.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    };
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(letter).filter(char::is_ascii_alphabetic);
    }
    if let Some(number) = name.strip_prefix("afii").and_then(|number| number.parse::<u32>().ok()) {
        // Ё and ё have a place in the alphabet there.
        return match number {
            10017..=10022 => char::from_u32(0x410 + number - 10017),
            10023 => Some('Ё'),
            10024..=10049 => char::from_u32(0x416 + number - 10024),
            10065..=10070 => char::from_u32(0x430 + number - 10065),
            10071 => Some('ё'),
            10072..=10097 => char::from_u32(0x436 + number - 10072),
            _ => None,
        };
    }
    let code = name
        .strip_prefix("uni")
        .and_then(hexadecimal)
        .or_else(|| name.strip_prefix('u').and_then(hexadecimal));
    if let Some(letter) = code.and_then(char::from_u32) {
        return Some(letter).filter(|letter| letter.is_alphabetic());
    }
    let place = GREEK.split(' ').position(|letter| letter.eq_ignore_ascii_case(name))?;
    char::from_u32(0x3b1 + u32::try_from(place).ok()?)
}

/// Whether two letters are one but for case, accents and form; nothing if one is no letter of an alphabet that fonts name in one way.
fn are_one(called: char, stands_for: char) -> Option<bool> {
    let plain = |letter: char| -> Option<char> {
        let mut letters = letter.nfkd().filter(|part| !is_combining_mark(*part)).flat_map(char::to_lowercase);
        let (letter, rest) = (letters.next()?, letters.next());
        let known = matches!(letter, 'a'..='z' | 'ı' | 'α'..='ω' | 'а'..='џ');
        (known && rest.is_none()).then_some(match letter {
            'ı' => 'i',
            'ς' => 'σ',
            letter => letter,
        })
    };
    Some(plain(called)? == plain(stands_for)?)
}

/// How many words have a letter that stands for another than it is called: one of its alphabet, or one of another alphabet beside letters
/// of its own.
pub(super) fn words(glyphs: &[Placed]) -> usize {
    let together = |before: &Placed, glyph: &Placed| {
        let in_word = |glyph: &Placed| glyph.text.chars().all(char::is_alphanumeric);
        in_word(before) && in_word(glyph) && (glyph.from - before.to).hypot() <= SPACE * glyph.size
    };
    glyphs.chunk_by(together).filter(|word| is_disguised(word)).count()
}

fn is_disguised(word: &[Placed]) -> bool {
    let said = |glyph: &Placed| glyph.text.chars().next().and_then(alphabet);
    word.iter().any(|glyph| {
        let called = glyph.called.and_then(alphabet);
        let beside = || word.iter().any(|other| other.called.is_none() && said(other) == called);
        called.is_some() && (said(glyph) == called || beside())
    })
}

#[derive(PartialEq, Eq)]
enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
}

fn alphabet(letter: char) -> Option<Alphabet> {
    match letter.is_alphabetic() {
        true if letter < '\u{250}' => Some(Alphabet::Latin),
        true if ('\u{370}'..'\u{400}').contains(&letter) => Some(Alphabet::Greek),
        true if ('\u{400}'..'\u{530}').contains(&letter) => Some(Alphabet::Cyrillic),
        _ => None,
    }
}
