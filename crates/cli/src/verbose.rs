//! What `--verbose` has the program say on standard error: what is read, what was decided, and how long each thing took.

use std::fmt::Display;
use std::time::{Duration, Instant};

use twinprint_native::corpus::Listing;
use twinprint_native::memory;

use crate::args::{Loudness, is_heard};
use crate::say;
use crate::terminal::counted;

/// The most files of a listing that are named.
const NAMED: usize = 10;

/// Says a detail, if the user wants to know.
pub(crate) fn say_detail(detail: impl Display) {
    if is_heard(Loudness::Verbose) {
        say(format_args!("detail: {detail}"));
    }
}

/// Says which files are read.
pub(crate) fn say_files(listing: &Listing) {
    let all = listing.entries.len();
    let names: Vec<&str> = listing.entries.iter().take(NAMED).map(|entry| &*entry.name).collect();
    let more = if all > NAMED { format!(", and {} more", all - NAMED) } else { String::new() };
    say_detail(format_args!(
        "reads {} of {}: {}{more}",
        counted(all as u64, "file"),
        counted(listing.bytes(), "byte"),
        names.join(", ")
    ));
}

/// Says settings, which are lines or their parts.
pub(crate) fn say_settings(settings: impl Display) {
    say_detail(format_args!("settings: {}", settings.to_string().trim_end().replace('\n', "; ")));
}

/// Says how long a thing took, as "Reading".
pub(crate) fn say_time(work: &str, time: Duration) {
    say_detail(format_args!("{work} took {:.3} s", time.as_secs_f64()));
}

/// Says how long all took, and how much memory.
pub(crate) fn say_end(begun: Instant) {
    let memory =
        memory::peak().map_or(String::new(), |peak| format!(", and at most {} MiB of memory", peak >> 20));
    say_detail(format_args!("all of it took {:.3} s{memory}", begun.elapsed().as_secs_f64()));
}
