//! `cargo xtask page`: the page, from `www`, into `www/dist`.

use anyhow::Result;

use crate::project::Project;
use crate::{tools, wasm};

/// Builds the page and, when they are stale, the wasm modules it loads.
pub fn build(project: &Project) -> Result<()> {
    wasm::build_for_page(project)?;
    let www = project.root().join("www");
    tools::ensure_npm_packages(&www)?;
    tools::run(tools::npm(&www).args(["run", "build"]))
}
