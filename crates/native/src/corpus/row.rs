//! Rows of tables of every kind: which columns say something of a document, and the document of a row's cells.

use std::format;

use super::fields::{Matched, Said, Wanted, listed};
use super::records::{Body, Piece};
use super::{DocumentPlace, Error, MAX_BYTES};

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A number, of a type of this name.
    Number(String),
    /// Something of this name that is not read.
    Other(String),
}

/// A column that says something of documents.
#[derive(Debug)]
pub(super) struct Column {
    /// Its place among all.
    pub(super) index: usize,
    matched: Matched,
}

/// What a column's cell is in a row.
pub(super) type Cell = Option<Vec<u8>>;

/// The columns of a table that are requested, of the names and kinds of all.
///
/// # Errors
/// [`Error::NoField`] where there is none that a caller named, [`Error::BadTable`] where none holds a text.
pub(super) fn columns(
    all: &[(String, Kind)],
    wanted: &Wanted,
    place: &DocumentPlace,
) -> Result<Vec<Column>, Error> {
    let file = || place.file.to_string();
    let names = || listed(&all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let mut columns = Vec::new();
    for (index, (name, kind)) in all.iter().enumerate() {
        let matched = wanted.named(name);
        let (fits, kind) = match kind {
            Kind::Text => (matched, ""),
            Kind::Number(kind) => (matched.without(wanted.texts()), &**kind),
            Kind::Other(kind) => (Matched::NONE, &**kind),
        };
        let unfit = matched.without(fits);
        if !unfit.and(wanted.strict()).is_empty() || wanted.is_given(unfit) {
            let what = format!("its column \"{name}\" holds {kind}, which is not read as such");
            return Err(Error::BadTable { place: file(), what });
        }
        let matched = fits;
        if !matched.is_empty() {
            columns.push(Column { index, matched });
        }
    }
    if let Some(field) = wanted.given().find(|&given| all.iter().all(|(name, _)| name != given)) {
        return Err(Error::NoField { place: file(), field: field.into(), fields: names() });
    }
    if columns.iter().all(|column| column.matched.and(wanted.texts()).is_empty()) {
        let what =
            format!("it has none of the columns {}; its columns are: {}", wanted.text_names(), names());
        return Err(Error::BadTable { place: file(), what });
    }
    Ok(columns)
}

/// The document of a row's cells, which are in the order of the columns.
pub(super) fn document(
    columns: &[Column],
    cells: impl IntoIterator<Item = Cell>,
    wanted: &Wanted,
    place: DocumentPlace,
) -> Piece {
    let mut said = Said::default();
    let mut text: Option<(usize, Vec<u8>)> = None;
    for (column, cell) in columns.iter().zip(cells) {
        let Some(bytes) = cell else { continue };
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES });
        }
        let others = column.matched.without(wanted.texts());
        if !others.is_empty() {
            said.set(others, String::from_utf8_lossy(&bytes).into_owned());
        }
        if let Some(at) = column.matched.and(wanted.texts()).first()
            && text.as_ref().is_none_or(|&(before, _)| at < before)
        {
            text = Some((at, bytes));
        }
    }
    match text {
        Some((at, text)) => Ok((place, text, Body::Row(Box::new(said), Matched::only(at)))),
        None => {
            let problem = format!("it has no text in {}", wanted.text_names());
            Err(Error::BadRow { place: place.to_string(), problem })
        }
    }
}
