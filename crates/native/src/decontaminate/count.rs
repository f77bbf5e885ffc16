//! The first pass over a corpus: what there is, and how rare in it the words of items are.

use std::path::Path;

use super::super::Error;
use super::super::corpus::{Batches, Note, RawRecord, in_shares};
use super::super::ledger::FileAccount;
use super::super::scan::{Refused, RefusedList, Row, Skipped};
use super::read::Evals;
use twinprint::evals::Rarity;
use twinprint::text::{Reader, TextOptions};

/// A corpus that was read once.
pub struct Counted {
    /// Its documents, 24 bytes each.
    pub(super) rows: Vec<Row>,
    /// What cannot be compared.
    pub(super) refused: RefusedList,
    /// The same, by reasons.
    pub skipped: Skipped,
    /// The first that is refused for more than having no words: where it is, and why.
    pub first_refused: Option<(String, String)>,
    pub(super) rarity: Rarity,
}

impl Counted {
    /// Reads a corpus, on all cores. `temporary` is a folder for what cannot be read; `passed` is called with what of each batch was left out.
    ///
    /// # Errors
    /// [`Error::DriveFailed`]; [`Error::Unwritable`] of the list of what cannot be read.
    pub fn read(
        batches: Batches,
        evals: &Evals,
        temporary: &Path,
        passed: &mut dyn FnMut(&[Note]),
    ) -> Result<Counted, Error> {
        let options = TextOptions::default();
        let mut workers = (0..rayon::current_num_threads())
            .map(|_| Ok((Reader::new(&options)?, Vec::new())))
            .collect::<Result<Vec<_>, Error>>()?;
        let mut counted = Counted {
            rows: Vec::new(),
            refused: RefusedList::unnamed(temporary)?,
            skipped: Skipped::default(),
            first_refused: None,
            rarity: Rarity::new(&evals.set),
        };
        let rarity = &counted.rarity;
        for batch in batches {
            let read = in_shares(batch.records, &mut workers, |(reader, tokens), record| {
                let number = record.as_ref().ok().map(|record| record.place().position.number);
                let mut bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
                let words = record.and_then(RawRecord::parse).and_then(|source| {
                    bytes = source.text.len() as u64;
                    reader.read_tokens(&source.document(), tokens)?;
                    rarity.add(tokens);
                    Ok(tokens.len())
                });
                (number, bytes, words)
            });
            for ((number, bytes, words), &file) in read.into_iter().zip(&batch.files) {
                match words {
                    Ok(words) => counted.rows.push(Row {
                        first: counted.rows.len() as u32,
                        words: words as u32,
                        shingles: 0,
                        bytes: bytes as u32,
                        file: file as u32,
                        number: number.unwrap_or_default() as u32,
                    }),
                    Err(error @ Error::DriveFailed { .. }) => return Err(error),
                    Err(error) => {
                        let refused = Refused::new(&error, file, number, bytes);
                        counted.skipped.add(&error);
                        if !refused.wordless && counted.first_refused.is_none() {
                            counted.first_refused = Some((refused.place.clone(), refused.reason.clone()));
                        }
                        counted.refused.push(&refused)?;
                    }
                }
            }
            passed(&batch.notes);
        }
        Ok(counted)
    }

    /// How many documents can be compared.
    pub fn documents(&self) -> usize {
        self.rows.len()
    }

    /// How many words they have.
    pub fn words(&self) -> u64 {
        self.rarity.words()
    }

    /// What became of the documents of each of the files, of which there are as many as this.
    ///
    /// # Errors
    /// [`Error::Unreadable`] of the list of what cannot be read.
    pub fn files(&self, files: usize) -> Result<Vec<FileAccount>, Error> {
        let mut accounts = vec![FileAccount::default(); files];
        for row in &self.rows {
            let account = &mut accounts[row.file as usize];
            account.read.add(row.bytes.into());
            account.done.add(row.bytes.into());
        }
        for refused in self.refused.iter() {
            let refused = refused?;
            let account = &mut accounts[refused.file];
            account.read.add(refused.bytes);
            match refused.wordless {
                true => account.wordless.add(refused.bytes),
                false => account.refused.add(refused.bytes),
            }
        }
        Ok(accounts)
    }

    /// The ordinal of the document of a file with a number.
    pub(super) fn ordinal(&self, file: usize, number: u64) -> Option<u32> {
        let place = |row: &Row| (row.file as usize, u64::from(row.number));
        self.rows.binary_search_by_key(&(file, number), place).ok().map(|at| at as u32)
    }
}
