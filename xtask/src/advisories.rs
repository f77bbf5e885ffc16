//! Whether a dependency has a known vulnerability: crates by the RustSec database, npm packages by
//! `npm audit`. Both live on hosts that a machine may not reach; then the check says so where nobody can
//! overlook it.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};
use semver::{Version, VersionReq};
use serde_json::Value;

use crate::project::Project;
use crate::{dependencies, tools};

const DATABASE: &str = "https://github.com/rustsec/advisory-db.git";

/// What became of a check.
pub enum Outcome {
    Checked,
    /// It could not be made, and why.
    Unreachable(String),
}

/// Checks the lock files against the advisories. Fails on a vulnerability and on unsound code; that a crate is
/// no longer maintained is printed. What could not be checked is returned, one reason each.
pub fn check(project: &Project) -> Result<Vec<String>> {
    let mut unchecked = Vec::new();
    if let Outcome::Unreachable(why) = check_crates(project)? {
        unchecked.push(format!("crates: {why}"));
    }
    for lock in dependencies::npm_locks(project)? {
        let folder = lock.parent().context("a lock file has a folder")?;
        if let Outcome::Unreachable(why) = check_npm(folder)? {
            let folder = folder.strip_prefix(project.root()).unwrap_or(folder).display();
            unchecked.push(format!("npm packages of {folder}: {why}"));
        }
    }
    Ok(unchecked)
}

fn check_crates(project: &Project) -> Result<Outcome> {
    let database = match database(project)? {
        Ok(database) => database,
        Err(why) => return Ok(Outcome::Unreachable(why)),
    };
    let lock = fs::read_to_string(project.root().join("Cargo.lock")).context("Cargo.lock cannot be read")?;
    let lock: toml::Table = lock.parse().context("Cargo.lock is not TOML")?;
    let ignored = dependencies::ignored_advisories(project)?;
    let (mut packages, mut found) = (0, Vec::new());
    for package in lock.get("package").and_then(toml::Value::as_array).into_iter().flatten() {
        let text = |key: &str| package.get(key).and_then(toml::Value::as_str);
        if let (Some(name), Some(version), Some(_)) = (text("name"), text("version"), text("source")) {
            let version =
                version.parse().with_context(|| format!("Cargo.lock: {name} {version} has no version"))?;
            packages += 1;
            found.extend(advisories(&database, name, &version, &ignored)?);
        }
    }
    let (notices, found): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.notice);
    for Found { line, .. } in notices {
        println!("{line}");
    }
    ensure!(
        found.is_empty(),
        "{}\nupdate the crate, or add the advisory to advisories.ignore in deny.toml and say why there",
        found.into_iter().map(|found| found.line).collect::<Vec<_>>().join("\n")
    );
    println!("{packages} crates of Cargo.lock: no vulnerability is known");
    Ok(Outcome::Checked)
}

/// A copy of the database: the folder that `ADVISORY_DB` names, else a clone in the target folder, made or
/// brought up to date. Within: why there is none.
fn database(project: &Project) -> Result<Result<PathBuf, String>> {
    if let Some(named) = env::var_os("ADVISORY_DB").filter(|named| !named.is_empty()).map(PathBuf::from) {
        ensure!(
            named.join("crates").is_dir(),
            "ADVISORY_DB names {}, which has no folder `crates`; set it to a clone of {DATABASE}, or unset it",
            named.display()
        );
        return Ok(Ok(named));
    }
    let copy = project.target().join("xtask/advisory-db");
    let mut git = tools::command("git");
    git.env("GIT_TERMINAL_PROMPT", "0").stderr(Stdio::null());
    // A line that crawls for ten seconds counts as none.
    git.args(["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=10"]);
    if copy.is_dir() {
        git.arg("-C").arg(&copy).args(["pull", "--quiet", "--ff-only"]);
    } else {
        git.args(["clone", "--quiet", "--depth=1", DATABASE]).arg(&copy);
    }
    let status = git.status().context("`git` did not start; install git")?;
    Ok(if status.success() {
        Ok(copy)
    } else {
        Err(format!("{DATABASE} is not reachable; name a copy of it in ADVISORY_DB"))
    })
}

/// An advisory that concerns a crate of the project.
struct Found {
    /// It names no defect, only that the crate is unmaintained or something like it.
    notice: bool,
    line: String,
}

/// The advisories of a database that concern a version of a crate.
fn advisories(
    database: &Path,
    name: &str,
    version: &Version,
    ignored: &BTreeSet<String>,
) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for file in fs::read_dir(database.join("crates").join(name)).into_iter().flatten().flatten() {
        let path = file.path();
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let advisory =
            Advisory::parse(&text).with_context(|| format!("{} is no advisory", path.display()))?;
        if advisory.concerns(version) && !ignored.contains(&advisory.id) {
            let line = format!("{name} {version}: {} {}", advisory.id, advisory.title);
            found.push(Found { notice: advisory.notice, line });
        }
    }
    found.sort_by(|a, b| a.line.cmp(&b.line));
    Ok(found)
}

/// An advisory of RustSec: Markdown that opens with a block of TOML.
struct Advisory {
    id: String,
    title: String,
    withdrawn: bool,
    notice: bool,
    /// Versions without the vulnerability, before it or after.
    sound: Vec<VersionReq>,
}

impl Advisory {
    fn parse(text: &str) -> Result<Advisory> {
        let fenced =
            text.trim_start().strip_prefix("```toml").context("it does not open with a block of TOML")?;
        let (header, body) = fenced.split_once("\n```").context("its block of TOML does not end")?;
        let header: toml::Table = header.parse()?;
        let advisory = header.get("advisory").context("it has no section [advisory]")?;
        let id = advisory.get("id").and_then(toml::Value::as_str).context("it has no id")?;
        let title = body.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        let mut sound = Vec::new();
        for key in ["patched", "unaffected"] {
            let requirements = header.get("versions").and_then(|versions| versions.get(key)?.as_array());
            for requirement in requirements.into_iter().flatten() {
                let requirement = requirement.as_str().context("a version is no string")?;
                sound.push(requirement.parse().with_context(|| format!("\"{requirement}\" is no version"))?);
            }
        }
        let informational = advisory.get("informational").and_then(toml::Value::as_str);
        Ok(Advisory {
            id: id.to_owned(),
            title: title.to_owned(),
            withdrawn: advisory.get("withdrawn").is_some(),
            notice: informational.is_some_and(|kind| kind != "unsound"),
            sound,
        })
    }

    fn concerns(&self, version: &Version) -> bool {
        !self.withdrawn && !self.sound.iter().any(|sound| sound.matches(version))
    }
}

fn check_npm(folder: &Path) -> Result<Outcome> {
    // npm exits with 1 both for a vulnerability and for a registry that does not answer; its JSON tells which.
    let output = tools::npm(folder)
        .args(["audit", "--json"])
        .stderr(Stdio::null())
        .output()
        .context("`npm audit` did not start; install Node, with npm")?;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let Some(vulnerabilities) = report["vulnerabilities"].as_object() else {
        return Ok(Outcome::Unreachable("the npm registry in use answers no audits".into()));
    };
    if vulnerabilities.is_empty() {
        println!("{}: no advisory concerns its npm packages", folder.display());
        return Ok(Outcome::Checked);
    }
    let names: Vec<&str> = vulnerabilities.keys().map(String::as_str).collect();
    bail!(
        "{}: advisories concern {}; `npm audit` there tells more, `npm update` may help",
        folder.display(),
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVISORY: &str = r#"```toml
[advisory]
id = "RUSTSEC-2000-0001"
package = "sieve"
date = "2000-01-01"

[versions]
patched = [">= 1.2.3"]
unaffected = ["< 1.0.0"]
```

# Sieve leaks

It does.
"#;

    #[test]
    fn an_advisory_concerns_the_versions_between_unaffected_and_patched() {
        let advisory = Advisory::parse(ADVISORY).unwrap();
        let concerned = |version: &str| advisory.concerns(&version.parse().unwrap());
        assert_eq!(
            ["0.9.9", "1.0.0", "1.2.2", "1.2.3", "2.0.0"].map(concerned),
            [false, true, true, false, false]
        );
    }

    #[test]
    fn that_a_crate_is_unmaintained_is_a_notice_and_that_it_is_unsound_is_a_defect() {
        let of = |kind: &str| ADVISORY.replace("date = ", &format!("informational = \"{kind}\"\ndate = "));
        let notice = |kind| Advisory::parse(&of(kind)).unwrap().notice;
        assert_eq!(["unmaintained", "notice", "unsound"].map(notice), [true, true, false]);
        assert!(!Advisory::parse(ADVISORY).unwrap().notice);
    }

    #[test]
    fn a_withdrawn_advisory_concerns_nothing() {
        let withdrawn = ADVISORY.replace("date = ", "withdrawn = \"2000-02-01\"\ndate = ");
        assert!(!Advisory::parse(&withdrawn).unwrap().concerns(&Version::new(1, 0, 0)));
    }

    #[test]
    fn a_vulnerable_crate_is_found_by_name_and_version_unless_the_advisory_is_ignored() {
        let database = env::temp_dir().join(format!("twinprint-advisories-{}", std::process::id()));
        fs::create_dir_all(database.join("crates/sieve")).unwrap();
        fs::write(database.join("crates/sieve/RUSTSEC-2000-0001.md"), ADVISORY).unwrap();
        let found = |name, ignored: &[&str]| {
            let ignored = ignored.iter().map(|id| id.to_string()).collect();
            let found = advisories(&database, name, &Version::new(1, 0, 0), &ignored).unwrap();
            found.into_iter().map(|found| found.line).collect::<Vec<_>>()
        };
        assert_eq!(found("sieve", &[]), ["sieve 1.0.0: RUSTSEC-2000-0001 Sieve leaks"]);
        assert_eq!(found("sieve", &["RUSTSEC-2000-0001"]), [""; 0]);
        assert_eq!(found("strainer", &[]), [""; 0]);
        fs::remove_dir_all(database).unwrap();
    }

    #[test]
    fn a_file_that_is_no_advisory_is_an_error() {
        assert!(Advisory::parse("# Notes").is_err());
        assert!(Advisory::parse("```toml\n[advisory]\n```\n").is_err());
    }
}
