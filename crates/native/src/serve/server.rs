//! The server of an index, of what was seen, and the page: opens what it serves, opens the index anew when it has changed, and tidies
//! what is remembered.

use core::time::Duration;
use std::format;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::super::Error;
use super::ServerOptions;
use super::answer::Site;
use super::budget::{Allowance, Budgets};
use super::clients::Proxies;
use super::damage::Damage;
use super::files::Tags;
use super::hosts::Hosts;
use super::listen::Listener;
use super::memory::Memory;
use super::metrics::Metrics;
use super::places::{MostConnections, Places};
use super::remember::Remembered;
use super::scrub::scrub;
use super::tokens::Tokens;
use super::watch::Watched;

/// How often it is looked whether the index has changed.
const LOOK: Duration = Duration::from_secs(1);

/// How often what is remembered is tidied.
const TIDY: Duration = Duration::from_secs(60);

/// A server that has its port, and its index open.
pub struct Server {
    listener: Listener,
    site: Arc<Site>,
    places: Arc<Places>,
    catch_up: Duration,
    scrub: Option<Duration>,
}

impl Server {
    /// Opens the index and takes the port.
    ///
    /// # Errors
    /// [`Error::Unbindable`], [`Error::Tokens`], [`Error::Origin`], and what is wrong with the index.
    pub fn bind(options: &ServerOptions) -> Result<Server, Error> {
        let listener = Listener::bind(&options.host, options.port)?;
        let allowance =
            Allowance { requests: options.rate, work: options.client_work, bytes: options.client_bytes };
        let at_once = 2 * available_parallelism().map_or(1, NonZeroUsize::get);
        let MostConnections { all, client, here } = MostConnections::default();
        let most = MostConnections {
            all,
            client: options.client_connections.unwrap_or(client),
            here: options.client_connections.unwrap_or(here),
        };
        let places = Places::new(most, &options.proxies);
        let site = Site {
            hosts: Hosts::new(listener.address().ip(), &options.origins)?,
            index: options.index.as_deref().map(Watched::open).transpose()?,
            remembered: options.remember.clone().map(Remembered::open).transpose()?,
            page: options.page.clone(),
            publish: options.publish,
            tokens: options.tokens.as_deref().map(Tokens::read).transpose()?,
            proxies: Proxies::new(&options.proxies),
            budgets: Budgets::new(allowance, (at_once / 2).max(1)),
            turns: Arc::new(Semaphore::new(at_once)),
            heavy_turns: Arc::new(Semaphore::new((at_once / 2).max(1))),
            memory: Memory::new(at_once),
            tags: Tags::default(),
            damage: Damage::default(),
            metrics: options.metrics.then(Metrics::default),
            places: places.clone(),
            patience: options.patience,
        };
        site.find_damage();
        Ok(Server {
            listener,
            site: Arc::new(site),
            places,
            catch_up: options.catch_up,
            scrub: options.scrub,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves until Ctrl-C or SIGTERM. `note` is called with what a person should know meanwhile: that
    /// the index has changed, or could not be opened.
    pub fn run(self, note: Box<dyn Fn(String) + Send + Sync>) {
        let Server { listener, site, places, catch_up, scrub: every } = self;
        let patience = site.patience;
        let note: Arc<dyn Fn(String) + Send + Sync> = note.into();
        let watched = watch(site.clone(), catch_up, note.clone());
        let renewed = renew(site.clone(), note.clone());
        let scrubbed = every.map(|every| scrub(site.clone(), every));
        let tidied = tidy(site.clone(), note);
        listener.run(site, places, patience, async {
            tokio::spawn(tidied);
            tokio::spawn(renewed);
            scrubbed.map(tokio::spawn);
            watched.await;
        });
    }
}

/// Looks whether the index has changed, until the server ends. What cannot be opened is tried again each time, and said once.
async fn watch(site: Arc<Site>, catch_up: Duration, note: Arc<dyn Fn(String) + Send + Sync>) {
    let (mut said, mut caught_up) = (None, Instant::now());
    while site.index.is_some() {
        sleep(LOOK).await;
        let with_added = caught_up.elapsed() >= catch_up;
        if with_added {
            caught_up = Instant::now();
        }
        site.damage.news().into_iter().for_each(&*note);
        let (site, refreshed) = (site.clone(), site.clone());
        let refresh = move || refreshed.index.as_ref().map(|index| index.refresh(with_added));
        match tokio::task::spawn_blocking(refresh).await {
            Ok(Some(Ok(true))) => {
                said = None;
                site.find_damage();
                note("the index has changed; the new one is served".into());
            }
            Ok(Some(Err(error))) => {
                let now = Some(format!("the index has changed, but the old one is still served: {error}"));
                if said != now {
                    note(now.clone().unwrap_or_default());
                    said = now;
                }
            }
            _ => {}
        }
    }
}

/// Looks whether the access tokens have changed, until the server ends. What cannot be read is tried again each time, and said once.
async fn renew(site: Arc<Site>, note: Arc<dyn Fn(String) + Send + Sync>) {
    let mut said = None;
    while site.tokens.is_some() {
        sleep(LOOK).await;
        let site = site.clone();
        let refresh = move || site.tokens.as_ref().map_or(Ok(false), Tokens::refresh);
        match tokio::task::spawn_blocking(refresh).await {
            Ok(Ok(are_others)) => {
                said = None;
                if are_others {
                    note("the access tokens have changed; the new ones are taken".into());
                }
            }
            Ok(Err(error)) => {
                let now = Some(format!(
                    "the access tokens have changed, but the old ones are still taken: {error}"
                ));
                if said != now {
                    note(now.clone().unwrap_or_default());
                    said = now;
                }
            }
            Err(_) => {}
        }
    }
}

/// Tidies what is remembered from time to time, until the server ends.
async fn tidy(site: Arc<Site>, note: Arc<dyn Fn(String) + Send + Sync>) {
    while site.remembered.is_some() {
        sleep(TIDY).await;
        let site = site.clone();
        let tidy = move || site.remembered.as_ref().map_or(Ok(()), Remembered::tidy);
        if let Ok(Err(error)) = tokio::task::spawn_blocking(tidy).await {
            note(format!("what was seen long ago could not be forgotten: {error}"));
        }
    }
}
