//! What is measured, who is beside whom, and the rows of it.

use std::collections::BTreeMap;

use crate::codes::Input;
use crate::memory::Needed;
use crate::{join, query, size, sort, stream};

/// A party at a piece of work. What comes before the first `-` of its name is the work: its parties must find alike.
pub(crate) struct Measurement {
    pub(crate) name: &'static str,
    /// Who does it; for a peer with its version.
    party: &'static str,
    run: fn(&Input) -> Outcome,
    /// With whom it is compared.
    beside: &'static [Beside],
}

/// A figure as a share of another party's.
struct Beside {
    peer: &'static str,
    figure: Figure,
    /// The largest share aimed for, and for how many fingerprints; for any number if none is given.
    aim: Option<(f64, Option<usize>)>,
}

#[derive(Clone, Copy)]
enum Figure {
    Time,
    Bytes,
}

/// Every measurement, in the order in which all are run. A peer stands before those that are compared with it.
pub(crate) const ALL: &[Measurement] = &[
    Measurement { name: "query-mih", party: "mih-rs 0.3.1", run: query::mih, beside: &[] },
    Measurement {
        name: "query-plain",
        party: "Twinprint, ten tables as they are",
        run: query::plain,
        beside: &[
            Beside { peer: "query-mih", figure: Figure::Time, aim: Some((0.2, Some(10_000_000))) },
            Beside { peer: "query-mih", figure: Figure::Time, aim: Some((0.333, Some(100_000_000))) },
        ],
    },
    Measurement {
        name: "query-half",
        party: "Twinprint, ten compressed tables",
        run: query::half,
        beside: &[
            Beside { peer: "query-mih", figure: Figure::Time, aim: Some((1.0, Some(100_000_000))) },
            Beside { peer: "query-mih", figure: Figure::Bytes, aim: None },
        ],
    },
    Measurement {
        name: "query-eighth",
        party: "Twinprint, two compressed tables",
        run: query::eighth,
        beside: &[
            Beside { peer: "query-mih", figure: Figure::Time, aim: Some((3.0, Some(100_000_000))) },
            Beside { peer: "query-mih", figure: Figure::Bytes, aim: None },
        ],
    },
    Measurement {
        name: "query-four",
        party: "Twinprint, blocks of 1,024 bytes",
        run: query::four,
        beside: &[Beside { peer: "query-mih", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "join-all-pairs",
        party: "all-pairs-hamming 0.1.0",
        run: join::all_pairs,
        beside: &[],
    },
    Measurement {
        name: "join-all-pairs-halves",
        party: "all-pairs-hamming 0.1.0, halves",
        run: join::all_pairs_halves,
        beside: &[Beside { peer: "join-all-pairs", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "join-twinprint",
        party: "Twinprint, one core",
        run: join::own,
        beside: &[Beside {
            peer: "join-all-pairs-halves",
            figure: Figure::Time,
            aim: Some((0.25, Some(10_000_000))),
        }],
    },
    Measurement {
        name: "join-twinprint-all-cores",
        party: "Twinprint, all cores, sorted",
        run: join::own_all_cores,
        beside: &[Beside { peer: "join-all-pairs-halves", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "stream-twinprint",
        party: "Twinprint, a million queries",
        run: stream::join,
        beside: &[],
    },
    Measurement { name: "size-bound", party: "64 - log2 n + log2 e bits", run: size::bound, beside: &[] },
    Measurement { name: "size-copy", party: "memory copy", run: size::copy, beside: &[] },
    Measurement {
        name: "size-elias-fano",
        party: "sucds 0.11.0, Elias-Fano",
        run: size::elias_fano,
        beside: &[
            Beside { peer: "size-bound", figure: Figure::Bytes, aim: None },
            Beside { peer: "size-copy", figure: Figure::Time, aim: None },
        ],
    },
    Measurement {
        name: "size-elias-fano-by-value",
        party: "sucds 0.11.0, Elias-Fano by value",
        run: size::elias_fano_by_value,
        beside: &[Beside { peer: "size-bound", figure: Figure::Bytes, aim: None }],
    },
    Measurement {
        name: "size-difference",
        party: "Twinprint, differences",
        run: size::difference,
        beside: &[
            Beside { peer: "size-bound", figure: Figure::Bytes, aim: Some((1.015, None)) },
            Beside { peer: "size-copy", figure: Figure::Time, aim: None },
        ],
    },
    Measurement {
        name: "size-difference-by-runs",
        party: "Twinprint, differences, run by run",
        run: size::difference_by_runs,
        beside: &[Beside { peer: "size-copy", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "size-xor",
        party: "Twinprint, XORs",
        run: size::xor,
        beside: &[Beside { peer: "size-bound", figure: Figure::Bytes, aim: Some((1.07, None)) }],
    },
    Measurement { name: "sort-radsort", party: "radsort 0.1.1", run: sort::radsort, beside: &[] },
    Measurement {
        name: "sort-voracious",
        party: "voracious_radix_sort 1.2.0",
        run: sort::voracious,
        beside: &[Beside { peer: "sort-radsort", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "sort-rdst",
        party: "rdst 0.20.14",
        run: sort::rdst,
        beside: &[Beside { peer: "sort-radsort", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "sort-rdst-all-cores",
        party: "rdst 0.20.14, all cores",
        run: sort::rdst_all_cores,
        beside: &[Beside { peer: "sort-rdst", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "sort-twinprint-all-cores",
        party: "Twinprint, all cores",
        run: sort::own_all_cores,
        beside: &[Beside { peer: "sort-rdst-all-cores", figure: Figure::Time, aim: None }],
    },
    Measurement {
        name: "sort-four-tables",
        party: "Twinprint, four tables, all cores",
        run: sort::four_tables,
        beside: &[
            Beside { peer: "sort-rdst-all-cores", figure: Figure::Time, aim: Some((3.0, None)) },
            Beside { peer: "sort-twinprint-all-cores", figure: Figure::Time, aim: None },
        ],
    },
];

/// What a time is given by.
#[derive(Clone, Copy)]
pub(crate) enum Per {
    Query,
    Code,
    Join,
}

impl Per {
    fn unit(self) -> &'static str {
        match self {
            Per::Query => "a query",
            Per::Code => "a code",
            Per::Join => "in all",
        }
    }
}

/// What came of a measurement.
#[derive(Default)]
pub(crate) struct Outcome {
    /// Seconds of one piece of work.
    time: Option<(f64, &'static str)>,
    /// Bytes a fingerprint.
    bytes: Option<f64>,
    /// The most bytes held at once.
    peak: Option<usize>,
    /// How many fingerprints or pairs were found.
    found: Option<usize>,
}

impl Outcome {
    /// The seconds that `count` pieces of work took.
    pub(crate) fn new(seconds: f64, count: usize, per: Per) -> Self {
        Outcome { time: Some((seconds / count as f64, per.unit())), ..Outcome::default() }
    }

    /// The bytes a fingerprint takes.
    pub(crate) fn of_bytes(bytes: f64) -> Self {
        Outcome { bytes: Some(bytes), ..Outcome::default() }
    }

    /// The bytes of `count` fingerprints.
    pub(crate) fn with_bytes(self, bytes: usize, count: usize) -> Self {
        Outcome { bytes: Some(bytes as f64 / count as f64), ..self }
    }

    pub(crate) fn with_peak(self, peak: usize) -> Self {
        Outcome { peak: Some(peak), ..self }
    }

    /// What an index of `count` fingerprints needed.
    pub(crate) fn with_memory(self, needed: Needed, count: usize) -> Self {
        self.with_bytes(needed.held, count).with_peak(needed.peak)
    }

    pub(crate) fn with_found(self, found: usize) -> Self {
        Outcome { found: Some(found), ..self }
    }

    fn figure(&self, figure: Figure) -> Option<f64> {
        match figure {
            Figure::Time => self.time.map(|(seconds, _)| seconds),
            Figure::Bytes => self.bytes,
        }
    }

    fn row(&self) -> String {
        let time = self.time.map_or_else(String::new, |(seconds, unit)| match seconds {
            1e-1.. => format!("{seconds:8.2} s {unit}"),
            1e-3.. => format!("{:8.3} ms {unit}", seconds * 1e3),
            1e-6.. => format!("{:8.3} us {unit}", seconds * 1e6),
            _ => format!("{:8.3} ns {unit}", seconds * 1e9),
        });
        let bytes = self.bytes.map_or_else(String::new, |bytes| format!("{bytes:.3} B/code"));
        let peak = self.peak.map_or_else(String::new, |peak| format!("peak {:.2} GB", peak as f64 / 1e9));
        let found = self.found.map_or_else(String::new, |found| format!("{found} found"));
        format!("{time:20} {bytes:>15} {peak:>15} {found:>16}")
    }
}

/// Runs measurements one after the other and prints a row of each, and below it the shares. Gives the seconds of a query of
/// each party that was asked any.
///
/// # Panics
/// If two parties at the same work find differently many.
pub(crate) fn run(measurements: &[&Measurement], input: &Input) -> Vec<(&'static str, f64)> {
    println!("\n{} codes", input.count());
    let mut outcomes: BTreeMap<&str, Outcome> = BTreeMap::new();
    let mut queries = Vec::new();
    for measurement in measurements {
        let outcome = (measurement.run)(input);
        println!("  {:34} {}", measurement.party, outcome.row());
        for beside in measurement.beside {
            if let Some(peer) = outcomes.get(beside.peer)
                && let Some(line) = beside.line(&outcome, peer, input.count())
            {
                println!("    {line}");
            }
        }
        let work = |name: &str| name.split('-').next().map(str::to_string);
        let alike = outcomes.iter().filter(|(name, _)| work(name) == work(measurement.name));
        for (name, other) in alike {
            assert_eq!(outcome.found, other.found, "{} and {name} found differently many", measurement.name);
        }
        let asked = outcome.time.filter(|(_, unit)| *unit == Per::Query.unit());
        queries.extend(asked.map(|(seconds, _)| (measurement.party, seconds)));
        outcomes.insert(measurement.name, outcome);
    }
    queries
}

impl Beside {
    /// "0.20 times the time of query-mih (aim 0.2)".
    fn line(&self, own: &Outcome, peer: &Outcome, codes: usize) -> Option<String> {
        let share = own.figure(self.figure)? / peer.figure(self.figure)?;
        let what = match self.figure {
            Figure::Time => "time",
            Figure::Bytes => "bytes",
        };
        let aim = self.aim.filter(|(_, at)| at.is_none_or(|at| at == codes));
        let aim = aim.map_or_else(String::new, |(most, _)| format!(" (aim {most})"));
        Some(format!("{share:.3} times the {what} of {}{aim}", self.peer))
    }
}
