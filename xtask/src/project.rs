//! Where things are in the clone. What is built stays in it: in `target`, `pkg/dist`, `www/dist` and the
//! `node_modules` folders.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::tools;

/// A clone of the repository.
pub struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// The clone that `cargo xtask` was started in. By what cargo says at run time: what it said at compile time
    /// is another clone where two share a target folder.
    pub fn find() -> Result<Project> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let root = manifest.as_deref().and_then(Path::parent);
        let root =
            root.context("which clone this is only cargo knows: run it as `cargo xtask`")?.to_path_buf();
        let mut project = Project { target: root.join("target"), root };
        let metadata = project.metadata(&["--no-deps"])?;
        let target =
            metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
        project.target = target.into();
        Ok(project)
    }

    /// What `cargo metadata` says of the workspace.
    pub fn metadata(&self, arguments: &[&str]) -> Result<Value> {
        let json =
            tools::output(tools::cargo(self).args(["metadata", "--format-version", "1"]).args(arguments))?;
        serde_json::from_str(&json).context("cargo metadata printed something else than JSON")
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's target folder, wherever `CARGO_TARGET_DIR` or a configuration puts it.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The npm package; what is generated of it is in `dist`.
    pub fn package(&self) -> PathBuf {
        self.root.join("pkg")
    }

    /// The built page.
    pub fn page(&self) -> PathBuf {
        self.root.join("www/dist")
    }

    /// The tests that run in Node and in Chromium.
    pub fn web_tests(&self) -> PathBuf {
        self.root.join("tests/web")
    }
}
