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
        /// What a document says in them.
        marks: &'a Marks<'a>,
    },
}

impl Change<'_> {
    /// The columns that are added, if any.
    pub(super) fn columns(&self) -> &[Column] {
        match self {
            Change::Drop(_) => &[],
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
