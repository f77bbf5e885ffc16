//! A progress bar on standard error: on a terminal only, and only when there is more than a moment to wait.

mod left;

use std::fmt::Write;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::{Loudness, is_heard};
use crate::verbose::say_time;
use left::TimeLeft;

const MOMENT: Duration = Duration::from_millis(500);

/// Shows how far a piece of work is, from a moment after its start until it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
    ended: Once,
}

impl Progress {
    /// `work` says what is being done: "Comparing".
    pub(crate) fn new(work: &'static str, steps: usize) -> Self {
        Progress::styled(
            work,
            steps as u64,
            "{msg} {wide_bar} {human_pos}/{human_len}, {rate}, {time_left} left",
        )
    }

    /// As [`new`](Progress::new), counted in bytes.
    pub(crate) fn bytes(work: &'static str, bytes: u64) -> Self {
        let template =
            "{msg} {wide_bar} {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {time_left} left";
        Progress::styled(work, bytes, template)
    }

    fn styled(work: &'static str, length: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            // A rate that cannot be written is one nobody reads.
            let _ = write!(out, "{:.0}/s", state.per_sec());
        };
        let left = Arc::new(Mutex::new(TimeLeft::default()));
        let time_left = move |state: &ProgressState, out: &mut dyn Write| {
            let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
            // As with the rate.
            let _ = match left.at(state.elapsed(), state.pos(), state.len().unwrap_or_default()) {
                Some(left) => write!(out, "{:#}", HumanDuration(left)),
                None => write!(out, "?"),
            };
        };
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("rate", rate).with_key("time_left", time_left));
        bar.set_message(work);
        Progress { bar, start: Instant::now(), shown: Once::new(), ended: Once::new() }
    }

    pub(crate) fn step(&self) {
        self.show();
        self.bar.inc(1);
    }

    /// Sets how much is done.
    pub(crate) fn at(&self, position: u64) {
        self.show();
        self.bar.set_position(position);
    }

    /// Sets how much is done, and of how much.
    pub(crate) fn of(&self, position: u64, length: u64) {
        self.bar.set_length(length);
        self.at(position);
    }

    /// Takes the bar away before it is dropped.
    pub(crate) fn end(&self) {
        self.ended.call_once(|| {
            self.bar.finish_and_clear();
            say_time(&self.bar.message(), self.start.elapsed());
        });
    }

    fn show(&self) {
        if self.start.elapsed() >= MOMENT && is_heard(Loudness::Usual) {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
