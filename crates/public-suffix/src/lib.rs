//! The name of a host as far as one can register it, by the public-suffix list (publicsuffix.org).
//!
//! The list's library is generic: its thousands of functions are compiled where they are called, and were a quarter of what the core
//! is compiled from. Here they are compiled once, beside the core, and quickly.

#![no_std]

/// The last labels of a host that one can register: a public suffix and one label more. `None` for a host that has no more than a
/// public suffix.
///
/// ```
/// use twinprint_public_suffix::registrable;
/// assert_eq!(registrable("news.bbc.co.uk"), Some("bbc.co.uk"));
/// assert_eq!(registrable("someone.github.io"), Some("someone.github.io"));
/// assert_eq!(registrable("co.uk"), None);
/// ```
#[must_use]
pub fn registrable(host: &str) -> Option<&str> {
    psl::domain_str(host)
}
