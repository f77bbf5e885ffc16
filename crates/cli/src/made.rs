//! When a report is made, in words.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Now, as "Sun, 29 Nov 2026 15:30:00 GMT"; or when `SOURCE_DATE_EPOCH` says, in seconds since 1970, so that what is made again is the same.
pub(crate) fn made() -> String {
    let chosen = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let chosen = chosen.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    // What no calendar has a date of is no date.
    let dated = chosen.filter(|time| *time < UNIX_EPOCH + Duration::from_secs(253_402_300_800));
    httpdate::fmt_http_date(dated.unwrap_or_else(SystemTime::now))
}
