//! Passages in the XML of PAN's corpora and of what its participants give: a file for each pair, or for each suspicious document.
//!
//! ```xml
//! <document reference="suspicious-document00001.txt">
//!   <feature name="plagiarism" obfuscation="random" this_offset="5" this_length="120"
//!            source_reference="source-document00002.txt" source_offset="40" source_length="118" />
//! </document>
//! ```
//!
//! A feature whose name ends with "plagiarism" is a passage, as in PAN's own measure; others are skipped. A file without one
//! has no source but in its name, as `suspicious-document00001-source-document00002.xml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};
use twinprint_native::Error;

use super::{CharacterRange, PairPassages, Passage};

/// The kind of a pair whose passages are of several.
const SEVERAL: &str = "several";

/// The files of XML in a folder and its folders, in order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let unreadable = |reason| Error::Unreadable { place: folder.to_string_lossy().into_owned(), reason };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // No folder that a link leads to: it might lead here.
            if entry.file_type().map_err(unreadable)?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
            {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The folder in which a file stands below the one that was given; none if it stands in that one.
pub(super) fn kind_of(file: &Path, below: &Path) -> Option<String> {
    let folder = file.parent()?.strip_prefix(below).ok()?;
    let kind = folder.to_string_lossy().replace('\\', "/");
    (!kind.is_empty()).then_some(kind)
}

/// What a file of XML says.
#[derive(Debug)]
pub(super) enum File {
    /// The pairs that it names.
    Pairs(Vec<PairPassages>),
    /// It names one document, and no source.
    NoSource,
}

impl File {
    /// Adds its pairs to others, or counts it where it names none.
    pub(super) fn add_to(self, pairs: &mut Vec<PairPassages>, without_source: &mut usize) {
        match self {
            File::Pairs(own) => pairs.extend(own),
            File::NoSource => *without_source += 1,
        }
    }
}

/// Reads a file. Its pairs are of the kind that is given, or else of the obfuscation of their passages.
pub(super) fn parse(path: &Path, text: &str, kind: Option<&str>) -> Result<File, Error> {
    let place = path.to_string_lossy();
    let document = Document::parse(text).map_err(|error| Error::Label {
        place: place.clone().into_owned(),
        what: format!("it cannot be read as XML: {error}"),
        remedy: "give files as PAN has them, of one element \"document\" with \"feature\"s in it",
    })?;
    let reader = FileReader { place: &place, document: &document };
    let root = document.root_element();
    let a = reader.attribute(root, "reference")?;
    let features = root.descendants().filter(|node| node.has_tag_name("feature"));
    let is_passage = |node: &Node| node.attribute("name").is_some_and(|name| name.ends_with("plagiarism"));
    let mut by_source: BTreeMap<&str, (PairPassages, BTreeSet<&str>)> = BTreeMap::new();
    for feature in features.filter(is_passage) {
        let b = reader.attribute(feature, "source_reference")?;
        let passage = Passage {
            a: reader.range(feature, "this_offset", "this_length")?,
            b: reader.range(feature, "source_offset", "source_length")?,
        };
        let (pair, obfuscations) = by_source.entry(b).or_insert_with(|| (reader.pair(a, b), BTreeSet::new()));
        pair.passages.push(passage);
        obfuscations.extend(feature.attribute("obfuscation"));
    }
    if by_source.is_empty() {
        let named = source_in_name(path, a).map(|b| (reader.pair(a, &b), BTreeSet::new()));
        let Some(named) = named else { return Ok(File::NoSource) };
        by_source.insert(a, named);
    }
    let pair = |(pair, obfuscations): (PairPassages, BTreeSet<&str>)| {
        let kind = match (kind, obfuscations.first()) {
            (Some(kind), _) => kind,
            (None, Some(_)) if obfuscations.len() > 1 => SEVERAL,
            (None, only) => only.copied().unwrap_or_default(),
        };
        PairPassages { kind: kind.into(), ..pair }
    };
    Ok(File::Pairs(by_source.into_values().map(pair).collect()))
}

/// The source that a file of a pair without passages is named by, with the extension that the other document has.
fn source_in_name(path: &Path, a: &str) -> Option<String> {
    let reference = Path::new(a);
    let source =
        path.file_stem()?.to_str()?.strip_prefix(reference.file_stem()?.to_str()?)?.strip_prefix('-')?;
    let extension = reference.extension().and_then(|extension| extension.to_str());
    (!source.is_empty()).then(|| extension.map_or(source.into(), |extension| format!("{source}.{extension}")))
}

/// A file that is read, and its place for errors.
struct FileReader<'a, 'input> {
    place: &'a str,
    document: &'a Document<'input>,
}

impl<'a> FileReader<'a, '_> {
    fn pair(&self, a: &str, b: &str) -> PairPassages {
        let (a, b, place) = (a.into(), b.into(), self.place.into());
        PairPassages { a, b, kind: String::new(), passages: Vec::new(), place }
    }

    fn attribute(&self, node: Node<'a, '_>, name: &'static str) -> Result<&'a str, Error> {
        let remedy = match name {
            "source_reference" => "name the source of each passage: those without one are not judged here",
            _ => {
                "write it as PAN does, with this_offset, this_length, source_reference, source_offset and source_length"
            }
        };
        let missing = || self.wrong(node, format!("\"{}\" has no {name}", node.tag_name().name()), remedy);
        node.attribute(name).ok_or_else(missing)
    }

    fn number(&self, node: Node<'a, '_>, name: &'static str) -> Result<u64, Error> {
        let value = self.attribute(node, name)?;
        let none = |_| {
            self.wrong(node, format!("{name} is \"{value}\""), "give a whole number of characters, from 0")
        };
        value.trim().parse().map_err(none)
    }

    fn range(
        &self,
        node: Node<'a, '_>,
        offset: &'static str,
        length: &'static str,
    ) -> Result<CharacterRange, Error> {
        let (start, characters) = (self.number(node, offset)?, self.number(node, length)?);
        let range = start.checked_add(characters).and_then(|end| CharacterRange::try_from((start, end)).ok());
        let none = || {
            self.wrong(
                node,
                format!("{length} is \"{characters}\""),
                "give a length of one character at least",
            )
        };
        range.ok_or_else(none)
    }

    fn wrong(&self, node: Node<'_, '_>, what: String, remedy: &'static str) -> Error {
        let line = self.document.text_pos_at(node.range().start).row;
        Error::Label { place: format!("{} line {line}", self.place), what, remedy }
    }
}
