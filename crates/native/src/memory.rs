//! The memory of this machine and of this process, as far as the system says.

use std::fs;

/// The machine's memory in bytes; none where the system does not say.
pub fn total() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// The most memory that this process has had at once, in bytes; none where the system does not say.
pub fn peak() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// The number of bytes on a line of a file of the system's, which has it in kilobytes.
fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let lines = fs::read_to_string(path).ok()?;
    let line = lines.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
