//! What a file has beside its text: comments, what was deleted, and text that nobody sees, with which copied text is disguised.

/// The most bytes that are kept of the asides of one kind.
const LONGEST: usize = 1 << 20;

/// Why a text is none of a document's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AsideKind {
    /// It comments on the document.
    Comment,
    /// It was deleted, and the deletion is kept as a change.
    Deleted,
    /// It is marked as hidden.
    Hidden,
    /// It has the color of the paper.
    White,
    /// Its letters are too small to be read.
    Tiny,
}

impl AsideKind {
    const ALL: [AsideKind; 5] =
        [AsideKind::Comment, AsideKind::Deleted, AsideKind::Hidden, AsideKind::White, AsideKind::Tiny];

    /// Whether nobody sees it: a person may have wanted that a program reads it.
    pub const fn is_unseen(self) -> bool {
        matches!(self, AsideKind::Hidden | AsideKind::White | AsideKind::Tiny)
    }

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            AsideKind::Comment => "comment",
            AsideKind::Deleted => "deleted",
            AsideKind::Hidden => "hidden",
            AsideKind::White => "white",
            AsideKind::Tiny => "tiny",
        }
    }
}

/// All asides of one kind that a file has, one below the other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Aside {
    /// What they are.
    pub kind: AsideKind,
    /// Their text, its first MiB.
    pub text: String,
    /// How many words they have: each character of a script without spaces is one.
    pub words: usize,
}

/// Asides as they are met.
#[derive(Debug, Default)]
pub(super) struct Asides([Kept; AsideKind::ALL.len()]);

#[derive(Debug, Default)]
struct Kept {
    text: String,
    words: usize,
    /// Whether what was added last ends within a word.
    in_word: bool,
    /// Whether something else was met since.
    ended: bool,
}

impl Asides {
    /// Takes text that is an aside of a kind, or none, and says what stands in the document's text in its place. White letters leave a gap where
    /// they stand: words are written together by them that are not read so.
    pub(super) fn take<'a>(&mut self, kind: Option<AsideKind>, text: &'a str) -> &'a str {
        let Some(kind) = kind else {
            self.end();
            return text;
        };
        self.add(kind, text);
        if kind == AsideKind::White { " " } else { "" }
    }

    /// Adds to the aside that was met last, or after something else begins a new one.
    pub(super) fn add(&mut self, kind: AsideKind, text: &str) {
        self.0[kind as usize].add(text);
    }

    /// Something else is met: what comes next is another aside.
    pub(super) fn end(&mut self) {
        self.0.iter_mut().for_each(|kept| kept.ended = true);
    }

    /// Those that have words, by kind.
    pub(super) fn finish(self) -> Vec<Aside> {
        let kinds = AsideKind::ALL.into_iter().zip(self.0);
        let asides =
            kinds.map(|(kind, kept)| Aside { kind, text: kept.text.trim().into(), words: kept.words });
        asides.filter(|aside| aside.words > 0).collect()
    }
}

impl Kept {
    fn add(&mut self, text: &str) {
        if self.ended {
            (self.ended, self.in_word) = (false, false);
            if !self.text.is_empty() {
                self.keep("\n");
            }
        }
        for character in text.chars() {
            let in_word = character.is_alphanumeric();
            self.words += usize::from(in_word && (!self.in_word || stands_alone(character)));
            self.in_word = in_word;
        }
        self.keep(text);
    }

    fn keep(&mut self, text: &str) {
        let left = LONGEST.saturating_sub(self.text.len());
        self.text.push_str(&text[..text.floor_char_boundary(left)]);
    }
}

/// Whether a letter is of a script that sets no spaces: Thai to Burmese, Khmer, and those of China and Japan.
fn stands_alone(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The least that each channel of a color has, of 255, which is not seen on paper.
pub(super) const WHITE: u8 = 0xf0;

/// Whether a color, as six digits of 16, is not seen on paper.
pub(super) fn is_white(color: &str) -> bool {
    let digits = color.strip_prefix('#').unwrap_or(color);
    let channel = |at: usize| digits.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    digits.len() == 6 && [0, 2, 4].into_iter().all(|at| channel(at).is_some_and(|channel| channel >= WHITE))
}

/// The largest letters that are too small to be read, in points.
pub(super) const TINY: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_met_apart_stands_in_a_line_of_its_own_and_words_are_counted_over_pieces() {
        let mut asides = Asides::default();
        for piece in ["half a wo", "rd, "] {
            asides.add(AsideKind::White, piece);
        }
        asides.end();
        asides.add(AsideKind::White, "漢字 two");
        asides.add(AsideKind::Comment, " . ");
        let [white] = &asides.finish()[..] else { panic!("punctuation alone is no aside") };
        assert_eq!(
            (white.kind, &white.text[..], white.words),
            (AsideKind::White, "half a word, \n漢字 two", 6)
        );
    }

    #[test]
    fn of_long_asides_the_first_mebibyte_is_kept_and_all_words_are_counted() {
        let mut asides = Asides::default();
        (0..300_000).for_each(|_| asides.add(AsideKind::Hidden, "wörd "));
        let [hidden] = &asides.finish()[..] else { panic!("one kind") };
        assert!(hidden.text.len() <= LONGEST && hidden.text.len() > LONGEST - 8);
        assert_eq!(hidden.words, 300_000);
    }

    #[test]
    fn white_is_what_nobody_sees_on_paper() {
        assert!(["FFFFFF", "#ffffff", "FEFDF0"].into_iter().all(is_white));
        assert!(!["auto", "EFFFFF", "000000", "FFFFF", "#FFFFFFFF", "éFFFF"].into_iter().any(is_white));
    }
}
