//! A compiled module, kept until anything changes that it was made from. Cargo gives the modules of all features one name, so that it has only the
//! last of them, and would compile each anew in every step of the tests that needs it.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::project::Project;
use crate::tools;

/// Where a module is kept, with what it was made from.
pub struct Compiled {
    module: PathBuf,
    made_from: PathBuf,
}

impl Compiled {
    /// A module that is kept in this folder, or is to be.
    pub fn in_folder(folder: &Path) -> Compiled {
        Compiled { module: folder.join("compiled.wasm"), made_from: folder.join("compiled.json") }
    }

    /// The module, if it was made by these arguments from what is there now.
    pub fn fresh(&self, project: &Project, arguments: &[&str]) -> Option<Vec<u8>> {
        let kept: Value = serde_json::from_slice(&fs::read(&self.made_from).ok()?).ok()?;
        let files: Vec<PathBuf> =
            kept["files"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from).collect();
        let digest = digest(project, arguments, &files).ok()?;
        if kept["digest"] == digest.as_str() { fs::read(&self.module).ok() } else { None }
    }

    /// Keeps the module that cargo has just made; beside it stands which files it was made from.
    pub fn keep(&self, project: &Project, arguments: &[&str], made: &Path) -> Result<Vec<u8>> {
        let read = |path: &Path| fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
        let module = read(made)?;
        let files = sources(&String::from_utf8_lossy(&read(&made.with_extension("d"))?));
        let paths: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        let json = json!({ "digest": digest(project, arguments, &files)?, "files": paths });
        for (path, content) in [(&self.module, &module[..]), (&self.made_from, json.to_string().as_bytes())] {
            fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(module)
    }
}

/// The files that a line of cargo's names behind what was made of them. A space in a name is escaped.
fn sources(dep_info: &str) -> Vec<PathBuf> {
    const SPACE: &str = "\u{0}";
    let line = dep_info.lines().next().unwrap_or_default().replace("\\ ", SPACE);
    let (_, files) = line.split_once(": ").unwrap_or_default();
    files.split(' ').filter(|file| !file.is_empty()).map(|file| file.replace(SPACE, " ").into()).collect()
}

/// A digest of everything that decides what a module becomes.
fn digest(project: &Project, arguments: &[&str], files: &[PathBuf]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    arguments.hash(&mut hasher);
    tools::output(tools::command("rustc").arg("-vV"))?.hash(&mut hasher);
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"].map(env::var_os).hash(&mut hasher);
    let mut manifests = vec![project.root().join("Cargo.toml"), project.root().join("Cargo.lock")];
    for entry in fs::read_dir(project.root().join("crates")).context("the crates cannot be listed")? {
        manifests.push(entry?.path().join("Cargo.toml"));
    }
    manifests.sort();
    for file in manifests.iter().chain(files) {
        let content = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        (file, content).hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_fresh_until_a_file_or_an_argument_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let project = Project::find().expect("this project");
        let source = folder.path().join("a source.rs");
        fs::write(&source, "old").expect("a file");
        let made = folder.path().join("made.wasm");
        fs::write(&made, "module").expect("a file");
        let named = source.to_string_lossy().replace(' ', "\\ ");
        fs::write(made.with_extension("d"), format!("{}: {named}\n", made.display())).expect("a file");
        let kept = Compiled::in_folder(folder.path());
        assert_eq!(kept.fresh(&project, &["a"]), None);
        kept.keep(&project, &["a"], &made).expect("it is kept");
        assert_eq!(kept.fresh(&project, &["a"]).as_deref(), Some(&b"module"[..]));
        assert_eq!(kept.fresh(&project, &["b"]), None);
        fs::write(&source, "new").expect("a file");
        assert_eq!(kept.fresh(&project, &["a"]), None);
        fs::remove_file(&source).expect("a file");
        assert_eq!(kept.fresh(&project, &["a"]), None);
    }
}
