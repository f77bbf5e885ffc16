//! `cargo xtask release --dry-run`: everything that a release hands out, made and tried here, and published nowhere.
//!
//! In `target/xtask/release/VERSION` are then, for each system, an archive of the program with its manual, its completions, a bill of materials
//! and the licences of all that is inside; Debian packages; what a container is made of; the crates, the npm package and the wheel; and the
//! checksums of all. `.github/workflows/release.yml` makes the same and hands it on.

mod archive;
mod bill;
mod checksums;
mod contents;
mod debian;
mod graph;
mod licences;
mod moment;
mod programs;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::project::Project;
use crate::{python, tools, wasm};
use archive::File;
use contents::{Contents, Papers};
use graph::Graph;
use licences::Notices;
use moment::Moment;
use programs::{Archive, Building, System};

/// What a container is made of, beside the archives.
const CONTAINER: &str = include_str!("../../release/Containerfile");

/// What is made.
pub struct Options {
    /// The profile of cargo that programs are built with: `dist`, but to try what this makes.
    pub profile: String,
    /// The targets of rustc that programs are built for; none: all.
    pub targets: Vec<String>,
    /// Whether programs alone are made, and no packages of libraries.
    pub programs_only: bool,
}

/// Makes and tries it all. What could not be tried here is returned, a line each.
pub fn dry_run(project: &Project, options: &Options) -> Result<Vec<String>> {
    let version = version(project)?;
    let folder = project.target().join("xtask/release").join(&version);
    if folder.is_dir() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let moment = Moment::of_the_last_commit(project)?;
    let mut untried = Vec::new();
    let systems = System::named(&options.targets)?;
    let mut extras = None;
    for system in &systems {
        let building = Building { project, profile: &options.profile };
        let program = building.build(system)?;
        match building.runner(system)? {
            Ok(runner) => {
                runner.test(&program)?;
                if extras.is_none() {
                    extras = Some(runner.manual_and_completions(project, &program)?);
                }
            }
            Err(why) => untried.push(format!("whether the program for {} works: {why}", system.name)),
        }
        let extras = extras
            .as_ref()
            .context("no program that starts here was built before: begin with one for this machine")?;
        let graph = Graph::of(project, system.target)?;
        let contents = Contents {
            program: fs::read(&program).with_context(|| format!("{} cannot be read", program.display()))?,
            name: system.program(),
            extras,
            bill: bill::write(&graph, &version, moment)?,
            notices: Notices::of(&graph)?.to_string(),
            project: Papers::read(project)?,
        };
        pack(&folder, &version, system, &contents, moment)?;
    }
    if !options.programs_only {
        oldest_rust(project)?;
        libraries(project, &folder, &options.profile)?;
    }
    for (name, bytes) in checksums::write(&folder)? {
        println!("{bytes:>12}  {name}");
    }
    println!("in {}", folder.display());
    Ok(untried)
}

/// The version of all that is released: one, wherever it stands.
fn version(project: &Project) -> Result<String> {
    let read = |path: &str| {
        let path = project.root().join(path);
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let workspace = workspace(project)?;
    let version = workspace["package"]["version"].as_str().context("Cargo.toml has no version")?;
    let npm: Value =
        serde_json::from_str(&read("pkg/package.json")?).context("pkg/package.json is not JSON")?;
    let cited = read("CITATION.cff")?;
    let cited = cited.lines().find_map(|line| line.strip_prefix("version: ")).unwrap_or_default();
    for (place, other) in
        [("pkg/package.json", npm["version"].as_str().unwrap_or_default()), ("CITATION.cff", cited)]
    {
        ensure!(
            other == version,
            "{place} has version {other}, and Cargo.toml {version}: give both the same"
        );
    }
    Ok(version.to_owned())
}

/// Checks that the crates compile by the oldest Rust that they say they need. Linked is nothing.
fn oldest_rust(project: &Project) -> Result<()> {
    let version = workspace(project)?["package"]["rust-version"]
        .as_str()
        .context("Cargo.toml has no rust-version")?
        .to_owned();
    println!("\n== the crates, by Rust {version}");
    tools::run(tools::command("rustup").args(["toolchain", "install", &version, "--profile=minimal"]))?;
    let mut check = tools::command("rustup");
    check.current_dir(project.root()).args(["run", &version, "cargo", "check", "--quiet", "--locked"]);
    check.args(["--workspace", "--exclude=xtask", "--exclude=twinprint-python", "--exclude=twinprint-wasm"]);
    // What this cargo tells those that it starts would have another one's compiler.
    check.args(["--lib", "--bins"]).env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC");
    tools::run(check.arg("--target-dir").arg(project.target().join("xtask/oldest")))
        .with_context(|| format!("Rust {version} does not compile it: raise rust-version in Cargo.toml, or do without what is newer"))
}

/// What Cargo.toml says of the workspace.
fn workspace(project: &Project) -> Result<toml::Table> {
    let path = project.root().join("Cargo.toml");
    let manifest = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let manifest: toml::Table = manifest.parse().context("Cargo.toml is not TOML")?;
    manifest["workspace"].as_table().cloned().context("Cargo.toml has no workspace")
}

/// Writes what a system gets: an archive, and Debian's package where it is Debian's.
fn pack(folder: &Path, version: &str, system: &System, contents: &Contents, moment: Moment) -> Result<()> {
    let stem = format!("twinprint-{version}-{}", system.name);
    let mut files = contents.for_an_archive();
    match system.archive {
        Archive::TarGz => {
            if system.debian.is_some() {
                files.insert("Containerfile".into(), File::plain(CONTAINER));
            }
            let bytes = archive::tar_gz(&files, &stem, moment)?;
            archive::unpacks_tar_gz(&bytes, &stem, &files)?;
            write(&folder.join(format!("{stem}.tar.gz")), &bytes)?;
        }
        Archive::Zip => {
            write(&folder.join(format!("{stem}.zip")), &archive::zip(&files, &stem, moment)?)?;
        }
    }
    if let Some(processor) = system.debian {
        let package = debian::package(&contents.for_debian()?, version, processor, moment)?;
        let path = folder.join(format!("twinprint_{version}_{processor}.deb"));
        write(&path, &package)?;
        debian::is_read_by_dpkg(&path, version, processor)?;
    }
    write(&folder.join(format!("{stem}.cdx.json")), contents.bill.as_bytes())
}

/// The crates, the npm package and the wheel.
fn libraries(project: &Project, folder: &Path, profile: &str) -> Result<()> {
    let publish = ["publish", "--workspace", "--dry-run", "--allow-dirty", "--no-verify", "--quiet"];
    tools::run(tools::cargo(project).args(publish)).context("a crate cannot be published as it is")?;
    let package = ["package", "--workspace", "--exclude=xtask", "--no-verify", "--allow-dirty", "--quiet"];
    tools::run(tools::cargo(project).args(package))?;
    for crate_file in crates(project)? {
        copy(&project.target().join("package").join(crate_file), folder)?;
    }
    wasm::build_and_weigh(project)?;
    tools::run(tools::npm(&project.package()).args(["pack", "--quiet", "--pack-destination"]).arg(folder))?;
    let wheel = python::release(project, profile)?;
    copy(&wheel, folder)
}

/// The files of the crates that are published: not of those for Python and for wasm, which are handed out otherwise.
fn crates(project: &Project) -> Result<Vec<String>> {
    let metadata = project.metadata(&["--no-deps"])?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let file = |package: &Value| {
        Some(format!("{}-{}.crate", package["name"].as_str()?, package["version"].as_str()?))
    };
    published.map(|package| file(package).context("cargo metadata names no package")).collect()
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name: PathBuf = file.file_name().map(Into::into).context("a file has a name")?;
    fs::copy(file, folder.join(name))
        .map(drop)
        .with_context(|| format!("{} cannot be copied", file.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_that_are_handed_out_are_those_that_are_published() {
        let project = Project::find().unwrap();
        let version = version(&project).unwrap();
        let mut crates = crates(&project).unwrap();
        crates.sort();
        let published = ["", "-cli", "-native", "-public-suffix", "-readers", "-study"];
        let mut expected: Vec<String> =
            published.iter().map(|name| format!("twinprint{name}-{version}.crate")).collect();
        expected.sort();
        assert_eq!(crates, expected);
    }
}
