//! A progress bar on standard error: on a terminal only, and only when there is more than a moment to wait.

use std::fmt::Write;
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

const MOMENT: Duration = Duration::from_millis(500);

/// Shows how far a piece of work is, from a moment after its start until it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
}

impl Progress {
    /// `work` says what is being done: "Reading".
    pub(crate) fn new(work: &'static str, steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}, {rate}, {eta} left");
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            // A rate that cannot be written is one nobody reads.
            let _ = write!(out, "{:.0}/s", state.per_sec());
        };
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate));
        bar.set_message(work);
        Progress { bar, start: Instant::now(), shown: Once::new() }
    }

    pub(crate) fn step(&self) {
        if self.start.elapsed() >= MOMENT {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
