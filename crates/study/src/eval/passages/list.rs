//! Passages of pairs of documents, as a file or a folder has them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use twinprint_native::Error;

use super::{Characters, lines, pan};

/// Characters of a text, from one to before another, counted from 0: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "(u64, u64)")]
pub struct CharacterRange {
    /// The first.
    pub start: u64,
    /// The one behind the last.
    pub end: u64,
}

impl TryFrom<(u64, u64)> for CharacterRange {
    type Error = String;

    fn try_from((start, end): (u64, u64)) -> Result<CharacterRange, String> {
        match start < end {
            true => Ok(CharacterRange { start, end }),
            false => Err(format!("[{start}, {end}] has no characters")),
        }
    }
}

/// The same in both documents of a pair, or what answers to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Passage {
    /// In the first document.
    pub a: CharacterRange,
    /// In the second.
    pub b: CharacterRange,
}

impl Passage {
    /// The same with the documents the other way round.
    pub(super) fn turned(&self) -> Passage {
        Passage { a: self.b, b: self.a }
    }
}

/// A pair of documents with its passages, none or many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairPassages {
    /// The first document: the suspicious one, where there is such.
    pub a: String,
    /// The second document: the source.
    pub b: String,
    /// The kind of pair that it is reported under; empty if none is said.
    pub kind: String,
    /// Its passages, each once, in order.
    pub passages: Vec<Passage>,
    /// Where they stand, for errors.
    pub place: String,
}

/// Pairs of documents, each once, with their passages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PassageList {
    /// The file or folder, for errors.
    pub place: String,
    /// The pairs, in the order of the files.
    pub pairs: Vec<PairPassages>,
    /// Files of PAN's that name one document and no source, neither by a passage nor by their name.
    pub without_source: usize,
}

impl PassageList {
    /// Reads a folder of PAN's XML, with all that is in its folders, or a file of it or of lines of JSON.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and those of [`PassageList::parse`]; [`Error::Label`] also of a folder without XML.
    pub fn read(path: &Path) -> Result<PassageList, Error> {
        let place = path.to_string_lossy().into_owned();
        if !path.is_dir() {
            return PassageList::parse(&place, &text_of(path)?);
        }
        let files = pan::files(path)?;
        if files.is_empty() {
            let what = "there is no .xml file in this folder".into();
            let remedy = "give a folder of PAN's XML, or a file of lines of JSON";
            return Err(Error::Label { place, what, remedy });
        }
        let mut list = PassageList { place, ..PassageList::default() };
        let mut pairs = Vec::new();
        for file in files {
            let kind = pan::kind_of(&file, path);
            pan::parse(&file, &text_of(&file)?, kind.as_deref())?
                .add_to(&mut pairs, &mut list.without_source);
        }
        list.pairs = each_once(pairs)?;
        Ok(list)
    }

    /// Reads the text of one file: PAN's XML if it begins with `<`, or else lines of JSON. `place` is its name in errors.
    ///
    /// ```
    /// use twinprint_study::eval::passages::PassageList;
    /// let lines = r#"{"a": "x.txt", "b": "y.txt", "kind": "random", "passages": [{"a": [0, 120], "b": [40, 160]}]}
    /// {"a": "x.txt", "b": "z.txt", "passages": []}"#;
    /// let list = PassageList::parse("truth.jsonl", lines)?;
    /// assert_eq!((list.pairs[0].kind.as_str(), list.pairs[0].passages[0].b.end), ("random", 160));
    /// let error = PassageList::parse("truth.jsonl", r#"{"a": "x.txt", "b": "y.txt"}"#).unwrap_err();
    /// assert!(error.to_string().starts_with("truth.jsonl line 1: missing field `passages`"), "{error}");
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] with file and line: it is neither; a document, an offset or a length is missing, or is none; a passage has no
    /// characters; a document is paired with itself; or a pair has two kinds.
    pub fn parse(place: &str, text: &str) -> Result<PassageList, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut list = PassageList { place: place.into(), ..PassageList::default() };
        let mut pairs = Vec::new();
        match text.trim_start().starts_with('<') {
            true => pan::parse(Path::new(place), text, None)?.add_to(&mut pairs, &mut list.without_source),
            false => pairs = lines::parse(place, text)?,
        }
        list.pairs = each_once(pairs)?;
        Ok(list)
    }

    /// Where the documents of each pair are among these, given by their names: a document is meant by its whole name, or by what
    /// is behind the last `/` of it. None for a pair of which a document is not there.
    ///
    /// ```
    /// use twinprint_study::eval::passages::PassageList;
    /// let list = PassageList::parse("truth.jsonl", r#"{"a": "x.txt", "b": "y.txt", "passages": []}"#)?;
    /// assert_eq!(list.among(&["susp/x.txt", "src/y.txt"])?, [Some((0, 1))]);
    /// assert_eq!(list.among(&["susp/x.txt"])?, [None]);
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] if one name means two documents.
    pub fn among(&self, names: &[&str]) -> Result<Vec<Option<(usize, usize)>>, Error> {
        let mut whole = BTreeMap::new();
        let mut by_end: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, name) in names.iter().enumerate() {
            whole.entry(*name).or_insert(at);
            by_end.entry(name.rsplit(['/', '\\']).next().unwrap_or(name)).or_default().push(at);
        }
        let place =
            |pair: &PairPassages, name: &str| match (whole.get(name), by_end.get(name).map(Vec::as_slice)) {
                (Some(&at), _) => Ok(Some(at)),
                (None, Some(&[at])) => Ok(Some(at)),
                (None, Some(&[first, second, ..])) => Err(Error::Label {
                    place: pair.place.clone(),
                    what: format!("\"{name}\" may be {} or {}", names[first], names[second]),
                    remedy: "name it as the documents are named, by its whole path",
                }),
                _ => Ok(None),
            };
        let both = |pair: &PairPassages| Ok(place(pair, &pair.a)?.zip(place(pair, &pair.b)?));
        self.pairs.iter().map(both).collect()
    }
}

impl PairPassages {
    /// Checks that its passages lie in the texts of its documents.
    ///
    /// # Errors
    /// [`Error::Label`] if one ends beyond.
    pub fn check(&self, a: &Characters<'_>, b: &Characters<'_>) -> Result<(), Error> {
        for passage in &self.passages {
            for (name, range, text) in [(&self.a, passage.a, a), (&self.b, passage.b, b)] {
                if range.end > text.count() {
                    let what = format!(
                        "a passage ends at character {} of \"{name}\", which has {}",
                        range.end,
                        text.count()
                    );
                    let remedy =
                        "give offsets in characters, not bytes, of the text as it stands in the file";
                    return Err(Error::Label { place: self.place.clone(), what, remedy });
                }
            }
        }
        Ok(())
    }
}

/// Every pair once, with the passages of all that name it.
fn each_once(all: Vec<PairPassages>) -> Result<Vec<PairPassages>, Error> {
    let mut pairs: Vec<PairPassages> = Vec::new();
    let mut seen: BTreeMap<[String; 2], usize> = BTreeMap::new();
    for pair in all {
        let wrong = |what, remedy| Err(Error::Label { place: pair.place.clone(), what, remedy });
        if pair.a == pair.b {
            return wrong(format!("\"{}\" is paired with itself", pair.a), "give two different documents");
        }
        let swapped = seen.get(&[pair.b.clone(), pair.a.clone()]);
        if let Some(&at) = swapped {
            let what =
                format!("\"{}\" and \"{}\" stand the other way round in {}", pair.a, pair.b, pairs[at].place);
            return wrong(what, "name the documents of a pair in one order");
        }
        match seen.get(&[pair.a.clone(), pair.b.clone()]) {
            Some(&at) if pairs[at].kind != pair.kind => {
                let what = format!("the kind of this pair is \"{}\" in {}", pairs[at].kind, pairs[at].place);
                return wrong(what, "give a pair one kind");
            }
            Some(&at) => pairs[at].passages.extend(pair.passages),
            None => {
                seen.insert([pair.a.clone(), pair.b.clone()], pairs.len());
                pairs.push(pair);
            }
        }
    }
    for pair in &mut pairs {
        let passages: BTreeSet<Passage> = pair.passages.drain(..).collect();
        pair.passages.extend(passages);
    }
    Ok(pairs)
}

fn text_of(path: &Path) -> Result<String, Error> {
    let place = || path.to_string_lossy().into_owned();
    let bytes = fs::read(path).map_err(|reason| Error::Unreadable { place: place(), reason })?;
    String::from_utf8(bytes).map_err(|error| Error::Label {
        place: place(),
        what: format!("it is no UTF-8, from byte {} on", error.utf8_error().valid_up_to()),
        remedy: "give PAN's XML or lines of JSON in UTF-8",
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const XML: &str = "<?xml version=\"1.0\"?><document reference=\"x.txt\"><feature name=\"plagiarism\" this_offset=\"0\" \
                       this_length=\"9\" source_reference=\"y.txt\" source_offset=\"5\" source_length=\"8\"/></document>";
    const LINE: &str = r#"{"a": "x.txt", "b": "y.txt", "passages": [{"a": [0, 9], "b": [5, 13]}]}"#;

    #[test]
    fn both_forms_say_the_same() {
        let [xml, lines] = [XML, LINE].map(|text| PassageList::parse("file", text).unwrap().pairs);
        assert_eq!((&xml[0].a, &xml[0].b, &xml[0].passages), (&lines[0].a, &lines[0].b, &lines[0].passages));
        assert_eq!(xml[0].passages.len(), 1);
        let marked = PassageList::parse("file", &format!("\u{feff}{XML}")).unwrap();
        assert_eq!(marked.pairs, xml, "with a byte order mark");
    }

    #[test]
    fn elements_in_elements_without_end_are_refused_or_read() {
        let deep = format!(
            "<document reference=\"x\">{}{}</document>",
            "<a>".repeat(100_000),
            "</a>".repeat(100_000)
        );
        let read = PassageList::parse("x-y.xml", &deep);
        assert!(read.is_err() || read.unwrap().pairs.len() == 1);
    }

    proptest! {
        #[test]
        fn whatever_a_file_has_is_read_or_refused(
            of in prop::sample::select(vec![XML, LINE]),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, "[-<>/\"{}\\[\\]&;,:0-9a-z=\u{e4}]{0,4}"), 0..6),
        ) {
            let mut characters: Vec<char> = of.chars().collect();
            for (at, removed, put) in changes {
                let start = at.index(characters.len() + 1);
                let end = (start + removed).min(characters.len());
                characters.splice(start..end, put.chars());
            }
            let text: String = characters.into_iter().collect();
            match PassageList::parse("file", &text) {
                Ok(list) => {
                    let passages = list.pairs.iter().flat_map(|pair| &pair.passages);
                    prop_assert!(passages.into_iter().all(|passage| passage.a.start < passage.a.end && passage.b.start < passage.b.end));
                }
                Err(error) => prop_assert!(error.to_string().starts_with("file"), "{error}"),
            }
        }
    }
}
