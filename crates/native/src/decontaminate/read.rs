//! Eval sets as they are read.

use std::path::Path;

use super::super::Error;
use super::super::corpus::Entry;
use super::super::display::counted;
use super::file;
use super::item::ItemFields;
use twinprint::evals::EvalSet;

/// A file of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalFile {
    /// Its name.
    pub name: String,
    /// How many items it has.
    pub items: u64,
    /// How many of its objects are none.
    pub refused: u64,
}

/// An item of an eval set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalItem {
    /// Its file, by its place among [`Evals::files`].
    pub file: usize,
    /// Its number in the file, from 0: of its line, its item or its row.
    pub number: u64,
    /// What the eval set calls it; else its number, counted from 1.
    pub id: String,
}

/// What of an eval set is no item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedItem {
    /// Its file, by its place among [`Evals::files`].
    pub file: usize,
    /// Its number in the file.
    pub number: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// The items of eval sets.
#[derive(Default)]
pub struct Evals {
    /// Their files, in the order given.
    pub files: Vec<EvalFile>,
    /// The items, by their numbers in the set.
    pub items: Vec<EvalItem>,
    /// What is no item.
    pub refused: Vec<RefusedItem>,
    pub(super) set: EvalSet,
}

impl Evals {
    /// Reads the items of files: lines or arrays of JSON, CSV, TSV or Parquet, packed or not. An object that is no item is listed; the others are taken.
    ///
    /// ```
    /// use twinprint_native::corpus::Listing;
    /// use twinprint_native::decontaminate::{Evals, ItemFields};
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("evals.jsonl");
    /// std::fs::write(&file, "{\"id\": \"q1\", \"question\": \"Who wrote Moby-Dick?\", \"answer\": \"Herman Melville\"}\n{}\n")?;
    /// let evals = Evals::read(&Listing::new([&file]).entries, &ItemFields::default(), folder.path())?;
    /// assert_eq!((&*evals.items[0].id, evals.files[0].items, evals.refused[0].number), ("q1", 1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unreadable`]; [`Error::Evals`] for a file of another kind, or without any item; [`Error::NoField`] where one lacks a field that was named.
    pub fn read(entries: &[Entry], fields: &ItemFields, temporary: &Path) -> Result<Evals, Error> {
        let mut evals = Evals::default();
        for (file, entry) in entries.iter().enumerate() {
            evals.files.push(EvalFile { name: entry.name.clone(), items: 0, refused: 0 });
            evals.read_file(file, entry, fields, temporary)?;
        }
        Ok(evals)
    }

    fn read_file(
        &mut self,
        file: usize,
        entry: &Entry,
        fields: &ItemFields,
        temporary: &Path,
    ) -> Result<(), Error> {
        let mut is_first = true;
        file::read(entry, temporary, &mut |number, object| {
            let taken = object.and_then(|object| {
                if let (true, Some(field)) = (is_first, fields.missing(&object)) {
                    let known: Vec<&str> = object.keys().map(String::as_str).collect();
                    return Ok(Err(Error::NoField {
                        place: entry.name.clone(),
                        field: field.into(),
                        fields: known.join(", "),
                    }));
                }
                is_first = false;
                let parts = fields.parts(&object);
                let texts = parts.iter().map(|(kind, text)| (*kind, text.as_str()));
                let id = fields.id(&object).unwrap_or_else(|| (number + 1).to_string());
                match self.set.add(&id, texts) {
                    Ok(_) => Ok(Ok(EvalItem { file, number, id })),
                    Err(twinprint::Error::NoWords { .. }) => Err(format!(
                        "it has no words in {}, nor choices nor an answer",
                        fields.question_names()
                    )),
                    Err(error) => Err(error.what()),
                }
            });
            match taken {
                Ok(item) => {
                    self.items.push(item?);
                    self.files[file].items += 1;
                }
                Err(reason) => {
                    self.refused.push(RefusedItem { file, number, reason });
                    self.files[file].refused += 1;
                }
            }
            Ok(())
        })?;
        if self.files[file].items > 0 {
            return Ok(());
        }
        let first = self.refused.iter().find(|refused| refused.file == file);
        let why = first.map(|refused| format!(": number {}: {}", refused.number + 1, refused.reason));
        let of = counted(self.files[file].refused, "object");
        Err(Error::Evals {
            place: entry.name.clone(),
            what: format!("it has no item, and {of} that are none{}", why.unwrap_or_default()),
        })
    }

    /// How many words the items have, of which what several have counts once.
    pub fn words(&self) -> usize {
        self.set.words()
    }
}
