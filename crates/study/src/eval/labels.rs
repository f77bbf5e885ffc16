//! Files that say which documents are duplicates: pairs, or groups.
//!
//! Pairs are tab-separated: two ids, and whatever columns a set has besides. One column is the label. "1", "true",
//! "yes" and "positive" make the pair a duplicate, "0", "false", "no" and "negative" none; another word is the name
//! of a kind of duplicates, such as "replace:10", or of others, such as "non", if it is named as one of those; and a
//! number is a duplicate from a given value on. Groups are an id and the name of its group, and any two of a group are
//! duplicates.

use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::fs;
use std::path::Path;

use twinprint_native::Error;

/// Which columns of a file of pairs say what.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    /// The column of the label, counted from 1; without it the third, if the file's first line has one.
    pub label: Option<usize>,
    /// The column of the kind that a pair is reported under; without it the label if that is a word, else the column
    /// after it, if there is one.
    pub kind: Option<usize>,
    /// Labels of pairs that are no duplicates.
    pub negative: Vec<String>,
    /// Labels are numbers, and pairs are duplicates from this one on.
    pub at_least: Option<f64>,
}

impl Default for Columns {
    /// The third column, and "non" and "none" for what is no duplicate.
    fn default() -> Self {
        Columns { label: None, kind: None, negative: vec!["non".into(), "none".into()], at_least: None }
    }
}

/// What a file says about a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The first document's id.
    pub a: String,
    /// The second document's id: the source, where copies are labelled.
    pub b: String,
    /// Whether they are duplicates.
    pub positive: bool,
    /// The kind of pair; empty if the file names none.
    pub kind: String,
}

/// The labels of a set of documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels {
    /// The pairs, each once, in the order of the file.
    pub pairs: Vec<Label>,
}

impl Labels {
    /// Reads a file of pairs.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and those of [`Labels::parse`].
    pub fn read_pairs(path: &Path, columns: &Columns) -> Result<Labels, Error> {
        Labels::parse(&path.to_string_lossy(), &text_of(path)?, columns)
    }

    /// Reads pairs from the text of a file; `place` is the file's name in errors.
    ///
    /// ```
    /// use twinprint_study::eval::{Columns, Labels};
    /// let labels = Labels::parse("pairs.tsv", "copy\tsource\treplace:10\nother\tsource\tnon\n", &Columns::default())?;
    /// assert!(labels.pairs[0].positive && !labels.pairs[1].positive);
    /// assert_eq!(labels.pairs[0].kind, "replace:10");
    /// let error = Labels::parse("pairs.tsv", "copy\tsource\ncopy\n", &Columns::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "pairs.tsv line 2: there is 1 column; give two ids, separated by a tab");
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] with file and line: a column is missing, a label is no number where one is asked for, a document
    /// is paired with itself, or a pair is labelled twice and not alike.
    pub fn parse(place: &str, text: &str, columns: &Columns) -> Result<Labels, Error> {
        let mut labels = Vec::new();
        for (line, row) in rows(text) {
            let place = || format!("{place} line {line}");
            let [a, b, ..] = row[..] else {
                let remedy = "give two ids, separated by a tab";
                return Err(Error::Label { place: place(), what: "there is 1 column".into(), remedy });
            };
            let (positive, kind) = columns.verdict(&row).map_err(|(what, remedy)| Error::Label {
                place: place(),
                what,
                remedy,
            })?;
            labels.push((place(), Label { a: a.into(), b: b.into(), positive, kind }));
        }
        Labels::each_once(place, labels)
    }

    /// The labels of several files as one: such as pairs that are alike, and pairs that are equal.
    ///
    /// ```
    /// use twinprint_study::eval::{Columns, Labels};
    /// let alike = Labels::parse("alike.tsv", "a\tb\t0.8\n", &Columns { at_least: Some(0.5), ..Columns::default() })?;
    /// let equal = Labels::parse("equal.tsv", "c\td\n", &Columns::default())?;
    /// assert_eq!(Labels::join([alike, equal])?.pairs.len(), 2);
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] if a pair is labelled twice and not alike, or there are no labels.
    pub fn join(lists: impl IntoIterator<Item = Labels>) -> Result<Labels, Error> {
        let pairs = lists.into_iter().flat_map(|labels| labels.pairs);
        Labels::each_once("labels", pairs.map(|label| ("labels".into(), label)).collect())
    }

    /// Every pair once, with the first kind it is given; each comes with its place, for errors.
    fn each_once(file: &str, labels: Vec<(String, Label)>) -> Result<Labels, Error> {
        let mut pairs: Vec<Label> = Vec::new();
        let mut seen: BTreeMap<[String; 2], bool> = BTreeMap::new();
        for (place, label) in labels {
            let mut ids = [label.a.clone(), label.b.clone()];
            ids.sort();
            let wrong = |what, remedy| Err(Error::Label { place: place.clone(), what, remedy });
            if ids[0] == ids[1] {
                return wrong(format!("\"{}\" is paired with itself", label.a), "give two different ids");
            }
            match seen.insert(ids, label.positive) {
                Some(said) if said != label.positive => {
                    let what = format!("\"{}\" and \"{}\" have another label, too", label.a, label.b);
                    return wrong(what, "label every pair once");
                }
                Some(_) => {}
                None => pairs.push(label),
            }
        }
        if pairs.is_empty() {
            return Err(Error::Label {
                place: file.into(),
                what: "there are no labels in it".into(),
                remedy: "give a line with two ids for each pair",
            });
        }
        Ok(Labels { pairs })
    }

    /// Reads a file of groups: an id and its group on each line.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and those of [`Labels::parse_groups`].
    pub fn read_groups(path: &Path) -> Result<Labels, Error> {
        Labels::parse_groups(&path.to_string_lossy(), &text_of(path)?)
    }

    /// Reads groups from the text of a file.
    ///
    /// # Errors
    /// [`Error::Label`] with file and line: a column is missing, or a document is in two groups.
    pub fn parse_groups(place: &str, text: &str) -> Result<Labels, Error> {
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        let mut groups = GroupMembers::new();
        for (line, row) in rows(text) {
            let wrong =
                |what, remedy| Err(Error::Label { place: format!("{place} line {line}"), what, remedy });
            let [id, group, ..] = row[..] else {
                let remedy = "give an id and the name of its group, separated by a tab";
                return wrong("there is 1 column".into(), remedy);
            };
            if let Some(before) = lines.insert(id, line) {
                let what = format!("\"{id}\" is in a group already, by line {before}");
                return wrong(what, "leave one of the lines out");
            }
            groups.entry(group.into()).or_default().push(id.into());
        }
        of_groups(place, groups)
    }

    /// Takes documents of one group for duplicates: ids with their groups; documents without one are in none.
    ///
    /// ```
    /// use twinprint_study::eval::Labels;
    /// let labels = Labels::of_documents([("a", Some("s")), ("b", Some("s")), ("c", None)])?;
    /// assert_eq!((&*labels.pairs[0].a, &*labels.pairs[0].b), ("a", "b"));
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`]: two documents have one id, or no two are in one group.
    pub fn of_documents<'a>(
        documents: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<Labels, Error> {
        let place = "the documents' groups";
        let mut seen = BTreeSet::new();
        let mut groups = GroupMembers::new();
        for (id, group) in documents {
            let Some(group) = group else { continue };
            if !seen.insert(id) {
                return Err(Error::Label {
                    place: place.into(),
                    what: format!("two documents have the id \"{id}\""),
                    remedy: "give every document an id of its own",
                });
            }
            groups.entry(group.into()).or_default().push(id.into());
        }
        of_groups(place, groups)
    }
}

impl Columns {
    /// Whether a row's pair is a duplicate, and its kind; or what is wrong, and what to do.
    fn verdict(&self, row: &[&str]) -> Result<(bool, String), (String, &'static str)> {
        let cell = |column: usize| match column.checked_sub(1).and_then(|at| row.get(at)) {
            Some(&cell) => Ok(cell),
            None => Err((
                format!("there is no column {column}, only {}", row.len()),
                "give a number from 1 to that of the last column",
            )),
        };
        let column = self.label.or((row.len() > 2).then_some(3));
        let Some(column) = column else {
            return Ok((true, self.kind.map_or(Ok(""), cell)?.into()));
        };
        let label = cell(column)?;
        let (positive, is_kind) = if let Some(least) = self.at_least {
            let number = label.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
                (
                    format!("the label \"{label}\" is no number"),
                    "leave --label-from out, or name another column with --label",
                )
            })?;
            (number >= least, false)
        } else {
            match &*label.to_ascii_lowercase() {
                "1" | "true" | "yes" | "positive" => (true, false),
                "0" | "false" | "no" | "negative" => (false, false),
                _ => (!self.negative.iter().any(|negative| negative == label), true),
            }
        };
        let kind = match self.kind {
            Some(column) => cell(column)?.into(),
            None if is_kind => label.into(),
            None if self.at_least.is_some() => band(label),
            None => row.get(column).copied().unwrap_or("").into(),
        };
        Ok((positive, kind))
    }
}

/// The most pairs that groups may make: labelled pairs are kept one by one.
const MOST_PAIRS: usize = 5_000_000;

/// The tenth that a number lies in, by its lower end: "0.7" for 0.7468.
fn band(number: &str) -> String {
    number.parse::<f64>().map_or(String::new(), |number| format!("{:.1}", (number * 10.0).floor() / 10.0))
}

fn text_of(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path)
        .map_err(|reason| Error::Unreadable { place: path.to_string_lossy().into_owned(), reason })
}

/// The lines that are not empty, with their numbers from 1, in cells.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| (at + 1, line.split('\t').map(str::trim).collect()))
}

/// The ids of groups, by the group's name.
type GroupMembers = BTreeMap<String, Vec<String>>;

/// Every two of a group, the groups by name, their members in the order they came.
fn of_groups(place: &str, groups: GroupMembers) -> Result<Labels, Error> {
    let wrong = |what: String, remedy| Err(Error::Label { place: place.into(), what, remedy });
    match groups.values().map(|ids| ids.len() * (ids.len() - 1) / 2).sum() {
        0 => {
            let remedy = "check the file, or the name of the field";
            return wrong("no two documents are in one group".into(), remedy);
        }
        pairs if pairs > MOST_PAIRS => {
            let what = format!("its groups make {pairs} pairs, more than the {MOST_PAIRS} taken");
            return wrong(what, "give smaller groups, or fewer documents");
        }
        _ => {}
    }
    let mut labels = Labels::default();
    for ids in groups.values() {
        for (at, a) in ids.iter().enumerate() {
            let pair = |b: &String| Label { a: a.clone(), b: b.clone(), positive: true, kind: String::new() };
            labels.pairs.extend(ids[at + 1..].iter().map(pair));
        }
    }
    Ok(labels)
}
