//! The Python package: its wheel, built and tested in an environment of its own; and such environments for others.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::project::Project;
use crate::tools;

/// Builds the wheel as the tests build everything, installs it, and runs its tests.
pub fn test(project: &Project) -> Result<()> {
    let folder = folder(project);
    let python = ensure(project)?;
    let wheel = build(project, &python, "tested")?;
    pip(&python, &folder, &["--force-reinstall", "--no-deps", "--no-index", &wheel.to_string_lossy()])?;
    let mut tests = tools::command(&python);
    tests.current_dir(&folder).args(["-m", "pytest", "-q", "--durations=5", "-p", "no:cacheprovider"]);
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    tools::run(&mut tests)
}

/// Builds the wheel that a release hands out, and says where it is.
#[cfg(feature = "release")]
pub fn release(project: &Project, profile: &str) -> Result<PathBuf> {
    build(project, &ensure(project)?, profile)
}

fn folder(project: &Project) -> PathBuf {
    project.root().join("crates/python")
}

/// Sees to it that there is a Python with what the wheel is built and tested by, and says where.
pub fn ensure(project: &Project) -> Result<PathBuf> {
    environment(&folder(project), &[])
}

/// Builds the wheel of the package by a profile of cargo, and says where it is.
fn build(project: &Project, python: &Path, profile: &str) -> Result<PathBuf> {
    let wheels = project.target().join("xtask/wheels");
    if wheels.is_dir() {
        fs::remove_dir_all(&wheels).context("the wheels of earlier builds cannot be removed")?;
    }
    let mut maturin = tools::command(python);
    maturin.current_dir(folder(project));
    maturin
        .args(["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile, "--interpreter"])
        .arg(python);
    maturin.arg("--target-dir").arg(project.target()).arg("--out").arg(&wheels);
    tools::run(&mut maturin)?;
    let built = fs::read_dir(&wheels).context("maturin made no wheel")?;
    let mut built = built.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    ensure!(built.len() == 1, "maturin made {} wheels, and one is expected", built.len());
    Ok(built.remove(0))
}

/// The Python of an environment in a folder of the clone, which has what its `requirements.txt` pins, and what pip is told besides.
pub fn environment(folder: &Path, besides: &[&[&str]]) -> Result<PathBuf> {
    let requirements = folder.join("requirements.txt");
    let wanted = fs::read_to_string(&requirements)
        .with_context(|| format!("{} is missing", requirements.display()))?;
    let home = folder.join(".venv");
    let (programs, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
    let python = home.join(programs).join(format!("python{ending}"));
    let mark = home.join("installed");
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) && python.is_file() {
        return Ok(python);
    }
    let make = || tools::run(tools::command("python3").args(["-m", "venv", "--clear"]).arg(&home));
    if make().is_err() {
        tools::install("python3-venv", "Python 3.10 or later with its module venv")?;
        make()?;
    }
    pip(&python, folder, &["--requirement", "requirements.txt"])?;
    besides.iter().try_for_each(|words| pip(&python, folder, words))?;
    fs::write(mark, wanted)?;
    Ok(python)
}

/// Installs by the pip of an environment.
fn pip(python: &Path, folder: &Path, words: &[&str]) -> Result<()> {
    let mut pip = tools::command(python);
    pip.current_dir(folder)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(words);
    tools::run(&mut pip)
}
