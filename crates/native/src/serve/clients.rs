//! Who a client is: the holder of an access token; or else an address, which behind a web server is the one that this names.

use std::net::IpAddr;

use hyper::HeaderMap;

/// What tells one client from another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Client {
    /// Who has the access token of this name.
    Holder(String),
    /// Who is in this network: an address, or of the sixth version 2^64 of them, since everybody has as many.
    Network(IpAddr),
}

impl Client {
    /// The client at an address.
    pub(super) fn of(address: IpAddr) -> Self {
        Client::Network(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) if address.is_loopback() => address.into(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
        })
    }

    /// Whether it is on this machine, and known by nothing else.
    pub(super) fn is_here(&self) -> bool {
        matches!(self, Client::Network(address) if address.is_loopback())
    }
}

/// The web servers that stand before this one, by their addresses.
#[derive(Debug, Default)]
pub(super) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(super) fn new(addresses: &[IpAddr]) -> Self {
        Proxies(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// Whether it is the address of one of them.
    pub(super) fn has(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The address that a request comes from. What `x-forwarded-for` says is believed of the web servers alone: each adds, behind what
    /// it was sent, the address that it was sent it by.
    pub(super) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.has(peer) {
            return peer;
        }
        let values = headers.get_all("x-forwarded-for").iter();
        let said: Vec<&str> = values.flat_map(|value| value.to_str().unwrap_or("").split(',')).collect();
        let said = said.iter().rev().map_while(|address| read(address.trim()));
        said.into_iter().find(|&address| !self.has(address)).unwrap_or(peer)
    }
}

/// An address as web servers write it, with a port or without.
fn read(address: &str) -> Option<IpAddr> {
    let plain = address.trim_start_matches('[').trim_end_matches(']');
    plain.parse().ok().or_else(|| address.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    #[test]
    fn addresses_of_one_network_of_the_sixth_version_are_one_client() {
        let client = |address| Client::of(ip(address));
        assert_eq!(client("2001:db8:0:1::1"), client("2001:db8:0:1:ffff::2"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert!(client("::1").is_here() && client("127.0.0.9").is_here() && !client("192.0.2.1").is_here());
    }

    #[test]
    fn what_a_web_server_says_of_its_clients_is_believed_and_what_others_say_is_not() {
        let proxies = Proxies::new(&[ip("127.0.0.1"), ip("10.0.0.1")]);
        let origin = |peer, said: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", said.parse().expect("a value"));
            proxies.origin(ip(peer), &headers)
        };
        for (peer, said, expected) in [
            ("127.0.0.1", "192.0.2.7", "192.0.2.7"),
            // What the client itself said stands before what the web server adds.
            ("127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"),
            ("127.0.0.1", "192.0.2.7, 10.0.0.1", "192.0.2.7"),
            ("127.0.0.1", "192.0.2.7:5000", "192.0.2.7"),
            ("127.0.0.1", "[2001:db8::1]:5000", "2001:db8::1"),
            ("127.0.0.1", "192.0.2.7, nonsense", "127.0.0.1"),
            ("127.0.0.1", "", "127.0.0.1"),
            ("192.0.2.9", "192.0.2.7", "192.0.2.9"),
        ] {
            assert_eq!(origin(peer, said), ip(expected), "{said} by {peer}");
        }
    }
}
