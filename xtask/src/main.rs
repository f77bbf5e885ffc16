//! `cargo xtask`: builds, serves and tests Twinprint. Whatever a command needs (a Rust target, npm packages,
//! Chromium) it installs or names with the command that does.

mod advisories;
mod compiled;
mod dependencies;
mod face;
mod fuzz;
mod lanes;
mod page;
mod platforms;
mod processor;
mod project;
mod python;
#[cfg(feature = "release")]
mod release;
mod serve;
mod site;
mod spark;
mod test;
mod tools;
mod wasm;
mod worker;

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, bail};

use project::Project;
use serve::Build;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

Commands:
  up [--port N]       build the page and what serves it with a sample index (port 8787), and go on
                      building what reads PDFs, which the page does without meanwhile
  test [--only STEP]  everything that must pass, or one step of it
  wasm                build the wasm modules with their bindings into pkg/dist
  page                build the page into www/dist
  docs                make the site of the documents, with the page in it, into target/site
  face                write the listing of the core's public face anew, tests/public-face.txt
  worker              build the edge worker, and the same for Node, into worker/dist
  fuzz [TARGET...]    run the fuzz targets, each for a minute (--seconds N)
  release --dry-run   make and try all that a release hands out, into target/xtask/release
                      (--programs-only; --target TARGET, several times; --profile PROFILE in place of dist)";

fn main() -> ExitCode {
    if let Some(done) = face::in_place_of_rustdoc() {
        return if done { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["up"] => up(serve::DEFAULT_PORT),
        ["up", "--port", port] => up(port.parse().with_context(|| {
            format!("--port {port}: not a port; give a number from 1 to 65535, or 0 for any free one")
        })?),
        ["test"] => test::all(&Project::find()?),
        ["test", "--only", step] => test::only(&Project::find()?, step),
        ["test", "--only", step, lanes::OUTCOME, file] => test::apart(&Project::find()?, step, file),
        ["wasm"] => wasm::build_and_weigh(&Project::find()?),
        ["page"] => page::build(&Project::find()?),
        ["docs"] => site::build(&Project::find()?, Build::Release).map(|_| ()),
        ["face"] => face::write(&Project::find()?),
        ["worker"] => worker::build(&Project::find()?),
        ["fuzz", ref options @ ..] => fuzz(options),
        ["release", ref options @ ..] => release(options),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("\"{}\" is no command of xtask\n\n{USAGE}", arguments.join(" ")),
    }
}

/// Serves the page and a sample index until Ctrl-C, as soon as there is a page: what reads PDFs in it is built meanwhile, unless it is there.
fn up(port: u16) -> Result<()> {
    let project = Project::find()?;
    serve::check_port(port)?;
    let is_whole = wasm::has_all_for_page(&project);
    // What wasm modules are linked by runs on one core; the program keeps the others busy.
    let (page, program) = thread::scope(|scope| {
        let page = scope.spawn(|| if is_whole { page::build(&project) } else { page::build_first(&project) });
        let program = serve::build(&project, Build::Serving);
        (page.join().unwrap_or_else(|panic| resume_unwind(panic)), program)
    });
    page?;
    let mut server = serve::command(&project, &program?, port)?;
    if !is_whole {
        println!(
            "The reader for PDF is still being built; the page is there without it meanwhile, and says so."
        );
        thread::spawn(move || match page::build_rest(&project) {
            Ok(()) => println!("The page is whole: it reads PDF, too, once it is loaded again."),
            Err(error) => eprintln!("error: the page stays without the reader for PDF: {error:#}"),
        });
    }
    tools::run(&mut server)
}

/// Runs fuzz targets by their names, or all.
fn fuzz(arguments: &[&str]) -> Result<()> {
    let (names, seconds) = match arguments {
        [names @ .., "--seconds", seconds] => {
            (names, seconds.parse().with_context(|| format!("--seconds {seconds}: not a number of seconds"))?)
        }
        names => (names, 60),
    };
    fuzz::run(&Project::find()?, names, seconds)
}

/// Makes all that a release hands out.
#[cfg(feature = "release")]
fn release(arguments: &[&str]) -> Result<()> {
    let mut options = release::Options { profile: "dist".into(), targets: Vec::new(), programs_only: false };
    let mut dry = false;
    let mut arguments = arguments.iter();
    while let Some(&argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .map(|&value| value.to_owned())
                .with_context(|| format!("{argument} takes a value"))
        };
        match argument {
            "--dry-run" => dry = true,
            "--programs-only" => options.programs_only = true,
            "--profile" => options.profile = value()?,
            "--target" => options.targets.push(value()?),
            _ => bail!("\"{argument}\" is no option of release\n\n{USAGE}"),
        }
    }
    if !dry {
        bail!(
            "from here nothing is published: .github/workflows/release.yml does that, for a tag; add --dry-run to make and try it all"
        );
    }
    for untried in release::dry_run(&Project::find()?, &options)? {
        println!("\nNOT TRIED: {untried}");
    }
    Ok(())
}

/// Has this program started again with what packs a release.
#[cfg(not(feature = "release"))]
fn release(arguments: &[&str]) -> Result<()> {
    let mut again = tools::cargo(&Project::find()?);
    again.args(["run", "--quiet", "--package=xtask", "--features=release", "--", "release"]).args(arguments);
    tools::run(&mut again)
}
