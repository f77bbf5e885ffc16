//! `cargo xtask test`: everything that must pass, step by step.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;
use crate::serve::{self, Server};
use crate::{advisories, dependencies, page, platforms, python, site, spark, tools, wasm, worker};

/// A target without an operating system, so without std.
const BARE_TARGET: &str = "x86_64-unknown-none";

struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Project) -> Result<Reservations>,
}

/// The longest that a file of tests may take in Node: ten times as long as any does.
const NODE_LIMIT: Duration = Duration::from_secs(900);

/// What a step that passed could not check, a line each.
type Reservations = Vec<String>;

const STEPS: [Step; 19] = [
    Step { name: "format", what: "rustfmt", run: format },
    Step { name: "lints", what: "clippy on every face, warnings denied", run: lints },
    Step { name: "dependencies", what: "licences and duplicates", run: licences },
    Step { name: "packages", what: "each package of the workspace has all that it needs", run: packages },
    Step { name: "advisories", what: "known vulnerabilities of dependencies", run: vulnerabilities },
    Step { name: "rust", what: "library, command line and examples", run: rust },
    Step { name: "xtask", what: "the tests of xtask", run: xtask },
    Step { name: "no-std", what: "plain text without an operating system", run: no_std },
    Step {
        name: "platforms",
        what: "compiled for Windows and tested under Wine, checked for macOS",
        run: elsewhere,
    },
    Step { name: "docs", what: "rustdoc, warnings denied", run: docs },
    Step { name: "wasm", what: "the modules and their sizes", run: modules },
    Step { name: "node", what: "the npm package and the vectors in Node", run: node },
    Step { name: "service", what: "`twinprint serve` and the contract of the service", run: service },
    Step { name: "worker", what: "the edge worker in workerd, Node, Deno and Bun", run: edge },
    Step { name: "page", what: "the page and the vectors in Chromium", run: chromium },
    Step { name: "site", what: "the documents as a site: links, search, looks", run: documents },
    Step { name: "javascript", what: "the npm package in bundlers, runtimes and Chromium", run: javascript },
    Step { name: "python", what: "the wheel, its types and the vectors in Python", run: wheel },
    Step { name: "spark", what: "jobs on a cluster of Apache Spark on this machine", run: spark_jobs },
];

/// Runs every step, also after one failed, and fails if any did.
pub fn all(project: &Project) -> Result<()> {
    run(project, &STEPS)
}

/// Runs one step.
pub fn only(project: &Project, name: &str) -> Result<()> {
    let step = STEPS.iter().find(|step| step.name == name).with_context(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        format!("\"{name}\" is no step of the tests; the steps are {}", names.join(", "))
    })?;
    run(project, std::slice::from_ref(step))
}

fn run(project: &Project, steps: &[Step]) -> Result<()> {
    let mut results = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        println!("\n== {}/{} {}: {}", i + 1, steps.len(), step.name, step.what);
        let start = Instant::now();
        // The modules are linked on one core, each by itself. What they need was installed for the lints; and what fails
        // here fails again in its own step, which says why.
        let result = if step.name == "rust" && steps.len() > 1 {
            thread::scope(|scope| {
                scope.spawn(|| wasm::build(project).ok());
                (step.run)(project)
            })
        } else {
            (step.run)(project)
        };
        let time = start.elapsed();
        match &result {
            Ok(_) => println!("== {} passed in {}", step.name, seconds(time)),
            Err(error) => println!("== {} FAILED after {}: {error:#}", step.name, seconds(time)),
        }
        results.push((step, result, time));
    }
    println!("\n{:<14} {:>8}  ", "step", "time");
    for (step, result, time) in &results {
        let verdict = match result {
            Ok(reservations) if reservations.is_empty() => "passed",
            Ok(_) => "passed, BUT NOT EVERYTHING WAS CHECKED, see below",
            Err(_) => "FAILED",
        };
        println!("{:<14} {:>8}  {verdict}", step.name, seconds(*time));
    }
    for (step, result, _) in &results {
        for reservation in result.iter().flatten() {
            println!("\nNOT CHECKED by {}: {reservation}", step.name);
        }
    }
    let failed: Vec<&str> =
        results.iter().filter(|(_, result, _)| result.is_err()).map(|(step, ..)| step.name).collect();
    println!("\n{} passed, {} failed", results.len() - failed.len(), failed.len());
    ensure!(
        failed.is_empty(),
        "failed: {}; `cargo xtask test --only {}` runs it alone",
        failed.join(", "),
        failed[0]
    );
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
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
    faces.push(vec!["--package=xtask", "--features=release", "--all-targets"]);
    for face in faces {
        tools::run(tools::cargo(project).arg("clippy").args(face).args(["--", "--deny", "warnings"]))?;
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
        "--package=twinprint",
        "--lib",
        "--no-default-features",
        "--target",
        BARE_TARGET,
    ]))?;
    tools::run(tools::cargo(project).args(["test", "--package=twinprint", "--no-default-features"]))?;
    Ok(Vec::new())
}

fn elsewhere(project: &Project) -> Result<Reservations> {
    platforms::check(project)
}

fn docs(project: &Project) -> Result<Reservations> {
    tools::run(
        tools::cargo(project)
            .args(["doc", "--workspace", "--exclude=twinprint-wasm", "--exclude=twinprint-python"])
            .args(["--lib", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
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
    node_tests(&tests, "node", &[])?;
    Ok(Vec::new())
}

/// Runs the tests of the server. They find the program in `TWINPRINT`.
fn service(project: &Project) -> Result<Reservations> {
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let program = program.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(&tests, "service", &[("TWINPRINT", program)])?;
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
    node_tests(&tests, "worker", &[("MADE_INDEX", program)])?;
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
    node_tests(&tests, "javascript", &[("CHROMIUM", chromium)])?;
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

/// Runs the tests in Chromium. They find the browser in `CHROMIUM`; in `PAGE` the page as `cargo xtask up` serves it; and in
/// `TWINPRINT` the program that builds and serves the indexes they check against.
fn chromium(project: &Project) -> Result<Reservations> {
    page::build(project)?;
    let tests = project.web_tests();
    tools::ensure_npm_packages(&tests)?;
    let chromium = tools::chromium()?;
    let chromium =
        chromium.to_str().context("the path of Chromium is not Unicode; set CHROMIUM to another")?;
    let server = Server::start(project)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let program = program.to_str().context("the path of the target folder is not Unicode")?;
    node_tests(&tests, "page", &[("CHROMIUM", chromium), ("PAGE", server.url()), ("TWINPRINT", program)])?;
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
    node_tests(&tests, "site", &[("CHROMIUM", chromium), ("SITE", site)])?;
    Ok(Vec::new())
}

/// Runs the test files of a folder by Node's test runner, one after the other: a browser keeps two cores busy, and two at a time took no less.
fn node_tests(tests: &Path, folder: &str, environment: &[(&str, &str)]) -> Result<()> {
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
    node.current_dir(tests)
        .args(["--test", "--test-reporter=spec", "--test-concurrency=1", &limit])
        .args(files);
    tools::run(node.envs(environment.iter().copied()))
}
