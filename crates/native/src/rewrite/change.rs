//! What is changed in a file.

use super::super::Error;
use twinprint::text::cut::Cut;

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
        /// What a document says in them.
        marks: &'a Marks<'a>,
    },
    /// Some documents are left out, and something is cut out of the texts of others.
    Cut {
        /// What becomes of each document.
        fate: &'a (dyn Fn(u64) -> Fate + Sync),
        /// What is cut out of its text, if anything is.
        cuts: &'a (dyn Fn(u64) -> Result<Option<TextCuts>, Error> + Sync),
        /// The fields in which its text may be, the first before the others.
        fields: &'a [&'a str],
    },
}

/// What is cut out of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextCuts {
    /// How long the text is, in bytes: another is not cut.
    pub(crate) length: usize,
    /// The cuts, in their order.
    pub(crate) cuts: Vec<Cut>,
}

impl Change<'_> {
    /// What becomes of a document.
    pub(super) fn fate(&self, number: u64) -> Fate {
        match self {
            Change::Drop(fate) | Change::Cut { fate, .. } => fate(number),
            Change::Annotate { .. } => Fate::Keep,
        }
    }

    /// The columns that are added, if any.
    pub(super) fn columns(&self) -> &[Column] {
        match self {
            Change::Drop(_) | Change::Cut { .. } => &[],
            Change::Annotate { columns, .. } => columns,
        }
    }
}

/// What a document says in the columns that are added, one after the other; none where nothing is known of it.
pub(crate) type Marks<'a> = dyn Fn(u64) -> Option<Vec<Option<Mark>>> + Sync + 'a;

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

impl Mark {
    pub(super) fn text(&self) -> Option<&str> {
        if let Mark::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn whole(&self) -> Option<i64> {
        if let Mark::Whole(number) = *self { i64::try_from(number).ok() } else { None }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Mark::Number(number) = *self { Some(number) } else { None }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        if let Mark::Truth(truth) = *self { Some(truth) } else { None }
    }
}
