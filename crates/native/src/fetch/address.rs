//! The address of an index.

use core::fmt;
use core::net::IpAddr;
use core::str::FromStr;
use std::format;

use ureq::http::Uri;

use super::super::Error;

/// The address of a published index's folder, or of a service: what their paths are relative to.
///
/// ```
/// use twinprint_native::fetch::Address;
/// let address: Address = "https://example.org/papers/index.json".parse()?;
/// assert_eq!(address.to_string(), "https://example.org/papers/");
/// # Ok::<(), twinprint_native::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// Whether a text is meant as an address, and not as a path: it begins with a scheme.
    pub fn is_meant(text: &str) -> bool {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        scheme.is_some_and(|scheme| {
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    }

    /// Whether nobody on the way can read requests: the connection is encrypted, or does not leave this machine.
    pub fn is_private(&self) -> bool {
        self.is_encrypted() || self.is_here()
    }

    /// Whether requests to it are encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Whether it is one of this machine.
    pub(super) fn is_here(&self) -> bool {
        let host =
            Uri::from_str(&self.0).ok().and_then(|uri| uri.host().map(String::from)).unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    }

    /// The address of a file, or of a folder with a slash at its end.
    pub(super) fn join(&self, path: &str) -> Address {
        Address(format!("{self}{path}"))
    }
}

impl FromStr for Address {
    type Err = Error;

    /// Reads an address as people write it: of the folder or the service, or of a file in it.
    ///
    /// # Errors
    /// [`Error::Fetch`] for what is no address, or has in it what would not be sent.
    fn from_str(text: &str) -> Result<Self, Error> {
        let refused = |what: &str| Error::Fetch {
            place: text.into(),
            what: what.into(),
            remedy:
                "give the address of a published index or of a service, such as https://example.org/index/"
                    .into(),
        };
        let text = text.trim();
        let uri: Uri = text.parse().map_err(|_| refused("this is no address"))?;
        let authority = uri.authority().ok_or_else(|| refused("this is no address"))?;
        let scheme = uri.scheme_str().unwrap_or_default();
        if !["http", "https"].contains(&scheme) {
            return Err(refused("an index is reached by http or https only"));
        }
        if authority.as_str().contains('@') || uri.query().is_some() || text.contains('#') {
            return Err(refused("there is more in this address than a host and a path"));
        }
        let path = uri.path();
        let path = path.strip_suffix("index.json").or_else(|| path.strip_suffix("v1/meta")).unwrap_or(path);
        Ok(Address(format!("{scheme}://{authority}{}/", path.trim_end_matches('/'))))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_of_a_folder_however_it_is_written() {
        for (written, address) in [
            ("https://example.org", "https://example.org/"),
            ("HTTPS://example.org/index", "https://example.org/index/"),
            (" http://[::1]:8787/v1/meta\n", "http://[::1]:8787/"),
            ("https://example.org/a/index.json", "https://example.org/a/"),
        ] {
            assert_eq!(
                written.parse::<Address>().map_err(|error| error.to_string()),
                Ok(Address(address.into()))
            );
        }
    }

    #[test]
    fn what_is_no_address_or_says_too_much_is_refused() {
        for text in [
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "https://name:word@example.org/",
            "https://example.org/?key=1",
            "https://example.org/#part",
            "https://exa mple.org/",
            "javascript:alert(1)",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_path_is_told_from_an_address_by_the_scheme() {
        assert!(Address::is_meant("http://localhost:8787") && Address::is_meant("ftp://example.org"));
        assert!(
            !Address::is_meant("corpus.index")
                && !Address::is_meant("./a://b")
                && !Address::is_meant("C:\\index")
        );
    }

    #[test]
    fn what_is_on_this_machine_needs_no_encryption() {
        for (address, is_private) in [
            ("http://localhost:1/", true),
            ("http://127.0.0.9/", true),
            ("http://[::1]/", true),
            ("https://example.org/", true),
            ("http://example.org/", false),
            ("http://localhost.example.org/", false),
        ] {
            assert_eq!(Address(address.into()).is_private(), is_private, "{address}");
        }
    }
}
