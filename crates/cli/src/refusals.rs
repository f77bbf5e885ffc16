//! What became of what was read, in every command that reads documents: what could not be read is said at once and counted; in the end
//! the line that adds up, and the exit status.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use twinprint_native::corpus::{DocumentSize, Documents, Listing, Source, Unread};
use twinprint_native::ledger::{Accounts, FileAccount};
use twinprint_native::scan::Gathered;
use twinprint_native::{Error, lines};

use crate::args::IfRefused;
use crate::progress::Progress;
use crate::skipped::{NAMED, say_listing};
use crate::terminal::{count, print};
use crate::{Outcome, say_error, say_note};

/// What a command could not read so far, and what became of the rest.
#[derive(Debug)]
pub(crate) struct Refusals {
    policy: IfRefused,
    /// What became of the documents of each file, where that is counted.
    accounts: Accounts,
    /// Something else than a document: a file that is not there, a part of an index that could not be searched.
    others: bool,
    /// Where the first was, and what is wrong with it.
    first: Option<(String, String)>,
}

/// Documents as they come from their files, and errors in place of what is none.
pub(crate) type DocumentsOrErrors<'a> = dyn Iterator<Item = Result<Source, Unread>> + 'a;
/// Called for each document with its size and what is wrong with it, if anything.
pub(crate) type OnDocument<'a> = dyn FnMut(DocumentSize, Result<(), &Error>) + 'a;

impl Refusals {
    /// None yet.
    pub(crate) fn new(policy: IfRefused) -> Refusals {
        Refusals { policy, accounts: Accounts::default(), others: false, first: None }
    }

    /// Says and counts the files of a listing that are not there.
    pub(crate) fn listing(&mut self, listing: &Listing) {
        say_listing(listing);
        listing.errors.iter().for_each(|error| self.note(error));
        self.others |= !listing.errors.is_empty();
    }

    /// Counts from now on what becomes of the documents of each of these files; what is done with them has a name, as "compared".
    pub(crate) fn account_for(&mut self, verb: &'static str, listing: &Listing) {
        self.accounts = Accounts::new(verb, listing.entries.iter().map(|entry| entry.name.clone()));
    }

    /// Counts a document as it comes from its file, or what is none.
    pub(crate) fn read(&mut self, document: &Result<Source, Unread>) -> DocumentSize {
        let size = DocumentSize::of(document);
        self.accounts.file(size.file).read.add(size.bytes);
        size
    }

    /// Counts a document with which all was done.
    pub(crate) fn done(&mut self, size: DocumentSize) {
        self.accounts.file(size.file).done.add(size.bytes);
    }

    /// Says and counts a document with which nothing could be done.
    pub(crate) fn refuse(&mut self, size: DocumentSize, error: &Error) {
        say_error(error);
        self.note(error);
        self.accounts.file(size.file).refused.add(size.bytes);
    }

    /// Counts a document that has come to its end. With one without words nothing is wrong; the first of these are named.
    fn ended_with(&mut self, size: DocumentSize, became: Result<(), &Error>) {
        match became {
            Ok(()) => self.done(size),
            Err(error @ Error::Core(twinprint::Error::NoWords { .. })) => {
                if self.accounts.whole().wordless.documents < NAMED as u64 {
                    say_note(format_args!("skipped: {error}"));
                }
                self.accounts.file(size.file).wordless.add(size.bytes);
            }
            Err(error) => self.refuse(size, error),
        }
    }

    /// Gives documents to `take`, which reads them one after the other. Each is counted when it comes, and again when `take` reports what
    /// became of it.
    pub(crate) fn taken<T>(
        &mut self,
        documents: Documents,
        progress: &Progress,
        take: impl FnOnce(&mut DocumentsOrErrors<'_>, &mut OnDocument<'_>) -> T,
    ) -> T {
        let bytes = documents.bytes_read();
        let refusals = RefCell::new(self);
        let mut documents = documents.or_why().inspect(|document| {
            refusals.borrow_mut().read(document);
            progress.at(bytes.load(Ordering::Relaxed));
        });
        take(&mut documents, &mut |size, became| refusals.borrow_mut().ended_with(size, became))
    }

    /// Counts what was read of a corpus, and what of it can be compared; the rest is said otherwise.
    ///
    /// # Errors
    /// [`Error::Unreadable`] of the list of what was refused.
    pub(crate) fn of_corpus(&mut self, gathered: &Gathered) -> Result<(), Error> {
        for (file, &read) in gathered.read.iter().enumerate() {
            self.accounts.file(file).read = read;
        }
        for row in gathered.catalogue.rows() {
            self.accounts.file(row.file as usize).done.add(row.bytes.into());
        }
        for refused in gathered.refused.iter() {
            let refused = refused?;
            let account = self.accounts.file(refused.file);
            if refused.wordless {
                account.wordless.add(refused.bytes);
            } else {
                account.refused.add(refused.bytes);
                self.first.get_or_insert((refused.place, refused.reason));
            }
        }
        Ok(())
    }

    /// Takes what was counted of each file by who read it; `done` says how many documents are there in the end.
    ///
    /// # Errors
    /// [`Error::Unbalanced`] where these are others.
    pub(crate) fn of_files(&mut self, files: &[FileAccount], done: u64) -> Result<(), Error> {
        for (at, &file) in files.iter().enumerate() {
            *self.accounts.file(at) = file;
        }
        match self.accounts.whole().done.documents {
            counted if counted == done => Ok(()),
            counted => Err(Error::Unbalanced {
                place: "the whole".into(),
                what: format!("{} were taken, and {} are there", count(counted), count(done)),
            }),
        }
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

    /// Ends a command that accounts for each file: says the line that adds up, and for programs (`json`) all of it.
    ///
    /// # Errors
    /// [`Error::Unbalanced`] if it does not add up.
    pub(crate) fn end(&self, json: bool) -> Result<Outcome, Error> {
        self.accounts.check()?;
        say_note(self.accounts.line());
        if json {
            print(&format!("{}\n", self.json()?))?;
        }
        Ok(self.outcome())
    }

    /// The same where all was said.
    pub(crate) fn outcome(&self) -> Outcome {
        let whole = self.accounts.whole();
        ended(self.policy, whole.refused.documents > 0 || self.others, whole.done.documents)
    }

    /// What became of what was read: it adds up.
    ///
    /// # Errors
    /// [`Error::Unbalanced`].
    pub(crate) fn accounts(&self) -> Result<&Accounts, Error> {
        self.accounts.check()?;
        Ok(&self.accounts)
    }

    /// A line of JSON with all of it.
    pub(crate) fn json(&self) -> Result<String, Error> {
        #[derive(serde::Serialize)]
        struct Line<'a> {
            ledger: &'a Accounts,
        }
        let mut line = Vec::new();
        lines::json(&mut line, &Line { ledger: &self.accounts })
            .map_err(|reason| Error::Unwritable { place: "standard output".into(), reason })?;
        Ok(String::from_utf8_lossy(&line).into_owned())
    }
}

/// How a command ends that dealt with `done` documents: it has failed if something was refused and nothing was done.
pub(crate) fn ended(policy: IfRefused, any_refused: bool, done: u64) -> Outcome {
    Outcome {
        failed: any_refused && done == 0,
        refused: any_refused && policy != IfRefused::Ignore,
        ..Outcome::default()
    }
}
