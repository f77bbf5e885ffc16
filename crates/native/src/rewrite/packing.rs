//! Files that are written packed as those that they come from.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use bzip2::write::BzEncoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::super::Error;
use super::super::corpus::display_name;
use super::xz::XzEncoder;
use super::{Rewriting, unreadable, unwritable};
use twinprint_readers::{PackedBy, packed_by};

const BUFFER: usize = 1 << 16;
/// Whether anything can be packed by Zstandard: its library needs a C compiler, which not every build has.
pub(super) const PACKS_ZSTANDARD: bool = cfg!(feature = "zstd");

/// A file that is being written.
pub(super) struct Packer {
    file: Arc<File>,
    coder: Coder,
    /// The first error: some who write here ignore the errors that they get.
    failure: Option<io::Error>,
}

enum Coder {
    Plain(BufWriter<Arc<File>>),
    Gzip(Members),
    Bzip2(BzEncoder<BufWriter<Arc<File>>>),
    Xz(Box<XzEncoder<BufWriter<Arc<File>>>>),
    #[cfg(feature = "zstd")]
    Zstandard(zstd::stream::write::Encoder<'static, BufWriter<Arc<File>>>),
}

impl Packer {
    /// A new file at `to`, which is packed as `from` is.
    pub(super) fn like(from: &Path, to: &Path, rewriting: &Rewriting<'_>) -> Result<Packer, Error> {
        let fails = |reason| unreadable(from, reason);
        let packed_by = packed_by(File::open(from).map_err(fails)?).map_err(fails)?;
        check(from)?;
        let fails = |reason| unwritable(to, reason);
        let file = Arc::new(File::create_new(to).map_err(fails)?);
        let buffered = || BufWriter::with_capacity(BUFFER, file.clone());
        let coder = match packed_by {
            None => Coder::Plain(buffered()),
            Some(PackedBy::Gzip) => Coder::Gzip(Members::new(file.clone())),
            Some(PackedBy::Zstandard) => zstandard(buffered(), rewriting).map_err(fails)?,
            Some(PackedBy::Bzip2) => Coder::Bzip2(BzEncoder::new(buffered(), bzip2::Compression::best())),
            Some(PackedBy::Xz) => Coder::Xz(Box::new(XzEncoder::new(buffered()).map_err(fails)?)),
        };
        Ok(Packer { file, coder, failure: None })
    }

    /// Ends what stands for itself, such as a record: packed by gzip, it can be found and unpacked without those before it.
    pub(super) fn end_member(&mut self) -> io::Result<()> {
        match &mut self.coder {
            Coder::Gzip(members) => members.end(),
            _ => Ok(()),
        }
    }

    /// What was met in writing, if anything was.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Takes all onto the disk, and says how long the file is.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        if let Some(failure) = self.take_failure() {
            return Err(failure);
        }
        match self.coder {
            Coder::Plain(mut writer) => writer.flush()?,
            Coder::Gzip(members) => members.finish()?,
            Coder::Bzip2(encoder) => encoder.finish()?.flush()?,
            Coder::Xz(encoder) => encoder.finish()?.flush()?,
            #[cfg(feature = "zstd")]
            Coder::Zstandard(encoder) => encoder.finish()?.flush()?,
        }
        self.file.sync_all()?;
        Ok(self.file.metadata()?.len())
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.coder {
            Coder::Plain(writer) => writer.write(bytes),
            Coder::Gzip(members) => members.write(bytes),
            Coder::Bzip2(encoder) => encoder.write(bytes),
            Coder::Xz(encoder) => encoder.write(bytes),
            #[cfg(feature = "zstd")]
            Coder::Zstandard(encoder) => encoder.write(bytes),
        };
        written.map_err(|reason| {
            let kind = reason.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failure.get_or_insert(reason);
            }
            kind.into()
        })
    }

    /// What is written is at hand for nobody before it is finished.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes sure that a file could be packed as another is.
///
/// # Errors
/// [`Error::Rewrite`]; [`Error::Unreadable`].
pub(super) fn check(from: &Path) -> Result<(), Error> {
    let fails = |reason| unreadable(from, reason);
    match packed_by(File::open(from).map_err(fails)?).map_err(fails)? {
        Some(PackedBy::Zstandard) if !PACKS_ZSTANDARD => Err(Error::Rewrite {
            place: display_name(from),
            what: "it is packed by Zstandard, and this program was built without what packs so".into(),
            remedy: "unpack it, or build the program with its feature \"zstd\"",
        }),
        _ => Ok(()),
    }
}

#[cfg(feature = "zstd")]
fn zstandard(writer: BufWriter<Arc<File>>, rewriting: &Rewriting<'_>) -> io::Result<Coder> {
    let mut encoder = zstd::stream::write::Encoder::new(writer, rewriting.zstd_level)?;
    encoder.include_checksum(true)?;
    Ok(Coder::Zstandard(encoder))
}

/// Not reached: without the feature such a file is refused before.
#[cfg(not(feature = "zstd"))]
fn zstandard(_writer: BufWriter<Arc<File>>, _rewriting: &Rewriting<'_>) -> io::Result<Coder> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The members of a gzip file. The compressor keeps its memory from one to the next: records are many and short.
struct Members {
    file: Arc<File>,
    /// Writes to nowhere but within a member: it ends an empty one as it is dropped.
    deflate: DeflateEncoder<Box<dyn Write + Send>>,
    checksum: Crc,
    /// Whether a member has begun.
    begun: bool,
    /// Whether there is any.
    any: bool,
}

/// Deflated, without a name or a time, on a system that is not said.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

impl Members {
    fn new(file: Arc<File>) -> Members {
        let deflate = DeflateEncoder::new(Box::new(io::sink()) as _, Compression::default());
        Members { file, deflate, checksum: Crc::new(), begun: false, any: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            let mut writer = BufWriter::with_capacity(BUFFER, self.file.clone());
            writer.write_all(&HEAD)?;
            *self.deflate.get_mut() = Box::new(writer);
            (self.begun, self.any) = (true, true);
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        let written = self.deflate.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn end(&mut self) -> io::Result<()> {
        if self.begun {
            self.begun = false;
            let mut writer = self.deflate.reset(Box::new(io::sink()))?;
            writer.write_all(&self.checksum.sum().to_le_bytes())?;
            writer.write_all(&self.checksum.amount().to_le_bytes())?;
            self.checksum.reset();
            writer.flush()?;
        }
        Ok(())
    }

    /// A file of nothing has a member all the same: without any it would be none of gzip.
    fn finish(mut self) -> io::Result<()> {
        if !self.any {
            self.begin()?;
        }
        self.end()
    }
}
