//! What can go wrong with files, in the same three parts as the core's errors.

use std::io;
use std::{fmt, format};

/// An error of the native face. [`what`](Error::what), [`place`](Error::place) and [`remedy`](Error::remedy) are
/// its three parts; `Display` joins them.
///
/// ```
/// use twinprint_native::Error;
/// let error = Error::Unreadable { place: "a.txt".into(), reason: std::io::ErrorKind::NotFound.into() };
/// assert_eq!(error.to_string(), "a.txt: there is no such file or folder; check the path");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The core cannot use a document or an option.
    Core(twinprint::Error),
    /// A file, a folder or standard input cannot be read.
    Unreadable {
        /// Its name.
        place: String,
        /// What the operating system says.
        reason: io::Error,
    },
    /// A file that was there can no longer be read: its drive or the network failed.
    DriveFailed {
        /// Its name.
        place: String,
        /// What the operating system says.
        reason: io::Error,
    },
    /// A file or standard output cannot be written.
    Unwritable {
        /// Its name.
        place: String,
        /// What the operating system says.
        reason: io::Error,
    },
    /// The file is longer than a document may be.
    TooLong {
        /// Its name.
        place: String,
        /// The longest length taken, in bytes.
        limit: u64,
    },
    /// A line of a file of documents is none.
    BadLine {
        /// The file's name and the line's number.
        place: String,
        /// Why not, as "it is not JSON".
        problem: String,
    },
    /// An item of a JSON array is no document.
    BadItem {
        /// The file's name and the item's number.
        place: String,
        /// Why not, as "it is not JSON".
        problem: String,
    },
    /// A file does not have a field that was named.
    NoField {
        /// The file's name.
        place: String,
        /// The name.
        field: String,
        /// The fields that it has, as "id, text".
        fields: String,
    },
    /// A row of a table is no document.
    BadRow {
        /// The file's name and the row's number.
        place: String,
        /// Why not, as "it has no text".
        problem: String,
    },
    /// A table cannot be read, or not to its end.
    BadTable {
        /// The file's name, or the row from which on it cannot be read.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// The text of a document of a word processor or the like cannot be read.
    BadDocument {
        /// The file's name.
        place: String,
        /// Why, and what to do.
        problem: twinprint_readers::Unreadable,
    },
    /// A record of a web archive is none, or is not whole.
    BadRecord {
        /// The file's name and the record's number.
        place: String,
        /// The byte at which it begins, of the archive as it is unpacked.
        offset: u64,
        /// What is wrong with it, as "ends within its head".
        problem: String,
    },
    /// A part of a packed file is broken.
    Broken {
        /// The file's name, and how far in it reading was.
        place: String,
        /// The byte of the file at which the part begins.
        offset: u64,
        /// What is wrong with it.
        problem: String,
        /// How many bytes of the file are lost: from the last that was unpacked to the next part, or to the end.
        lost: u64,
    },
    /// A packed file unpacks to far more than text does.
    Bomb {
        /// The file's name, and how far in it reading was.
        place: String,
        /// The bytes of it ...
        packed: u64,
        /// ... that unpack to at least this number of bytes.
        unpacked: u64,
    },
    /// A file of a corpus cannot be written again as it was asked for.
    Rewrite {
        /// Its name, or that of a document of it.
        place: String,
        /// Why not, as "it has a field \"cluster\" already".
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A pattern such as `essays/*.txt` cannot be understood.
    Pattern {
        /// The pattern.
        pattern: String,
        /// Why, as "invalid range pattern".
        reason: &'static str,
    },
    /// No file is matched by a pattern.
    NoMatch {
        /// The pattern.
        pattern: String,
    },
    /// No document lies below a folder.
    NoDocuments {
        /// The folder.
        folder: String,
    },
    /// Standard input was named twice, and can be read once.
    StandardInputTwice,
    /// What is piped in was to be read a second time.
    ReadOnce {
        /// Its name, or that of a document of it.
        place: String,
    },
    /// Fewer than two documents can be compared.
    TooFew {
        /// How many there are.
        usable: usize,
    },
    /// All documents have one author, and documents of one author are not compared.
    OneAuthor {
        /// Who that is.
        author: String,
        /// How many documents there are.
        documents: usize,
    },
    /// The disk is full.
    Full {
        /// The folder.
        place: String,
        /// The bytes that were written.
        written: u64,
        /// The bytes of the files, packed as they are, of which that is, since reading began or went on.
        read: u64,
        /// The bytes that are needed in all, if that is known.
        needed: Option<u64>,
    },
    /// Something takes more memory than was given.
    Memory {
        /// The bytes that are needed.
        needed: u64,
    },
    /// Another process is at work in a folder.
    Busy {
        /// The folder.
        place: String,
    },
    /// What would be written is what is read, or one is within the other.
    OutputIsInput {
        /// What would be written.
        output: String,
        /// What is read.
        input: String,
    },
    /// A document is refused, and that is to end it all.
    Refused {
        /// Where it is.
        place: String,
        /// Why, and what to do.
        what: String,
    },
    /// More would be let go than a guard allows.
    Guard {
        /// The file, the site or the cluster.
        place: String,
        /// How much would be let go of it.
        what: String,
    },
    /// What was counted does not add up.
    Unbalanced {
        /// The file, or the whole.
        place: String,
        /// The numbers.
        what: String,
    },
    /// What a folder says is not so.
    Unproven {
        /// The document or the file.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// Two documents of a corpus have the same name.
    SameName {
        /// The name.
        name: String,
        /// Where the first stands.
        first: String,
        /// Where the second stands.
        second: String,
    },
    /// Two documents of an index would have one id.
    SameLabel {
        /// The id.
        id: String,
        /// Where the first stands.
        first: String,
        /// Where the second stands.
        second: String,
    },
    /// A document has the id of one of the index that it is to be added to.
    SameId {
        /// The id.
        id: String,
        /// Where the document stands.
        place: String,
    },
    /// A line that should name a method does not.
    Method {
        /// The option and the line.
        place: String,
        /// What is wrong with it.
        error: twinprint::Error,
    },
    /// An index of fingerprints, or what it is to be built from, is not as it should be.
    Index {
        /// The folder, or the file and the line.
        place: String,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A folder that is to be written has something in it.
    Occupied {
        /// The folder.
        folder: String,
    },
    /// A file that would be written is there, and this program did not write it.
    Exists {
        /// The file.
        file: String,
    },
    /// A server cannot listen where it should.
    Unbindable {
        /// The name or address, and the port.
        place: String,
        /// What the operating system says.
        reason: io::Error,
    },
    /// An origin whose pages may ask is none.
    Origin {
        /// What was given.
        origin: String,
    },
    /// A file of access tokens has none that could be used.
    Tokens {
        /// The file.
        place: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// What is at an address is no index, or cannot be fetched.
    Fetch {
        /// The address.
        place: String,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: String,
    },
    /// A step of a job on a cluster is started by another version, or given what it cannot take.
    Batch {
        /// The step, or what comes in.
        place: String,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: String,
    },
    /// A file of eval sets has no items that can be read.
    Evals {
        /// The file.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// Labels for `twinprint eval` cannot be understood, or do not fit the documents.
    Label {
        /// The file and the line, or the file.
        place: String,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
}

impl Error {
    /// What is wrong.
    pub fn what(&self) -> String {
        match self {
            Error::Core(error) => error.what(),
            Error::Unreadable { reason, .. } => match reason.kind() {
                io::ErrorKind::NotFound => "there is no such file or folder".into(),
                io::ErrorKind::PermissionDenied => "you are not allowed to read it".into(),
                _ => format!("it cannot be read: {}", plain(reason)),
            },
            Error::DriveFailed { reason, .. } => format!("it can no longer be read: {}", plain(reason)),
            Error::Unwritable { reason, .. } => format!("it cannot be written: {}", plain(reason)),
            Error::TooLong { limit, .. } => format!("it is longer than {} MiB", limit >> 20),
            Error::BadLine { problem, .. } => format!("this line is no document: {problem}"),
            Error::BadItem { problem, .. } => format!("this item is no document: {problem}"),
            Error::NoField { field, fields, .. } => format!("it has no field \"{field}\"; it has: {fields}"),
            Error::BadRow { problem, .. } => format!("this row is no document: {problem}"),
            Error::BadDocument { problem, .. } => problem.to_string(),
            Error::BadTable { what, .. } => what.clone(),
            Error::BadRecord { offset, problem, .. } => {
                format!("the record that begins at byte {offset} {problem}")
            }
            Error::Broken { offset, problem, lost, .. } => {
                let lost =
                    if *lost > 0 { format!(" ({lost} bytes of the file are lost)") } else { String::new() };
                format!(
                    "it cannot be read: the packed part that begins at byte {offset} is broken: {problem}{lost}"
                )
            }
            Error::Bomb { packed, unpacked, .. } => {
                format!(
                    "it cannot be read: {packed} bytes of it unpack to more than {unpacked}, far more than text does"
                )
            }
            Error::Pattern { reason, .. } => format!("this pattern cannot be understood: {reason}"),
            Error::NoMatch { .. } => "no file has a name of this pattern".into(),
            Error::NoDocuments { .. } => "there are no documents below this folder".into(),
            Error::Occupied { .. } => "there is something in this folder".into(),
            Error::Exists { .. } => "there is such a file, and Twinprint did not write it".into(),
            Error::OutputIsInput { input, .. } => {
                format!("this would be written where the corpus is read from: {input}")
            }
            Error::Refused { what, .. } => format!("it is refused: {what}"),
            Error::Guard { what, .. } | Error::Unbalanced { what, .. } | Error::Unproven { what, .. } => {
                what.clone()
            }
            Error::StandardInputTwice => "standard input can be read only once".into(),
            Error::ReadOnce { .. } => "what is piped in cannot be read a second time".into(),
            Error::Full { written, needed, .. } => {
                let written = super::display::bytes(*written);
                match needed {
                    Some(needed) => format!(
                        "the disk is full after {written}; some {} are needed in all",
                        super::display::bytes(*needed)
                    ),
                    None => format!("the disk is full after {written}"),
                }
            }
            Error::Memory { needed } => {
                format!("{} are needed to hold the samples of a group", super::display::bytes(*needed))
            }
            Error::Busy { .. } => "another process is at work in this folder".into(),
            Error::SameName { name, first, .. } => format!("its name, {name}, is that of {first}, too"),
            Error::SameLabel { id, first, .. } => format!("its id, {id}, is that of {first}, too"),
            Error::SameId { id, .. } => format!("its id, {id}, is that of a document of the index"),
            Error::TooFew { usable: 0 } => "there is no document to compare".into(),
            Error::TooFew { .. } => "there is only one document to compare".into(),
            Error::OneAuthor { author, documents } => {
                format!(
                    "all {documents} have one author, {author}, and documents of one author are not compared"
                )
            }
            // The place of the error is a key of the line; that of a name that is unknown would be said twice.
            Error::Method { error, .. } if error.place() == "method" => error.what(),
            Error::Method { error, .. } => format!("{}: {}", error.place(), error.what()),
            Error::Index { what, .. }
            | Error::Fetch { what, .. }
            | Error::Batch { what, .. }
            | Error::Evals { what, .. }
            | Error::Label { what, .. }
            | Error::Rewrite { what, .. } => what.clone(),
            Error::Unbindable { reason, .. } => format!("nothing can listen there: {}", plain(reason)),
            Error::Origin { .. } => "this is no origin".into(),
            Error::Tokens { what, .. } => (*what).into(),
        }
    }

    /// Where: the file, the folder, the pattern or the option.
    pub fn place(&self) -> &str {
        match self {
            Error::Core(error) => error.place(),
            Error::Unreadable { place, .. }
            | Error::DriveFailed { place, .. }
            | Error::Unwritable { place, .. }
            | Error::TooLong { place, .. }
            | Error::Method { place, .. }
            | Error::Index { place, .. }
            | Error::Fetch { place, .. }
            | Error::Batch { place, .. }
            | Error::Evals { place, .. }
            | Error::Label { place, .. }
            | Error::Rewrite { place, .. }
            | Error::Full { place, .. }
            | Error::Unbindable { place, .. }
            | Error::Tokens { place, .. }
            | Error::Busy { place }
            | Error::OutputIsInput { output: place, .. }
            | Error::Refused { place, .. }
            | Error::Guard { place, .. }
            | Error::Unbalanced { place, .. }
            | Error::Unproven { place, .. }
            | Error::ReadOnce { place }
            | Error::SameName { second: place, .. }
            | Error::SameLabel { second: place, .. }
            | Error::SameId { place, .. }
            | Error::BadLine { place, .. }
            | Error::BadItem { place, .. }
            | Error::NoField { place, .. }
            | Error::BadRow { place, .. }
            | Error::BadDocument { place, .. }
            | Error::BadTable { place, .. }
            | Error::BadRecord { place, .. }
            | Error::Broken { place, .. }
            | Error::Bomb { place, .. } => place,
            Error::Pattern { pattern, .. } | Error::NoMatch { pattern } => pattern,
            Error::NoDocuments { folder } | Error::Occupied { folder } => folder,
            Error::Exists { file } => file,
            Error::Memory { .. } => "memory",
            Error::StandardInputTwice => "-",
            Error::Origin { origin } => origin,
            Error::TooFew { .. } | Error::OneAuthor { .. } => "documents",
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        match self {
            Error::Core(error) => error.remedy(),
            Error::Unreadable { reason, .. } => match reason.kind() {
                io::ErrorKind::NotFound => "check the path".into(),
                io::ErrorKind::PermissionDenied => "get permission to read it, or leave it out".into(),
                _ => "check the file and its disk, or leave it out".into(),
            },
            Error::DriveFailed { .. } => "check its drive, then run the same command again".into(),
            Error::Unwritable { reason, .. } => match reason.kind() {
                io::ErrorKind::NotFound => "make its folder first".into(),
                io::ErrorKind::PermissionDenied => "write to a folder of your own".into(),
                io::ErrorKind::StorageFull => "free some space".into(),
                _ => "write to another place".into(),
            },
            Error::TooLong { .. } => "split it".into(),
            Error::BadLine { .. } => {
                "give a JSON object with a text in each line, or name its field with --text-field".into()
            }
            Error::BadItem { .. } => {
                "give a JSON object with a text in each item, or name its field with --text-field".into()
            }
            Error::NoField { .. } => "name one that it has with --text-field or --id-field".into(),
            Error::BadRow { .. } => "fill the column of texts in each row, or leave it so".into(),
            Error::BadTable { .. } => {
                "give a whole table with a column of texts, or name the column with --text-field".into()
            }
            Error::BadDocument { problem, .. } => problem.remedy().into(),
            Error::Evals { .. } => {
                "give JSON lines, a JSON array, CSV, TSV or Parquet with a question in each, or name its field with --question-field".into()
            }
            Error::BadRecord { .. } | Error::Broken { .. } => {
                "get the file again, or leave it so: the rest of it is read".into()
            }
            Error::Bomb { .. } => "if that is intended, unpack it yourself".into(),
            Error::Pattern { .. } => "write \"*\" and \"?\" for what varies, and [[] for a bracket".into(),
            Error::NoMatch { .. } => "check the pattern, and that it is in quotes".into(),
            Error::NoDocuments { .. } => format!(
                "give a folder with files that end in .{}, or so and .{}; other files are read when they are named",
                twinprint_readers::extensions().collect::<Vec<_>>().join(" ."),
                twinprint_readers::PACKED.join(" .")
            ),
            Error::Occupied { .. } => "give a new folder, or empty this one".into(),
            Error::Exists { .. } => "give another name, or --force to replace it".into(),
            Error::OutputIsInput { .. } => "give a place apart from the corpus".into(),
            Error::Refused { .. } => "mend it, or go on without it by --if-refused report".into(),
            Error::Guard { .. } => {
                "look at what would be removed, above; if it is right, give --guard 100% or another share".into()
            }
            Error::Unbalanced { .. } => {
                "nothing was put in its place; keep the corpus as it is, and report this as a fault of the program"
                    .into()
            }
            Error::Unproven { .. } => {
                "do not rely on this folder; make it again from the corpus, if that is unchanged".into()
            }
            Error::StandardInputTwice => "save it to a file to give it twice".into(),
            Error::ReadOnce { .. } => "save it to a file, and give that".into(),
            Error::TooFew { .. } => "give two files, or a folder of them".into(),
            Error::OneAuthor { .. } => {
                "compare them with --within-authors, or say by --authors whose they are".into()
            }
            Error::Full { .. } => "free some space, or give another folder with --temp-dir or -o".into(),
            Error::Memory { .. } => "give more with --memory, or fewer documents".into(),
            Error::Busy { .. } => "wait for it, or give another folder".into(),
            Error::SameName { .. } => "give each document a name of its own".into(),
            Error::SameLabel { .. } => {
                "give each document an id of its own, or let their places be their ids by --ids place".into()
            }
            Error::SameId { .. } => {
                "give it another id, put it in that one's place with --replace, or let its place be its id by --ids place".into()
            },
            Error::Method { error, .. } => error.remedy(),
            Error::Index { remedy, .. } | Error::Label { remedy, .. } | Error::Rewrite { remedy, .. } => {
                (*remedy).into()
            }
            Error::Fetch { remedy, .. } | Error::Batch { remedy, .. } => remedy.clone(),
            Error::Unbindable { reason, .. } => match reason.kind() {
                io::ErrorKind::AddrInUse => {
                    "stop the program that uses the port, or give another with --port".into()
                }
                io::ErrorKind::PermissionDenied => "give a port from 1024 on with --port".into(),
                _ => "give a name or an address of this machine with --host".into(),
            },
            Error::Origin { .. } => "give a scheme and a host, as https://example.org".into(),
            Error::Tokens { .. } => "write a long random text in each line of it".into(),
        }
    }

    /// The kind of error in a few words, by which many are counted: "no words".
    pub fn reason(&self) -> &'static str {
        match self {
            Error::Core(twinprint::Error::NoWords { .. }) => "no words",
            Error::Core(twinprint::Error::NotText { .. }) => "no text",
            Error::Core(twinprint::Error::OnlyTemplate { .. }) => "only template",
            Error::Core(twinprint::Error::TooLarge { .. }) | Error::TooLong { .. } => "too long",
            Error::Unreadable { .. } | Error::DriveFailed { .. } => "cannot be read",
            Error::BadLine { .. } | Error::BadItem { .. } | Error::BadRow { .. } | Error::NoField { .. } => {
                "no document"
            }
            Error::BadDocument { .. } => "document that is not read",
            Error::BadTable { .. } | Error::BadRecord { .. } | Error::Broken { .. } => "broken",
            Error::Bomb { .. } => "unpacks beyond measure",
            Error::SameName { .. } => "name of another",
            _ => "other",
        }
    }
}

impl From<twinprint::Error> for Error {
    fn from(error: twinprint::Error) -> Self {
        Error::Core(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.place(), self.what(), self.remedy())
    }
}

impl core::error::Error for Error {}

/// The operating system's words without its number.
fn plain(reason: &io::Error) -> String {
    let text = reason.to_string();
    text.find(" (os error").map_or(text.clone(), |at| text[..at].into())
}
