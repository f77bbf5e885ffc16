//! The texts that designs are tried on: some of a corpus, drawn evenly.

use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

use twinprint::hash;
use twinprint::text::{Reader, TextOptions};

use super::MadeTexts;
use twinprint_native::Error;
use twinprint_native::corpus::{DocumentSize, Source, Unread};

/// Texts by the hashes of their documents' names, of which the smallest are kept: in whatever order documents come the same are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DrawnTexts(BTreeMap<(u64, String), String>);

impl DrawnTexts {
    /// Draws up to `most` of those that have enough words. `on_document` is called for each document with its size and what is wrong with it, if
    /// anything.
    ///
    /// # Errors
    /// None for options that there are.
    pub fn of(
        documents: impl Iterator<Item = Result<Source, Unread>>,
        most: usize,
        seed: u64,
        mut on_document: impl FnMut(DocumentSize, Result<(), &Error>),
    ) -> Result<Self, Error> {
        let mut reader = Reader::new(&TextOptions::default())?;
        let mut drawn = DrawnTexts::default();
        for document in documents {
            let size = DocumentSize::of(&document);
            let read = document.map_err(|unread| unread.error).and_then(|source| {
                let reading = reader.read(&source.document())?;
                let text = String::from(reading.view(&source.text));
                Ok((source.name, text))
            });
            match read {
                Ok((name, text)) => {
                    on_document(size, Ok(()));
                    drawn.offer((hash::mix(seed ^ hash::token(&name)), name), text, most);
                }
                Err(error) => on_document(size, Err(&error)),
            }
        }
        Ok(drawn)
    }

    fn offer(&mut self, key: (u64, String), text: String, most: usize) {
        let is_drawn = self.0.len() < most || self.0.last_key_value().is_some_and(|(last, _)| key < *last);
        if is_drawn && text.split_whitespace().count() >= MadeTexts::LEAST_WORDS {
            self.0.insert(key, text);
        }
        while self.0.len() > most {
            self.0.pop_last();
        }
    }

    /// The texts.
    pub fn texts(self) -> Vec<String> {
        self.0.into_values().collect()
    }
}
