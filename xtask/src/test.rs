//! `cargo xtask test`: everything that must pass, in steps.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;
use crate::serve::{self, PROFILE, Server};
use crate::{
    advisories, dependencies, face, lanes, page, platforms, processor, python, site, spark, tools, wasm,
    worker,
};

/// A target without an operating system, so without std.
const BARE_TARGET: &str = "x86_64-unknown-none";

/// Something that must pass.
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    /// The steps before it that have what it needs, or rewrite what it reads; if they failed, it says itself what is missing.
    pub after: &'static [&'static str],
    pub run: fn(&Project) -> Result<Reservations>,
}

/// What came of a step.
pub struct Outcome {
    pub result: Result<Reservations>,
    pub time: Duration,
    /// The processor's time that it took, where the system says.
    pub processor: Option<Duration>,
}

/// The longest that a file of tests may take in Node: ten times as long as any does.
const NODE_LIMIT: Duration = Duration::from_secs(900);

/// How many files of tests Node runs at a time.
#[derive(Clone, Copy)]
enum AtOnce {
    One,
    /// What a browser does for a test is less than what two cores can.
    Two,
}

/// What a step that passed could not check, a line each.
pub type Reservations = Vec<String>;

/// In the order in which they begin: what others wait for first, then what is long, so that at the end both lanes have something to do.
const STEPS: [Step; 20] = [
    Step { name: "tools", what: "what the tests run with, installed", after: &[], run: tools },
    Step { name: "format", what: "rustfmt", after: &[], run: format },
    Step { name: "lints", what: "clippy on every face, warnings denied", after: &[], run: lints },
    Step { name: "wasm", what: "the modules and their sizes", after: &["tools"], run: modules },
    Step { name: "rust", what: "library, command line and examples", after: &[], run: rust },
    Step { name: "page", what: "the page and the vectors in Chromium", after: &["wasm"], run: chromium },
    Step {
        name: "spark",
        what: "jobs on a cluster of Apache Spark on this machine",
        after: &["tools"],
        run: spark_jobs,
    },
    Step {
        name: "platforms",
        what: "compiled for Windows and tested under Wine, checked for macOS",
        after: &["tools"],
        run: elsewhere,
    },
    Step {
        name: "worker",
        what: "the edge worker in workerd, Node, Deno and Bun",
        after: &["wasm"],
        run: edge,
    },
    Step { name: "no-std", what: "plain text without an operating system", after: &[], run: no_std },
    Step {
        name: "service",
        what: "`twinprint serve` and the contract of the service",
        after: &["tools"],
        run: service,
    },
    Step {
        name: "javascript",
        what: "the npm package in bundlers, runtimes and Chromium",
        after: &["wasm"],
        run: javascript,
    },
    Step {
        name: "docs",
        what: "rustdoc, warnings denied, and the public face of the core",
        after: &[],
        run: docs,
    },
    Step {
        name: "python",
        what: "the wheel, its types and the vectors in Python",
        after: &["tools"],
        run: wheel,
    },
    Step {
        name: "site",
        what: "the documents as a site: links, search, looks",
        after: &["wasm", "page"],
        run: documents,
    },
    Step { name: "node", what: "the npm package and the vectors in Node", after: &["wasm"], run: node },
    Step { name: "xtask", what: "the tests of xtask", after: &[], run: xtask },
    Step { name: "dependencies", what: "licences and duplicates", after: &[], run: licences },
    Step {
        name: "packages",
        what: "each package of the workspace has all that it needs",
        after: &[],
        run: packages,
    },
    Step {
        name: "advisories",
        what: "known vulnerabilities of dependencies",
        after: &[],
        run: vulnerabilities,
    },
];

/// Runs every step, also after one failed, and fails if any did.
pub fn all(project: &Project) -> Result<()> {
    // Two steps that ran rustup at a time would be in each other's way. What fails here fails again in its step, which says why.
    if let Err(error) = toolchain(project) {
        println!("note: {error:#}");
    }
    let start = Instant::now();
    summarise(&lanes::run(project, &STEPS)?)?;
    println!("all of it took {}", seconds(start.elapsed()));
    Ok(())
}

/// Runs one step.
pub fn only(project: &Project, name: &str) -> Result<()> {
    let step = step(name)?;
    println!("\n== {}: {}", step.name, step.what);
    let start = Instant::now();
    let result = (step.run)(project);
    summarise(&[(step, Outcome { result, time: start.elapsed(), processor: processor::taken() })])
}

/// Runs one step for the process that runs them all, which reads in a file what came of it.
pub fn apart(project: &Project, name: &str, outcome: &str) -> Result<()> {
    let result = (step(name)?.run)(project);
    lanes::write_outcome(outcome, &result)
}

fn step(name: &str) -> Result<&'static Step> {
    STEPS.iter().find(|step| step.name == name).with_context(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        format!("\"{name}\" is no step of the tests; the steps are {}", names.join(", "))
    })
}

fn summarise(outcomes: &[(&Step, Outcome)]) -> Result<()> {
    println!("\n{:<14} {:>10} {:>10}  ", "step", "time", "processor");
    for (step, outcome) in outcomes {
        let verdict = match &outcome.result {
            Ok(reservations) if reservations.is_empty() => "passed",
            Ok(_) => "passed, BUT NOT EVERYTHING WAS CHECKED, see below",
            Err(_) => "FAILED",
        };
        let processor = outcome.processor.map(seconds).unwrap_or_default();
        println!("{:<14} {:>10} {processor:>10}  {verdict}", step.name, seconds(outcome.time));
    }
    for (step, outcome) in outcomes {
        match &outcome.result {
            Ok(reservations) => {
                reservations.iter().for_each(|what| println!("\nNOT CHECKED by {}: {what}", step.name));
            }
            Err(error) => println!("\nFAILED: {}: {error:#}", step.name),
        }
    }
    let failed: Vec<&str> =
        outcomes.iter().filter(|(_, outcome)| outcome.result.is_err()).map(|(step, _)| step.name).collect();
    println!("\n{} passed, {} failed", outcomes.len() - failed.len(), failed.len());
    ensure!(
        failed.is_empty(),
        "failed: {}; `cargo xtask test --only {}` runs it alone",
        failed.join(", "),
        failed[0]
    );
    Ok(())
}

/// A time in words.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Sees to it that there is what of the toolchain the steps need.
fn toolchain(project: &Project) -> Result<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        tools::ensure_component(project, component, subcommand)?;
    }
    let targets = [wasm::TARGET, BARE_TARGET].into_iter().chain(platforms::TARGETS);
    targets.into_iter().try_for_each(|target| tools::ensure_target(project, target))
}

/// Installs what several steps need, so that no two do it at a time: all that can be, also after one failed.
fn tools(project: &Project) -> Result<Reservations> {
    let tests = project.web_tests();
    let folders = [
        project.package(),
        project.root().join("www"),
        project.root().join("site"),
        project.root().join("worker"),
        tests.join("runtimes"),
        tests.join("recipes"),
        tests,
    ];
    let mut installed: Vec<Result<()>> =
        folders.iter().map(|folder| tools::ensure_npm_packages(folder)).collect();
    installed.push(tools::chromium().map(drop));
    installed.push(python::ensure(project).map(drop));
    installed.push(spark::ensure(project).map(drop));
    installed.push(platforms::ensure(project));
    let missing: Vec<String> =
        installed.iter().filter_map(|one| one.as_ref().err()).map(|error| format!("{error:#}")).collect();
    ensure!(missing.is_empty(), "{}", missing.join("; "));
    Ok(Vec::new())
}

fn format(project: &Project) -> Result<Reservations> {
    tools::ensure_component(project, "rustfmt", "fmt")?;
    tools::run(tools::cargo(project).args(["fmt", "--all", "--check"]))
        .context("`cargo fmt --all` formats it")?;
    Ok(Vec::new())
}

fn lints(project: &Project) -> Result<Reservations> {
    tools::ensure_component(project, "clippy", "clippy")?;
    tools::ensure_target(project, wasm::TARGET)?;
    let core = ["--package=twinprint", "--lib", "--no-default-features"];
    let mut faces = vec![vec!["--workspace", "--exclude=twinprint-wasm", "--all-targets"], core.to_vec()];
    for features in wasm::features() {
        let bindings =
            ["--package=twinprint-wasm", "--lib", "--target", wasm::TARGET, "--features", features];
        faces.push(bindings.to_vec());
    }
    faces.push(serve::SERVING.to_vec());
    faces.push(vec!["--package=xtask", "--features=release", "--all-targets"]);
    for face in faces {
        tools::run(
            tools::cargo(project).args(["clippy", PROFILE]).args(face).args(["--", "--deny", "warnings"]),
        )?;
    }
    Ok(Vec::new())
}

fn licences(project: &Project) -> Result<Reservations> {
    dependencies::check(project)?;
    Ok(Vec::new())
}

/// Packages are made, and not compiled: that is what other steps do.
fn packages(project: &Project) -> Result<Reservations> {
    let package = ["package", "--workspace", "--exclude=xtask", "--no-verify", "--allow-dirty", "--quiet"];
    tools::run(tools::cargo(project).args(package))?;
    Ok(Vec::new())
}

fn vulnerabilities(project: &Project) -> Result<Reservations> {
    advisories::check(project)
}

fn rust(project: &Project) -> Result<Reservations> {
    tools::run(tools::cargo(project).arg("test").args(serve::TESTED))?;
    Ok(Vec::new())
}

fn xtask(project: &Project) -> Result<Reservations> {
    tools::run(tools::cargo(project).args(["test", "--package", "xtask", "--features", "release"]))?;
    Ok(Vec::new())
}

fn no_std(project: &Project) -> Result<Reservations> {
    tools::ensure_target(project, BARE_TARGET)?;
    tools::run(tools::cargo(project).args([
        "check",
        PROFILE,
        "--package=twinprint",
        "--lib",
        "--no-default-features",
        "--target",
        BARE_TARGET,
    ]))?;
    // These tests are few: to optimise the core for them would take longer than they do.
    let quickly = ["--config", "profile.tested.package.twinprint.opt-level=0"];
    let mut tests = tools::cargo(project);
    tools::run(tests.args(["test", PROFILE, "--package=twinprint", "--no-default-features"]).args(quickly))?;
    Ok(Vec::new())
}

fn elsewhere(project: &Project) -> Result<Reservations> {
    platforms::check(project)
}

fn docs(project: &Project) -> Result<Reservations> {
    tools::run(
        tools::cargo(project)
            .args(["doc", PROFILE, "--workspace", "--exclude=twinprint-wasm", "--exclude=twinprint-python"])
            .args(["--lib", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    face::check(project)?;
    Ok(Vec::new())
}

fn modules(project: &Project) -> Result<Reservations> {
    wasm::build_and_weigh(project)?;
    Ok(Vec::new())
}

fn node(project: &Project) -> Result<Reservations> {
    wasm::build(project)?;
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    node_tests(&tests, "node", AtOnce::One, &[])?;
    Ok(Vec::new())
}

/// Runs the tests of the server. They find the program in `TWINPRINT`.
fn service(project: &Project) -> Result<Reservations> {
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let program = program.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(&tests, "service", AtOnce::One, &[("TWINPRINT", program)])?;
    Ok(Vec::new())
}

/// Runs the tests in workerd, and of the service in Node, Deno and Bun. They make their indexes by the program in `MADE_INDEX`.
fn edge(project: &Project) -> Result<Reservations> {
    worker::build(project)?;
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    tools::ensure_npm_packages(&tests.join("runtimes"))?;
    tools::run(tools::cargo(project).args(["build", "--quiet", "--example=made-index"]).args(serve::TESTED))?;
    let program =
        project.target().join("tested/examples").join(format!("made-index{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(&tests, "worker", AtOnce::One, &[("MADE_INDEX", program)])?;
    Ok(Vec::new())
}

/// Runs the tests of the npm package as people use it: packed, installed, bundled by each bundler, and run by each runtime.
fn javascript(project: &Project) -> Result<Reservations> {
    wasm::build(project)?;
    let tests = project.web_tests();
    for folder in
        [tests.clone(), tests.join("runtimes"), tests.join("recipes"), project.root().join("worker")]
    {
        tools::ensure_npm_packages(&folder)?;
    }
    let chromium = tools::chromium()?;
    let chromium =
        chromium.to_str().context("the path of Chromium is not Unicode; set CHROMIUM to another")?;
    node_tests(&tests, "javascript", AtOnce::One, &[("CHROMIUM", chromium)])?;
    Ok(Vec::new())
}

fn wheel(project: &Project) -> Result<Reservations> {
    python::test(project)?;
    Ok(Vec::new())
}

fn spark_jobs(project: &Project) -> Result<Reservations> {
    spark::test(project)?;
    Ok(Vec::new())
}

/// Runs the tests in Chromium, of the page and of the module that the npm package has. They find the browser in `CHROMIUM`; in `PAGE`
/// the page as `cargo xtask up` serves it; and in `TWINPRINT` the program that builds and serves the indexes they check against.
fn chromium(project: &Project) -> Result<Reservations> {
    wasm::build(project)?;
    page::build(project)?;
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    let chromium = tools::chromium()?;
    let chromium =
        chromium.to_str().context("the path of Chromium is not Unicode; set CHROMIUM to another")?;
    let server = Server::start(project)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let program = program.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(
        &tests,
        "page",
        AtOnce::Two,
        &[("CHROMIUM", chromium), ("PAGE", server.url()), ("TWINPRINT", program)],
    )?;
    Ok(Vec::new())
}

/// Makes the site, which fails where a link leads nowhere, and runs its tests in Chromium. They find the site in `SITE`.
fn documents(project: &Project) -> Result<Reservations> {
    let site = site::build(project, serve::Build::Tested)?;
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    let chromium = tools::chromium()?;
    let chromium =
        chromium.to_str().context("the path of Chromium is not Unicode; set CHROMIUM to another")?;
    let site = site.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(&tests, "site", AtOnce::One, &[("CHROMIUM", chromium), ("SITE", site)])?;
    Ok(Vec::new())
}

/// Runs the test files of a folder by Node's test runner, each in a process and with a browser or servers of its own.
fn node_tests(tests: &Path, folder: &str, at_once: AtOnce, environment: &[(&str, &str)]) -> Result<()> {
    let mut files = Vec::new();
    for entry in tests.join(folder).read_dir().with_context(|| format!("there are no tests in {folder}"))? {
        let name = entry?.file_name();
        if name.to_string_lossy().ends_with(".test.mjs") {
            files.push(Path::new(folder).join(name));
        }
    }
    if files.is_empty() {
        bail!("there are no tests in {}", tests.join(folder).display());
    }
    files.sort();
    let mut node = tools::command("node");
    // What waits for ever is not to hold up everything after it.
    let limit = format!("--test-timeout={}", NODE_LIMIT.as_millis());
    let concurrency = match at_once {
        AtOnce::One => "--test-concurrency=1",
        AtOnce::Two => "--test-concurrency=2",
    };
    node.current_dir(tests).args(["--test", "--test-reporter=spec", concurrency, &limit]).args(files);
    tools::run(node.envs(environment.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_has_a_name_of_its_own_and_comes_after_steps_before_it() {
        for (i, step) in STEPS.iter().enumerate() {
            let before: Vec<&str> = STEPS[..i].iter().map(|step| step.name).collect();
            assert!(!before.contains(&step.name), "{} is there twice", step.name);
            for name in step.after {
                assert!(
                    before.contains(name),
                    "{} comes after {name}, which does not come before it",
                    step.name
                );
            }
        }
    }
}
