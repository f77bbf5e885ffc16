//! What is attached to a message, and the messages of a mailbox (mbox: RFC 4155).

use std::io::Cursor;
use std::{mem, vec};

use mail_parser::mailbox::mbox::MessageIterator;

use super::super::package::FILES;
use super::super::{Unreadable, mail};
use super::container::{Container, Member};

/// How a mailbox, and each message in it, begins.
const FROM: &[u8] = b"From ";

/// A mailbox: its messages are files that are called by their numbers, from 1 on.
pub(super) struct Mailbox {
    messages: MessageIterator<Cursor<Vec<u8>>>,
    /// The message that was named last.
    current: Vec<u8>,
    number: usize,
}

impl Mailbox {
    /// Whether bytes are a mailbox; it may be empty.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        let start = bytes.trim_ascii_start();
        start.is_empty() || start.starts_with(FROM)
    }

    pub(super) fn new(bytes: Vec<u8>) -> Mailbox {
        Mailbox { messages: MessageIterator::new(Cursor::new(bytes)), current: Vec::new(), number: 0 }
    }
}

impl Container for Mailbox {
    fn next(&mut self) -> Option<Member> {
        let message = self.messages.next()?;
        self.number += 1;
        if self.number > FILES {
            self.messages = MessageIterator::new(Cursor::default());
            return Some(Member::Broken(Unreadable::ManyFiles(FILES)));
        }
        Some(match message {
            Ok(message) => {
                self.current = message.unwrap_contents();
                Member::File(format!("{}.eml", self.number))
            }
            Err(error) => Member::Broken(Unreadable::Damaged(error.to_string())),
        })
    }

    fn unpack(&mut self, _: &mut u64) -> Result<Vec<u8>, Unreadable> {
        Ok(mem::take(&mut self.current))
    }
}

/// A message that has more than its text: first that, as the message itself, then what is attached.
pub(super) struct MessageFiles {
    /// The message, if it has a text of its own.
    itself: Option<Vec<u8>>,
    attached: vec::IntoIter<(String, Vec<u8>)>,
    /// The attachment that was named last.
    current: Vec<u8>,
}

impl MessageFiles {
    /// None if nothing is attached, or if the message cannot be read: who reads it as a document hears why.
    pub(super) fn open(bytes: &[u8]) -> Option<MessageFiles> {
        let parts = mail::parts(bytes).ok().filter(|parts| !parts.attached.is_empty())?;
        let itself = parts.has_text.then(|| bytes.to_vec());
        Some(MessageFiles { itself, attached: parts.attached.into_iter(), current: Vec::new() })
    }
}

impl Container for MessageFiles {
    fn next(&mut self) -> Option<Member> {
        if let Some(bytes) = self.itself.take() {
            return Some(Member::Itself(bytes));
        }
        let (name, bytes) = self.attached.next()?;
        self.current = bytes;
        Some(Member::File(name))
    }

    fn unpack(&mut self, _: &mut u64) -> Result<Vec<u8>, Unreadable> {
        Ok(mem::take(&mut self.current))
    }

    fn is_archive(&self) -> bool {
        false
    }
}
