//! What is changed in a file.

/// What becomes of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is in the new file.
    Keep,
    /// It is left out.
    Drop,
}

/// What is changed, by the number of each document.
pub(crate) enum Change<'a> {
    /// Some documents are left out.
    Drop(&'a (dyn Fn(u64) -> Fate + Sync)),
    /// All are kept, and say something more.
    Annotate {
        /// The columns that are added.
        columns: &'a [Column],
        /// What a document says in them, one after the other; none where nothing is known of it.
        marks: &'a (dyn Fn(u64) -> Option<Vec<Option<Mark>>> + Sync),
    },
}

/// A column that is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) kind: MarkKind,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    Text,
    Whole,
    Number,
    Truth,
}

/// What a document says in a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    Text(String),
    Whole(u64),
    Number(f64),
    Truth(bool),
}
