//! Folding: what differs only to a machine becomes equal. NFKC, case, invisible characters.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::flags::{FlagKind, Flags};
use super::nfkc::{Class, Normalizer};
use super::script::{self, Census, Script};
use super::{Folding, Span, TextOptions, case, words};

/// Where a piece of folded text came from.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it starts in the folded text.
    folded: u32,
    source: Span,
}

/// Folds a stretch of text without ASCII white space and finds its words. Buffers no more than lies between white
/// space, which folding can make too; kept from stretch to stretch for its buffers.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    folded: String,
    pieces: Vec<Piece>,
    /// A starter and what follows it up to the next character that normalization cannot change.
    cluster: Cluster,
    normalizer: Normalizer,
    /// The end of the last white space in `folded`.
    space: usize,
    hidden: Hidden,
}

#[derive(Debug, Default)]
struct Cluster {
    text: String,
    source: Span,
    /// Whether normalization may change it.
    open: bool,
}

impl Stretch {
    /// Calls `word` with the folded text and span of every word of `text[range]`. Compiled once for all callers: it is
    /// much code, and a word beyond ASCII costs more than the call.
    #[inline(never)]
    pub(super) fn read(
        &mut self,
        text: &str,
        range: Range<usize>,
        options: &TextOptions,
        findings: &mut Findings,
        word: &mut dyn FnMut(&str, Span),
    ) {
        self.hidden = Hidden::default();
        for (at, c) in text[range.clone()].char_indices() {
            let span = Span::new(range.start + at, range.start + at + c.len_utf8());
            if options.fold.invisible && is_invisible(c) {
                self.hidden.push(c, span);
                continue;
            }
            let class = Class::of(c);
            if class.is_starter() {
                self.hidden.settle(c, &mut findings.flags);
            }
            if class.is_boundary() || !options.fold.nfkc {
                self.close(&options.fold);
                if self.space > 0 {
                    self.words(self.space, text, options, findings, word);
                }
            }
            if self.cluster.text.is_empty() {
                self.cluster.source = span;
                self.cluster.open = !class.is_stable();
            } else {
                self.cluster.open = true;
            }
            self.cluster.text.push(c);
            self.cluster.source.end = span.end;
        }
        self.close(&options.fold);
        self.words(self.folded.len(), text, options, findings, word);
    }

    /// Folds the cluster gathered so far.
    fn close(&mut self, fold: &Folding) {
        if self.cluster.text.is_empty() {
            return;
        }
        self.pieces.push(Piece { folded: self.folded.len() as u32, source: self.cluster.source });
        let mut push = |c: char| {
            push_folded(&mut self.folded, c, fold);
            if c.is_whitespace() {
                self.space = self.folded.len();
            }
        };
        if fold.nfkc && self.cluster.open {
            self.normalizer.nfkc(&self.cluster.text).for_each(&mut push);
        } else {
            self.cluster.text.chars().for_each(&mut push);
        }
        self.cluster.text.clear();
    }

    /// Finds the words of the folded text up to `cut`, and forgets it.
    fn words(
        &mut self,
        cut: usize,
        text: &str,
        options: &TextOptions,
        findings: &mut Findings,
        word: &mut dyn FnMut(&str, Span),
    ) {
        let folded = &self.folded[..cut];
        let mut piece = 0;
        words::split(folded, options, |range| {
            piece += self.pieces[piece..].partition_point(|piece| piece.folded as usize <= range.start) - 1;
            let start = self.pieces[piece].source.start;
            piece += self.pieces[piece..].partition_point(|piece| (piece.folded as usize) < range.end) - 1;
            let span = Span { start, end: self.pieces[piece].source.end };
            let (folded, source) = (&folded[range], &text[span.range()]);
            if is_styled(source) {
                findings.flags.add(FlagKind::Styled, span, 1);
            }
            let letters = Census::of_letters(folded);
            match letters.sole() {
                Some(script) => {
                    findings.words.add(script);
                    findings.posing |=
                        script != Script::Latin && script::look_alikes(source, Script::Latin).is_some();
                }
                None => findings.words.other += u32::from(folded.contains(char::is_alphabetic)),
            }
            if options.fold.look_alikes
                && letters.is_mixed()
                && let Some(unmixed) = unmix(source, folded, &letters, &options.fold)
            {
                findings.flags.add(FlagKind::LookAlike, span, 1);
                word(&unmixed, span);
            } else {
                word(folded, span);
            }
        });
        // What follows the last white space belongs to the last piece.
        let last = self.pieces.last().copied();
        self.pieces.clear();
        if cut < self.folded.len() {
            self.pieces.extend(last.map(|last| Piece { folded: 0, ..last }));
        }
        self.folded.drain(..cut);
        self.space = 0;
    }
}

/// What reading found besides words.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) flags: Flags,
    /// The words by script.
    pub(super) words: Census,
    /// Whether some word wholly in another script looks like one in Latin letters.
    pub(super) posing: bool,
}

/// The folded word with look-alikes of other scripts replaced by letters of its dominant one. Which letter one looks
/// like depends on its case (ν is v, Ν is N), so this goes back to the source.
fn unmix(source: &str, folded: &str, letters: &Census, fold: &Folding) -> Option<String> {
    let dominant = letters.dominant()?;
    let cased = fold_word(source, &Folding { case: false, ..*fold });
    // A part of an expanded character has no letters of its own in the source.
    if script::is_symbol(&cased, letters, dominant) || fold_case(&cased, fold) != folded {
        return None;
    }
    script::look_alikes(&cased, dominant).map(|word| fold_case(&word, fold))
}

/// Folds a word by itself.
pub(super) fn fold_word(word: &str, fold: &Folding) -> String {
    let kept: String = word.chars().filter(|&c| !(fold.invisible && is_invisible(c))).collect();
    let normal: String = if fold.nfkc { Normalizer::default().nfkc(&kept).collect() } else { kept };
    fold_case(&normal, fold)
}

fn fold_case(word: &str, fold: &Folding) -> String {
    let mut folded = String::with_capacity(word.len());
    word.chars().for_each(|c| push_folded(&mut folded, c, fold));
    folded
}

/// Whether a word is written in styled letters, such as the mathematical ones, or has one among plain letters. One or
/// two by themselves are mathematics.
fn is_styled(source: &str) -> bool {
    let styled = source.chars().filter(|&c| is_styled_letter(c)).count();
    styled > 2 || (styled > 0 && source.chars().filter(char::is_ascii_alphabetic).count() > 1)
}

fn is_styled_letter(c: char) -> bool {
    matches!(c,
        '\u{2102}'..='\u{2134}' | '\u{249c}'..='\u{24e9}' | '\u{1d400}'..='\u{1d7cb}' | '\u{1f110}'..='\u{1f149}')
        && !matches!(
            c,
            '\u{2103}' | '\u{2109}' | '\u{2116}' | '\u{2117}' | '\u{211e}'
                ..='\u{2123}' | '\u{2126}' | '\u{212a}' | '\u{212b}'
        )
}

/// Appends a character of normalized text: an apostrophe for a quotation mark used as one, its case folded.
fn push_folded(folded: &mut String, c: char, fold: &Folding) {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' if fold.nfkc => folded.push('\''),
        _ if fold.case => case::push_folded(folded, c),
        _ => folded.push(c),
    }
}

/// Default_Ignorable_Code_Point, and the annotation controls.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Invisible characters whose right to be there the next letter decides.
#[derive(Debug, Default)]
struct Hidden {
    /// The last character before them, marks aside.
    before: Option<char>,
    invisible: u32,
    soft_hyphens: u32,
    span: Span,
}

impl Hidden {
    fn push(&mut self, c: char, span: Span) {
        if self.invisible + self.soft_hyphens == 0 {
            self.span = span;
        }
        self.span.end = span.end;
        match c {
            '\u{ad}' => self.soft_hyphens += 1,
            // The style of a digit: text or emoji.
            '\u{fe0e}' | '\u{fe0f}' if self.before.is_some_and(|before| before.is_ascii_digit()) => {}
            _ => self.invisible += 1,
        }
    }

    /// Counts them when they stand between letters or digits, and, but for soft hyphens, when both are of scripts
    /// that need none: Persian, Indic and Hebrew text and emoji do need them.
    fn settle(&mut self, after: char, flags: &mut Flags) {
        let before = self.before.replace(after);
        if self.invisible + self.soft_hyphens == 0 {
            return;
        }
        if let Some(before) = before {
            let plain = |c: char| c.is_ascii_digit() || Script::of(c).is_some();
            if self.soft_hyphens > 0 && before.is_alphanumeric() && after.is_alphanumeric() {
                flags.add(FlagKind::SoftHyphen, self.span, self.soft_hyphens);
            }
            if self.invisible > 0 && plain(before) && plain(after) {
                flags.add(FlagKind::Invisible, self.span, self.invisible);
            }
        }
        self.invisible = 0;
        self.soft_hyphens = 0;
    }
}
