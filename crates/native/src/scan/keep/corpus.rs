//! A corpus without its duplicates: its documents are read once more, and those that are kept are written as they came.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::{format, mem};

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::super::super::Error;
use super::table::{Cells, Rows};
use super::unwritable;
use twinprint_readers::PACKED;

/// A document that is read again to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its ordinal in the catalogue.
    pub ordinal: u32,
    /// The file it is from.
    pub file: PathBuf,
    /// What it is of that file.
    pub form: Form,
    /// Its bytes, as they stand there; none of a row.
    pub raw: Vec<u8>,
}

/// What a document is of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// All of it.
    Whole,
    /// A line, without its end.
    Line,
    /// A record of an archive, with what stands behind it.
    Record,
    /// A row of a table, whose columns have their usual names.
    Row(Box<Cells>),
}

/// How files are packed, whatever they came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// Not at all.
    #[default]
    Plain,
    /// By gzip.
    Gzip,
}

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// How many files.
    pub files: u64,
    /// How many documents.
    pub documents: u64,
}

/// Makes sure, before long work, that a corpus could be written into a folder: that it is empty, or that there is none yet in a
/// folder that there is.
///
/// # Errors
/// [`Error::Occupied`]; [`Error::Unwritable`].
pub fn check_folder(out: &Path) -> Result<(), Error> {
    let fails = |reason| Err(unwritable(out, reason));
    match fs::read_dir(out).map(|mut entries| entries.next().is_some()) {
        Ok(false) => Ok(()),
        Ok(true) => Err(Error::Occupied { folder: out.to_string_lossy().into_owned() }),
        Err(reason) if reason.kind() != ErrorKind::NotFound => fails(reason),
        Err(reason) => match out.parent() {
            Some(folder) if folder.as_os_str().is_empty() || folder.is_dir() => Ok(()),
            _ => fails(reason),
        },
    }
}

/// Writes those documents for which `keep` holds, of `items` in the order of their files: into a folder, in which each file has
/// the path that it had, below the root or the folder it was named from. What was packed is so only by `packing`; a table has a packing of its own. A file
/// without a kept document is not written; of two that would have one path, the later has a number after its name.
///
/// The folder appears when all of it is on the disk; it must be new, or empty.
///
/// ```
/// use twinprint_native::scan::keep::{Form, Item, Packing, write_corpus};
/// let folder = tempfile::tempdir()?;
/// let item = |ordinal, raw: &str| Item { ordinal, file: "../pages/a.jsonl.zst".into(), form: Form::Line, raw: raw.into() };
/// let items = [item(0, "{\"id\":1}"), item(1, "{\"id\":2}"), item(2, "{\"id\":3}")];
/// let out = folder.path().join("kept");
/// let written = write_corpus(&out, Packing::Plain, items.into_iter().map(Ok), |ordinal| ordinal != 1)?;
/// assert_eq!(std::fs::read_to_string(out.join("pages/a.jsonl"))?, "{\"id\":1}\n{\"id\":3}\n");
/// assert_eq!((written.files, written.documents), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Occupied`], if there is something in the folder; [`Error::Unwritable`]; what `items` say. Then nothing of it is left.
pub fn write_corpus(
    out: &Path,
    packing: Packing,
    items: impl IntoIterator<Item = Result<Item, Error>>,
    mut keep: impl FnMut(u32) -> bool,
) -> Result<Written, Error> {
    let mut corpus = Corpus::begin(out, packing)?;
    for item in items {
        let item = item?;
        if keep(item.ordinal) {
            corpus.take(&item).map_err(|reason| unwritable(&item.file, reason))?;
        }
    }
    corpus.finish().map_err(|reason| unwritable(out, reason))
}

/// A folder that is being filled.
struct Corpus {
    out: PathBuf,
    /// Where it is until it is whole: beside its place.
    work: PathBuf,
    packing: Packing,
    /// The file of the document before, and what is written of it.
    open: Option<(PathBuf, Stream)>,
    written: Written,
}

/// A file that is written.
enum Stream {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Table(Box<Rows>),
}

impl Corpus {
    fn begin(out: &Path, packing: Packing) -> Result<Self, Error> {
        check_folder(out)?;
        let fails = |reason| unwritable(out, reason);
        let name = out.file_name().ok_or_else(|| fails(ErrorKind::InvalidInput.into()))?;
        let mut beside = OsString::from(".twinprint-");
        beside.push(name);
        let work = out.with_file_name(beside);
        // What is there is of a scan that was killed.
        match fs::remove_dir_all(&work) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(fails(reason)),
            _ => {}
        }
        fs::create_dir(&work).map_err(fails)?;
        Ok(Corpus { out: out.into(), work, packing, open: None, written: Written::default() })
    }

    fn take(&mut self, item: &Item) -> io::Result<()> {
        let is_open = self.open.as_ref().is_some_and(|(file, _)| *file == item.file);
        if item.form == Form::Whole || !is_open {
            self.close()?;
            self.open = Some((item.file.clone(), self.create(item)?));
        }
        if let Some((_, stream)) = &mut self.open {
            stream.take(item)?;
        }
        self.written.documents += 1;
        Ok(())
    }

    fn create(&mut self, item: &Item) -> io::Result<Stream> {
        let path = self.path(item);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = File::create_new(path)?;
        self.written.files += 1;
        if let Form::Row(_) = item.form {
            return Ok(Stream::Table(Box::new(Rows::new(file)?)));
        }
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(match self.packing {
            Packing::Plain => Stream::Plain(file),
            Packing::Gzip => Stream::Gzip(GzEncoder::new(file, Compression::default())),
        })
    }

    /// Where a document's file is made: at a path that no file has yet.
    fn path(&self, item: &Item) -> PathBuf {
        let normal = |component| match component {
            Component::Normal(part) => Some(part),
            _ => None,
        };
        let relative: PathBuf = item.file.components().filter_map(normal).collect();
        let folder = self.work.join(relative.parent().unwrap_or(Path::new("")));
        let mut name = PathBuf::from(relative.file_name().unwrap_or("documents".as_ref()));
        let packed = name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        if packed.is_some_and(|packed| PACKED.contains(&packed.as_str())) {
            name.set_extension("");
        }
        let stem = name.file_stem().unwrap_or_default();
        let mut ending = OsString::new();
        if let Some(extension) = name.extension() {
            ending.push(".");
            ending.push(extension);
        }
        let packs = self.packing == Packing::Gzip && !matches!(item.form, Form::Row(_));
        ending.push(if packs { ".gz" } else { "" });
        let named = |number: u64| {
            let mut name = stem.to_owned();
            name.push(if number > 1 { format!(" ({number})") } else { String::new() });
            name.push(&ending);
            folder.join(name)
        };
        (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1))
    }

    fn close(&mut self) -> io::Result<()> {
        match mem::take(&mut self.open) {
            Some((_, Stream::Plain(mut file))) => file.flush(),
            Some((_, Stream::Gzip(file))) => file.finish()?.flush(),
            Some((_, Stream::Table(rows))) => rows.finish(),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> io::Result<Written> {
        self.close()?;
        // All at once, so that the disk can do many in one go.
        WalkDir::new(&self.work).into_iter().par_bridge().try_for_each(|entry| {
            let entry = entry?;
            if !entry.file_type().is_file() {
                return Ok(());
            }
            // Windows brings only what is open for writing to the disk.
            File::options().write(true).open(entry.path())?.sync_all()
        })?;
        match fs::remove_dir(&self.out) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(reason),
            _ => {}
        }
        fs::rename(&self.work, &self.out)?;
        Ok(self.written)
    }
}

/// What is not whole is left nowhere.
impl Drop for Corpus {
    fn drop(&mut self) {
        // Windows does not let a file be removed that is open.
        self.open = None;
        // After the rename there is nothing; else the error that brought this about is returned.
        let _ = fs::remove_dir_all(&self.work);
    }
}

impl Stream {
    fn take(&mut self, item: &Item) -> io::Result<()> {
        let end: &[u8] = if item.form == Form::Line { b"\n" } else { b"" };
        match (self, &item.form) {
            (Stream::Table(rows), Form::Row(cells)) => rows.push(cells),
            (Stream::Plain(file), _) => file.write_all(&item.raw).and_then(|()| file.write_all(end)),
            (Stream::Gzip(file), _) => file.write_all(&item.raw).and_then(|()| file.write_all(end)),
            // A file is a table from its first row on.
            (Stream::Table(_), _) => Err(ErrorKind::InvalidInput.into()),
        }
    }
}
