//! Words taken out of a text, so that what is left is whole: no character is cut apart, no word, and where it is wanted no sentence, line
//! or paragraph; and no two words become one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use unicode_segmentation::GraphemeCursor;

use super::{Span, TextOptions, for_each_word, units};
use crate::Error;

/// Where a text may be cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Boundary {
    /// Between any two words.
    #[default]
    Word,
    /// Between sentences (UAX #29).
    Sentence,
    /// Between lines (the mandatory breaks of UAX #14).
    Line,
    /// Between paragraphs, which empty lines part.
    Paragraph,
}

impl Boundary {
    /// All of them.
    pub const ALL: [Boundary; 4] = [Boundary::Word, Boundary::Sentence, Boundary::Line, Boundary::Paragraph];

    /// Its name.
    ///
    /// ```
    /// use twinprint::text::cut::Boundary;
    /// assert!(Boundary::ALL.iter().all(|&boundary| Boundary::from_name(boundary.name()) == Some(boundary)));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Boundary::Word => "word",
            Boundary::Sentence => "sentence",
            Boundary::Line => "line",
            Boundary::Paragraph => "paragraph",
        }
    }

    /// The one of a name.
    ///
    /// ```
    /// use twinprint::text::cut::Boundary;
    /// assert_eq!(Boundary::from_name("line"), Some(Boundary::Line));
    /// assert_eq!(Boundary::from_name("page"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Boundary> {
        Boundary::ALL.into_iter().find(|boundary| boundary.name() == name)
    }
}

/// A piece of a text between two boundaries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes. The pieces of a text make up all of it.
    pub bytes: Range<usize>,
    /// The words that begin in it.
    pub words: Range<usize>,
}

/// A cut through a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// What is taken out.
    pub span: Span,
    /// Whether a space stands in its place, without which two words would be one.
    pub space: bool,
}

/// The pieces of a text of which the words are at `spans`.
///
/// ```
/// use twinprint::text::cut::{Boundary, pieces};
/// use twinprint::text::{self, Document, TextOptions};
/// let text = "It rains.\nAll day.\n\nThen not.";
/// let reading = text::read(&Document::plain("a", text), &TextOptions::default())?;
/// let lines = pieces(text, reading.spans(), Boundary::Line)?;
/// let of = |piece: &text::cut::Piece| (text[piece.bytes.clone()].to_string(), piece.words.len());
/// assert_eq!(lines.iter().map(of).collect::<Vec<_>>(), [("It rains.\n".into(), 2), ("All day.\n".into(), 2), ("\n".into(), 0), ("Then not.".into(), 2)]);
/// let paragraphs = pieces(text, reading.spans(), Boundary::Paragraph)?;
/// assert_eq!(of(&paragraphs[0]), ("It rains.\nAll day.\n\n".into(), 4));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidOption`] where this build has no tables of sentences.
pub fn pieces(text: &str, spans: &[Span], boundary: Boundary) -> Result<Vec<Piece>, Error> {
    let ends = match boundary {
        Boundary::Word => spans.iter().map(|span| span.end as usize).chain([text.len()]).collect(),
        Boundary::Sentence => ends_of_sentences(text)?,
        Boundary::Line => ends_of(units::lines(text)),
        Boundary::Paragraph => ends_of_paragraphs(text),
    };
    let (mut pieces, mut begin, mut word) = (Vec::new(), 0, 0);
    for end in ends.into_iter().filter(|&end| is_between_characters(text, end)) {
        let first = word;
        word += spans[first..].iter().take_while(|span| (span.start as usize) < end).count();
        // Letters that are set apart may be one word across a break.
        let end = spans[first..word].last().map_or(end, |last| end.max(last.end as usize));
        if end > begin {
            pieces.push(Piece { bytes: begin..end, words: first..word });
            begin = end;
        }
    }
    Ok(pieces)
}

fn ends_of<'a>(pieces: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let end = |end: &mut usize, piece: &str| {
        *end += piece.len();
        Some(*end)
    };
    pieces.scan(0, |at, piece| end(at, piece)).collect()
}

#[cfg(feature = "sentences")]
fn ends_of_sentences(text: &str) -> Result<Vec<usize>, Error> {
    Ok(ends_of(units::sentences(text)))
}

#[cfg(not(feature = "sentences"))]
fn ends_of_sentences(_: &str) -> Result<Vec<usize>, Error> {
    units::check(super::Unit::Sentences).map(|()| Vec::new())
}

/// A paragraph has the empty lines behind it, the first one those before it, too.
fn ends_of_paragraphs(text: &str) -> Vec<usize> {
    let (mut ends, mut end) = (Vec::new(), 0);
    let (mut any, mut parted) = (false, false);
    for line in units::lines(text) {
        let is_empty = line.trim().is_empty();
        if !is_empty && any && parted {
            ends.push(end);
        }
        any |= !is_empty;
        parted = is_empty;
        end += line.len();
    }
    ends.push(end);
    ends
}

/// What is cut out of a text so that the words in `repeated`, which rise and do not touch, are not in it: of them all whose piece has no
/// other words.
///
/// Between two cuts, or a cut and an end of the text, a piece without words goes, too; so does one behind a cut at the begin, and before one at the end. With words go the punctuation that touches them
/// and the white space on one side.
///
/// ```
/// use twinprint::text::cut::{Boundary, cuts, without};
/// use twinprint::text::{self, Document, TextOptions};
/// let text = "Once more: it rains all day. And then?";
/// let reading = text::read(&Document::plain("a", text), &TextOptions::default())?;
/// let left = |boundary| Ok::<_, twinprint::Error>(without(text, &cuts(text, reading.spans(), &[2..7], boundary)?));
/// assert_eq!(left(Boundary::Word)?, "Once more: then?");
/// // Other words stand in the same line.
/// assert_eq!(left(Boundary::Line)?, text);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`pieces`].
pub fn cuts(
    text: &str,
    spans: &[Span],
    repeated: &[Range<usize>],
    boundary: Boundary,
) -> Result<Vec<Cut>, Error> {
    if boundary == Boundary::Word {
        return Ok(repeated.iter().filter_map(|words| cut_of_words(text, spans, words.clone())).collect());
    }
    let pieces = pieces(text, spans, boundary)?;
    let mut cuts: Vec<Cut> = Vec::new();
    // Where what is without words begins, behind a cut or at the begin of the text; and where it begins behind what is kept.
    let (mut open, mut kept) = (Some(0), 0);
    let mut runs = repeated.iter().peekable();
    for Piece { bytes, words } in pieces {
        if words.is_empty() {
            continue;
        }
        while runs.next_if(|run| run.end <= words.start).is_some() {}
        if runs.peek().is_some_and(|run| run.start <= words.start && words.end <= run.end) {
            let begin = open.unwrap_or(bytes.start);
            match cuts.last_mut() {
                Some(last) if open.is_some() => last.span.end = bytes.end as u32,
                _ => cuts.push(Cut { span: Span::new(begin, bytes.end), space: false }),
            }
            open = Some(bytes.end);
        } else {
            if let (Some(_), [first]) = (open, &mut cuts[..])
                && first.span.start == 0
            {
                first.span.end = bytes.start as u32;
            }
            (open, kept) = (None, bytes.end);
        }
    }
    if let (Some(_), Some(last)) = (open, cuts.last_mut()) {
        last.span = Span::new(kept, text.len());
    }
    Ok(cuts)
}

/// The text without what is cut out of it.
pub fn without(text: &str, cuts: &[Cut]) -> String {
    let (mut left, mut at) = (String::with_capacity(text.len()), 0);
    for cut in cuts {
        left.push_str(&text[at..cut.span.start as usize]);
        if cut.space {
            left.push(' ');
        }
        at = cut.span.end as usize;
    }
    left.push_str(&text[at..]);
    left
}

/// The cut that takes out some words; none where each shares a character with a word that stays.
fn cut_of_words(text: &str, spans: &[Span], mut words: Range<usize>) -> Option<Cut> {
    let end_before = |word: usize| word.checked_sub(1).map_or(0, |before| spans[before].end as usize);
    let begin_behind = |word: usize| spans.get(word).map_or(text.len(), |span| span.start as usize);
    let (mut begin, mut end);
    loop {
        let first = spans.get(words.start).filter(|_| !words.is_empty())?;
        begin = first.start as usize;
        while begin > end_before(words.start) && !is_between_characters(text, begin) {
            begin -= text[..begin].chars().next_back().map_or(1, char::len_utf8);
        }
        if is_between_characters(text, begin) {
            break;
        }
        words.start += 1;
    }
    loop {
        let last = spans.get(words.end.checked_sub(1)?).filter(|_| !words.is_empty())?;
        end = last.end as usize;
        while end < begin_behind(words.end) && !is_between_characters(text, end) {
            end += text[end..].chars().next().map_or(1, char::len_utf8);
        }
        if is_between_characters(text, end) {
            break;
        }
        words.end -= 1;
    }
    let (before, behind) = (end_before(words.start), begin_behind(words.end));
    // What touches the words and no others goes with them.
    let touching = text[before.min(begin)..begin].rsplit(char::is_whitespace).next().map_or(0, str::len);
    if (begin - touching > before || before == 0) && is_between_characters(text, begin - touching) {
        begin -= touching;
    }
    let touching = text[end..behind.max(end)].split(char::is_whitespace).next().map_or(0, str::len);
    if (end + touching < behind || behind == text.len()) && is_between_characters(text, end + touching) {
        end += touching;
    }
    let (with_begin, with_end) = with_white_space(text, begin, end);
    if is_between_characters(text, with_begin) && is_between_characters(text, with_end) {
        (begin, end) = (with_begin, with_end);
    }
    let space = begin > 0 && end < text.len() && {
        let left = words.start.checked_sub(1).map_or(begin, |before| spans[before].start as usize);
        let right = spans.get(words.end).map_or(end, |behind| behind.end as usize);
        left < begin && end < right && become_one(&text[left..begin], &text[end..right])
    };
    Some(Cut { span: Span::new(begin, end), space })
}

fn is_between_characters(text: &str, at: usize) -> bool {
    // The whole text is at hand, so nothing is asked for.
    text.is_char_boundary(at)
        && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

/// A cut with the white space on one side of it, where there is some on both.
fn with_white_space(text: &str, begin: usize, end: usize) -> (usize, usize) {
    let is_blank = |c: char| c.is_whitespace() && !units::is_line_break(c);
    let (left, right) = (&text[..begin], &text[end..]);
    if right.chars().next().is_none_or(char::is_whitespace) {
        let begin = left.trim_end_matches(is_blank).len();
        if text[..begin].chars().next_back().is_none_or(units::is_line_break) {
            // The line is empty: it goes with its end.
            let rest = right.trim_start_matches(is_blank);
            let broken = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(units::is_line_break));
            return (begin, text.len() - broken.unwrap_or(rest).len());
        }
        return (begin, end);
    }
    (begin, end)
}

/// Whether two stretches with a word each have fewer words side by side.
fn become_one(left: &str, right: &str) -> bool {
    let mut words = 0;
    let counted = for_each_word(&format!("{left}{right}"), &TextOptions::default(), |_, _| words += 1);
    counted.is_err() || words < 2
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::*;
    use crate::text::{Document, Reader};

    fn spans(text: &str) -> Vec<Span> {
        let read = Reader::new(&TextOptions::default()).unwrap().read(&Document::plain("text", text));
        read.map(|reading| reading.spans().to_vec()).unwrap_or_default()
    }

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for_each_word(text, &TextOptions::default(), |word, _| words.push(word.to_string())).unwrap();
        words
    }

    fn left(text: &str, repeated: Range<usize>, boundary: Boundary) -> String {
        without(text, &cuts(text, &spans(text), &[repeated], boundary).unwrap())
    }

    #[test]
    fn words_go_with_their_punctuation_and_the_white_space_on_one_side() {
        let cases = [
            ("one two three four", 1..3, "one four"),
            ("one two three", 1..3, "one"),
            ("one two three", 0..2, "three"),
            ("one (two three). Four", 1..3, "one Four"),
            ("one\ntwo three\nfour", 1..3, "one\nfour"),
            ("one\r\n  two three\r\nfour", 1..3, "one\r\nfour"),
            ("one two\n\nthree", 1..2, "one\n\nthree"),
            ("one-two-three", 1..2, "one--three"),
            ("\u{201c}One two,\u{201d} she said.", 0..2, "she said."),
            ("one two.", 0..2, ""),
        ];
        for (text, repeated, expected) in cases {
            assert_eq!(left(text, repeated, Boundary::Word), expected, "{text:?}");
        }
    }

    #[test]
    fn whole_sentences_lines_and_paragraphs_go_and_no_part_of_one() {
        let text = "One two. Three four.\nFive six.\n\nSeven eight. Nine.\n\n\nTen.";
        if cfg!(feature = "sentences") {
            assert_eq!(left(text, 1..6, Boundary::Sentence), "One two. \nSeven eight. Nine.\n\n\nTen.");
        }
        assert_eq!(left(text, 1..6, Boundary::Line), "One two. Three four.\n\nSeven eight. Nine.\n\n\nTen.");
        assert_eq!(left(text, 1..6, Boundary::Paragraph), text);
        assert_eq!(left(text, 5..9, Boundary::Paragraph), "One two. Three four.\nFive six.\n\nTen.");
        assert_eq!(
            left(text, 9..10, Boundary::Paragraph),
            "One two. Three four.\nFive six.\n\nSeven eight. Nine.\n\n\n"
        );
        assert_eq!(left(text, 0..10, Boundary::Paragraph), "");
    }

    #[test]
    fn what_would_be_one_word_is_kept_apart_by_a_space() {
        assert_eq!(words("foo中bar"), ["foo", "中", "bar"]);
        assert_eq!(left("foo中bar", 1..2, Boundary::Word), "foo bar");
    }

    #[test]
    fn characters_of_several_code_points_stay_whole() {
        let text = "e\u{301}te\u{301} n\u{303}u o\u{308}l";
        assert_eq!(left(text, 1..2, Boundary::Word), "e\u{301}te\u{301} o\u{308}l");
        let text = "ก้า ข้า นี่";
        for cut in 0..words(text).len() {
            let left = left(text, cut..cut + 1, Boundary::Word);
            assert!(left.is_empty() || !left.starts_with(['\u{e49}', '\u{e48}', '\u{e35}']), "{left:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_left_has_the_words_that_were_to_stay_and_no_broken_character(
            text in "([a-c中文ก้ดี]{1,3}|e\u{301}|\u{1f468}\u{200d}\u{1f469}|[ .,\n\r'\u{2028}-]){0,30}",
            picked in prop::collection::vec(any::<bool>(), 60),
        ) {
            let spans = spans(&text);
            let mut repeated: Vec<Range<usize>> = Vec::new();
            for at in (0..spans.len()).filter(|&at| picked[at % picked.len()]) {
                match repeated.last_mut() {
                    Some(last) if last.end == at => last.end += 1,
                    _ => repeated.push(at..at + 1),
                }
            }
            let sentence = cfg!(feature = "sentences").then_some(Boundary::Sentence);
            for boundary in [Boundary::Word, Boundary::Line, Boundary::Paragraph].into_iter().chain(sentence) {
                let cuts = cuts(&text, &spans, &repeated, boundary).unwrap();
                for pair in cuts.windows(2) {
                    prop_assert!(pair[0].span.end <= pair[1].span.start, "{:?}", cuts);
                }
                let goes = |span: &Span| cuts.iter().any(|cut| cut.span.start <= span.start && span.end <= cut.span.end);
                for (at, span) in spans.iter().enumerate() {
                    let is_repeated = repeated.iter().any(|run| run.contains(&at));
                    prop_assert!(is_repeated || !goes(span), "{:?} loses its word {}", text, at);
                    let touched = cuts.iter().any(|cut| cut.span.start < span.end && span.start < cut.span.end);
                    prop_assert_eq!(touched, goes(span), "{:?} has half a word {}", text, at);
                }
                for cut in &cuts {
                    prop_assert!(is_between_characters(&text, cut.span.start as usize), "{:?} {:?}", text, cut);
                    prop_assert!(is_between_characters(&text, cut.span.end as usize), "{:?} {:?}", text, cut);
                }
            }
        }
    }
}
