//! Who may have a connection: a bounded number is open in all, and a smaller one of each client.
//!
//! Naively, connections are taken until there are too many, and all others wait for one to end: whoever opens as many and says nothing
//! keeps everybody waiting. Here nobody waits. A client that has all of its places gives up its own oldest connection on which nothing
//! is answered; and when all are taken, the client that has most of them does. Only who has nothing but connections that are being
//! answered is turned away.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::clients::{Client, Proxies};

/// How many connections are open at a time.
#[derive(Debug, Clone, Copy)]
pub struct MostConnections {
    /// In all.
    pub all: usize,
    /// Of a client from elsewhere.
    pub client: usize,
    /// Of a client on this machine.
    pub here: usize,
}

impl Default for MostConnections {
    fn default() -> Self {
        MostConnections { all: 512, client: 64, here: 512 }
    }
}

/// The places for connections.
#[derive(Debug)]
pub struct Places {
    most: MostConnections,
    /// The web servers before this one may have all of them.
    proxies: Proxies,
    taken: Mutex<Taken>,
    turned_away: AtomicU64,
}

#[derive(Debug, Default)]
struct Taken {
    /// By numbers that rise: the oldest first.
    connections: BTreeMap<u64, Arc<Connection>>,
    clients: HashMap<Client, usize>,
    next: u64,
}

/// A connection that has a place.
#[derive(Debug)]
pub struct Connection {
    client: Client,
    /// Whether a request of it has arrived and is being answered.
    is_answered: AtomicBool,
    /// Told when the place is wanted by another.
    leave: Notify,
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    number: u64,
    pub(super) connection: Arc<Connection>,
}

impl Places {
    /// This many places; the web servers at these addresses may have all of them.
    pub fn new(most: MostConnections, proxies: &[IpAddr]) -> Arc<Self> {
        Arc::new(Places {
            most,
            proxies: Proxies::new(proxies),
            taken: Mutex::default(),
            turned_away: AtomicU64::new(0),
        })
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        self.lock().connections.len()
    }

    /// For how many connections there was no place.
    pub(super) fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// A place for a connection from an address, if need be another's; none if all that could be given up are being answered.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let place = self.place(address);
        if place.is_none() {
            self.turned_away.fetch_add(1, Ordering::Relaxed);
        }
        place
    }

    fn place(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let client = Client::of(address);
        let most = match () {
            () if self.proxies.has(address) => self.most.all,
            () if client.is_here() => self.most.here,
            () => self.most.client,
        };
        let mut taken = self.lock();
        let own = taken.clients.get(&client).copied().unwrap_or(0);
        if own >= most && !taken.give_up(&client) {
            return None;
        }
        if taken.connections.len() >= self.most.all {
            let mut clients: Vec<(usize, Client)> =
                taken.clients.iter().map(|(client, count)| (*count, client.clone())).collect();
            clients.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
            if !clients.iter().any(|(_, client)| taken.give_up(client)) {
                return None;
            }
        }
        let number = taken.next;
        taken.next += 1;
        let connection = Arc::new(Connection {
            client: client.clone(),
            is_answered: AtomicBool::new(false),
            leave: Notify::new(),
        });
        taken.connections.insert(number, connection.clone());
        *taken.clients.entry(client).or_default() += 1;
        Some(Place { places: self.clone(), number, connection })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// Has a client give up its oldest connection on which nothing is answered. False if it has none.
    fn give_up(&mut self, client: &Client) -> bool {
        let mut connections = self.connections.iter();
        let idle = connections.find(|(_, connection)| {
            connection.client == *client && !connection.is_answered.load(Ordering::Relaxed)
        });
        let Some(number) = idle.map(|(number, _)| *number) else { return false };
        if let Some(connection) = self.remove(number) {
            connection.cut_off();
        }
        true
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Connection>> {
        let connection = self.connections.remove(&number)?;
        if let Some(count) = self.clients.get_mut(&connection.client) {
            *count -= 1;
            if *count == 0 {
                self.clients.remove(&connection.client);
            }
        }
        Some(connection)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().remove(self.number);
    }
}

impl Connection {
    /// Returns when its place is wanted by another.
    pub(super) async fn wanted(&self) {
        self.leave.notified().await;
    }

    /// Ends the connection, whatever is answered on it.
    pub(super) fn cut_off(&self) {
        self.leave.notify_one();
    }

    /// Holds on to the place while something is answered, until what it gives is dropped.
    pub(super) fn answer(self: &Arc<Self>) -> Answered {
        self.is_answered.store(true, Ordering::Relaxed);
        Answered(self.clone())
    }
}

/// That something is being answered on a connection.
#[derive(Debug)]
pub(super) struct Answered(Arc<Connection>);

impl Drop for Answered {
    fn drop(&mut self) {
        self.0.is_answered.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(all: usize, client: usize) -> Arc<Places> {
        Places::new(MostConnections { all, client, here: all }, &[])
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Whether each of some connections still has its place.
    fn stay<'a>(held: impl IntoIterator<Item = &'a Place>) -> Vec<bool> {
        held.into_iter().map(|place| place.places.lock().connections.contains_key(&place.number)).collect()
    }

    #[test]
    fn a_client_that_has_all_its_places_gives_up_its_oldest_that_is_not_answered() {
        let places = places(10, 3);
        let other = places.take(address(2)).unwrap();
        let held: Vec<Place> = (0..3).map(|_| places.take(address(1)).unwrap()).collect();
        let answered = held[0].connection.answer();
        let next = places.take(address(1)).unwrap();
        assert_eq!(stay(held.iter().chain([&next, &other])), [true, false, true, true, true]);
        assert_eq!(places.taken(), 4);
        drop(answered);
        let _another = places.take(address(1)).unwrap();
        assert_eq!(stay(held.iter().chain([&next, &other])), [false, false, true, true, true]);
        drop((held, next, other));
        assert_eq!((places.taken(), places.lock().clients.len()), (1, 1));
    }

    #[test]
    fn when_all_are_taken_who_has_most_gives_one_up() {
        let places = places(4, 3);
        let few = places.take(address(1)).unwrap();
        let many: Vec<Place> = (0..3).map(|_| places.take(address(2)).unwrap()).collect();
        let next = places.take(address(3)).unwrap();
        assert_eq!(stay(many.iter().chain([&few, &next])), [false, true, true, true, true]);
    }

    #[test]
    fn who_has_none_to_give_up_is_turned_away() {
        let places = places(4, 2);
        let held: Vec<Place> = (0..2).map(|_| places.take(address(1)).unwrap()).collect();
        let _answered: Vec<Answered> = held.iter().map(|place| place.connection.answer()).collect();
        assert!(places.take(address(1)).is_none());
        assert!(places.take(address(2)).is_some());
    }
}
