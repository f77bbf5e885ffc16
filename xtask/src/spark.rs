//! The jobs on Apache Spark: what their tests need, and the tests.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::project::Project;
use crate::{python, serve, tools};

/// The oldest Java that Spark 4 runs on, and the package of it.
const JAVA_MAJOR: u32 = 17;
const JAVA_PACKAGE: &str = "openjdk-17-jre-headless";

/// Runs the tests of the jobs on a cluster of this machine. They find the program in `TWINPRINT`.
pub fn test(project: &Project) -> Result<()> {
    let python = ensure(project)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let mut tests = tools::command(python);
    tests.current_dir(folder(project)).args([
        "-m",
        "pytest",
        "-q",
        "--durations=0",
        "-p",
        "no:cacheprovider",
    ]);
    // What the cluster and its jobs write stays in the clone.
    let scratch = project.root().join("target/spark");
    tests.arg("--basetemp").arg(&scratch);
    tests.env("TWINPRINT", program).env("PYTHONDONTWRITEBYTECODE", "1");
    tools::run(&mut tests)
}

fn folder(project: &Project) -> PathBuf {
    project.root().join("spark")
}

/// Sees to it that there are a Java and a Python with the jobs and what their tests run with, and says where the Python is.
pub fn ensure(project: &Project) -> Result<PathBuf> {
    ensure_java()?;
    python::environment(&folder(project), &[&["--no-deps", "--editable", "."]])
}

/// Sees to it that there is a Java: where `JAVA_HOME` says, else on the path, else Debian's package, installed.
fn ensure_java() -> Result<()> {
    if let Some(major) = java_major() {
        ensure!(
            major >= JAVA_MAJOR,
            "this is Java {major}, and Spark 4 needs {JAVA_MAJOR} or later; install it and set JAVA_HOME"
        );
        return Ok(());
    }
    tools::install(JAVA_PACKAGE, "Java 17 for Spark")?;
    ensure!(java_major().is_some(), "Java was installed, and does not start; set JAVA_HOME to one that does");
    Ok(())
}

fn java_major() -> Option<u32> {
    let program = match env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Path::new(&home).join("bin/java"),
        None => "java".into(),
    };
    let said = tools::command(program).arg("-version").output().ok()?;
    // The line is: openjdk version "17.0.15" 2025-04-15
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    said.split('"').nth(1)?.split('.').next()?.parse().ok()
}
