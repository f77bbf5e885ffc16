//! What is sent as the body of a response: bytes that are there, or a file, of which no more than a piece is ever in memory.

use std::fs::File;
use std::future::Future;
use std::io::{self, ErrorKind, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::{any::Any, vec};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::task::{JoinHandle, spawn_blocking};

/// How many bytes of a file are read at a time.
const PIECE: usize = 128 << 10;

/// The body of a response, and what is held until it was sent.
#[derive(Default)]
pub struct Sending {
    content: Content,
    held: Vec<Box<dyn Any + Send>>,
    /// Where what is sent is counted.
    sent: Option<Arc<AtomicU64>>,
}

#[derive(Default)]
enum Content {
    /// All of it was sent.
    #[default]
    Nothing,
    Whole(Bytes),
    /// A file, and how many bytes of it are left.
    File(File, u64),
    /// A piece of it is being read.
    Reading(JoinHandle<io::Result<(File, Vec<u8>)>>, u64),
}

impl Sending {
    /// Bytes that are there.
    pub fn of(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let content = if bytes.is_empty() { Content::Nothing } else { Content::Whole(bytes) };
        Sending { content, ..Sending::default() }
    }

    /// The next `length` bytes of a file.
    pub(super) fn file(file: File, length: u64) -> Self {
        let content = if length == 0 { Content::Nothing } else { Content::File(file, length) };
        Sending { content, ..Sending::default() }
    }

    /// The same, and its bytes are counted as they are sent.
    pub(super) fn counted(self, sent: Arc<AtomicU64>) -> Self {
        Sending { sent: Some(sent), ..self }
    }

    fn frame(&self, piece: Bytes) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if let Some(sent) = &self.sent {
            sent.fetch_add(piece.len() as u64, Ordering::Relaxed);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    /// The same, and something that is dropped when it was sent, or when nobody takes it any more.
    pub(super) fn holding(mut self, held: impl Any + Send) -> Self {
        self.held.push(Box::new(held));
        self
    }
}

impl Body for Sending {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = self.get_mut();
        loop {
            match std::mem::take(&mut this.content) {
                Content::Nothing => return Poll::Ready(None),
                // In pieces, so that what holds on to it lasts until the last of them is on its way.
                Content::Whole(mut bytes) => {
                    let piece = bytes.split_to(bytes.len().min(PIECE));
                    if !bytes.is_empty() {
                        this.content = Content::Whole(bytes);
                    }
                    return this.frame(piece);
                }
                Content::File(file, left) => {
                    this.content = Content::Reading(spawn_blocking(move || read(file, left)), left);
                }
                Content::Reading(mut reading, left) => {
                    let Poll::Ready(read) = Pin::new(&mut reading).poll(context) else {
                        this.content = Content::Reading(reading, left);
                        return Poll::Pending;
                    };
                    let (file, piece) = read.map_err(io::Error::other).flatten()?;
                    let left = left - piece.len() as u64;
                    if left > 0 {
                        this.content = Content::File(file, left);
                    }
                    return this.frame(piece.into());
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.content, Content::Nothing)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match &self.content {
            Content::Nothing => 0,
            Content::Whole(bytes) => bytes.len() as u64,
            Content::File(_, left) | Content::Reading(_, left) => *left,
        })
    }
}

/// The next piece of a file of which so much is left.
fn read(mut file: File, left: u64) -> io::Result<(File, Vec<u8>)> {
    let length = usize::try_from(left).map_or(PIECE, |left| left.min(PIECE));
    let mut piece = vec![0; length];
    match file.read(&mut piece)? {
        // It was cut short meanwhile: who gets it has to notice.
        0 => Err(ErrorKind::UnexpectedEof.into()),
        read => {
            piece.truncate(read);
            Ok((file, piece))
        }
    }
}
