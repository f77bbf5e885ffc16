//! A progress bar on standard error: on a terminal only, and only when there is more than a moment to wait.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const MOMENT: Duration = Duration::from_millis(500);

/// Shows how far a piece of work is, from a moment after its start until it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// `work` says what is being done: "reading".
    pub(crate) fn new(work: &'static str, steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}, {per_sec}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(work);
        Progress { bar, start: Instant::now() }
    }

    pub(crate) fn step(&self) {
        if self.bar.is_hidden() && self.start.elapsed() >= MOMENT {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
