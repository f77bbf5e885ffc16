//! Files that are made of parts, each of which stands for itself: they are written again one after the other, each as its bytes
//! stand.

use std::io::{self, Write};
use std::path::Path;

use super::super::Error;
use super::change::{Change, Column, Fate, Mark, TextCuts};
use super::copy::copy;
use super::cut;
use super::packing::Packer;
use super::{Rewriting, Rewritten, unreadable, unwritable};

/// The parts of a file, one at a time.
pub(super) trait Parts {
    /// Goes to the next part, past the one before. What is broken in the file is a part that cannot be read.
    ///
    /// # Errors
    /// [`Error::Unreadable`], for what the disk says.
    fn next(&mut self) -> Result<Option<Part>, Error>;

    /// What stands before the first part, with columns more if there are some.
    ///
    /// # Errors
    /// [`Error::Rewrite`], if it has one of them already.
    fn head(&mut self, columns: &[Column]) -> Result<Vec<u8>, Error> {
        let _ = columns;
        Ok(Vec::new())
    }

    /// What stands behind the last part, once all were taken.
    fn tail(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Writes the part as it stands.
    fn keep(&mut self, out: &mut Packer) -> io::Result<()>;

    /// The part with what it says in some columns, if anything, and if it has a place for them; else it is kept as it stands.
    ///
    /// # Errors
    /// [`Error::Rewrite`], if it has one of them already.
    fn annotated(
        &mut self,
        columns: &[Column],
        marks: Option<&[Option<Mark>]>,
    ) -> Result<Option<Vec<u8>>, Error>;

    /// The part with something cut out of its text, which is in one of some fields; none if it has no such text.
    fn cut(&mut self, cuts: &TextCuts, fields: &[&str]) -> Option<Vec<u8>> {
        let _ = (cuts, fields);
        None
    }
}

/// A part of a file.
pub(super) struct Part {
    /// Its number, as reading counts; none where it cannot be read.
    pub(super) number: Option<u64>,
    /// Whether reading gives a document for it, or an error.
    pub(super) is_document: bool,
}

impl Part {
    /// What is broken in the file; what the disk says is an error.
    pub(super) fn broken(error: Error) -> Result<Option<Part>, Error> {
        match error {
            Error::Unreadable { .. } => Err(error),
            _ => Ok(Some(Part { number: None, is_document: false })),
        }
    }
}

/// Writes a file of parts again.
pub(super) fn rewrite<P: Parts>(
    open: impl Fn() -> Result<P, Error>,
    from: &Path,
    to: &Path,
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    if let Change::Drop(fate) = change
        && let Some(rewritten) = copied(open()?, from, to, fate)?
    {
        return Ok(rewritten);
    }
    let mut rewritten = Rewritten::default();
    let mut parts = open()?;
    let mut out = Packer::like(from, to, rewriting)?;
    let head = parts.head(change.columns())?;
    out.write_all(&head).map_err(|reason| unwritable(to, reason))?;
    while let Some(part) = parts.next()? {
        let Some(number) = part.number else {
            rewritten.unreadable += 1;
            continue;
        };
        if change.fate(number) == Fate::Drop {
            rewritten.documents_dropped += 1;
            continue;
        }
        let changed = match change {
            Change::Drop(_) => None,
            Change::Annotate { columns, marks } => parts.annotated(columns, marks(number).as_deref())?,
            Change::Cut { cuts, fields, .. } => match cuts(number)? {
                Some(cuts) => Some(parts.cut(&cuts, fields).ok_or_else(|| cut::another_text(from))?),
                None => None,
            },
        };
        rewritten.documents_kept += u64::from(part.is_document);
        let written = match changed {
            Some(bytes) => out.write_all(&bytes),
            None => parts.keep(&mut out),
        };
        written.map_err(|reason| match out.take_failure() {
            Some(failure) => unwritable(to, failure),
            None => unreadable(from, reason),
        })?;
    }
    out.write_all(&parts.tail()).map_err(|reason| unwritable(to, reason))?;
    rewritten.bytes = Some(out.finish().map_err(|reason| unwritable(to, reason))?);
    Ok(rewritten)
}

/// Copies a file that loses nothing. To pack it anew would take much longer than to read it twice up to the first document that is
/// left out.
fn copied(
    mut parts: impl Parts,
    from: &Path,
    to: &Path,
    fate: &dyn Fn(u64) -> Fate,
) -> Result<Option<Rewritten>, Error> {
    let mut rewritten = Rewritten::default();
    while let Some(part) = parts.next()? {
        match part.number {
            None => rewritten.unreadable += 1,
            Some(number) if fate(number) == Fate::Drop => return Ok(None),
            Some(_) => rewritten.documents_kept += u64::from(part.is_document),
        }
    }
    rewritten.bytes = Some(copy(from, to)?);
    Ok(Some(rewritten))
}
