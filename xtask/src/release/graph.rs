//! What is inside the program: the crates that it is linked of, for one target.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::project::Project;

/// The crates of the program, each once, in the order of their names and versions.
pub(super) struct Graph {
    pub(super) crates: Vec<Crate>,
}

/// A crate that the program is linked of.
pub(super) struct Crate {
    pub(super) name: String,
    pub(super) version: String,
    /// What it declares, as an SPDX expression.
    pub(super) licence: String,
    /// SHA-256 of what was fetched; none of the project's own.
    pub(super) checksum: Option<String>,
    /// The folder of its source.
    pub(super) source: PathBuf,
    /// Which of the crates it is linked of, by name and version.
    pub(super) uses: BTreeSet<(String, String)>,
    /// Whether it is the project's.
    pub(super) own: bool,
}

impl Graph {
    /// The crates that the program is linked of for a target.
    pub(super) fn of(project: &Project, target: &str) -> Result<Graph> {
        let metadata = project.metadata(&["--locked", "--filter-platform", target])?;
        let lock =
            fs::read_to_string(project.root().join("Cargo.lock")).context("Cargo.lock cannot be read")?;
        Graph::read(&metadata, &lock.parse().context("Cargo.lock is not TOML")?)
    }

    fn read(metadata: &Value, lock: &toml::Table) -> Result<Graph> {
        let packages: BTreeMap<&str, &Value> = list(&metadata["packages"], "packages")?
            .iter()
            .filter_map(|package| Some((package["id"].as_str()?, package)))
            .collect();
        let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"], "nodes")?
            .iter()
            .filter_map(|node| Some((node["id"].as_str()?, node)))
            .collect();
        let program = packages.iter().find(|(_, package)| package["name"] == "twinprint-cli");
        let (&program, _) = program.context("cargo metadata knows no twinprint-cli")?;
        let mut reached = BTreeSet::from([program]);
        let mut waiting = vec![program];
        let mut crates = Vec::new();
        while let Some(id) = waiting.pop() {
            let package = packages.get(id).context("cargo metadata lacks a package")?;
            let node = nodes.get(id).context("cargo metadata lacks a node")?;
            let linked: Vec<&str> = list(&node["deps"], "dependencies")?.iter().filter_map(linked).collect();
            let uses = linked.iter().filter_map(|id| packages.get(id)).map(|package| key(package)).collect();
            crates.push(Crate::read(package, lock, uses));
            waiting.extend(linked.into_iter().filter(|id| reached.insert(id)));
        }
        crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(Graph { crates })
    }
}

impl Crate {
    fn read(package: &Value, lock: &toml::Table, uses: BTreeSet<(String, String)>) -> Crate {
        let (name, version) = key(package);
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap_or_default());
        let locked = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
        let checksum = locked
            .filter(|locked| locked.get("name").and_then(toml::Value::as_str) == Some(&name))
            .find(|locked| locked.get("version").and_then(toml::Value::as_str) == Some(&version))
            .and_then(|locked| locked.get("checksum")?.as_str());
        Crate {
            // Old crates part the licences that one may choose from by a stroke.
            licence: package["license"].as_str().unwrap_or_default().replace('/', " OR "),
            checksum: checksum.map(str::to_owned),
            source: manifest.parent().map(PathBuf::from).unwrap_or_default(),
            own: package["source"].is_null(),
            name,
            version,
            uses,
        }
    }
}

/// The crate that a dependency is, where it is linked: what builds it or tests it is not.
fn linked(dependency: &Value) -> Option<&str> {
    let kinds = dependency["dep_kinds"].as_array()?;
    kinds.iter().any(|kind| kind["kind"].is_null()).then(|| dependency["pkg"].as_str())?
}

fn key(package: &Value) -> (String, String) {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    (text("name"), text("version"))
}

fn list<'a>(value: &'a Value, what: &str) -> Result<&'a Vec<Value>> {
    value.as_array().with_context(|| format!("cargo metadata lists no {what}"))
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// The program, of one crate that it is linked of and one that builds it.
    pub(in crate::release) fn small() -> Graph {
        let package = |id: &str, name: &str, source: Value, licence: &str| {
            json!({ "id": id, "name": name, "version": "1.0.0", "source": source, "license": licence,
                "manifest_path": format!("/sources/{name}/Cargo.toml") })
        };
        let metadata = json!({
            "packages": [
                package("p", "twinprint-cli", Value::Null, "MIT OR Apache-2.0"),
                package("l", "linked", json!("registry"), "MIT/Apache-2.0"),
                package("b", "builder", json!("registry"), "MIT"),
            ],
            "resolve": { "nodes": [
                { "id": "p", "deps": [
                    { "pkg": "l", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "b", "dep_kinds": [{ "kind": "build" }] },
                ] },
                { "id": "l", "deps": [] },
                { "id": "b", "deps": [] },
            ] },
        });
        let lock = "[[package]]\nname = \"linked\"\nversion = \"1.0.0\"\nchecksum = \"abcd\"\n";
        Graph::read(&metadata, &lock.parse().unwrap()).unwrap()
    }

    #[test]
    fn what_is_inside_is_what_is_linked_and_not_what_builds_it() {
        let graph = small();
        let names: Vec<&str> = graph.crates.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(names, ["linked", "twinprint-cli"]);
        assert_eq!(graph.crates[0].licence, "MIT OR Apache-2.0");
        assert_eq!(graph.crates[0].checksum.as_deref(), Some("abcd"));
        assert!(!graph.crates[0].own && graph.crates[1].own);
        assert!(graph.crates[1].uses.contains(&("linked".to_owned(), "1.0.0".to_owned())));
    }
}
