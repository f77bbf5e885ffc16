//! What is needed to use an index elsewhere.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ureq::Agent;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use super::super::Error;
use super::at_once::AT_ONCE;
use super::{Address, failure};

/// What is needed to use an index elsewhere, and how long to wait for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The access token that a service wants.
    pub token: Option<String>,
    /// How long a host may say nothing.
    pub patience: Duration,
    /// A file of certificates (PEM) of the authorities that are trusted, in place of Mozilla's list, which is built in.
    pub authorities: Option<PathBuf>,
}

impl Default for Access {
    /// Without a token, with Mozilla's list, for twenty seconds.
    fn default() -> Self {
        Access { token: None, patience: Duration::from_secs(20), authorities: None }
    }
}

impl Access {
    /// What asks a host. Proxies are those of the environment, for other machines than this one.
    pub(super) fn agent(&self, address: &Address) -> Result<Agent, Error> {
        let patience = Some(self.patience);
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent(concat!("twinprint/", env!("CARGO_PKG_VERSION")))
            .max_idle_connections(AT_ONCE)
            .max_idle_connections_per_host(AT_ONCE)
            .timeout_resolve(patience)
            .timeout_connect(patience)
            .timeout_send_request(patience)
            .timeout_send_body(patience)
            .timeout_recv_response(patience)
            .timeout_per_read(patience);
        if address.is_here() {
            config = config.proxy(None);
        }
        if let Some(roots) = self.roots()? {
            config = config.tls_config(TlsConfig::builder().root_certs(roots).build());
        }
        if self.token.is_some() && !address.is_private() {
            return Err(failure::token_in_the_clear(address));
        }
        Ok(config.build().new_agent())
    }

    fn roots(&self) -> Result<Option<RootCerts>, Error> {
        let Some(file) = &self.authorities else { return Ok(None) };
        let place = || file.to_string_lossy().into_owned();
        let pem = fs::read(file).map_err(|reason| Error::Unreadable { place: place(), reason })?;
        let items: Result<Vec<PemItem<'_>>, _> = parse_pem(&pem).collect();
        let of_item = |item| match item {
            PemItem::Certificate(certificate) => Some(certificate),
            _ => None,
        };
        let certificates: Vec<Certificate<'static>> =
            items.map_or(vec![], |items| items.into_iter().filter_map(of_item).collect());
        if certificates.is_empty() {
            return Err(failure::no_certificates(place()));
        }
        Ok(Some(RootCerts::new_with_certs(&certificates)))
    }
}
