//! How many requests a client may make: a bucket of them for each address, which fills again within a second.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many clients are remembered before those that could start anew are forgotten.
const CLIENTS: usize = 10_000;

#[derive(Debug)]
pub(super) struct Rate {
    per_second: f64,
    clients: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    requests: f64,
    at: Instant,
}

impl Rate {
    pub(super) fn new(per_second: u32) -> Self {
        Rate { per_second: f64::from(per_second.max(1)), clients: Mutex::default() }
    }

    /// Whether a client may make a request now; if so, it is counted.
    pub(super) fn allows(&self, client: IpAddr, now: Instant) -> bool {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS {
            clients.retain(|_, bucket| self.filled(*bucket, now) < self.per_second);
        }
        let full = Bucket { requests: self.per_second, at: now };
        let bucket = clients.entry(network(client)).or_insert(full);
        let requests = self.filled(*bucket, now);
        let allowed = requests >= 1.0;
        *bucket = Bucket { requests: if allowed { requests - 1.0 } else { requests }, at: now };
        allowed
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.requests + seconds * self.per_second).min(self.per_second)
    }
}

/// A client's address; of the sixth version its network, since everybody has 2^64 addresses.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_client_may_ask_so_often_a_second_and_another_still_may() {
        let (rate, start) = (Rate::new(3), Instant::now());
        let client = IpAddr::from([192, 0, 2, 1]);
        let asked: Vec<bool> = (0..4).map(|_| rate.allows(client, start)).collect();
        assert_eq!(asked, [true, true, true, false]);
        assert!(rate.allows(IpAddr::from([192, 0, 2, 2]), start));
        assert!(rate.allows(client, start + Duration::from_millis(334)));
        assert!(!rate.allows(client, start + Duration::from_millis(335)));
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let (rate, start) = (Rate::new(1), Instant::now());
        assert!(rate.allows(IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]), start));
        assert!(!rate.allows(IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, 2]), start));
    }
}
