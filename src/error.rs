//! What can go wrong: every error says what is wrong, where, and what to do about it.

use alloc::string::String;
use core::fmt;

/// An error of the core. [`what`](Error::what), [`place`](Error::place) and [`remedy`](Error::remedy) are its
/// three parts; `Display` joins them.
///
/// ```
/// use twinprint::Error;
/// let error = Error::NoWords { document: "notes.txt".into() };
/// assert_eq!(error.to_string(), "notes.txt: there are no words in it; give a text with at least one word");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A document without a single word has no score: neither 0 % nor 100 %.
    NoWords {
        /// The document's name.
        document: String,
    },
    /// A document of so few words cannot be told from others by its fingerprints.
    TooShort {
        /// The document's name.
        document: String,
        /// How many words it has.
        words: u32,
        /// The fewest that are enough.
        least: u32,
    },
    /// Every word of the document is in a template or left out, so nothing of its own is left to compare.
    OnlyTemplate {
        /// The document's name.
        document: String,
    },
    /// The bytes are not text: a picture, an archive, a program.
    NotText {
        /// The document's name.
        document: String,
        /// What the bytes seem to be, as "a PDF file".
        seems: &'static str,
    },
    /// The document is longer than this face takes.
    TooLarge {
        /// The document's name.
        document: String,
        /// Its length in bytes.
        bytes: u64,
        /// The longest length taken, in bytes.
        limit: u64,
    },
    /// Two documents were read by different recipes, or with a different shortest run, other templates or other text left out.
    OtherRecipe {
        /// The name of the document that does not fit.
        document: String,
        /// The settings chosen: the recipe's id, the shortest run, and what tells templates and common runs from others, 0 for
        /// none.
        ours: String,
        /// The settings the document was read with.
        theirs: String,
    },
    /// The model at hand is not the one whose weights the recipe asks for.
    OtherModel {
        /// The id of the recipe's model.
        ours: String,
        /// The id of the model at hand, or what else is wrong with it.
        theirs: String,
    },
    /// An option of a recipe has a value outside its range.
    InvalidOption {
        /// The option's name, as users write it.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values taken.
        expected: &'static str,
    },
    /// The bytes are no whole model.
    BadModel {
        /// The model's name.
        model: String,
        /// What is wrong with them.
        problem: &'static str,
    },
    /// The model is of a version that this build does not read.
    OtherModelVersion {
        /// The model's name.
        model: String,
        /// Its version.
        found: u8,
        /// The version this build reads.
        known: u8,
    },
    /// The bytes are no whole shard of a Hamming table, or not the one they should be.
    BadTable {
        /// The shard's name.
        table: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A shard of a Hamming table is of another kind than can be read here.
    OtherTable {
        /// The shard's name.
        table: String,
        /// In what it differs, as "version".
        property: &'static str,
        /// What the shard has.
        found: String,
        /// What is read here.
        expected: String,
    },
    /// The bytes are no whole file of an index, or not the one they should be.
    BadIndex {
        /// The file's name.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A file of an index is of another kind than can be read here.
    OtherIndex {
        /// The file's name.
        file: String,
        /// In what it differs, as "version".
        property: &'static str,
        /// What the file has.
        found: String,
        /// What is read here.
        expected: String,
    },
    /// The response of an index, or of the service before it, does not fit the look-up.
    BadAnswer {
        /// Its name or address.
        index: String,
        /// What is wrong with it.
        problem: String,
    },
    /// What comes from an index is not what it was when it was opened.
    ChangedIndex {
        /// The file's name.
        file: String,
        /// What shows it.
        problem: String,
    },
}

impl Error {
    /// A short, stable name for programs, as `no-words`.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::NoWords { .. } => "no-words",
            Error::TooShort { .. } => "too-short",
            Error::OnlyTemplate { .. } => "only-template",
            Error::NotText { .. } => "not-text",
            Error::TooLarge { .. } => "too-large",
            Error::OtherRecipe { .. } => "other-recipe",
            Error::OtherModel { .. } => "other-model",
            Error::InvalidOption { .. } => "invalid-option",
            Error::BadModel { .. } => "bad-model",
            Error::OtherModelVersion { .. } => "other-model-version",
            Error::BadTable { .. } => "bad-table",
            Error::OtherTable { .. } => "other-table",
            Error::BadIndex { .. } => "bad-index",
            Error::OtherIndex { .. } => "other-index",
            Error::BadAnswer { .. } => "bad-answer",
            Error::ChangedIndex { .. } => "index-changed",
        }
    }

    /// What is wrong.
    pub fn what(&self) -> String {
        match self {
            Error::NoWords { .. } => "there are no words in it".into(),
            Error::TooShort { words, least, .. } => {
                alloc::format!("{words} words are too few to tell it from others: it takes {least}")
            }
            Error::OnlyTemplate { .. } => "every word of it is in the template or left out".into(),
            Error::NotText { seems, .. } => alloc::format!("not text: it seems to be {seems}"),
            Error::TooLarge { bytes, limit, .. } => {
                alloc::format!("{bytes} bytes are more than the {limit} taken here")
            }
            Error::OtherRecipe { ours, theirs, .. } => {
                alloc::format!("it was read by recipe {theirs}, which cannot be compared with {ours}")
            }
            Error::OtherModel { ours, theirs } => {
                alloc::format!("the recipe weighs terms by model {ours}, and the model at hand is {theirs}")
            }
            Error::InvalidOption { value, .. } => alloc::format!("\"{value}\" is not a value of this option"),
            Error::BadModel { problem, .. } => no_whole("model", problem),
            Error::OtherModelVersion { found, known, .. } => {
                alloc::format!("this model is of version {found}, and version {known} is read here")
            }
            Error::BadTable { problem, .. } => no_whole("shard of a table", problem),
            Error::BadIndex { problem, .. } => no_whole("file of an index", problem),
            Error::OtherTable { property, found, expected, .. }
            | Error::OtherIndex { property, found, expected, .. } => {
                alloc::format!("its {property} is {found}, and {expected} is read here")
            }
            Error::BadAnswer { problem, .. } => ["its response does not fit the request: ", problem].concat(),
            Error::ChangedIndex { problem, .. } => {
                ["the index changed while it was read: ", problem].concat()
            }
        }
    }

    /// Where: the document, the option or the model.
    pub fn place(&self) -> &str {
        match self {
            Error::NoWords { document }
            | Error::TooShort { document, .. }
            | Error::OnlyTemplate { document }
            | Error::NotText { document, .. }
            | Error::TooLarge { document, .. }
            | Error::OtherRecipe { document, .. } => document,
            Error::OtherModel { .. } => "model",
            Error::InvalidOption { option, .. } => option,
            Error::BadModel { model, .. } | Error::OtherModelVersion { model, .. } => model,
            Error::BadTable { table, .. } | Error::OtherTable { table, .. } => table,
            Error::BadAnswer { index, .. } => index,
            Error::BadIndex { file, .. }
            | Error::OtherIndex { file, .. }
            | Error::ChangedIndex { file, .. } => file,
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Error::NoWords { .. } => "give a text with at least one word",
            Error::TooShort { .. } => "compare it word for word, or with what belongs to it in one text",
            Error::OnlyTemplate { .. } => "let the template or what is left out count, or remove it",
            Error::NotText { .. } => "save it as plain text or HTML and give that",
            Error::TooLarge { .. } => "split it, or use the command line, which takes longer documents",
            Error::OtherRecipe { .. } => "prepare both anew by one checker",
            Error::OtherModel { .. } => "give that model, or name the one at hand in the recipe",
            Error::InvalidOption { expected, .. } => return alloc::format!("use {expected}"),
            Error::BadModel { .. } => "fetch or train it again",
            Error::OtherModelVersion { .. } => "use the Twinprint it was made by, or train it again",
            Error::BadTable { .. } | Error::BadIndex { .. } => "fetch or build it again",
            Error::OtherTable { .. } | Error::OtherIndex { .. } => {
                "use what it was made for, or build it again"
            }
            Error::BadAnswer { .. } => "try again, or use another index",
            Error::ChangedIndex { .. } => "open it again",
        };
        remedy.into()
    }
}

fn no_whole(thing: &str, problem: &str) -> String {
    alloc::format!("this is no whole {thing}: {problem}")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.place(), self.what(), self.remedy())
    }
}

impl core::error::Error for Error {}
