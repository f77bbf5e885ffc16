//! The host of a URL.

/// The host of a URL, without a dot at its end.
pub fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = &rest[..rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len())];
    let (_, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let host = match place.find(']') {
        Some(end) if place.starts_with('[') => &place[..=end],
        _ => place.split(':').next()?,
    };
    Some(host.trim_end_matches('.')).filter(|host| !host.is_empty())
}
