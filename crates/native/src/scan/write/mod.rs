//! Pairs and clusters as files for programs.
//!
//! | what | JSON lines | TSV | Parquet |
//! |---|---|---|---|
//! | pairs | an object each | a row each, after a header | a row each |
//! | clusters | an object each, with its documents | a row for each document, after a header | - |
//!
//! Numbers are written in the fewest digits that give them again. In JSON and TSV no name can break a line or a field, or do
//! something to a terminal ([`lines`](super::super::lines)).

mod clusters;
mod columns;
mod names;

mod text;
use std::io::{self, Write};
use std::path::Path;

use super::super::Error;
use super::{Catalogue, ScanPair};
pub use clusters::write_clusters;
pub(crate) use clusters::write_clusters_from;
use columns::Columns;
use names::Names;

pub(crate) use text::json_pair;
use text::tsv_pair;

/// The formats of pairs and clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A JSON object a line.
    JsonLines,
    /// Tab-separated fields, after a header.
    Tsv,
    /// Typed columns, for pairs alone.
    Parquet,
}

impl Format {
    /// The format that the ending of a name stands for.
    ///
    /// ```
    /// use twinprint_native::scan::write::Format;
    /// assert_eq!(Format::of("pairs.tsv".as_ref()), Some(Format::Tsv));
    /// assert_eq!(Format::of("pairs.csv".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        [Format::JsonLines, Format::Tsv, Format::Parquet].into_iter().find(|format| format.ending() == ending)
    }

    /// How the names of its files end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::JsonLines => "jsonl",
            Format::Tsv => "tsv",
            Format::Parquet => "parquet",
        }
    }
}

/// Writes pairs, one after the other: `a`, `b`, `resemblance`, `containment_a` (the share of a's shingles found in b),
/// `containment_b`, `shared` and the method's own `score`. What was not counted is null, or an empty field.
///
/// ```
/// use twinprint_native::{blobs::Blobs, scan::{Catalogue, ScanPair, Row, write::{Format, PairWriter}}};
/// let mut catalogue = Catalogue::new(Vec::new(), Blobs::new(tempfile::tempfile()?, "names"));
/// for (ordinal, name) in (0..).zip(["a", "b\n"]) {
///     catalogue.push(name, Row { first: ordinal, words: 9, shingles: 4, bytes: 50, file: 0, number: ordinal })?;
/// }
/// let mut out = Vec::new();
/// let mut pairs = PairWriter::new(Format::JsonLines, &mut out, "pairs.jsonl", &catalogue)?;
/// pairs.write(&ScanPair { a: 0, b: 1, shared: Some(3), score: 0.5 })?;
/// let line = r#"{"a":"a","b":"b\n","resemblance":0.6,"containment_a":0.75,"containment_b":0.75,"shared":3,"score":0.5}"#;
/// pairs.finish()?;
/// assert_eq!(String::from_utf8(out)?, format!("{line}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PairWriter<'a> {
    names: Names<'a>,
    place: String,
    out: Out<'a>,
}

/// What takes the bytes of a file.
type Sink<'a> = &'a mut (dyn Write + Send);

/// Where pairs go.
enum Out<'a> {
    JsonLines(Sink<'a>),
    Tsv(Sink<'a>),
    Parquet(Box<Columns<Sink<'a>>>),
}

/// A pair as it is written.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Line<'a> {
    pub(crate) a: &'a str,
    pub(crate) b: &'a str,
    pub(crate) resemblance: Option<f64>,
    pub(crate) containment_a: Option<f64>,
    pub(crate) containment_b: Option<f64>,
    pub(crate) shared: Option<u32>,
    pub(crate) score: f32,
}

impl<'a> PairWriter<'a> {
    /// Begins a file; `place` is what messages call it.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn new(
        format: Format,
        out: &'a mut (dyn Write + Send),
        place: impl Into<String>,
        catalogue: &'a Catalogue,
    ) -> Result<Self, Error> {
        let place = place.into();
        let begin = || {
            Ok(match format {
                Format::JsonLines => Out::JsonLines(out),
                Format::Tsv => {
                    out.write_all(text::HEADER.as_bytes())?;
                    Out::Tsv(out)
                }
                Format::Parquet => Out::Parquet(Box::new(Columns::new(out)?)),
            })
        };
        let out = begin().map_err(|reason| unwritable(&place, reason))?;
        Ok(PairWriter { names: Names::new(catalogue), place, out })
    }

    /// Writes a pair.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; [`Error::Unreadable`] for a name.
    ///
    /// # Panics
    /// With ordinals that are none of the catalogue's.
    pub fn write(&mut self, pair: &ScanPair) -> Result<(), Error> {
        let overlap = pair.overlap(self.names.catalogue());
        let [a, b] = self.names.both(pair.a, pair.b)?;
        let line = Line {
            a,
            b,
            resemblance: overlap.map(|overlap| overlap.resemblance()),
            containment_a: overlap.map(|overlap| overlap.containment_a()),
            containment_b: overlap.map(|overlap| overlap.containment_b()),
            shared: pair.shared,
            score: pair.score,
        };
        let written = match &mut self.out {
            Out::JsonLines(out) => json_pair(out, &line),
            Out::Tsv(out) => tsv_pair(out, &line),
            Out::Parquet(columns) => columns.push(&line),
        };
        written.map_err(|reason| unwritable(&self.place, reason))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn finish(self) -> Result<(), Error> {
        let finished = match self.out {
            Out::JsonLines(out) | Out::Tsv(out) => out.flush(),
            Out::Parquet(columns) => columns.finish().and_then(|out| out.flush()),
        };
        finished.map_err(|reason| unwritable(&self.place, reason))
    }
}

fn unwritable(place: &str, reason: io::Error) -> Error {
    Error::Unwritable { place: place.into(), reason }
}
