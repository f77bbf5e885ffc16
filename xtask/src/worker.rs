//! `cargo xtask worker`: the edge worker as it is deployed, and the same service for Node, from `worker`, into `worker/dist`.

use anyhow::Result;

use crate::project::Project;
use crate::{tools, wasm};

/// Builds the worker and, when they are stale, the wasm modules.
pub fn build(project: &Project) -> Result<()> {
    wasm::build(project)?;
    let worker = project.root().join("worker");
    tools::ensure_npm_packages(&worker)?;
    tools::run(tools::npm(&worker).args(["run", "build"]).env("WRANGLER_SEND_METRICS", "false"))
}
