//! What could not be read, in every command that reads documents: said at once and counted; in the end the line that adds up,
//! and the exit status.

use twinprint_native::Error;
use twinprint_native::corpus::Listing;
use twinprint_native::scan::Refused;

use crate::args::IfRefused;
use crate::skipped::say_listing;
use crate::terminal::count;
use crate::{Outcome, say_error, say_note};

/// What a command could not read so far.
#[derive(Debug)]
pub(crate) struct Refusals {
    policy: IfRefused,
    documents: u64,
    /// Those that can be read, and have no words that could be compared: nothing is wrong with them.
    wordless: u64,
    /// Something else than a document: a file that is not there, a part of an index that could not be searched.
    others: bool,
    /// Where the first was, and what is wrong with it.
    first: Option<(String, String)>,
}

impl Refusals {
    /// None yet.
    pub(crate) fn new(policy: IfRefused) -> Refusals {
        Refusals { policy, documents: 0, wordless: 0, others: false, first: None }
    }

    /// Says and counts the files of a listing that are not there.
    pub(crate) fn listing(&mut self, listing: &Listing) {
        say_listing(listing);
        listing.errors.iter().for_each(|error| self.note(error));
        self.others |= !listing.errors.is_empty();
    }

    /// Says and counts a document.
    pub(crate) fn document(&mut self, error: &Error) {
        say_error(error);
        self.note(error);
        self.documents += 1;
    }

    /// Counts what a corpus was not taken in of, which is said otherwise.
    pub(crate) fn of_corpus(&mut self, refused: &[Refused]) {
        for one in refused {
            if one.wordless {
                self.wordless += 1;
            } else {
                self.documents += 1;
                self.first.get_or_insert_with(|| (one.place.clone(), one.reason.clone()));
            }
        }
    }

    /// Counts documents that were said otherwise, and those without words.
    pub(crate) fn counted(&mut self, documents: u64, wordless: u64) {
        self.documents += documents;
        self.wordless += wordless;
    }

    /// Says what else was left undone.
    pub(crate) fn other(&mut self, error: &Error) {
        say_error(error);
        self.note(error);
        self.others = true;
    }

    fn note(&mut self, error: &Error) {
        self.first.get_or_insert_with(|| (error.place().into(), error.what()));
    }

    /// Goes on, unless something was refused and the user wants a stop then.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub(crate) fn proceed(&self) -> Result<(), Error> {
        match &self.first {
            Some((place, what)) if self.policy == IfRefused::Stop => {
                Err(Error::Refused { place: place.clone(), what: what.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Ends a command that did this much, as "compared": the numbers are said where something was refused.
    pub(crate) fn end(&self, verb: &str, done: u64) -> Outcome {
        if self.documents > 0 {
            say_note(self.line(verb, done));
        }
        self.outcome(done)
    }

    /// The same where the numbers were said.
    pub(crate) fn outcome(&self, done: u64) -> Outcome {
        let any = self.documents > 0 || self.others;
        Outcome {
            failed: any && done == 0,
            refused: any && self.policy != IfRefused::Ignore,
            ..Outcome::default()
        }
    }

    /// What was read, and what became of it.
    pub(crate) fn line(&self, verb: &str, done: u64) -> String {
        let mut line =
            format!("read {} = {verb} {}", count(done + self.wordless + self.documents), count(done));
        if self.wordless > 0 {
            line += &format!(" + without words {}", count(self.wordless));
        }
        line + &format!(" + refused {}", count(self.documents))
    }
}
