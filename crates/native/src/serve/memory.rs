//! The memory for responses: so much in all, whoever asks for however much.
//!
//! Naively, a response stays in memory until its client has taken it, and some clients that take the least they may hold all there is for
//! minutes. Here, when there is none for the next response, the client that holds most is cut off from its oldest.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::clients::Client;
use super::places::Connection;

/// As much is reserved for a response before it is known how long it is, in KiB.
const RESERVED: u32 = 32 << 10;

/// For how long memory is waited for before another response is cut off.
const ROUND: Duration = Duration::from_millis(100);

/// The memory for all responses.
#[derive(Debug)]
pub(super) struct Memory {
    /// In KiB.
    free: Arc<Semaphore>,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// By numbers that rise: the oldest first.
    responses: BTreeMap<u64, Response>,
    next: u64,
}

#[derive(Debug)]
struct Response {
    client: Client,
    kibibytes: usize,
    connection: Arc<Connection>,
}

/// The memory of a response, until it is dropped.
#[derive(Debug)]
pub(super) struct HeldResponse {
    memory: Arc<Memory>,
    number: u64,
    _permit: OwnedSemaphorePermit,
}

impl Memory {
    /// Twice what the requests reserve that are worked on at once.
    pub(super) fn new(at_once: usize) -> Arc<Self> {
        let free = Arc::new(Semaphore::new(2 * at_once * RESERVED as usize));
        Arc::new(Memory { free, held: Mutex::default() })
    }

    /// Reserves memory for a response, if need be another's.
    pub(super) async fn reserve(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(reserved) = self.free.clone().try_acquire_many_owned(RESERVED) {
            return Some(reserved);
        }
        loop {
            self.cut_off();
            if let Ok(reserved) = timeout(ROUND, self.free.clone().acquire_many_owned(RESERVED)).await {
                return reserved.ok();
            }
        }
    }

    /// Holds as much of what was reserved as a response has bytes, and gives the rest back.
    pub(super) fn hold(
        self: &Arc<Self>,
        mut reserved: OwnedSemaphorePermit,
        bytes: usize,
        client: Client,
        connection: Arc<Connection>,
    ) -> HeldResponse {
        let kibibytes = bytes.div_ceil(1024);
        drop(reserved.split(reserved.num_permits().saturating_sub(kibibytes)));
        let mut held = self.held();
        let number = held.next;
        held.next += 1;
        held.responses.insert(number, Response { client, kibibytes, connection });
        HeldResponse { memory: self.clone(), number, _permit: reserved }
    }

    /// Cuts the client off that holds most from the oldest of its responses.
    fn cut_off(&self) {
        let mut held = self.held();
        let mut sums: HashMap<&Client, usize> = HashMap::new();
        for response in held.responses.values() {
            *sums.entry(&response.client).or_default() += response.kibibytes;
        }
        let Some((most, _)) = sums.into_iter().max_by_key(|(_, sum)| *sum) else { return };
        let oldest = held.responses.iter().find(|(_, response)| response.client == *most);
        let Some(number) = oldest.map(|(number, _)| *number) else { return };
        if let Some(response) = held.responses.remove(&number) {
            response.connection.cut_off();
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HeldResponse {
    fn drop(&mut self) {
        self.memory.held().responses.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::runtime::Builder;

    use super::super::places::{MostConnections, Places};
    use super::*;

    #[test]
    fn when_there_is_no_memory_left_who_holds_most_is_cut_off_from_its_oldest_response() {
        // There are 64 MiB, and for each response 32 are reserved.
        let (memory, places) = (Memory::new(1), Places::new(MostConnections::default(), &[]));
        let hold = async |client: u8, mebibytes: usize| {
            let address = IpAddr::from([192, 0, 2, client]);
            let place = places.take(address).expect("a place");
            let reserved = memory.reserve().await.expect("memory");
            let connection = place.connection.clone();
            (memory.hold(reserved, mebibytes << 20, Client::of(address), connection), place)
        };
        Builder::new_current_thread().enable_time().build().expect("a runtime").block_on(async {
            let (few, _its_place) = hold(1, 1).await;
            let (oldest, its_place) = hold(2, 30).await;
            let (newest, _other_place) = hold(2, 30).await;
            let cut_off = tokio::spawn(async move {
                its_place.connection.wanted().await;
                drop(oldest);
            });
            assert!(memory.reserve().await.is_some());
            cut_off.await.expect("it ends");
            let held: Vec<u64> = memory.held().responses.keys().copied().collect();
            assert_eq!(held, [few.number, newest.number]);
        });
        assert!(memory.held().responses.is_empty());
    }
}
