//! What a file is made of, as reading takes it.

use super::super::corpus::FileFormat;

/// What a file is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Lines of JSON.
    Lines,
    /// Items of JSON.
    Items,
    /// Records of fields behind a header.
    Separated(u8),
    /// Records of a web archive.
    Archive,
    /// Rows of a Parquet table.
    Table,
    /// Rows in Arrow's form.
    Arrow,
    /// One document.
    Whole,
}

impl Kind {
    /// What reading takes a file of a format for.
    pub(super) fn of(format: FileFormat) -> Kind {
        match format {
            FileFormat::JsonLines => Kind::Lines,
            FileFormat::Json => Kind::Items,
            FileFormat::Csv => Kind::Separated(b','),
            FileFormat::Tsv => Kind::Separated(b'\t'),
            FileFormat::Parquet => Kind::Table,
            FileFormat::Arrow => Kind::Arrow,
            FileFormat::Warc => Kind::Archive,
            FileFormat::Text | FileFormat::Html | FileFormat::Document => Kind::Whole,
        }
    }
}
