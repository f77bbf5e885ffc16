//! Records in batches that a thread of its own reads ahead.
//!
//! Unpacking goes from a file's start to its end, in one thread; to parse in that thread, too, would bind all others to its
//! pace. Here it only unpacks and cuts: one batch while another is worked on, and no more, so that memory is bounded.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};
use std::{mem, panic};

use rayon::prelude::*;

use super::records::{RawRecord, Records};
use super::{Error, Note, Position};

/// The bytes of a batch, which may have one record more ...
const BYTES: usize = 4 << 20;
/// ... and no more records.
const RECORDS: usize = 4096;

/// Some records that follow one another.
#[derive(Debug)]
pub struct Batch {
    /// The records, and what cannot be read, in their order.
    pub records: Vec<Result<RawRecord, Error>>,
    /// The file of each, by its place in the listing.
    pub files: Vec<usize>,
    /// What was left out of the files that ended.
    pub notes: Vec<Note>,
    /// How many bytes of the files, packed as they are, were read when the last of them was.
    pub read: u64,
    /// Where reading goes on behind them: for [`Documents::skip_to`](super::Documents::skip_to).
    pub next: Position,
}

/// The records of files in batches.
///
/// ```
/// use twinprint_native::corpus::{self, Listing};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.jsonl"), "{\"id\": 1, \"text\": \"one\"}\n{\"id\": 2, \"text\": \"two\"}\n")?;
/// for batch in corpus::documents(Listing::new([folder.path()]).entries).into_batches() {
///     // Here all cores may help.
///     for record in batch.records {
///         println!("{}", record?.parse()?.name);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batches {
    receiver: Receiver<Batch>,
    reader: Option<JoinHandle<()>>,
}

impl Batches {
    /// Begins to read. Dropped, it lets the thread end after the batch that it is reading.
    pub(super) fn new(mut records: Records) -> Self {
        let (sender, receiver) = sync_channel(0);
        let reader = thread::spawn(move || {
            while let Some(batch) = next_batch(&mut records) {
                if sender.send(batch).is_err() {
                    break;
                }
            }
        });
        Batches { receiver, reader: Some(reader) }
    }
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let batch = self.receiver.recv().ok();
        if batch.is_none()
            && let Some(Err(reason)) = self.reader.take().map(JoinHandle::join)
        {
            panic::resume_unwind(reason);
        }
        batch
    }
}

/// What a function makes of each record, in their order: as many records as there are workers at a time, on all cores.
pub(in super::super) fn in_shares<W: Send, R: Send, T: Send>(
    mut records: Vec<R>,
    workers: &mut [W],
    work: impl Fn(&mut W, R) -> T + Sync,
) -> Vec<T> {
    let share = records.len().div_ceil(workers.len()).max(1);
    let mut shares = Vec::with_capacity(workers.len());
    while !records.is_empty() {
        let rest = records.split_off(share.min(records.len()));
        shares.push(mem::replace(&mut records, rest));
    }
    let done = shares
        .into_par_iter()
        .zip(workers)
        .map(|(records, worker)| records.into_iter().map(|record| work(worker, record)).collect());
    done.collect::<Vec<Vec<T>>>().into_iter().flatten().collect()
}

fn next_batch(records: &mut Records) -> Option<Batch> {
    let (mut batch, mut files) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    while bytes < BYTES && batch.len() < RECORDS {
        let Some(record) = records.next() else { break };
        bytes += record.as_ref().map_or(0, |record| record.bytes().len());
        batch.push(record);
        files.push(records.file());
    }
    let notes = records.take_notes();
    let some = !batch.is_empty() || !notes.is_empty();
    let read = records.read.load(Ordering::Relaxed);
    some.then(|| Batch { records: batch, files, notes, read, next: records.reached() })
}
