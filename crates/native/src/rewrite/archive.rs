//! Web archives, record by record.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::Path;

use super::super::Error;
use super::super::corpus::{self, DocumentPlace, Extent, Position, Stream, Unit, display_name};
use super::change::{Column, Mark};
use super::packing::Packer;
use super::parts::{Part, Parts};
use super::unreadable;
use twinprint_readers::{goes_on, unpack};

/// The records of an archive, one at a time. The file is read twice at once: by what reads documents, which says where each record
/// stands, and for the bytes. So a record may be of any length, and both agree on what is one.
///
/// Both read by buffers alone, so both come by the same bytes where a part of the file is broken.
pub(super) struct Archive {
    records: corpus::Archive,
    bytes: Box<dyn BufRead + Send>,
    /// How many bytes are before the next of `bytes`.
    offset: u64,
    /// The record that is at hand.
    record: Option<Extent>,
}

impl Archive {
    pub(super) fn open(from: &Path) -> Result<Archive, Error> {
        let open = || unpack(File::open(from)?);
        let fails = |reason| unreadable(from, reason);
        let (position, file) = (Position::default(), display_name(from).into());
        let place = DocumentPlace { file, unit: Unit::Record, position };
        let records = corpus::Archive::new(Stream::new(open().map_err(fails)?), place);
        Ok(Archive { records, bytes: open().map_err(fails)?, offset: 0, record: None })
    }

    /// The next bytes; none at the end.
    fn ahead(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.bytes.fill_buf() {
                // The records' reader met it, too, and says so.
                Err(reason) if goes_on(&reason) || reason.kind() == io::ErrorKind::Interrupted => {}
                Err(reason) => return Err(reason),
                Ok(_) => break,
            }
        }
        self.bytes.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.bytes.consume(bytes);
        self.offset += bytes as u64;
    }

    /// Goes to a place in the archive, and writes all before it.
    fn copy_to(&mut self, offset: u64, out: &mut dyn Write) -> io::Result<()> {
        while self.offset < offset {
            let left = usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            let bytes = self.ahead()?;
            let length = bytes.len().min(left);
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            out.write_all(&bytes[..length])?;
            self.consume(length);
        }
        Ok(())
    }

    /// Writes the empty lines that follow.
    fn copy_empty_lines(&mut self, out: &mut dyn Write) -> io::Result<()> {
        loop {
            let bytes = self.ahead()?;
            let (some, ends) = (bytes.len(), bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count());
            out.write_all(&bytes[..ends])?;
            self.consume(ends);
            if ends < some || some == 0 {
                return Ok(());
            }
        }
    }
}

impl Parts for Archive {
    fn next(&mut self) -> Result<Option<Part>, Error> {
        match self.records.next_extent() {
            None => Ok(None),
            Some(Err(error)) => Part::broken(error),
            Some(Ok(record)) => {
                let (number, is_document) = (Some(record.number), record.is_document);
                self.record = Some(record);
                Ok(Some(Part { number, is_document }))
            }
        }
    }

    fn keep(&mut self, out: &mut Packer) -> io::Result<()> {
        let Some(Extent { bytes, .. }) = self.record.take() else { return Ok(()) };
        self.copy_to(bytes.start, &mut io::sink())?;
        self.copy_to(bytes.end, out)?;
        self.copy_empty_lines(out)?;
        out.end_member()
    }

    /// Its records have no place for columns.
    fn annotated(
        &mut self,
        _columns: &[Column],
        _marks: Option<&[Option<Mark>]>,
    ) -> Result<Option<Vec<u8>>, Error> {
        Ok(None)
    }
}
