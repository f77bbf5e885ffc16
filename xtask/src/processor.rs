//! The processor's time that a process has taken, with all that it started and waited for. What ends on its own, such as the
//! processes of a browser that is closed, is not in it.

use std::fs;
use std::time::Duration;

/// Times in `/proc` are in these, whatever the kernel counts in itself: `USER_HZ`, of the kernel's interface.
const TICKS_PER_SECOND: u64 = 100;

/// What this process and what it waited for have taken so far; nothing where the system has no `/proc` that says so.
pub fn taken() -> Option<Duration> {
    of_line(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// By the line of a process: its own time and its children's, in user's code and in the kernel's.
fn of_line(stat: &str) -> Option<Duration> {
    // The name, which may have spaces and parentheses, is the second field; the times are the 14th to the 17th.
    let (_, behind_name) = stat.rsplit_once(") ")?;
    let times: Vec<u64> =
        behind_name.split(' ').skip(11).take(4).map(str::parse).collect::<Result<_, _>>().ok()?;
    (times.len() == 4).then(|| Duration::from_millis(times.iter().sum::<u64>() * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_times_are_found_behind_whatever_name() {
        let line = "7 (a) b) R 1 7 7 0 -1 4194304 1 2 3 4 150 50 1000 300 20 0 1 0 5 6 7\n";
        assert_eq!(of_line(line), Some(Duration::from_secs(15)));
        assert_eq!(of_line("7 (a) R 1 7 7"), None);
        assert_eq!(of_line(""), None);
    }
}
