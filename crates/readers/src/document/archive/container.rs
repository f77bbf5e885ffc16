//! What files can be in.

use std::path::Path;

use super::super::{Unreadable, is_tar};
use super::mailbox::{Mailbox, MessageFiles};
use super::tarball::Tarball;
use super::zipped::ZipFiles;
use crate::kinds::{extension, is_mailbox, is_message, is_tar as is_tar_name};

/// What is next in a container.
pub(super) enum Member {
    /// A file of this name, whose bytes [`Container::unpack`] gives.
    File(String),
    /// What the container itself says, as a document.
    Itself(Vec<u8>),
    /// The container goes on no further, or with a part less.
    Broken(Unreadable),
}

/// Files one after the other.
pub(super) trait Container: Send {
    /// The next of them.
    fn next(&mut self) -> Option<Member>;

    /// The bytes of the file that [`next`](Container::next) named last; `left` is how many may still be unpacked, and becomes less.
    fn unpack(&mut self, left: &mut u64) -> Result<Vec<u8>, Unreadable>;

    /// Whether it is made to hold files: a message is not.
    fn is_archive(&self) -> bool {
        true
    }
}

/// A container of which nothing can be read.
pub(super) struct Refused(pub(super) Option<Unreadable>);

impl Container for Refused {
    fn next(&mut self) -> Option<Member> {
        self.0.take().map(Member::Broken)
    }

    fn unpack(&mut self, _: &mut u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::NoDocuments)
    }
}

/// The container that bytes are; none if they are a document or anything else.
pub(super) fn opened(path: &str, bytes: &[u8]) -> Option<Box<dyn Container>> {
    let ending = extension(Path::new(path));
    let named = |is: fn(&str) -> bool| ending.as_deref().is_some_and(is);
    if bytes.starts_with(b"PK") {
        return Some(Box::new(ZipFiles::open(bytes)?));
    }
    if is_tar(bytes) || named(is_tar_name) {
        return Some(Box::new(Tarball::new(bytes.to_vec())));
    }
    if named(is_mailbox) {
        return Some(match Mailbox::begins(bytes) {
            true => Box::new(Mailbox::new(bytes.to_vec())),
            false => Box::new(Refused(Some(Unreadable::Not("a mailbox")))),
        });
    }
    if named(is_message) {
        return Some(Box::new(MessageFiles::open(bytes)?));
    }
    None
}
