//! Commands that are killed at work: where a test says, not when, so that every kill hits.

use std::os::unix::process::ExitStatusExt;
use std::process::Child;

use super::*;

/// What ends a process that can do nothing against it.
const SIGKILL: i32 = 9;
/// What ends a process that writes a larger file than it may.
const SIGXFSZ: i32 = 25;

impl Desk {
    /// What a command had said when it was killed at work; nothing if it did all of it. The system kills it at the very write by which
    /// one of its files would be larger than `bytes`, a multiple of 512.
    #[track_caller]
    pub(super) fn killed_at(&self, bytes: u64, line: &str) -> Option<String> {
        let command = self.command(line.split_whitespace());
        // A shell counts by 512 bytes.
        let script = format!("ulimit -c 0; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 512);
        let mut limited = Command::new("sh");
        limited.args(["-c", &script]).arg(command.get_program()).args(command.get_args());
        let output = limited.current_dir(self.path("")).stdin(Stdio::null()).output().expect("it starts");
        let is_killed = output.status.signal() == Some(SIGXFSZ);
        assert!(is_killed || output.status.success(), "{line}, {bytes} bytes: {output:?}");
        is_killed.then(|| String::from_utf8(output.stderr).expect("UTF-8"))
    }

    /// Puts a named pipe where a file is or will be: who opens it to read or to write waits for somebody at its other end.
    pub(super) fn put_pipe(&self, name: &str) {
        let path = self.path(name);
        if path.exists() {
            fs::remove_file(&path).expect("it is gone");
        }
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    }
}

/// Kills a process, which must be at work.
#[track_caller]
pub(super) fn kill(mut process: Child) {
    process.kill().expect("it is killed");
    let status = process.wait().expect("it ends");
    assert_eq!(status.signal(), Some(SIGKILL), "it was at work: {status}");
}
