//! `cargo xtask page`: the page, from `www`, into `www/dist`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::{tools, wasm};

/// Builds the page and, when they are stale, the wasm modules it loads.
pub fn build(project: &Project) -> Result<()> {
    wasm::build_for_page(project)?;
    bundle(project, &project.page())
}

/// Builds the page without what reads PDFs, in whose place it says that it is still being built.
pub fn build_first(project: &Project) -> Result<()> {
    wasm::build_first_for_page(project)?;
    let www = project.root().join("www");
    tools::ensure_npm_packages(&www)?;
    let mut node = tools::command("node");
    tools::run(node.current_dir(&www).arg("build.mjs").env("TWINPRINT_STILL_BUILDING", "pdf"))
}

/// Builds the whole page beside the one that is being served, and puts it in its place.
pub fn build_rest(project: &Project) -> Result<()> {
    wasm::build_for_page(project)?;
    let next = project.page().with_extension("next");
    bundle(project, &next)?;
    replace(&project.page(), &next)
}

/// Checks the page's types and builds it into a folder.
fn bundle(project: &Project, folder: &Path) -> Result<()> {
    let www = project.root().join("www");
    tools::ensure_npm_packages(&www)?;
    tools::run(tools::npm(&www).args(["run", "build"]).env("TWINPRINT_DIST", folder))
}

/// Puts a folder in the place of another, which is there at every moment but that between two renamings.
fn replace(folder: &Path, next: &Path) -> Result<()> {
    let before = folder.with_extension("before");
    let cannot = || format!("{} cannot be put in the place of {}", next.display(), folder.display());
    if before.exists() {
        fs::remove_dir_all(&before).with_context(cannot)?;
    }
    fs::rename(folder, &before).with_context(cannot)?;
    fs::rename(next, folder).with_context(cannot)?;
    fs::remove_dir_all(&before).with_context(|| format!("{} cannot be removed", before.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_takes_the_place_of_another_also_after_one_that_did_so_halfway() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        for (folder, file) in [("dist", "old"), ("dist.next", "new"), ("dist.before", "older")] {
            fs::create_dir(at(folder)).expect("a folder");
            fs::write(at(folder).join(file), "").expect("a file");
        }
        replace(&at("dist"), &at("dist.next")).expect("it is replaced");
        assert!(at("dist/new").exists() && !at("dist/old").exists());
        assert!(!at("dist.next").exists() && !at("dist.before").exists());
    }
}
