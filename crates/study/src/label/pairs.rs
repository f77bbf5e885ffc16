//! The pairs to judge: a file with their texts, so that it is whole without the corpus.
//!
//! The first line says what the pairs were drawn from ([`PairOrigin`]), each other line is one of them ([`LabelPair`]); JSON.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::{format, io};

use serde::{Deserialize, Serialize};

use twinprint::text::{Document, Format};
use twinprint_native::{Error, replace};

/// The name of the file in its folder.
const PAIRS: &str = "pairs.jsonl";

/// The form of the file.
const FORM: &str = "pairs to label, 1";

/// What pairs were drawn from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PairOrigin {
    /// The study that drew them.
    pub study: String,
    /// What tells its corpus and its method from others, as it likes.
    pub source: String,
    /// How many pairs there are of each kind, drawn or not.
    pub pairs: BTreeMap<String, u64>,
}

/// Two documents to judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelPair {
    /// The kind that it was drawn from, such as its distance; not shown.
    pub kind: String,
    /// The words of each.
    pub words: [u32; 2],
    /// One of them.
    pub a: LabelDocument,
    /// The other.
    pub b: LabelDocument,
}

/// A document to judge.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabelDocument {
    /// Its name in the corpus.
    pub id: String,
    /// Its address, if it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
    /// Its text, or its source.
    pub text: String,
    /// Whether that is HTML.
    pub html: bool,
}

impl LabelDocument {
    /// The document as the core takes it.
    pub fn document(&self) -> Document<'_> {
        let format = if self.html { Format::Html } else { Format::Plain };
        Document::new(&self.id, &self.text, format).with_url(self.url.as_deref())
    }
}

/// Pairs to judge, in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelPairs {
    /// What they were drawn from.
    pub drawn: PairOrigin,
    /// The pairs.
    pub pairs: Vec<LabelPair>,
}

/// The file's first line.
#[derive(Serialize, Deserialize)]
struct PairsHeader {
    twinprint: String,
    #[serde(flatten)]
    drawn: PairOrigin,
}

impl LabelPairs {
    /// Writes them to a folder, which is made if there is none. The same pairs may be written again.
    ///
    /// ```
    /// use twinprint_study::label::{PairOrigin, LabelDocument, LabelPair, LabelPairs};
    /// let page = |id: &str, text: &str| LabelDocument { id: id.into(), text: text.into(), ..LabelDocument::default() };
    /// let pair = LabelPair { kind: "3".into(), words: [2, 2], a: page("a", "one two"), b: page("b", "one too") };
    /// let pairs = LabelPairs { drawn: PairOrigin { study: "hamming".into(), ..PairOrigin::default() }, pairs: vec![pair] };
    /// let folder = tempfile::tempdir()?;
    /// pairs.write(folder.path())?;
    /// assert_eq!(LabelPairs::read(folder.path())?, pairs);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Occupied`] if there are other pairs in the folder: their verdicts would be lost. [`Error::Unwritable`].
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(PAIRS);
        let unwritable = |reason| Error::Unwritable { place: path.to_string_lossy().into_owned(), reason };
        let head = PairsHeader { twinprint: FORM.into(), drawn: self.drawn.clone() };
        let mut text = serde_json::to_string(&head).map_err(|error| unwritable(error.into()))?;
        for pair in &self.pairs {
            text.push('\n');
            text += &serde_json::to_string(pair).map_err(|error| unwritable(error.into()))?;
        }
        text.push('\n');
        match fs::read(&path) {
            Ok(old) if old == text.as_bytes() => return Ok(()),
            Ok(_) => return Err(Error::Occupied { folder: folder.to_string_lossy().into_owned() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unwritable(error)),
        }
        fs::create_dir_all(folder).map_err(unwritable)?;
        replace(&path, text.as_bytes())
    }

    /// Reads the pairs of a folder.
    ///
    /// # Errors
    /// [`Error::Unreadable`]; [`Error::Label`] for a line that is none, and for no pairs.
    pub fn read(folder: &Path) -> Result<LabelPairs, Error> {
        let path = folder.join(PAIRS);
        let place = path.to_string_lossy().into_owned();
        let text =
            fs::read_to_string(&path).map_err(|reason| Error::Unreadable { place: place.clone(), reason })?;
        let wrong = |line: usize, what: String| Error::Label {
            place: format!("{place} line {line}"),
            what,
            remedy: "let the study write the pairs again, to a new folder",
        };
        let mut lines = (1..).zip(text.lines());
        let (_, head) = lines.next().ok_or_else(|| wrong(1, "the file is empty".into()))?;
        let head: PairsHeader = serde_json::from_str(head).map_err(|error| wrong(1, error.to_string()))?;
        if head.twinprint != FORM {
            return Err(wrong(1, format!("its form is \"{}\", not \"{FORM}\"", head.twinprint)));
        }
        let pairs: Vec<LabelPair> = lines
            .map(|(line, pair)| serde_json::from_str(pair).map_err(|error| wrong(line, error.to_string())))
            .collect::<Result<_, _>>()?;
        if pairs.is_empty() {
            return Err(wrong(1, "there is no pair in it".into()));
        }
        Ok(LabelPairs { drawn: head.drawn, pairs })
    }
}
