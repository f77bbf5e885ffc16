//! The site of a page: what of its URL's host says whose page it is.
//!
//! The naive rule, the host as it is, makes two sites of `www.example.org` and `example.org`. Henzinger (2006, section 1) takes
//! off the first label wherever two are left, which needs no list, and errs where names are registered below more than
//! one label: `bbc.co.uk` becomes `co.uk`, and with it a site of all of Britain. The public-suffix list
//! (publicsuffix.org) knows these; it is part of builds with the feature `public-suffix`, the native one among them.
//! An address in numbers has no parts that mean anything, so by either rule it is its own site.

use alloc::string::{String, ToString};

use crate::error::Error;
pub use crate::text::host;

/// How the site of a page is determined from its URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SiteRule {
    /// The host if it has at most one dot, else the host without its first label (Henzinger 2006, section 1).
    #[default]
    Labels,
    /// The host's last labels as far as one can register them, by the public-suffix list: `bbc.co.uk`, and
    /// `someone.github.io`. A public suffix is its own site.
    PublicSuffix,
}

impl SiteRule {
    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            SiteRule::Labels => "labels",
            SiteRule::PublicSuffix => "public-suffix",
        }
    }

    /// The rule of that name.
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the names taken, and for `public-suffix` in a build without the list.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let rules = [SiteRule::Labels, SiteRule::PublicSuffix];
        let found = rules.into_iter().find(|rule| rule.name() == name && rule.is_built_in());
        found.ok_or_else(|| Error::InvalidOption { option: "site", value: name.into(), expected: EXPECTED })
    }

    /// Whether this build can determine sites by it.
    pub const fn is_built_in(self) -> bool {
        cfg!(feature = "public-suffix") || matches!(self, SiteRule::Labels)
    }

    /// Refuses a rule that this build cannot determine sites by.
    pub(super) fn check(self) -> Result<(), Error> {
        SiteRule::from_name(self.name()).map(drop)
    }
}

/// What is built in, for messages.
const EXPECTED: &str = if cfg!(feature = "public-suffix") {
    "labels or public-suffix"
} else {
    "labels; public-suffix needs a build with the feature \"public-suffix\""
};

/// The site of a URL, in lower case. `None` without a host. A build without the public-suffix list goes by the labels.
///
/// ```
/// use twinprint::sketch::{SiteRule, site_of};
/// assert_eq!(site_of("http://www.CS.berkeley.edu/index.html", SiteRule::Labels).unwrap(), "cs.berkeley.edu");
/// assert_eq!(site_of("https://user@example.org:8080?q", SiteRule::Labels).unwrap(), "example.org");
/// assert_eq!(site_of("index.html", SiteRule::Labels), None);
/// # #[cfg(feature = "public-suffix")]
/// assert_eq!(site_of("http://news.bbc.co.uk/", SiteRule::PublicSuffix).unwrap(), "bbc.co.uk");
/// ```
pub fn site_of(url: &str, rule: SiteRule) -> Option<String> {
    let host = host(url)?.to_lowercase();
    let site = match rule {
        _ if is_address(&host) => &host,
        SiteRule::Labels => without_first_label(&host),
        SiteRule::PublicSuffix => registrable(&host),
    };
    Some(site.to_string())
}

/// Whether a host is an address: of IPv6, in brackets, or of IPv4, which ends in a number as no name does.
fn is_address(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    host.starts_with('[') || (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

fn without_first_label(host: &str) -> &str {
    match host.split_once('.') {
        Some((_, parent)) if parent.contains('.') => parent,
        _ => host,
    }
}

#[cfg(feature = "public-suffix")]
fn registrable(host: &str) -> &str {
    twinprint_public_suffix::registrable(host).unwrap_or(host)
}

#[cfg(not(feature = "public-suffix"))]
fn registrable(host: &str) -> &str {
    without_first_label(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn sites(rule: SiteRule, of: &[(&str, Option<&str>)]) {
        for (url, site) in of {
            assert_eq!(site_of(url, rule).as_deref(), *site, "{url}");
        }
    }

    #[test]
    fn the_host_is_told_from_all_else_in_a_url() {
        sites(
            SiteRule::Labels,
            &[
                ("http://example.org", Some("example.org")),
                ("HTTP://WWW.Example.ORG./a", Some("example.org")),
                ("https://www.example.org:8443/a:b@c", Some("example.org")),
                ("ftp://user:pass@word@files.example.org/x", Some("example.org")),
                ("http://www.example.org?next=http://a.b.c.d/", Some("example.org")),
                ("http://www.example.org#a@b.c.d", Some("example.org")),
                ("http://www.example.org\\@other.net/", Some("example.org")),
                ("http://localhost:3000/", Some("localhost")),
                ("http://www.bücher.example/", Some("bücher.example")),
                ("file:///etc/hosts", None),
                ("http://", None),
                ("http://...", None),
                ("http://:80/", None),
                ("mailto:a@example.org", None),
                ("", None),
            ],
        );
    }

    #[test]
    fn the_first_label_is_left_out_where_two_remain() {
        sites(
            SiteRule::Labels,
            &[
                ("http://a.b.c.example.org/", Some("b.c.example.org")),
                ("http://example.org/", Some("example.org")),
                ("http://bbc.co.uk/", Some("co.uk")),
            ],
        );
    }

    #[test]
    fn an_address_is_its_own_site() {
        let addresses = [
            ("http://192.168.0.1:8080/x", Some("192.168.0.1")),
            ("http://10.0.1./", Some("10.0.1")),
            ("http://[::1]:80/", Some("[::1]")),
            ("http://user@[2001:DB8::1]/", Some("[2001:db8::1]")),
            ("http://[::ffff:192.0.2.1]", Some("[::ffff:192.0.2.1]")),
        ];
        sites(SiteRule::Labels, &addresses);
        sites(SiteRule::PublicSuffix, &addresses);
        sites(SiteRule::Labels, &[("http://www.1.example/", Some("1.example"))]);
    }

    #[cfg(feature = "public-suffix")]
    #[test]
    fn the_list_knows_below_what_names_are_registered() {
        sites(
            SiteRule::PublicSuffix,
            &[
                ("http://news.bbc.co.uk/", Some("bbc.co.uk")),
                ("http://BBC.CO.UK.:80/", Some("bbc.co.uk")),
                ("https://someone:secret@a.b.someone.github.io/x", Some("someone.github.io")),
                ("https://github.io/", Some("github.io")),
                ("http://www.cs.berkeley.edu/", Some("berkeley.edu")),
                ("http://www.city.kawasaki.jp/", Some("city.kawasaki.jp")),
                ("http://www.食狮.公司.cn/", Some("食狮.公司.cn")),
                ("http://www.xn--85x722f.xn--55qx5d.cn/", Some("xn--85x722f.xn--55qx5d.cn")),
                ("http://a.b.nosuchsuffix/", Some("b.nosuchsuffix")),
                ("http://localhost/", Some("localhost")),
                ("index.html", None),
            ],
        );
    }

    #[test]
    fn a_rule_that_is_not_built_in_is_refused() {
        assert_eq!(SiteRule::from_name("labels"), Ok(SiteRule::Labels));
        let error = SiteRule::from_name("host").unwrap_err();
        assert_eq!(error.place(), "site");
        let listed = SiteRule::from_name("public-suffix");
        match SiteRule::PublicSuffix.is_built_in() {
            true => assert_eq!(listed, Ok(SiteRule::PublicSuffix)),
            false => assert!(listed.unwrap_err().remedy().contains("the feature \"public-suffix\"")),
        }
    }
}
