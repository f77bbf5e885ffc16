//! Joins lines to paragraphs, over the ends of columns and pages. Footnotes come behind the paragraph that calls them.
//!
//! A word that a hyphen parts at the end of a line is joined, and the hyphen left out, if the next line goes on with a small letter; but
//! the hyphen stays if the word is written with it within a line elsewhere and never without it, or if it follows a part that is seldom
//! parted ("self-", "non-", "well-") and the joined word is not found elsewhere. A soft hyphen always goes.

use std::collections::{HashMap, HashSet};

use super::columns::Line;
use super::lines::median;

/// A line begins a paragraph if it stands this much further below than lines usually do,
const APART: f64 = 1.35;
/// if its letters are this much larger or smaller,
const OTHER_SIZE: f64 = 1.15;
/// if it is indented by this many letter sizes,
const INDENT: f64 = 0.8;
/// or if the sentence before it ended where its own first word, this many times as long, would still have fitted.
const ROOM: f64 = 1.5;

/// Parts that are seldom joined to what follows their hyphen.
const KEPT_PARTS: [&str; 22] = [
    "all", "co", "counter", "cross", "ex", "half", "high", "ill", "long", "low", "mid", "multi", "neo",
    "non", "post", "pre", "pseudo", "quasi", "self", "semi", "short", "well",
];

/// The text of pages, and at which byte each page starts in it.
pub(super) fn in_paragraphs(pages: &[Vec<Line>]) -> (String, Vec<usize>) {
    let vocabulary = Vocabulary::of(pages);
    let mut starts = Vec::with_capacity(pages.len());
    let mut text = String::new();
    let mut last: Option<(&Line, usize)> = None;
    let mut notes: Vec<&[Line]> = Vec::new();
    for (page, lines) in pages.iter().enumerate() {
        let leadings = leadings(lines);
        let mut begun = false;
        for line in lines {
            let own = in_a_line(line);
            if own.is_empty() {
                continue;
            }
            if let Some((before, page_before)) = last {
                let together = page_before == page && before.column == line.column;
                let apart = if together {
                    begins(line, before, leadings.get(&line.column).copied().unwrap_or(0.0))
                } else {
                    begins_elsewhere(line, before)
                };
                if apart {
                    notes.drain(..).for_each(|note| put_note(&mut text, note, &vocabulary));
                    text.push_str("\n\n");
                } else {
                    bridge(&mut text, &own, &vocabulary);
                }
            }
            if !begun {
                starts.push(text.len());
            }
            begun = true;
            text.push_str(&own);
            notes.extend(line.notes.iter().map(Vec::as_slice));
            last = Some((line, page));
        }
        if !begun {
            starts.push(text.len());
        }
    }
    notes.drain(..).for_each(|note| put_note(&mut text, note, &vocabulary));
    (text, starts)
}

/// The words of a line.
fn in_a_line(line: &Line) -> String {
    line.line.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Puts a footnote behind a text, as a paragraph.
fn put_note(text: &mut String, note: &[Line], vocabulary: &Vocabulary) {
    text.push_str("\n\n");
    for (at, line) in note.iter().enumerate() {
        let own = in_a_line(line);
        if at > 0 {
            bridge(text, &own, vocabulary);
        }
        text.push_str(&own);
    }
}

/// Whether a line begins a paragraph below another of its column.
fn begins(line: &Line, before: &Line, leading: f64) -> bool {
    let start = |of: &Line| match of.line.right_to_left {
        true => of.column_right - of.line.right,
        false => of.line.left - of.column_left,
    };
    let room = match before.line.right_to_left {
        true => before.line.left - before.column_left,
        false => before.column_right - before.line.right,
    };
    let size = line.line.size;
    if !other_size(line, before)
        && parted(&before.line.text).is_some()
        && line.line.text.starts_with(char::is_lowercase)
    {
        return false;
    }
    line.line.y - before.line.y > APART * leading
        || other_size(line, before)
        || (start(line) > INDENT * size && start(before) < 0.3 * size && !is_item(&before.line.text))
        || (room > ROOM * first_word(line) && is_ended(&before.line.text))
        || is_item(&line.line.text)
}

/// How wide the first word of a line is with the space before it.
fn first_word(Line { line, .. }: &Line) -> f64 {
    let text = line.text.trim_start();
    let word = text.chars().position(char::is_whitespace).unwrap_or_else(|| text.chars().count());
    (line.right - line.left) * (word + 1) as f64 / line.text.chars().count().max(1) as f64
}

/// Whether a line at the top of a column or page begins a paragraph.
fn begins_elsewhere(line: &Line, before: &Line) -> bool {
    line.line.turned
        || before.line.turned
        || other_size(line, before)
        || is_ended(&before.line.text)
        || is_item(&line.line.text)
}

fn other_size(line: &Line, before: &Line) -> bool {
    let (size, other) = (line.line.size, before.line.size);
    size.max(other) > OTHER_SIZE * size.min(other)
}

/// Whether a sentence ends with a line.
pub(super) fn is_ended(line: &str) -> bool {
    const CLOSING: &str = "\"')]}»”’›«“‘‹„」』】》〉）］｝²³¹⁰⁴⁵⁶⁷⁸⁹";
    line.trim_end()
        .trim_end_matches(|sign: char| CLOSING.contains(sign) || sign.is_ascii_digit())
        .ends_with(['.', '!', '?', ':', ';', '…', '。', '！', '？', '؟'])
}

/// Whether a line begins an item of a list: with a bullet, a number or a letter.
fn is_item(line: &str) -> bool {
    let Some((mark, _)) = line.split_once(char::is_whitespace) else { return false };
    const BULLETS: &str = "•◦●○▪▫■□‣▶➢⇒∙·–—*✓";
    let mut signs = mark.chars();
    if signs.next().is_some_and(|sign| BULLETS.contains(sign)) && signs.next().is_none() {
        return true;
    }
    let Some(name) = mark.strip_suffix(['.', ')']) else { return false };
    let name = name.strip_prefix('(').unwrap_or(name);
    let number = (1..=3).contains(&name.len()) && name.bytes().all(|digit| digit.is_ascii_digit());
    number || (name.len() == 1 && name.bytes().all(|letter| letter.is_ascii_lowercase()))
}

/// How far lines usually are apart in each column; a line or two say nothing.
fn leadings(lines: &[Line]) -> HashMap<usize, f64> {
    let mut steps: HashMap<usize, Vec<f64>> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        let own = steps.entry(line.column).or_default();
        let before = at.checked_sub(1).map(|at| &lines[at]).filter(|before| before.column == line.column);
        own.extend(before.map(|before| line.line.y - before.line.y).filter(|step| *step > 0.0));
    }
    let size = median(lines.iter().map(|line| line.line.size).collect());
    let usual = |own: Vec<f64>| if own.len() >= 2 { median(own).min(2.4 * size) } else { 1.5 * size };
    steps.into_iter().map(|(column, own)| (column, usual(own))).collect()
}

/// Makes a text ready for the next line to be put behind it.
fn bridge(text: &mut String, next: &str, vocabulary: &Vocabulary) {
    if text.ends_with('\u{ad}') {
        text.pop();
        return;
    }
    if let Some((head, kept)) = parted(text) {
        // What has one hyphen already, as "state-of-the-", has this one too.
        let joined = word_at_start(next).is_some_and(|rest| match rest.starts_with(char::is_lowercase) {
            true => !kept && !vocabulary.keeps_hyphen(head, rest),
            false => vocabulary.has(head, rest),
        });
        if joined {
            text.pop();
        }
        return;
    }
    let mut end = text.chars().rev();
    let (last, before) = (end.next().unwrap_or(' '), end.next().unwrap_or(' '));
    let unspaced_both = unspaced(last) && next.starts_with(unspaced);
    // A dash without spaces around it, or an address that goes on.
    let goes_on = "—/".contains(last) && before.is_alphanumeric();
    if !unspaced_both && !goes_on {
        text.push(' ');
    }
}

/// The part of a word before the hyphen that a text ends with, and whether there is another hyphen before it.
fn parted(text: &str) -> Option<(&str, bool)> {
    let head = text.strip_suffix(['-', '\u{2010}'])?;
    let start = head.char_indices().rev().take_while(|(_, letter)| letter.is_alphabetic()).last()?.0;
    Some((&head[start..], head[..start].ends_with('-')))
}

/// Letters between which the end of a line stands for nothing.
fn unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

fn in_word(letter: char) -> bool {
    letter.is_alphabetic() || "'’".contains(letter) || ('\u{300}'..'\u{370}').contains(&letter)
}

fn word_at_start(text: &str) -> Option<&str> {
    let end = text.find(|letter| !in_word(letter)).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The words within lines, where nothing parted them.
struct Vocabulary {
    words: HashSet<String>,
}

impl Vocabulary {
    fn of(pages: &[Vec<Line>]) -> Vocabulary {
        let mut words = HashSet::new();
        let lines = pages.iter().flatten();
        for Line { line, .. } in lines.flat_map(|line| line.notes.iter().flatten().chain([line])) {
            let text = line.text.to_lowercase().replace('\u{2010}', "-");
            for word in text.split(|letter| !in_word(letter) && letter != '-') {
                let word = word.trim_matches('-');
                if !word.is_empty() && !words.contains(word) {
                    words.insert(word.to_string());
                }
            }
        }
        Vocabulary { words }
    }

    fn has(&self, head: &str, rest: &str) -> bool {
        self.words.contains(&format!("{head}{rest}").to_lowercase())
    }

    fn keeps_hyphen(&self, head: &str, rest: &str) -> bool {
        let (head, rest) = (head.to_lowercase(), rest.to_lowercase());
        !self.has(&head, &rest)
            && (self.words.contains(&format!("{head}-{rest}")) || KEPT_PARTS.contains(&head.as_str()))
    }
}
