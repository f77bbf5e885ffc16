//! The files of the index on the disk, read again and again while they are served.
//!
//! Naively, bytes that go bad on a disk are noticed by whoever asks for them; and fingerprints of documents that no longer look near
//! are not even then. Here all is read once in a while, a piece at a time and spread evenly over that while, so that nobody waits for it.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::vec;

use tokio::task::spawn_blocking;
use tokio::time::sleep_until;
use twox_hash::XxHash64;

use super::answer::Site;
use super::damage::Checked;
use twinprint::index::FileEntry;

/// How many bytes are read at a time.
const PIECE: usize = 1 << 20;

/// Reads all files of the index that is served once in `every`, until the server ends. What is damaged is known from then on.
pub(super) async fn scrub(site: Arc<Site>, every: Duration) {
    while let Some(watched) = &site.index {
        let (index, begun) = (watched.index(), Instant::now());
        // An index that was replaced meanwhile is opened anew within a second.
        let files = index.places(watched.folder()).unwrap_or_default();
        let all: u64 = files.iter().map(|(_, entry)| entry.bytes).sum();
        let mut read = 0;
        for (path, entry) in files {
            let when =
                |bytes: u64| begun + every.mul_f64(((read + bytes) as f64 / all.max(1) as f64).min(1.0));
            let checked = check(path, &entry, when).await;
            read += entry.bytes;
            let (site, index, entry) = (site.clone(), index.clone(), entry.clone());
            let _ = spawn_blocking(move || site.scrubbed(index.checksum(), &entry, checked)).await;
        }
        sleep_until((begun + every).into()).await;
    }
}

/// Reads a file; `when` says when it is to be read on that so many bytes were.
async fn check(path: PathBuf, entry: &FileEntry, when: impl Fn(u64) -> Instant) -> io::Result<Checked> {
    let (mut file, about) = aside(move || {
        let file = File::open(&path)?;
        let about = file.metadata()?;
        Ok((file, about))
    })
    .await?;
    let (mut hasher, mut bytes) = (XxHash64::with_seed(0), 0);
    loop {
        let (back, piece) = aside(move || {
            let mut piece = vec![0; PIECE];
            let read = file.read(&mut piece)?;
            piece.truncate(read);
            Ok((file, piece))
        })
        .await?;
        file = back;
        if piece.is_empty() {
            return Checked::new(&about, entry, (hasher.finish(), bytes));
        }
        hasher.write(&piece);
        bytes += piece.len() as u64;
        sleep_until(when(bytes).into()).await;
    }
}

/// Does what waits for the disk where nobody else waits for it.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
