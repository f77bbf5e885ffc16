//! The jobs on Apache Spark: what their tests need, and the tests.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;
use crate::{serve, tools};

/// The oldest Java that Spark 4 runs on, and the package of it.
const JAVA_MAJOR: u32 = 17;
const JAVA_PACKAGE: &str = "openjdk-17-jre-headless";

/// Runs the tests of the jobs on a cluster of this machine. They find the program in `TWINPRINT`.
pub fn test(project: &Project) -> Result<()> {
    ensure_java()?;
    let folder = project.root().join("spark");
    let python = environment(&folder)?;
    let program = serve::build(project, serve::Build::Tested)?;
    let mut tests = tools::command(python);
    tests.current_dir(&folder).args(["-m", "pytest", "-q", "--durations=0", "-p", "no:cacheprovider"]);
    // What the cluster and its jobs write stays in the clone.
    let scratch = project.root().join("target/spark");
    tests.arg("--basetemp").arg(&scratch);
    tests.env("TWINPRINT", program).env("PYTHONDONTWRITEBYTECODE", "1");
    tools::run(&mut tests)
}

/// The Python of an environment in the clone, which has what `requirements.txt` pins and the jobs themselves.
fn environment(folder: &Path) -> Result<PathBuf> {
    let wanted =
        fs::read_to_string(folder.join("requirements.txt")).context("spark/requirements.txt is missing")?;
    let home = folder.join(".venv");
    let (programs, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
    let python = home.join(programs).join(format!("python{ending}"));
    let mark = home.join("installed");
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) && python.is_file() {
        return Ok(python);
    }
    let make = || tools::run(tools::command("python3").args(["-m", "venv", "--clear"]).arg(&home));
    if make().is_err() {
        install("python3-venv", "Python 3.10 or later with its module venv")?;
        make()?;
    }
    let pip = |words: &[&str]| {
        let mut pip = tools::command(&python);
        pip.current_dir(folder)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(words);
        tools::run(&mut pip)
    };
    pip(&["--requirement", "requirements.txt"])?;
    pip(&["--no-deps", "--editable", "."])?;
    fs::write(mark, wanted)?;
    Ok(python)
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
    install(JAVA_PACKAGE, "Java 17 for Spark")?;
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

/// Installs a package of Debian's, where that may be done.
fn install(package: &str, what: &str) -> Result<()> {
    if !tools::may_install() {
        bail!("{what} is missing; on Debian `sudo apt-get install {package}` installs it");
    }
    tools::apt_install(package)
}
