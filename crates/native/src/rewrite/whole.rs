//! A file that is one document.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::super::Error;
use super::change::TextCuts;
use super::copy::copy;
use super::cut;
use super::packing::Packer;
use super::{Fate, Rewriting, Rewritten, unreadable, unwritable};
use twinprint::text::cut::without;
use twinprint_readers::unpack;

/// Copies a file, or leaves it out: then nothing is written.
pub(super) fn rewrite(from: &Path, to: &Path, fate: Fate) -> Result<Rewritten, Error> {
    Ok(match fate {
        Fate::Keep => Rewritten { documents_kept: 1, bytes: Some(copy(from, to)?), ..Rewritten::default() },
        Fate::Drop => Rewritten { documents_dropped: 1, ..Rewritten::default() },
    })
}

/// Writes a file of text in UTF-8 without what is cut out of it.
pub(super) fn cut(
    from: &Path,
    to: &Path,
    cuts: &TextCuts,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    let mut text = String::new();
    let read = File::open(from).and_then(unpack).and_then(|mut file| file.read_to_string(&mut text));
    read.map_err(|reason| unreadable(from, reason))?;
    if text.len() != cuts.length {
        return Err(cut::another_text(from));
    }
    let mut out = Packer::like(from, to, rewriting)?;
    let written = out.write_all(without(&text, &cuts.cuts).as_bytes()).and_then(|()| out.finish());
    let bytes = Some(written.map_err(|reason| unwritable(to, reason))?);
    Ok(Rewritten { documents_kept: 1, bytes, ..Rewritten::default() })
}
