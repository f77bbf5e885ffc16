//! The site of a page, by Henzinger's rule (2006, section 1).

/// The site of a URL: its domain if that has at most one dot, else its domain without the first label; in lower case only
/// as far as the URL is. `None` without a domain.
///
/// ```
/// use twinprint::sketch::site_of;
/// assert_eq!(site_of("http://www.cs.berkeley.edu/index.html"), Some("cs.berkeley.edu"));
/// assert_eq!(site_of("https://user@example.org:8080?q"), Some("example.org"));
/// assert_eq!(site_of("index.html"), None);
/// ```
pub fn site_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let host = authority.rsplit('@').next()?;
    let domain = host.split(':').next()?.trim_end_matches('.');
    let site = match domain.split_once('.') {
        Some((_, parent)) if parent.contains('.') => parent,
        _ => domain,
    };
    (!site.is_empty()).then_some(site)
}
