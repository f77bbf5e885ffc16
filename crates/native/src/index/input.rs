//! Files of fingerprints: raw little-endian numbers, or lines of hexadecimal digits, each with an id or none.
//!
//! What a file is, its name says: one that ends in .u32, .u64, .u128 or .bin (before .gz or .zst) is raw, any other is
//! lines. Whether it is packed shows in how its bytes begin.

use crate::sort::StoredCode;
use core::str;
use std::format;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::super::Error;
use twinprint_readers::{Counted, extension, unpack};

/// The longest line taken, in bytes: an id may be a whole URL, and no more than that.
const LONGEST_LINE: u64 = 1 << 16;

/// Where fingerprints are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// What is piped in: lines.
    StandardInput,
    /// A file.
    File(PathBuf),
    /// What was piped in and saved to a file, so that it can be read again.
    Saved(PathBuf),
}

impl Input {
    /// A path, or `-` for standard input.
    pub fn new(operand: impl AsRef<Path>) -> Self {
        match operand.as_ref().as_os_str() == "-" {
            true => Input::StandardInput,
            false => Input::File(operand.as_ref().into()),
        }
    }

    /// What errors call it.
    pub fn name(&self) -> String {
        match self {
            Input::StandardInput | Input::Saved(_) => "standard input".into(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Its bytes as they are, packed or not, as far as that is known before it is read.
    pub fn bytes(&self) -> u64 {
        match self {
            Input::StandardInput => 0,
            Input::File(path) | Input::Saved(path) => path.metadata().map_or(0, |metadata| metadata.len()),
        }
    }

    /// How many bits the raw numbers of the file have; none if it is of lines.
    fn raw_bits<C: StoredCode>(&self) -> Option<u32> {
        let Input::File(path) = self else { return None };
        match extension(path)?.as_str() {
            "u32" => Some(32),
            "u64" => Some(64),
            "u128" => Some(128),
            "bin" => Some(C::BITS),
            _ => None,
        }
    }
}

/// A fingerprint as it stands in its file.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a, C> {
    /// The fingerprint.
    pub code: C,
    /// What the line says of its document.
    pub id: Option<&'a str>,
    file: &'a str,
    /// From 1; of lines, as they are counted in the file.
    number: u64,
}

impl<C> Entry<'_, C> {
    /// The file, and which of its lines or fingerprints.
    pub fn place(&self) -> String {
        format!("{}, line {}", self.file, self.number)
    }
}

/// Gives each fingerprint of some files, one after the other, until `take` has an error or says that it has enough.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Index`] with the file and the line that is no fingerprint, and what `take` returns.
pub fn for_each<C: StoredCode>(
    inputs: &[Input],
    read: &Arc<AtomicU64>,
    mut take: impl FnMut(&Entry<'_, C>) -> Result<Enough, Error>,
) -> Result<(), Error> {
    if inputs.iter().filter(|input| **input == Input::StandardInput).count() > 1 {
        return Err(Error::StandardInputTwice);
    }
    for input in inputs {
        let name = input.name();
        let unreadable = |reason| Error::Unreadable { place: name.clone(), reason };
        let reader = match input {
            Input::StandardInput => unpack(Counted::new(io::stdin(), read.clone())),
            Input::File(path) | Input::Saved(path) => {
                File::open(path).and_then(|file| unpack(Counted::new(file, read.clone())))
            }
        };
        let reader = reader.map_err(unreadable)?;
        let enough = match input.raw_bits::<C>() {
            Some(bits) if bits != C::BITS => {
                let what = format!("by its name its fingerprints are of {bits} bits, not {}", C::BITS);
                return Err(Error::Index { place: name, what, remedy: "give --bits, or rename it" });
            }
            Some(_) => raw(reader, &name, &mut take),
            None => lines(reader, &name, &mut take),
        }?;
        if enough == Enough::Yes {
            break;
        }
    }
    Ok(())
}

/// Whether more fingerprints are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enough {
    /// No more are.
    Yes,
    /// They are.
    No,
}

/// As many fingerprints as are read at once from a raw file.
const BATCH: usize = 1 << 12;

fn raw<C: StoredCode>(
    mut reader: impl BufRead,
    file: &str,
    take: &mut impl FnMut(&Entry<'_, C>) -> Result<Enough, Error>,
) -> Result<Enough, Error> {
    let mut batch = vec![0; BATCH * C::BYTES];
    let mut number = 0;
    loop {
        let filled = fill(&mut reader, &mut batch)
            .map_err(|reason| Error::Unreadable { place: file.into(), reason })?;
        for bytes in batch[..filled].chunks_exact(C::BYTES) {
            number += 1;
            if take(&Entry { code: C::from_bytes(bytes), id: None, file, number })? == Enough::Yes {
                return Ok(Enough::Yes);
            }
        }
        if filled % C::BYTES > 0 {
            let what = format!("it ends within a fingerprint of {} bytes", C::BYTES);
            return Err(Error::Index { place: file.into(), what, remedy: "give --bits, or a whole file" });
        }
        if filled < batch.len() {
            return Ok(Enough::No);
        }
    }
}

/// Reads until the buffer is full or there is no more.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn lines<C: StoredCode>(
    mut reader: impl BufRead,
    file: &str,
    take: &mut impl FnMut(&Entry<'_, C>) -> Result<Enough, Error>,
) -> Result<Enough, Error> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let place = || format!("{file}, line {number}");
        reader
            .by_ref()
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut line)
            .map_err(|reason| Error::Unreadable { place: place(), reason })?;
        if line.is_empty() {
            break;
        }
        let parsed = parse(&line, number).map_err(|what| refused::<C>(place(), &what))?;
        let Some((code, id)) = parsed else { continue };
        if take(&Entry { code, id, file, number })? == Enough::Yes {
            return Ok(Enough::Yes);
        }
    }
    Ok(Enough::No)
}

/// A line's fingerprint and id; none of an empty line. Or what is wrong with it.
fn parse<C: StoredCode>(line: &[u8], number: u64) -> Result<Option<(C, Option<&str>)>, String> {
    if line.len() as u64 > LONGEST_LINE {
        return Err(format!("it is longer than {LONGEST_LINE} bytes"));
    }
    let line = str::from_utf8(line).map_err(|_| "it is not UTF-8")?;
    let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { line }.trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (hex, id) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let id = id.trim_start();
    Ok(Some((parse_hex(hex)?, (!id.is_empty()).then_some(id))))
}

/// The fingerprint that these digits write, after 0x or not. Or what is wrong with them.
fn parse_hex<C: StoredCode>(text: &str) -> Result<C, String> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    if let Some(other) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("\"{other}\" is no hexadecimal digit"));
    }
    let wanted = C::BITS as usize / 4;
    if digits.len() != wanted {
        return Err(format!("it has {} hexadecimal digits, not {wanted}", digits.len()));
    }
    let code = u128::from_str_radix(digits, 16).map_err(|error| format!("{error}"))?;
    Ok(C::truncated(code))
}

/// The fingerprint that an argument writes.
///
/// ```
/// use twinprint_native::index::fingerprint;
/// assert_eq!(fingerprint::<u32>("0x0123ABCD")?, 0x0123_abcd);
/// assert_eq!(
///     fingerprint::<u32>("12345").unwrap_err().to_string(),
///     "12345: this is no fingerprint: it has 5 hexadecimal digits, not 8; write 32 bits as 8 hexadecimal digits"
/// );
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// [`Error::Index`].
pub fn fingerprint<C: StoredCode>(text: &str) -> Result<C, Error> {
    parse_hex(text).map_err(|what| refused::<C>(text.into(), &what))
}

fn refused<C: StoredCode>(place: String, what: &str) -> Error {
    let remedy = match C::BITS {
        32 => "write 32 bits as 8 hexadecimal digits",
        64 => "write 64 bits as 16 hexadecimal digits",
        _ => "write 128 bits as 32 hexadecimal digits",
    };
    Error::Index { place, what: format!("this is no fingerprint: {what}"), remedy }
}

/// A fingerprint's hexadecimal digits, all of them.
pub fn hex<C: StoredCode>(code: C) -> String {
    format!("{code:0width$x}", width = C::BITS as usize / 4)
}
