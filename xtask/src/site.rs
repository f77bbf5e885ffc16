//! `cargo xtask docs`: the documents as a site of static pages, with the page itself to try, from `site` and `docs`, into `target/site`.

use std::path::PathBuf;

use anyhow::Result;

use crate::project::Project;
use crate::serve::{self, Build};
use crate::{page, tools};

/// Builds the page and the program, whose options the site describes, and of them and the documents the site. Says where it is.
pub fn build(project: &Project, program: Build) -> Result<PathBuf> {
    page::build(project)?;
    let program = serve::build(project, program)?;
    let folder = project.root().join("site");
    tools::ensure_npm_packages(&folder)?;
    let site = project.target().join("site");
    tools::run(tools::command("node").current_dir(&folder).arg("build.mjs").arg(program).arg(&site))?;
    Ok(site)
}
