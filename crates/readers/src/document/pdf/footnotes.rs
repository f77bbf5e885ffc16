//! Footnotes: smaller lines at the foot of a column, from one on that begins with a mark which is raised, or that the text above calls by a
//! raised sign, or that stands below a rule. They are taken out of the page and put with the line that calls them, so that a sentence goes
//! on over the end of its page; a note that goes on on the next page is joined. Marks and what calls them go, as they have no words. Small
//! print without a mark, as a caption or a last paragraph, stays where it is.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::mem;
use std::ops::Range;

use super::columns::Line;
use super::lines::turns;
use super::paragraphs::is_ended;
use super::{Page, Rule};

/// Letters of a note are smaller than those of the text by this factor at least; Word's have 10 points beside 11.
const SMALLER: f64 = 0.95;
/// The largest letters that are this share of a document's are those of its text; notes may be longer than the text.
const OF_TEXT: f64 = 0.2;
/// Notes end below this share of the page.
const FOOT: f64 = 0.5;
/// All in letters' sizes: how far above a note its rule is at most,
const BELOW_RULE: f64 = 3.0;
/// how far above a note the line before is at least that no rule parts from it,
const APART: f64 = 1.8;
/// how far its rule is below the line before at least; else it is underlining,
const UNDERLINED: f64 = 0.4;
/// how far from the edge of the column it begins at most,
const FLUSH: f64 = 2.0;
/// and how far below a line of a note the next one is at most.
const TOGETHER: f64 = 2.5;
/// Letters of lines of one note differ in size by this factor at most.
const OF_ONE_SIZE: f64 = 1.1;
/// The rule of notes is shorter than this share of the column; most tables have wider ones.
const SHORT: f64 = 0.6;
/// A rule may be drawn more than once, at most this many points apart.
const THICK: f64 = 2.0;
/// A line with no room has less than this share of its column behind it.
const ROOM: f64 = 0.2;
/// The most digits of a mark.
const DIGITS: usize = 3;

/// The lines of pages without their footnotes, which are with the lines that call them.
pub(super) fn with_their_lines(pages: Vec<Vec<Line>>, drawn: &[Page]) -> Vec<Vec<Line>> {
    let usual = size_of_text(&pages);
    let mut found =
        Found { pages: Vec::with_capacity(pages.len()), calls: Calls::default(), notes: Vec::new() };
    for (lines, page) in pages.into_iter().zip(drawn) {
        found.pages.push(Vec::new());
        let mut column: Vec<Line> = Vec::new();
        for line in lines {
            if column.first().is_some_and(|first| first.column != line.column) {
                found.take_column(mem::take(&mut column), page, usual);
            }
            column.push(line);
        }
        found.take_column(column, page, usual);
        mem::take(&mut found.calls).take_out(found.lines_of_page());
    }
    for Note { line: (page, line), lines, .. } in found.notes {
        found.pages[page][line].notes.push(lines);
    }
    found.pages
}

/// The size of the letters of the text, in points.
fn size_of_text(pages: &[Vec<Line>]) -> f64 {
    let mut letters: HashMap<i64, usize> = HashMap::new();
    for Line { line, .. } in pages.iter().flatten() {
        // Halves of points.
        *letters.entry((2.0 * line.size).round() as i64).or_default() += line.text.len();
    }
    let enough = OF_TEXT * letters.values().sum::<usize>() as f64;
    let sizes = letters.into_iter().filter(|(_, letters)| *letters as f64 >= enough);
    sizes.map(|(size, _)| size).max().unwrap_or(0) as f64 / 2.0
}

struct Note {
    /// The page and the line of it that the note belongs to.
    line: (usize, usize),
    /// On which page it was last seen.
    page: usize,
    mark: Option<String>,
    lines: Vec<Line>,
}

struct Found {
    /// The lines that are no notes, of the pages so far.
    pages: Vec<Vec<Line>>,
    /// What may call notes of the last page.
    calls: Calls,
    notes: Vec<Note>,
}

impl Found {
    /// Takes the lines of a column of the last page.
    fn take_column(&mut self, lines: Vec<Line>, page: &Page, usual: f64) {
        let rules = Rules::of(page, &lines);
        let text = self.lines_of_text(&lines, &rules, FOOT * page.height, usual);
        let before = text.checked_sub(1).map(|last| Before::of(&lines[last]));
        let apart = lines.get(text).zip(before).is_none_or(|(line, before)| before.is_apart(line));
        let mut lines = lines.into_iter();
        lines.by_ref().take(text).for_each(|line| self.take_text(line));
        let mut foot = Foot { rules: &rules, before, apart, within: false };
        for line in lines {
            let before = Some(Before::of(&line));
            foot.within = self.take_line(line, &foot);
            foot.before = before;
        }
    }

    /// How many lines of a column there are before any that may be of a note: those below a rule that begin with a mark, or go on with a
    /// note; else the smaller ones at its end. What is as large as the text has to have a raised mark there.
    fn lines_of_text(&self, lines: &[Line], rules: &Rules<'_>, foot: f64, usual: f64) -> usize {
        if lines.last().is_none_or(|line| line.line.y < foot || line.line.turned) {
            return lines.len();
        }
        let is_small = |line: &Line| line.line.size <= SMALLER * usual;
        let small = lines.iter().rposition(|line| !is_small(line)).map_or(0, |last| last + 1);
        let below_rule = |at: &usize| {
            let line = &lines[*at];
            let before = at.checked_sub(1).map(|before| Before::of(&lines[before]));
            let above = rules.above(line, before);
            let foot = Foot { rules, before, apart: true, within: false };
            match Mark::of(line) {
                Some(mark) if *at < small => mark.raised && above.is_some(),
                Some(_) => above == Some(Above::Notes),
                None => above == Some(Above::Notes) && self.goes_on_from_before(line, above, &foot),
            }
        };
        (0..lines.len()).find(below_rule).unwrap_or(small)
    }

    /// Takes a line at the foot of a column, and says whether it is of a note.
    fn take_line(&mut self, mut line: Line, foot: &Foot<'_>) -> bool {
        let above = foot.rules.above(&line, foot.before);
        let here = self.pages.len() - 1;
        if let Some(mark) = Mark::of(&line).filter(|mark| self.begins(mark, above, foot)) {
            let call = self.calls.take(&mark).map(|line| (here, line));
            let Some(place) = call.or_else(|| self.last_line()) else {
                self.take_text(line);
                return false;
            };
            line.line.text.drain(..mark.end);
            self.notes.push(Note { line: place, page: here, mark: Some(mark.text), lines: vec![line] });
            return true;
        }
        let goes_on = match foot.before {
            Some(before) if foot.within && above.is_none() => before.is_together(&line),
            _ => self.goes_on_from_before(&line, above, foot),
        };
        if goes_on && let Some(note) = self.notes.last_mut() {
            note.page = here;
            note.lines.push(line);
            return true;
        }
        let place = self.last_line().filter(|_| above == Some(Above::Notes));
        match place {
            Some(place) => self.notes.push(Note { line: place, page: here, mark: None, lines: vec![line] }),
            None => self.take_text(line),
        }
        place.is_some()
    }

    /// Whether a note begins with a mark at the foot of a column.
    fn begins(&self, mark: &Mark, above: Option<Above>, foot: &Foot<'_>) -> bool {
        let sentence = foot.before.is_none_or(|before| before.sentence || !foot.within);
        mark.raised
            || above == Some(Above::Notes)
            || (foot.within && self.notes.last().is_some_and(|note| mark.follows(note)))
            || (foot.apart && sentence && mark.apart && self.calls.has(mark))
    }

    /// Whether a line is more of the last note of the page or column before: it stands below the rule of notes, or in the sentence that a
    /// full line of the note ends with.
    fn goes_on_from_before(&self, line: &Line, above: Option<Above>, foot: &Foot<'_>) -> bool {
        let recent = self.notes.last().filter(|note| note.page + 1 >= self.pages.len() - 1);
        let Some(last) = recent.and_then(|note| note.lines.last()) else { return false };
        let in_sentence = is_full(last) && !is_ended(&last.line.text);
        let small_letter = line.line.text.trim_start().starts_with(char::is_lowercase);
        let goes_on = match above {
            Some(Above::Notes) => true,
            Some(Above::Other) => in_sentence && small_letter,
            None => in_sentence && (small_letter || foot.apart) && !foot.rules.has_below(line),
        };
        goes_on && Before::of(last).is_of_size(line)
    }

    fn lines_of_page(&mut self) -> &mut Vec<Line> {
        self.pages.last_mut().expect("a page is being taken")
    }

    /// Takes a line that is no note.
    fn take_text(&mut self, line: Line) {
        let lines = self.pages.last_mut().expect("a page is being taken");
        self.calls.add(&line, lines.len());
        lines.push(line);
    }

    /// The last line that is no note.
    fn last_line(&self) -> Option<(usize, usize)> {
        let page = self.pages.iter().rposition(|lines| !lines.is_empty())?;
        Some((page, self.pages[page].len() - 1))
    }
}

/// What may call the notes of a page: raised signs, and numbers right behind a word, which fonts may have signs for that look raised.
#[derive(Default)]
struct Calls {
    /// Where each stands that was not taken, in lines of the page and bytes of them; the raised ones apart.
    raised: HashMap<String, VecDeque<(usize, Range<usize>)>>,
    level: HashMap<String, VecDeque<(usize, Range<usize>)>>,
    taken: Vec<(usize, Range<usize>)>,
}

impl Calls {
    fn add(&mut self, Line { line, .. }: &Line, at: usize) {
        let put = |calls: &mut HashMap<String, VecDeque<_>>, sign: Range<usize>| {
            calls.entry(line.text[sign.clone()].to_string()).or_default().push_back((at, sign));
        };
        for sign in &line.raised {
            if !is_power(&line.text[..sign.start]) {
                put(&mut self.raised, sign.clone());
            }
        }
        if turns(&line.text) {
            return;
        }
        for sign in numbers_behind_words(&line.text) {
            if !line.raised.contains(&sign) {
                put(&mut self.level, sign);
            }
        }
    }

    fn has(&self, mark: &Mark) -> bool {
        self.raised.get(&mark.text).is_some_and(|calls| !calls.is_empty())
    }

    /// Takes what calls a mark, and says in which line it stands.
    fn take(&mut self, mark: &Mark) -> Option<usize> {
        let raised = self.raised.get_mut(&mark.text).and_then(VecDeque::pop_front);
        let level = || self.level.get_mut(&mark.text).filter(|_| !mark.raised).and_then(VecDeque::pop_front);
        let call = raised.or_else(level)?;
        self.taken.push(call.clone());
        Some(call.0)
    }

    /// Takes what was taken out of the lines of the page, too.
    fn take_out(mut self, lines: &mut [Line]) {
        self.taken.sort_by_key(|(line, sign)| (*line, Reverse(sign.start)));
        for (line, sign) in self.taken {
            lines[line].line.text.drain(sign);
        }
    }
}

/// Whether a raised number behind a text is a power: it stands behind a number or the name of a variable.
fn is_power(text: &str) -> bool {
    let mut before = text.chars().rev();
    let last = before.next();
    last.is_some_and(|last| last.is_ascii_digit())
        || (last.is_some_and(char::is_alphabetic) && !before.next().is_some_and(char::is_alphabetic))
}

/// The numbers of a line that stand right behind a word or what ends a sentence, with no word right behind them.
fn numbers_behind_words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|sign: char| sign.is_ascii_digit()).map(|start| at + start) {
        let end = start + text[start..].bytes().take_while(u8::is_ascii_digit).count();
        let behind = text[..start]
            .ends_with(|before: char| before.is_alphabetic() || ".,;:!?)]’”»\"".contains(before));
        let in_number = text[..start].ends_with(['.', ',', ':'])
            && text[..start - 1].ends_with(|before: char| before.is_ascii_digit());
        let ends = text[end..].chars().next().is_none_or(char::is_whitespace);
        if behind && ends && !in_number && end - start <= DIGITS {
            found.push(start..end);
        }
        at = end;
    }
    found
}

/// Where lines at the foot of a column are taken.
struct Foot<'r> {
    rules: &'r Rules<'r>,
    /// The line before in the column.
    before: Option<Before>,
    /// Whether the first of the lines stands apart from the text above.
    apart: bool,
    /// Whether the line before is of a note.
    within: bool,
}

/// What is known of a line once it was taken.
#[derive(Clone, Copy)]
struct Before {
    y: f64,
    size: f64,
    /// Whether a sentence ends with it.
    sentence: bool,
}

impl Before {
    fn of(Line { line, .. }: &Line) -> Before {
        Before { y: line.y, size: line.size, sentence: is_ended(&line.text) }
    }

    fn is_apart(&self, Line { line, .. }: &Line) -> bool {
        line.y - self.y >= APART * line.size
    }

    /// Whether the next line may be of the same note.
    fn is_together(&self, line: &Line) -> bool {
        line.line.y - self.y <= TOGETHER * line.line.size && self.is_of_size(line)
    }

    fn is_of_size(&self, Line { line, .. }: &Line) -> bool {
        line.size.max(self.size) <= OF_ONE_SIZE * line.size.min(self.size)
    }
}

/// The rules that begin at an edge of a column, from top to bottom.
struct Rules<'p> {
    all: Vec<&'p Rule>,
    /// The width of the column.
    width: f64,
    /// Whether there is one short rule: tables have more.
    one: bool,
}

/// What a rule right above a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// What parts notes from the text.
    Notes,
    Other,
}

impl<'p> Rules<'p> {
    fn of(page: &'p Page, lines: &[Line]) -> Rules<'p> {
        let Some(Line { line, column_left, column_right, .. }) = lines.last() else {
            return Rules { all: Vec::new(), width: 0.0, one: false };
        };
        let near = |a: f64, b: f64| (a - b).abs() <= FLUSH * line.size;
        let is_flush = |rule: &&Rule| {
            near(rule.left, *column_left) || (line.right_to_left && near(rule.right, *column_right))
        };
        let mut all: Vec<&Rule> = page.rules.iter().filter(is_flush).collect();
        all.sort_by(|a, b| a.y.total_cmp(&b.y));
        let mut rules = Rules { all, width: column_right - column_left, one: false };
        let mut short = rules.all.iter().filter(|rule| rules.is_short(rule));
        let (first, last) = (short.next(), short.next_back());
        rules.one = first.is_some_and(|first| last.is_none_or(|last| last.y - first.y <= THICK));
        rules
    }

    fn is_short(&self, rule: &Rule) -> bool {
        rule.right - rule.left <= SHORT * self.width
    }

    /// What rule there is between a line and that before it.
    fn above(&self, Line { line, .. }: &Line, before: Option<Before>) -> Option<Above> {
        let above = self.all.partition_point(|rule| rule.y < line.y);
        let rule = self.all[..above].last().filter(|rule| rule.y > line.y - BELOW_RULE * line.size)?;
        let apart = before.is_none_or(|before| rule.y > before.y + UNDERLINED * before.size);
        let kind = if self.one && self.is_short(rule) { Above::Notes } else { Above::Other };
        apart.then_some(kind)
    }

    fn has_below(&self, line: &Line) -> bool {
        self.all.last().is_some_and(|last| last.y > line.line.y)
    }
}

/// Whether a line has no room for more, as the last one of a page whose sentence goes on.
fn is_full(line: &Line) -> bool {
    let (from, to) = (line.column_left, line.column_right);
    let room = if line.line.right_to_left { line.line.left - from } else { to - line.line.right };
    room <= ROOM * (to - from)
}

/// What a note begins with.
struct Mark {
    text: String,
    /// The byte of the line at which the note's own text begins.
    end: usize,
    raised: bool,
    /// Whether it is parted from the word behind it, if it is a number.
    apart: bool,
}

impl Mark {
    fn of(Line { line, .. }: &Line) -> Option<Mark> {
        let text = line.text.as_str();
        let start = text.len() - text.trim_start().len();
        let raised = line.raised.first().filter(|sign| sign.start <= start && sign.end > start);
        let end = raised.map_or_else(|| start + length_of_sign(&text[start..]), |sign| sign.end);
        let mark = text[start..end].trim_end();
        let rest = &text[end..];
        let behind = match raised {
            Some(_) => rest,
            None => rest.strip_prefix(['.', ')']).unwrap_or(rest),
        };
        // A number may begin a word.
        let apart = raised.is_some()
            || !mark.ends_with(|sign: char| sign.is_ascii_digit())
            || behind.starts_with(char::is_whitespace);
        let own = behind.trim_start();
        let is_mark = is_sign(mark) && !own.is_empty();
        is_mark.then(|| Mark {
            text: mark.to_string(),
            end: text.len() - own.len(),
            raised: raised.is_some(),
            apart,
        })
    }

    /// Whether it is the number that comes after that of a note.
    fn follows(&self, note: &Note) -> bool {
        let number = |mark: &str| mark.parse::<u32>().ok();
        let before = note.mark.as_deref().and_then(number);
        before.is_some_and(|before| number(&self.text) == Some(before + 1))
    }
}

/// How many bytes of a line are the number or the signs that it begins with.
fn length_of_sign(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 { digits } else { text.len() - text.trim_start_matches(SIGNS).len() }
}

/// Signs of notes without a number.
const SIGNS: [char; 7] = ['*', '∗', '†', '‡', '§', '¶', '‖'];

/// Whether this calls a note: a number, or a sign up to three times.
pub(super) fn is_sign(text: &str) -> bool {
    let number = text.len() <= DIGITS && text.bytes().all(|digit| digit.is_ascii_digit());
    !text.is_empty()
        && (number || (text.chars().count() <= 3 && text.chars().all(|sign| SIGNS.contains(&sign))))
}
