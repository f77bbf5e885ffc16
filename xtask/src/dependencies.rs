//! Whether what Twinprint depends on may be used, by `deny.toml`: every licence allowed, and no crate twice in
//! what users get. The file is cargo-deny's, so `cargo deny check` reads it too; xtask reads the few keys
//! named here, because compiling cargo-deny takes longer than every other test together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use spdx::{Expression, ParseMode};

use crate::project::Project;
use crate::tools;

/// The keys of `deny.toml` that are read.
struct Policy {
    allowed: BTreeSet<String>,
    /// Licences allowed for one package only.
    exceptions: BTreeMap<String, BTreeSet<String>>,
    duplicates: BTreeSet<String>,
    ignored_advisories: BTreeSet<String>,
}

/// The advisories that `deny.toml` says do not concern the project.
pub fn ignored_advisories(project: &Project) -> Result<BTreeSet<String>> {
    Ok(Policy::read(project)?.ignored_advisories)
}

/// Checks the crates and npm packages of the lock files.
pub fn check(project: &Project) -> Result<()> {
    let policy = Policy::read(project)?;
    let mut packages = crates(project)?;
    for lock in npm_locks(project)? {
        packages.extend(npm_packages(&lock)?);
    }
    let refused: Vec<String> = packages.iter().filter_map(|package| policy.refuses(package)).collect();
    ensure!(
        refused.is_empty(),
        "{}\nuse another package, or allow the licence in deny.toml and say why there",
        refused.join("\n")
    );
    let twice = duplicates(project, &policy)?;
    ensure!(
        twice.is_empty(),
        "in two versions, and so twice in what users get: {}\n`cargo tree --duplicates --edges normal` shows who \
         wants which; update one of them, or add the crate to bans.skip in deny.toml and say why there",
        twice.join(", ")
    );
    println!(
        "{} packages, all under licences that deny.toml allows; no crate of the library twice",
        packages.len()
    );
    Ok(())
}

/// The lock files of npm packages in the clone.
pub fn npm_locks(project: &Project) -> Result<Vec<PathBuf>> {
    let tracked = tools::output(tools::command("git").current_dir(project.root()).args([
        "ls-files",
        "--",
        "package-lock.json",
        "**/package-lock.json",
    ]))?;
    Ok(tracked.lines().map(|path| project.root().join(path)).collect())
}

/// A package and the licence it declares.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
}

/// The crates of `Cargo.lock` for every target and feature, the project's own left out.
fn crates(project: &Project) -> Result<BTreeSet<Package>> {
    let metadata = project.metadata(&["--locked"])?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    Ok(packages.iter().filter(|package| !package["source"].is_null()).map(Package::of_cargo).collect())
}

fn npm_packages(lock: &PathBuf) -> Result<BTreeSet<Package>> {
    let text = fs::read_to_string(lock).with_context(|| format!("{} cannot be read", lock.display()))?;
    let json: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is not JSON", lock.display()))?;
    let packages = json["packages"]
        .as_object()
        .with_context(|| format!("{} lists no packages: npm 7 or later writes it so", lock.display()))?;
    Ok(packages
        .iter()
        .filter_map(|(path, package)| {
            // The package itself has the path "", one of the clone that it links to no "node_modules".
            let (_, name) = path.rsplit_once("node_modules/")?;
            (package["link"] != true).then(|| Package::of_npm(name, package))
        })
        .collect())
}

/// Crates of which the library's users get two versions.
fn duplicates(project: &Project, policy: &Policy) -> Result<Vec<String>> {
    let tree = tools::output(tools::cargo(project).args([
        "tree",
        "--package=twinprint-cli",
        "--edges=normal",
        "--target=all",
        "--prefix=none",
        "--format={p}",
    ]))?;
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in tree.lines() {
        let mut words = line.split(' ');
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            versions.entry(name).or_default().insert(version);
        }
    }
    Ok(versions
        .into_iter()
        .filter(|(name, versions)| versions.len() > 1 && !policy.duplicates.contains(*name))
        .map(|(name, versions)| format!("{name} {}", versions.into_iter().collect::<Vec<_>>().join(" and ")))
        .collect())
}

impl Package {
    fn of_cargo(package: &Value) -> Package {
        let text = |key: &str| package[key].as_str().map(str::to_owned);
        Package {
            name: text("name").unwrap_or_default(),
            version: text("version").unwrap_or_default(),
            licence: text("license"),
        }
    }

    fn of_npm(name: &str, package: &Value) -> Package {
        Package {
            name: name.to_owned(),
            version: package["version"].as_str().unwrap_or_default().to_owned(),
            licence: package["license"].as_str().map(str::to_owned),
        }
    }
}

impl Policy {
    fn read(project: &Project) -> Result<Policy> {
        let path = project.root().join("deny.toml");
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Policy::parse(&text).with_context(|| format!("{} is not valid", path.display()))
    }

    fn parse(text: &str) -> Result<Policy> {
        let file: toml::Table = text.parse()?;
        let list = |section: &str, key: &str| -> Vec<toml::Value> {
            file.get(section)
                .and_then(|section| section.get(key))
                .and_then(toml::Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        let mut exceptions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for exception in list("licenses", "exceptions") {
            let name = exception.get("crate").and_then(toml::Value::as_str);
            let name = name.context("an entry of licenses.exceptions has no `crate`")?;
            let allowed = exception.get("allow").and_then(toml::Value::as_array);
            let allowed = allowed.context("an entry of licenses.exceptions has no `allow`")?;
            exceptions.entry(name.to_owned()).or_default().extend(strings(allowed, "allow")?);
        }
        Ok(Policy {
            allowed: strings(&list("licenses", "allow"), "licenses.allow")?,
            exceptions,
            duplicates: strings(&list("bans", "skip"), "bans.skip")?,
            ignored_advisories: strings(&list("advisories", "ignore"), "advisories.ignore")?,
        })
    }

    /// Why a package may not be used, if it may not.
    fn refuses(&self, package: &Package) -> Option<String> {
        let Package { name, version, licence } = package;
        let Some(licence) = licence else {
            return Some(format!("{name} {version} declares no licence"));
        };
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
            return Some(format!("{name} {version} declares \"{licence}\", which is no SPDX expression"));
        };
        let exceptions = self.exceptions.get(name);
        let allowed = expression.evaluate(|licence| {
            let licence = licence.to_string();
            self.allowed.contains(&licence) || exceptions.is_some_and(|names| names.contains(&licence))
        });
        (!allowed).then(|| format!("{name} {version} is under {licence}, which deny.toml does not allow"))
    }
}

fn strings(values: &[toml::Value], key: &str) -> Result<BTreeSet<String>> {
    values
        .iter()
        .map(|value| {
            value.as_str().map(str::to_owned).with_context(|| format!("{key} must be a list of strings"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(licence: Option<&str>) -> Option<String> {
        let policy = Policy::parse(
            r#"
            [licenses]
            allow = ["MIT", "Apache-2.0", "Unicode-3.0"]
            exceptions = [{ allow = ["MPL-2.0"], crate = "tester" }]
            "#,
        );
        let package =
            Package { name: "p".into(), version: "1.0.0".into(), licence: licence.map(str::to_owned) };
        policy.unwrap().refuses(&package)
    }

    #[test]
    fn one_allowed_licence_of_a_choice_is_enough_and_every_one_of_a_sum_is_needed() {
        assert_eq!(verdict(Some("MIT OR GPL-3.0-only")), None);
        assert_eq!(verdict(Some("MIT/Apache-2.0")), None);
        assert_eq!(verdict(Some("(MIT OR Apache-2.0) AND Unicode-3.0")), None);
        assert_eq!(
            verdict(Some("MIT AND GPL-3.0-only")).as_deref(),
            Some("p 1.0.0 is under MIT AND GPL-3.0-only, which deny.toml does not allow")
        );
    }

    #[test]
    fn a_package_without_a_known_licence_is_refused() {
        assert_eq!(verdict(None).as_deref(), Some("p 1.0.0 declares no licence"));
        assert_eq!(
            verdict(Some("ask me")).as_deref(),
            Some("p 1.0.0 declares \"ask me\", which is no SPDX expression")
        );
    }

    #[test]
    fn an_exception_is_for_its_package_alone() {
        assert!(verdict(Some("MPL-2.0")).is_some());
        let policy =
            Policy::parse(r#"licenses.exceptions = [{ allow = ["MPL-2.0"], crate = "p" }]"#).unwrap();
        let licence = Some("MPL-2.0".into());
        assert_eq!(policy.refuses(&Package { name: "p".into(), version: "1.0.0".into(), licence }), None);
    }
}
