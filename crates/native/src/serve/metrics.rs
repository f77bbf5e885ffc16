//! What the server has done, as Prometheus reads it: counts alone, without anything of a question, and without any client's address.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::format;
use std::string::String;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The media type of what is said.
pub(super) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The seconds up to which look-ups are counted together.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What is counted.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    /// Of bodies that were sent.
    pub(super) bytes: Arc<AtomicU64>,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    requests: BTreeMap<(&'static str, u16), u64>,
    refusals: BTreeMap<String, u64>,
    /// How many look-ups took up to each bound in seconds, and longer than the one before.
    lookups: [u64; SECONDS.len() + 1],
    lookup_seconds: f64,
}

impl Metrics {
    /// Counts a request to a path, with the status and, where it was refused, the kind of the refusal.
    pub(super) fn count(&self, path: &str, status: u16, refusal: Option<&str>) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.requests.entry((known(path), status)).or_default() += 1;
        if let Some(kind) = refusal {
            *counts.refusals.entry(kind.into()).or_default() += 1;
        }
    }

    /// Counts a look-up that took so long.
    pub(super) fn looked_up(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.lookups[SECONDS.partition_point(|most| *most < seconds)] += 1;
        counts.lookup_seconds += seconds;
    }

    /// All of it, with how many connections are open and were turned away, and how much of the index was found damaged.
    pub(super) fn text(&self, open: usize, turned_away: u64, damaged: usize) -> String {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = counts
            .requests
            .iter()
            .map(|((path, status), n)| (format!("path=\"{path}\",status=\"{status}\""), *n));
        let refusals = counts.refusals.iter().map(|(kind, n)| (format!("kind=\"{kind}\""), *n));
        let one = |n: u64| [(String::new(), n)];
        let mut text = String::new();
        let mut say = |name, kind, help, values: &mut dyn Iterator<Item = (String, u64)>| {
            let _ = writeln!(text, "# HELP twinprint_{name} {help}\n# TYPE twinprint_{name} {kind}");
            for (labels, value) in values {
                let labels = if labels.is_empty() { labels } else { format!("{{{labels}}}") };
                let _ = writeln!(text, "twinprint_{name}{labels} {value}");
            }
        };
        say("requests_total", "counter", "Requests, by path and status.", &mut requests.into_iter());
        say("refusals_total", "counter", "Requests that were refused, by kind.", &mut refusals.into_iter());
        let bytes = self.bytes.load(Ordering::Relaxed);
        say(
            "response_bytes_total",
            "counter",
            "Bytes of bodies that were sent.",
            &mut one(bytes).into_iter(),
        );
        say("connections", "gauge", "Connections that are open.", &mut one(open as u64).into_iter());
        let help = "Connections for which there was no place.";
        say("connections_refused_total", "counter", help, &mut one(turned_away).into_iter());
        let help = "Files and parts of the index that were found damaged.";
        say("index_damaged", "gauge", help, &mut one(damaged as u64).into_iter());
        counts.say_lookups(&mut text);
        text
    }
}

impl Counts {
    fn say_lookups(&self, text: &mut String) {
        let name = "twinprint_lookup_seconds";
        let _ = writeln!(text, "# HELP {name} How long look-ups were worked on.\n# TYPE {name} histogram");
        let bounds = SECONDS.iter().map(f64::to_string).chain(["+Inf".into()]);
        let mut count = 0;
        for (bound, more) in bounds.zip(self.lookups) {
            count += more;
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {count}", self.lookup_seconds);
    }
}

/// The path as it is told: those that are known, and what else there is as one, so that nobody makes up any.
fn known(path: &str) -> &'static str {
    const PATHS: [&str; 8] = [
        "/v1/lookup",
        "/v1/meta",
        "/v1/buckets",
        "/v1/model",
        "/v1/boilerplate",
        "/v1/documents",
        "/healthz",
        "/metrics",
    ];
    match path {
        _ if path.starts_with("/v1/seen") => "/v1/seen",
        _ if path.starts_with("/index/") => "/index/",
        _ => PATHS.into_iter().find(|known| *known == path).unwrap_or("other"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_by_path_status_kind_and_time() {
        let metrics = Metrics::default();
        metrics.count("/v1/lookup", 200, None);
        metrics.count("/v1/lookup", 200, None);
        metrics.count("/v1/seen/17", 404, Some("not-found"));
        metrics.count("/somebody's secret", 404, None);
        metrics.looked_up(Duration::from_millis(3));
        metrics.looked_up(Duration::from_secs(60));
        let text = metrics.text(7, 2, 0);
        for line in [
            "twinprint_requests_total{path=\"/v1/lookup\",status=\"200\"} 2",
            "twinprint_requests_total{path=\"/v1/seen\",status=\"404\"} 1",
            "twinprint_requests_total{path=\"other\",status=\"404\"} 1",
            "twinprint_refusals_total{kind=\"not-found\"} 1",
            "twinprint_connections 7",
            "twinprint_connections_refused_total 2",
            "twinprint_lookup_seconds_bucket{le=\"0.0025\"} 0",
            "twinprint_lookup_seconds_bucket{le=\"0.005\"} 1",
            "twinprint_lookup_seconds_bucket{le=\"10\"} 1",
            "twinprint_lookup_seconds_bucket{le=\"+Inf\"} 2",
            "twinprint_lookup_seconds_count 2",
        ] {
            assert!(text.lines().any(|said| said == line), "{line} is not in {text}");
        }
        assert!(!text.contains("secret"), "{text}");
    }
}
