//! The time that everything in a release has: that of the last commit, so that the same commit gives the same bytes.

use std::env;
use std::fmt;

use anyhow::{Context, Result};
use rawzip::time::UtcDateTime;

use crate::project::Project;
use crate::tools;

/// Seconds since 1970, of the last commit or as `SOURCE_DATE_EPOCH` has it.
#[derive(Clone, Copy)]
pub(super) struct Moment(pub(super) u32);

impl Moment {
    pub(super) fn of_the_last_commit(project: &Project) -> Result<Moment> {
        let seconds = match env::var("SOURCE_DATE_EPOCH") {
            Ok(seconds) => seconds,
            Err(_) => tools::output(tools::command("git").current_dir(project.root()).args([
                "log",
                "-1",
                "--format=%ct",
            ]))?,
        };
        let seconds = seconds.trim();
        seconds.parse().map(Moment).with_context(|| format!("\"{seconds}\" is no time in seconds"))
    }

    /// As ZIP has it.
    pub(super) fn for_zip(self) -> UtcDateTime {
        UtcDateTime::from_unix(i64::from(self.0))
    }
}

/// As ISO 8601 has it.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.for_zip();
        let (date, day) =
            ((time.year(), time.month(), time.day()), (time.hour(), time.minute(), time.second()));
        write!(f, "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", date.0, date.1, date.2, day.0, day.1, day.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_as_iso_8601_has_it() {
        assert_eq!(Moment(0).to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(Moment(1_709_210_096).to_string(), "2024-02-29T12:34:56Z");
    }
}
