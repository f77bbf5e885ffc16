//! Steps two at a time, each in a process of its own: what waits, as a browser or a cluster does, runs beside what computes.
//! What a step says is kept, and printed whole when it ends.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::processor;
use crate::project::Project;
use crate::test::{Outcome, Step, seconds};
use crate::tools;

/// How many steps run at a time: a compiler alone keeps two cores busy, a browser or a cluster less than one.
const LANES: usize = 2;

/// The option by which the process of a step is told where to put its outcome.
pub const OUTCOME: &str = "--outcome";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    Running,
    Ended,
}

/// Runs the steps, each as soon as a lane is free and what it comes after has ended, be it well or not. Their outcomes come in the order
/// of the steps.
pub fn run<'a>(project: &Project, steps: &'a [Step]) -> Result<Vec<(&'a Step, Outcome)>> {
    let folder = project.target().join("xtask/test");
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let states = Mutex::new(vec![State::Waiting; steps.len()]);
    let ended = Condvar::new();
    let outcomes: Vec<Mutex<Option<Outcome>>> = steps.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while let Some(next) = take(steps, &states, &ended) {
                    let outcome = run_apart(&folder, &steps[next], next + 1, steps.len());
                    *lock(&outcomes[next]) = Some(outcome);
                    lock(&states)[next] = State::Ended;
                    ended.notify_all();
                }
            });
        }
    });
    let outcomes =
        outcomes.into_iter().map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner));
    steps
        .iter()
        .zip(outcomes)
        .map(|(step, outcome)| Ok((step, outcome.context("a step was not run")?)))
        .collect()
}

/// Takes the first step that can run; waits while those that are left come after one that runs. None once none is left.
fn take(steps: &[Step], states: &Mutex<Vec<State>>, ended: &Condvar) -> Option<usize> {
    let mut states = lock(states);
    loop {
        if let Some(next) = first_ready(steps, &states) {
            states[next] = State::Running;
            return Some(next);
        }
        if !states.contains(&State::Waiting) {
            return None;
        }
        states = ended.wait(states).unwrap_or_else(PoisonError::into_inner);
    }
}

fn first_ready(steps: &[Step], states: &[State]) -> Option<usize> {
    let has_ended = |name: &str| {
        steps.iter().zip(states).all(|(step, state)| step.name != name || *state == State::Ended)
    };
    (0..steps.len())
        .find(|&i| states[i] == State::Waiting && steps[i].after.iter().all(|name| has_ended(name)))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a step in a process of its own, and prints what it said.
fn run_apart(folder: &Path, step: &Step, number: usize, count: usize) -> Outcome {
    let log = folder.join(format!("{}.log", step.name));
    println!("== {} begins; what it says is in {} until it ends", step.name, log.display());
    let start = Instant::now();
    let verdict = in_process(folder, step, &log);
    let time = start.elapsed();
    let (result, processor) = match verdict {
        Ok(verdict) => verdict,
        Err(error) => (Err(error), None),
    };
    let mut shown = io::stdout().lock();
    // Whoever cannot read what is printed sees the summary, or nothing at all.
    let _ = writeln!(shown, "\n== {number}/{count} {}: {}", step.name, step.what);
    let _ = File::open(&log).and_then(|mut said| io::copy(&mut said, &mut shown));
    let _ = match &result {
        Ok(_) => writeln!(shown, "== {} passed in {}", step.name, seconds(time)),
        Err(error) => writeln!(shown, "== {} FAILED after {}: {error:#}", step.name, seconds(time)),
    };
    Outcome { result, time, processor }
}

type Verdict = (Result<Vec<String>>, Option<Duration>);

/// Starts this program again for a step, and reads its outcome.
fn in_process(folder: &Path, step: &Step, log: &Path) -> Result<Verdict> {
    let outcome = folder.join(format!("{}.json", step.name));
    if outcome.exists() {
        fs::remove_file(&outcome).context("the outcome of an earlier run cannot be removed")?;
    }
    let said = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
    let program = std::env::current_exe().context("where this program is, the system does not say")?;
    let mut again = tools::command(program);
    again.args(["test", "--only", step.name, OUTCOME]).arg(&outcome);
    again.stdin(Stdio::null()).stdout(said.try_clone()?).stderr(said);
    let status = again.status().context("this program did not start again")?;
    if !outcome.exists() {
        bail!("its process ended without an outcome ({status})");
    }
    read_outcome(&outcome)
}

/// What the process of a step leaves for the one that started it.
pub fn write_outcome(file: &str, result: &Result<Vec<String>>) -> Result<()> {
    let seconds = processor::taken().map(|taken| taken.as_secs_f64());
    let json = match result {
        Ok(reservations) => json!({ "reservations": reservations, "processor": seconds }),
        Err(error) => json!({ "error": format!("{error:#}"), "processor": seconds }),
    };
    fs::write(file, json.to_string()).with_context(|| format!("{file} cannot be written"))
}

fn read_outcome(file: &PathBuf) -> Result<Verdict> {
    let json: Value = serde_json::from_slice(&fs::read(file)?).context("its outcome is no JSON")?;
    let result = match json["error"].as_str() {
        Some(error) => Err(anyhow::anyhow!("{error}")),
        None => {
            let reservations = json["reservations"].as_array().context("its outcome has no reservations")?;
            Ok(reservations.iter().filter_map(Value::as_str).map(String::from).collect())
        }
    };
    Ok((result, json["processor"].as_f64().map(Duration::from_secs_f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, after: &'static [&'static str]) -> Step {
        Step { name, what: "", after, run: |_| Ok(Vec::new()) }
    }

    #[test]
    fn a_step_is_taken_once_what_it_comes_after_has_ended() {
        use State::{Ended, Running, Waiting};
        let steps = [step("a", &[]), step("b", &["a"]), step("c", &[]), step("d", &["a", "c"])];
        assert_eq!(first_ready(&steps, &[Waiting; 4]), Some(0));
        assert_eq!(first_ready(&steps, &[Running, Waiting, Waiting, Waiting]), Some(2));
        assert_eq!(first_ready(&steps, &[Running, Waiting, Ended, Waiting]), None);
        assert_eq!(first_ready(&steps, &[Ended, Waiting, Running, Waiting]), Some(1));
        assert_eq!(first_ready(&steps, &[Ended, Running, Running, Waiting]), None);
        assert_eq!(first_ready(&steps, &[Ended, Running, Ended, Waiting]), Some(3));
        assert_eq!(first_ready(&steps, &[Ended; 4]), None);
    }

    #[test]
    fn an_outcome_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("outcome.json");
        let name = file.to_str().expect("a name in Unicode");
        write_outcome(name, &Ok(vec!["no Wine".into()])).expect("it is written");
        let (result, _) = read_outcome(&file).expect("it is read");
        assert_eq!(result.expect("it passed"), ["no Wine"]);
        write_outcome(name, &Err(anyhow::anyhow!("inner").context("outer"))).expect("it is written");
        let (result, _) = read_outcome(&file).expect("it is read");
        assert_eq!(result.expect_err("it failed").to_string(), "outer: inner");
        fs::write(&file, "{}").expect("a file");
        assert!(read_outcome(&file).is_err());
    }
}
