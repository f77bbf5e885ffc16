//! `cargo xtask fuzz`: bytes that nobody thought of, for every parser of bytes from outside.
//!
//! The targets are compiled by the compiler at hand so that libFuzzer sees which branches a run took. No sanitizer, which would take a nightly
//! compiler: there is no unsafe code in what they call, and what is looked for are panics, overflows, and time and memory without a bound.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;
use crate::tools;

/// Which branches were taken, what was compared with what; and `cfg(fuzzing)`, by which checksums are not asked for.
const FLAGS: [&str; 8] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Clink-dead-code",
];

/// The most memory of a run in MiB, and the longest time of one input in seconds.
const BOUNDS: [&str; 2] = ["-rss_limit_mb=2048", "-timeout=20"];

/// Runs these targets, or all, for some seconds each. What a target found interesting is kept in `tests/fuzz/corpus`, and what failed in
/// `tests/fuzz/artifacts`.
pub fn run(project: &Project, names: &[&str], seconds: u32) -> Result<()> {
    let folder = project.root().join("tests/fuzz");
    let known = targets(&folder)?;
    for name in names {
        if !known.iter().any(|target| target == name) {
            bail!("\"{name}\" is no fuzz target; there are {}", known.join(", "));
        }
    }
    let chosen: Vec<&String> =
        known.iter().filter(|target| names.is_empty() || names.contains(&target.as_str())).collect();
    let built = build(project, &folder, &chosen)?;
    let mut failed = Vec::new();
    for target in chosen {
        println!("\n== {target}, for {seconds} s");
        if let Err(error) = fuzz(&folder, &built, target, seconds) {
            println!("{error:#}");
            failed.push(target.as_str());
        }
    }
    ensure!(
        failed.is_empty(),
        "failed: {}; the inputs are in {}, and `cargo xtask fuzz {}` begins with what it found before",
        failed.join(", "),
        folder.join("artifacts").display(),
        failed[0]
    );
    Ok(())
}

/// The targets that the manifest names, in its order.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let manifest = folder.join("Cargo.toml");
    let text =
        fs::read_to_string(&manifest).with_context(|| format!("{} cannot be read", manifest.display()))?;
    let table: toml::Table = text.parse().with_context(|| format!("{} is not TOML", manifest.display()))?;
    let bins = table.get("bin").and_then(toml::Value::as_array).context("there are no fuzz targets")?;
    Ok(bins.iter().filter_map(|bin| Some(bin.get("name")?.as_str()?.to_owned())).collect())
}

/// Builds targets, and says in which folder they are. What runs while they are compiled (procedural macros) is compiled as ever: the
/// flags are the target's alone, which cargo keeps apart where one is named.
fn build(project: &Project, folder: &Path, targets: &[&String]) -> Result<PathBuf> {
    let host = tools::output(tools::command("rustc").current_dir(project.root()).arg("-vV"))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let built = project.target().join("xtask/fuzz");
    let mut cargo = tools::cargo(project);
    cargo
        .args(["build", "--locked", "--release", "--target", host, "--manifest-path"])
        .arg(folder.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&built);
    for target in targets {
        cargo.args(["--bin", target]);
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")).env_remove("RUSTFLAGS");
    tools::run(&mut cargo)?;
    Ok(built.join(host).join("release"))
}

/// Runs a target; it begins with its seeds and with what it found before.
fn fuzz(folder: &Path, built: &Path, target: &str, seconds: u32) -> Result<()> {
    let corpus = folder.join("corpus").join(target);
    let artifacts = folder.join("artifacts").join(target);
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let mut fuzzer = tools::command(built.join(target));
    fuzzer.args(BOUNDS).arg(format!("-max_total_time={seconds}"));
    // The folder ends in a stroke: else it were the beginning of names.
    fuzzer.arg(format!("-artifact_prefix={}/", artifacts.display())).arg("-print_final_stats=1").arg(&corpus);
    let seeds = folder.join("seeds").join(target);
    if seeds.is_dir() {
        fuzzer.arg(seeds);
    }
    // Folders that a target makes go with it.
    let room = built.join("room");
    fs::create_dir_all(&room).with_context(|| format!("{} cannot be made", room.display()))?;
    let done = tools::run(fuzzer.env("TMPDIR", &room));
    fs::remove_dir_all(&room).with_context(|| format!("{} cannot be removed", room.display()))?;
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_target_is_built() {
        let project = Project::find().unwrap();
        let folder = project.root().join("tests/fuzz");
        let named = targets(&folder).unwrap();
        for entry in fs::read_dir(folder.join("targets")).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_target = text.contains("fuzz_target!(");
            assert_eq!(
                named.contains(&name),
                is_target,
                "{name}: a target stands in tests/fuzz/Cargo.toml, and nothing else does"
            );
        }
    }
}
