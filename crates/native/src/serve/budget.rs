//! What one client may have of the server: requests, time of its processors, and bytes of responses.
//!
//! Naively, requests are counted. But one look-up costs a thousand times what another does, so that who may send ten a second may have
//! all that there is. Here each client has a budget of all three that fills again as time goes by. What a request costs is known once
//! it is answered: it is charged then, and who has had more than there was waits until that has filled up. While a request is
//! answered a little is charged in advance, so that a thousand at once are not all admitted by the same balance.

use std::collections::HashMap;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::clients::Client;

/// How many clients are remembered at least; those that did not ask for longest are forgotten, and begin anew.
const CLIENTS: usize = 16_384;

/// For how many seconds' worth of work and bytes a client may ask at once.
const BURST: f64 = 20.0;

/// The work of a client from elsewhere, in seconds a second, where nothing else was said.
const WORK: f64 = 0.25;

/// The bytes of one, a second.
const BYTES: f64 = 2e6;

/// What a request is charged until it is answered.
const ADVANCE: Amounts = [1.0, 0.02, 4096.0];

/// The share of its work that a client has had whose requests come after those of others.
const HEAVY: f64 = 0.05;

/// Requests, seconds of work, bytes.
type Amounts = [f64; 3];

/// What clients may have, as it was set; where nothing was, clients on this machine have no bounds, and others those of a public
/// service.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Allowance {
    /// How many requests a second.
    pub(super) requests: Option<u32>,
    /// How much work a second.
    pub(super) work: Option<Duration>,
    /// How many bytes of responses a second.
    pub(super) bytes: Option<u64>,
}

/// The budgets of all clients.
#[derive(Debug)]
pub(super) struct Budgets {
    /// Of clients on this machine.
    here: Meters,
    /// Of all others.
    elsewhere: Meters,
    /// How many requests of a client are worked on at once.
    at_once: usize,
    accounts: Mutex<Accounts>,
}

/// That a client may ask.
#[derive(Debug)]
pub(super) struct Admission {
    /// What its requests take their turns by.
    pub(super) turns: Arc<Semaphore>,
    /// Whether it has had so much lately that others, who have not, do not wait for it.
    pub(super) is_heavy: bool,
}

/// What bounds each of the amounts, if anything does.
type Meters = [Option<Meter>; 3];

#[derive(Debug, Clone, Copy)]
struct Meter {
    per_second: f64,
    /// How much there is at once.
    most: f64,
}

/// The accounts of clients that asked lately, and of those before them: when there are too many, the older are forgotten at once.
#[derive(Debug, Default)]
struct Accounts {
    recent: HashMap<Client, Account>,
    older: HashMap<Client, Account>,
}

#[derive(Debug)]
struct Account {
    /// What was had, and has not filled again.
    had: Amounts,
    at: Instant,
    turns: Arc<Semaphore>,
}

impl Budgets {
    pub(super) fn new(allowance: Allowance, at_once: usize) -> Self {
        let burst = |per_second: f64| Meter { per_second, most: BURST * per_second };
        let requests = allowance.requests.map(f64::from).map(|most| Meter { per_second: most, most });
        let work = allowance.work.map(|work| work.as_secs_f64()).map(burst);
        let bytes = allowance.bytes.map(|bytes| bytes as f64).map(burst);
        Budgets {
            here: [requests, work, bytes],
            elsewhere: [requests, work.or(Some(burst(WORK))), bytes.or(Some(burst(BYTES)))],
            at_once,
            accounts: Mutex::default(),
        }
    }

    /// Lets a client ask now, or says after how many seconds it may.
    ///
    /// # Errors
    /// The seconds to wait, at least one.
    pub(super) fn admit(&self, client: &Client, now: Instant) -> Result<Admission, u64> {
        self.with(client, now, |meters, account| {
            let waits = meters.iter().zip(account.had).zip(ADVANCE).filter_map(|((meter, had), advance)| {
                let meter = meter.as_ref()?;
                let beyond = had + advance.min(meter.most) - meter.most;
                (beyond > 0.0).then(|| beyond / meter.per_second)
            });
            if let Some(wait) = waits.reduce(f64::max) {
                return Err((wait.ceil() as u64).max(1));
            }
            let [_, work, _] = meters;
            let is_heavy = work.is_some_and(|work| account.had[1] > HEAVY * work.most);
            account.add(ADVANCE);
            Ok(Admission { turns: account.turns.clone(), is_heavy })
        })
    }

    /// Charges a client that was admitted with what its request came to.
    pub(super) fn charge(&self, client: &Client, work: Duration, bytes: usize, now: Instant) {
        let [_, advance, advance_bytes] = ADVANCE;
        let amounts = [0.0, work.as_secs_f64() - advance, bytes as f64 - advance_bytes];
        self.with(client, now, |_, account| account.add(amounts));
    }

    fn with<T>(&self, client: &Client, now: Instant, act: impl FnOnce(&Meters, &mut Account) -> T) -> T {
        let meters = if client.is_here() { &self.here } else { &self.elsewhere };
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let account = accounts.of(client, now, self.at_once);
        account.fill(meters, now);
        act(meters, account)
    }
}

impl Accounts {
    fn of(&mut self, client: &Client, now: Instant, at_once: usize) -> &mut Account {
        if self.recent.len() >= CLIENTS && !self.recent.contains_key(client) {
            self.older = take(&mut self.recent);
        }
        let older = &mut self.older;
        let new = || Account { had: [0.0; 3], at: now, turns: Arc::new(Semaphore::new(at_once)) };
        self.recent.entry(client.clone()).or_insert_with(|| older.remove(client).unwrap_or_else(new))
    }
}

impl Account {
    fn fill(&mut self, meters: &Meters, now: Instant) {
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        for (had, meter) in self.had.iter_mut().zip(meters) {
            *had = meter.map_or(0.0, |meter| (*had - seconds * meter.per_second).max(0.0));
        }
        self.at = self.at.max(now);
    }

    fn add(&mut self, amounts: Amounts) {
        for (had, amount) in self.had.iter_mut().zip(amounts) {
            *had = (*had + amount).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(last: u8) -> Client {
        Client::of(IpAddr::from([192, 0, 2, last]))
    }

    fn budgets(allowance: Allowance) -> Budgets {
        Budgets::new(allowance, 1)
    }

    /// When a client may ask: now, or after some seconds.
    fn wait(budgets: &Budgets, client: &Client, now: Instant) -> u64 {
        budgets.admit(client, now).err().unwrap_or(0)
    }

    #[test]
    fn a_client_may_ask_so_often_a_second_and_another_still_may() {
        let (budgets, start) =
            (budgets(Allowance { requests: Some(3), ..Allowance::default() }), Instant::now());
        let waits: Vec<u64> = (0..4).map(|_| wait(&budgets, &client(1), start)).collect();
        assert_eq!(waits, [0, 0, 0, 1]);
        assert_eq!(wait(&budgets, &client(2), start), 0);
        assert_eq!(wait(&budgets, &client(1), start + Duration::from_millis(334)), 0);
        assert_eq!(wait(&budgets, &client(1), start + Duration::from_millis(335)), 1);
    }

    #[test]
    fn who_had_more_work_or_bytes_than_there_was_waits_until_it_has_filled_again() {
        let second = Duration::from_secs(1);
        let work = Allowance { work: Some(second / 2), ..Allowance::default() };
        let bytes = Allowance { bytes: Some(1000), ..Allowance::default() };
        // There are ten seconds of work at once, and 20,000 bytes.
        for (allowance, work, length) in [(work, 13 * second, 0), (bytes, Duration::ZERO, 26_000)] {
            let (budgets, start) = (budgets(allowance), Instant::now());
            assert_eq!(wait(&budgets, &client(1), start), 0);
            budgets.charge(&client(1), work, length, start);
            let waits = [0, 5].map(|after| wait(&budgets, &client(1), start + after * second));
            assert!((6..=11).contains(&waits[0]) && (1..=6).contains(&waits[1]), "{waits:?}");
            assert_eq!(wait(&budgets, &client(2), start), 0, "another has a budget of its own");
            assert_eq!(wait(&budgets, &client(1), start + 12 * second), 0, "it has filled again");
        }
    }

    #[test]
    fn who_has_had_much_of_its_work_is_heavy_until_that_has_filled_again() {
        let (budgets, start) = (budgets(Allowance::default()), Instant::now());
        let is_heavy = |now| budgets.admit(&client(1), now).expect("it may ask").is_heavy;
        assert!(!is_heavy(start));
        budgets.charge(&client(1), Duration::from_secs(2), 0, start);
        assert!(is_heavy(start) && !is_heavy(start + Duration::from_secs(8)));
    }

    #[test]
    fn what_is_being_answered_is_charged_in_advance_and_given_back() {
        let allowance = Allowance { work: Some(Duration::from_millis(10)), ..Allowance::default() };
        let (budgets, start) = (budgets(allowance), Instant::now());
        let admitted = (0..100).filter(|_| wait(&budgets, &client(1), start) == 0).count();
        assert_eq!(admitted, 10, "200 ms are there at once, and each is charged 20");
        (0..admitted).for_each(|_| budgets.charge(&client(1), Duration::ZERO, 0, start));
        assert_eq!(wait(&budgets, &client(1), start), 0);
    }

    #[test]
    fn without_settings_clients_elsewhere_are_bounded_and_those_on_this_machine_are_not() {
        let (budgets, start) = (budgets(Allowance::default()), Instant::now());
        let minute = Duration::from_secs(60);
        for (address, waits) in [([127, 0, 0, 1], false), ([192, 0, 2, 1], true)] {
            let client = Client::of(address.into());
            assert_eq!(wait(&budgets, &client, start), 0);
            budgets.charge(&client, minute, 0, start);
            assert_eq!(wait(&budgets, &client, start) > 0, waits, "{address:?}");
        }
    }

    #[test]
    fn however_many_clients_there_are_few_are_remembered() {
        let (budgets, start) =
            (budgets(Allowance { requests: Some(1), ..Allowance::default() }), Instant::now());
        for number in 0..5 * CLIENTS as u32 {
            assert_eq!(wait(&budgets, &Client::of(IpAddr::from(number.to_be_bytes())), start), 0);
        }
        let accounts = budgets.accounts.lock().unwrap();
        assert!(accounts.recent.len() + accounts.older.len() <= 2 * CLIENTS);
    }
}
