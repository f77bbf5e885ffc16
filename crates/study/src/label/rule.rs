//! Pairs judged by a written rule, which a program can apply where no person judges.
//!
//! 1. The words in which two documents differ are found as by diff, by the words that a reader sees.
//! 2. Dates, times, counters, ids, addresses, filled-in forms and other numbers are known by their shapes
//!    ([`difference`](twinprint::difference)). A name is a word written with a capital letter, a digit or an underscore.
//! 3. Boilerplate is a line that, volatile parts apart, stands in three or more other documents of the folder.
//! 4. A pair that differs in dates, numbers and names alone, or besides in boilerplate alone, is *correct*. All else is content:
//!    *undecided*, a minor item, where its words are at most a tenth of the words of both documents that are no boilerplate; *incorrect*
//!    where they are more.
//!
//! The rule does not know what a page is about: two pages of a catalogue that differ in a name are correct by it. What stands behind a
//! precision by it is the share of pairs that differ in no content, and is called so.

use std::collections::{BTreeSet, HashMap};

use super::super::verdict::Verdict;
use super::{LabelDocument, LabelPair, LabelPairs};
use twinprint::difference::{DifferenceKind, Side, between};
use twinprint::text::{self, Reading, Span, TextOptions, for_each_line};

/// In what a pair differs, by the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceClass {
    /// In dates, numbers and names alone, or in nothing that can be seen.
    NamesAndNumbers,
    /// Besides in boilerplate alone.
    Boilerplate,
    /// In content of at most a tenth of the words.
    MinorContent,
    /// In more content.
    Content,
    /// One of the two cannot be read, or has no word.
    Unreadable,
}

impl DifferenceClass {
    /// All of them.
    pub const ALL: [DifferenceClass; 5] = [
        DifferenceClass::NamesAndNumbers,
        DifferenceClass::Boilerplate,
        DifferenceClass::MinorContent,
        DifferenceClass::Content,
        DifferenceClass::Unreadable,
    ];

    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            DifferenceClass::NamesAndNumbers => "only dates, numbers, names",
            DifferenceClass::Boilerplate => "boilerplate, too",
            DifferenceClass::MinorContent => "a little content",
            DifferenceClass::Content => "content",
            DifferenceClass::Unreadable => "cannot be read",
        }
    }

    /// What the rule makes of it.
    pub fn verdict(self) -> Verdict {
        match self {
            DifferenceClass::NamesAndNumbers | DifferenceClass::Boilerplate => Verdict::Correct,
            DifferenceClass::MinorContent | DifferenceClass::Unreadable => Verdict::Undecided,
            DifferenceClass::Content => Verdict::Incorrect,
        }
    }
}

/// Other words are a minor item if they are up to one in this many of the words of both documents that are no boilerplate.
const MINOR: usize = 10;

/// A line that stands in this many other documents is boilerplate.
const OTHERS: usize = 3;

/// The rule, with the boilerplate of a folder of pairs.
#[derive(Debug, Clone)]
pub struct WrittenRule {
    /// How many documents have each line.
    documents: HashMap<u64, u32>,
}

/// The places of a document's lines in the text to show, with their hashes.
type Lines = Vec<(core::ops::Range<usize>, u64)>;

impl WrittenRule {
    /// Learns the boilerplate of the documents of some pairs, each document counted once.
    pub fn new(pairs: &LabelPairs) -> WrittenRule {
        let mut seen = BTreeSet::new();
        let mut documents: HashMap<u64, u32> = HashMap::new();
        for document in pairs.pairs.iter().flat_map(|pair| [&pair.a, &pair.b]) {
            if seen.insert(&*document.id) {
                for line in lines(document).into_iter().map(|(_, line)| line).collect::<BTreeSet<u64>>() {
                    *documents.entry(line).or_default() += 1;
                }
            }
        }
        WrittenRule { documents }
    }

    /// In what a pair differs.
    ///
    /// ```
    /// use twinprint_study::label::{DifferenceClass, LabelDocument, LabelPair, LabelPairs, PairOrigin, WrittenRule};
    /// let page = |id: &str, text: &str| LabelDocument { id: id.into(), text: text.into(), ..LabelDocument::default() };
    /// let pair = |a: &str, b: &str| LabelPair { kind: "3".into(), words: [9, 9], a: page("a", a), b: page("b", b) };
    /// let rule = WrittenRule::new(&LabelPairs { drawn: PairOrigin::default(), pairs: Vec::new() });
    /// let class = |a, b| rule.class(&pair(a, b));
    /// assert_eq!(class("It rains in Oslo on 3 May 2021.", "It rains in Bergen on 4 May 2022."), DifferenceClass::NamesAndNumbers);
    /// assert_eq!(class("It rains in Oslo today.", "It snows in Oslo today."), DifferenceClass::Content);
    /// ```
    pub fn class(&self, pair: &LabelPair) -> DifferenceClass {
        let (a, b) = (pair.a.document(), pair.b.document());
        let options = TextOptions::default();
        let (Ok(read_a), Ok(read_b)) = (text::read(&a, &options), text::read(&b, &options)) else {
            return DifferenceClass::Unreadable;
        };
        let lines = [lines(&pair.a), lines(&pair.b)];
        let own: Vec<BTreeSet<u64>> =
            lines.iter().map(|lines| lines.iter().map(|(_, line)| *line).collect()).collect();
        // The pair's own documents do not count.
        let is_boilerplate = |line: u64| {
            let both = own.iter().filter(|own| own.contains(&line)).count() as u32;
            self.documents.get(&line).is_some_and(|&all| all.saturating_sub(both) >= OTHERS as u32)
        };
        let boilerplate = lines.map(|lines| {
            lines
                .into_iter()
                .filter(|(_, line)| is_boilerplate(*line))
                .map(|(place, _)| place)
                .collect::<Vec<_>>()
        });
        let inside = |side: usize, span: Span| {
            let at = boilerplate[side].partition_point(|place| place.end <= span.start as usize);
            boilerplate[side].get(at).is_some_and(|place| place.start <= span.start as usize)
        };
        let difference =
            between(Side { document: &a, reading: &read_a }, Side { document: &b, reading: &read_b });
        let (mut in_boilerplate, mut content) = (0, 0);
        let sides: [(&Reading, &str); 2] = [(&read_a, read_a.view(a.text)), (&read_b, read_b.view(b.text))];
        for stretch in difference.stretches.iter().filter(|of| of.kinds.contains(DifferenceKind::Content)) {
            for ((side, stretch), (reading, view)) in
                [stretch.a, stretch.b].into_iter().enumerate().zip(sides)
            {
                for span in words_within(reading, stretch) {
                    match &view[span.range()] {
                        word if is_name(word) => {}
                        _ if inside(side, span) => in_boilerplate += 1,
                        _ => content += 1,
                    }
                }
            }
        }
        let of = |side: usize, reading: &Reading| {
            reading.spans().iter().filter(|span| !inside(side, **span)).count()
        };
        match content {
            0 if in_boilerplate == 0 => DifferenceClass::NamesAndNumbers,
            0 => DifferenceClass::Boilerplate,
            _ if MINOR * content <= of(0, &read_a) + of(1, &read_b) => DifferenceClass::MinorContent,
            _ => DifferenceClass::Content,
        }
    }
}

/// The lines of a document; none of one that cannot be read.
fn lines(document: &LabelDocument) -> Lines {
    let mut lines = Vec::new();
    match for_each_line(&document.document(), |place, line| lines.push((place, line))) {
        Ok(()) => lines,
        Err(_) => Vec::new(),
    }
}

/// The words of a stretch.
fn words_within(reading: &Reading, stretch: Span) -> impl Iterator<Item = Span> {
    let spans = reading.spans();
    let first = spans.partition_point(|span| span.start < stretch.start);
    let rest = spans[first..].iter().copied();
    rest.take_while(move |span| span.end <= stretch.end && stretch.start < stretch.end)
}

/// Whether a word is written like a name or a number.
fn is_name(word: &str) -> bool {
    word.chars().any(|c| c.is_uppercase() || c.is_numeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::PairOrigin;
    use super::*;

    fn document(id: &str, text: &str) -> LabelDocument {
        LabelDocument { id: id.into(), text: text.into(), ..LabelDocument::default() }
    }

    fn pair(a: &str, b: &str) -> LabelPair {
        LabelPair { kind: String::new(), words: [1, 1], a: document(a, a), b: document(b, b) }
    }

    const MENU: &str = "home news contact and more of the same\n";

    /// A folder in which four documents have the menu.
    fn rule(pairs: &[LabelPair]) -> WrittenRule {
        let others = (0..4).map(|number| {
            let text = format!("{MENU}other words {number}, nothing like it");
            LabelPair { a: document(&format!("x{number}"), &text), ..pair("e", "f") }
        });
        let pairs = others.chain(pairs.iter().cloned()).collect();
        WrittenRule::new(&LabelPairs { drawn: PairOrigin::default(), pairs })
    }

    fn class(a: &str, b: &str) -> DifferenceClass {
        let pair = pair(a, b);
        rule(core::slice::from_ref(&pair)).class(&pair)
    }

    const BODY: &str =
        "twenty words of a text that is long enough to change one of them and to say that it is still minor";

    #[test]
    fn a_pair_is_of_the_class_that_the_rule_says() {
        let with = |more: &str| format!("{BODY} {more}");
        assert_eq!(
            class(&with("by Ann Lee, 3 May 2021"), &with("by Bo, 4 May 2022")),
            DifferenceClass::NamesAndNumbers
        );
        assert_eq!(class(&format!("{MENU}{BODY}"), BODY), DifferenceClass::Boilerplate);
        assert_eq!(class(&with("sunny"), &with("rainy")), DifferenceClass::MinorContent);
        assert_eq!(class("the sun shines", "the rain falls"), DifferenceClass::Content);
        assert_eq!(
            class(&format!("{MENU}the sun shines"), &format!("{MENU}the rain falls")),
            DifferenceClass::Content
        );
        assert_eq!(class(BODY, BODY), DifferenceClass::NamesAndNumbers);
        assert_eq!(class("", BODY), DifferenceClass::Unreadable);
    }

    #[test]
    fn a_pairs_own_documents_make_no_boilerplate_of_a_line() {
        // The line stands in both of the pair and in two others.
        let line = "a line that few documents have\n";
        let judged = pair(&format!("{line}{line}the sun shines"), &format!("{line}the sun shines"));
        let mut pairs = vec![judged.clone()];
        pairs.extend((0..2).map(|at| pair(&format!("{line}words {at}"), "g")));
        let class = |pairs: &[LabelPair]| rule(pairs).class(&judged);
        assert_eq!(class(&pairs), DifferenceClass::Content);
        pairs.push(pair(&format!("{line}words 3"), "g"));
        assert_eq!(class(&pairs), DifferenceClass::Boilerplate);
    }

    #[test]
    fn exchanging_both_changes_nothing() {
        for (a, b) in [("the sun shines", "the rain falls"), (MENU, BODY), (&format!("{MENU}{BODY}"), BODY)] {
            assert_eq!(class(a, b), class(b, a));
        }
    }
}
