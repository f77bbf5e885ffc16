//! Who may ask: the names that this server goes by, and the origins whose pages may read what it says.
//!
//! A page of any site can send requests to this machine's own address, from the browser of whoever sits at it. Browsers keep what
//! comes back from the page unless the server says otherwise; but a site can have its own name point here, and is then of this
//! origin. Its requests say so in `host`: to names that are not this machine's nothing is answered.

use std::net::IpAddr;

use super::super::Error;

/// Who may ask.
#[derive(Debug)]
pub struct Hosts {
    /// Whether the server listens at this machine's own address only.
    local: bool,
    /// Origins as browsers write them: `https://example.org`, without a port that goes without saying.
    origins: Vec<String>,
}

impl Hosts {
    /// # Errors
    /// [`Error::Origin`].
    pub fn new(address: IpAddr, origins: &[String]) -> Result<Self, Error> {
        let origins = origins.iter().map(|origin| read_origin(origin)).collect::<Result<_, _>>()?;
        Ok(Hosts { local: address.is_loopback(), origins })
    }

    /// Whether a request with this header `host` is to this server.
    pub fn is_here(&self, host: Option<&str>) -> bool {
        let Some(host) = host else { return !self.local };
        !self.local || is_local(host) || self.origins.iter().any(|origin| authority(origin) == host)
    }

    /// Whether pages of an origin may read what is said.
    pub(super) fn allow(&self, origin: &str) -> bool {
        self.origins.iter().any(|allowed| allowed == origin)
    }
}

/// Whether a host, with or without a port, is this machine by a name that no one else can have.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn authority(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, authority)| authority)
}

fn read_origin(given: &str) -> Result<String, Error> {
    let origin = given.trim_end_matches('/').to_ascii_lowercase();
    let bad = || Error::Origin { origin: given.into() };
    let (scheme, authority) = origin.split_once("://").ok_or_else(bad)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    if !matches!(scheme, "http" | "https") || authority.is_empty() || !authority.bytes().all(plain) {
        return Err(bad());
    }
    let implied = if scheme == "https" { ":443" } else { ":80" };
    Ok(origin.strip_suffix(implied).unwrap_or(&origin).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: [u8; 4], origins: &[&str]) -> Hosts {
        let origins: Vec<String> = origins.iter().map(|origin| origin.to_string()).collect();
        Hosts::new(address.into(), &origins).expect("origins")
    }

    #[test]
    fn on_this_machines_own_address_only_its_own_names_are_answered() {
        let hosts = hosts([127, 0, 0, 1], &["https://check.example.org"]);
        for here in [
            "localhost",
            "localhost:8787",
            "127.0.0.1:8787",
            "[::1]:8787",
            "a.localhost:1",
            "check.example.org",
        ] {
            assert!(hosts.is_here(Some(here)), "{here}");
        }
        for other in ["evil.example", "evil.example:8787", "127.0.0.1.evil.example", "localhost.evil.example"]
        {
            assert!(!hosts.is_here(Some(other)), "{other}");
        }
        assert!(!hosts.is_here(None));
    }

    #[test]
    fn on_another_address_every_name_is_answered() {
        assert!(hosts([0, 0, 0, 0], &[]).is_here(Some("check.example.org")));
    }

    #[test]
    fn an_origin_is_allowed_as_browsers_write_it() {
        let hosts = hosts([127, 0, 0, 1], &["https://Example.org:443/", "http://localhost:3000"]);
        assert!(hosts.allow("https://example.org") && hosts.allow("http://localhost:3000"));
        for other in ["https://example.org.evil.example", "http://example.org", "null", "http://localhost"] {
            assert!(!hosts.allow(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for other in ["example.org", "*", "ftp://example.org", "https://", "https://example.org/path"] {
            assert!(Hosts::new([127, 0, 0, 1].into(), &[other.to_string()]).is_err(), "{other}");
        }
    }
}
