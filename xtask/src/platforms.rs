//! The systems that Twinprint is not tested on: it is compiled for Windows, and what touches its files runs under Wine; for macOS its
//! types are checked.

use std::fs;
#[cfg(feature = "release")]
use std::path::Path;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::serve::PROFILE;
use crate::tools;

const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MACOS: &str = "aarch64-apple-darwin";

/// The targets of those systems.
pub const TARGETS: [&str; 2] = [WINDOWS, MACOS];

/// The C compiler for Windows, with which also Rust links, and Debian's package of it.
const MINGW: &str = "x86_64-w64-mingw32-gcc";
const MINGW_PACKAGE: &str = "gcc-mingw-w64-x86-64";

/// Everything but the bindings: those for wasm, and those for Python, which take a Python of the system that they are linked for.
const EVERYTHING: [&str; 4] =
    ["--workspace", "--exclude=twinprint-wasm", "--exclude=twinprint-python", "--all-targets"];
/// An import that only one system needs is a warning on the others.
const LINTS: [&str; 3] = ["--", "--deny", "warnings"];
/// The packages whose tests touch files. Those of the command line are many processes, which Wine is slow to start.
const OF_FILES: [&str; 3] = ["--package=twinprint-readers", "--package=twinprint-native", "--lib"];
/// Tests of those packages that compute, or flip every byte of many files: they take minutes under Wine, and nothing in them depends on
/// the system. Named are those that are left out, so that a new test is not.
const NOT_OF_FILES: [&str; 5] =
    ["tests::batch::hostile", "no_byte", "tests::sorting", "tests::overlap", "a_report_stays_below"];

/// The random bytes of Rust's standard library. Every Windows has them; an older Wine, such as Debian 12's, does not, and gets what makes
/// them of its own.
const PRNG: &str = "bcryptprimitives.dll";
const PRNG_SOURCE: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    return RtlGenRandom(bytes, (ULONG)length) ? TRUE : FALSE;
}
";

/// Compiles for Windows and checks for macOS. What could not be checked is returned, one reason each.
pub fn check(project: &Project) -> Result<Vec<String>> {
    tools::ensure_component(project, "clippy", "clippy")?;
    let mut unchecked = Vec::new();
    windows(project, &mut unchecked)?;
    macos(project)?;
    Ok(unchecked)
}

fn windows(project: &Project, unchecked: &mut Vec<String>) -> Result<()> {
    tools::ensure_target(project, WINDOWS)?;
    ensure_mingw()?;
    tools::run(cargo(project, WINDOWS, "clippy").args(EVERYTHING).args(LINTS))?;
    tools::run(cargo(project, WINDOWS, "test").args(OF_FILES).arg("--no-run"))?;
    match wine(project)? {
        Ok(wine) => {
            let mut tests = cargo(project, WINDOWS, "test");
            tests.args(OF_FILES).arg("--").args(NOT_OF_FILES.iter().flat_map(|test| ["--skip", test]));
            tests.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine.program);
            tools::run(wine.environment(&mut tests))
        }
        Err(why) => {
            unchecked.push(format!("whether it works on Windows; it compiles: {why}"));
            Ok(())
        }
    }
}

/// Checks the types of everything. The C of ring, which fetches by TLS, is not compiled, since that takes Apple's own headers: what
/// stands in for the compiler and the archiver does nothing. So nothing of it is linked either; a check of types does not ask for it.
fn macos(project: &Project) -> Result<()> {
    tools::ensure_target(project, MACOS)?;
    let mut check = cargo(project, MACOS, "clippy");
    check
        .args(EVERYTHING)
        .args(LINTS)
        .env("CC_aarch64_apple_darwin", "true")
        .env("AR_aarch64_apple_darwin", "true");
    tools::run(&mut check)
}

/// Cargo for a target, without the lines for a debugger, which would be half of what this puts on the disk.
fn cargo(project: &Project, target: &str, subcommand: &str) -> Command {
    let mut cargo = tools::cargo(project);
    cargo.args([subcommand, PROFILE, "--target", target]).env("CARGO_PROFILE_TESTED_DEBUG", "0");
    // What the compilers of C leave behind stays within the clone.
    let temporary = project.target().join("tmp");
    if fs::create_dir_all(&temporary).is_ok() {
        cargo.env("TMPDIR", temporary);
    }
    cargo
}

/// Sees to it that there is what the check installs: what compiles for Windows and, where it can be had, Wine.
pub fn ensure(project: &Project) -> Result<()> {
    ensure_mingw()?;
    wine(project).map(drop)
}

/// Sees to it that there is what compiles and links for Windows.
pub fn ensure_mingw() -> Result<()> {
    if !starts(MINGW) && tools::may_install() {
        tools::apt_install(MINGW_PACKAGE)?;
    }
    if !starts(MINGW) {
        bail!(
            "it is compiled for Windows by {MINGW}, and there is none; on Debian `sudo apt-get install \
             {MINGW_PACKAGE}` installs it, elsewhere install Mingw-w64"
        );
    }
    Ok(())
}

fn starts(program: &str) -> bool {
    let mut version = tools::command(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// A Wine with its drives in the target folder.
pub struct Wine {
    program: &'static str,
    prefix: PathBuf,
}

/// A Wine that starts programs: one on the path, else Debian's package, installed. Within: why there is none.
pub fn wine(project: &Project) -> Result<Result<Wine, String>> {
    let remedy = "install Wine; on Debian `sudo apt-get install wine64 wine` does";
    let find = || ["wine", "wine64"].into_iter().find(|program| on_path(program));
    if find().is_none() && tools::may_install() {
        // Where Wine is not packaged, the tests are not the place to fail: what cannot be run is said.
        let _ = tools::apt_install("wine64").and_then(|()| tools::apt_install("wine"));
    }
    let Some(program) = find() else { return Ok(Err(format!("there is no Wine; {remedy}"))) };
    let wine = Wine { program, prefix: project.target().join("xtask/wine") };
    fs::create_dir_all(&wine.prefix).context("the target folder takes no folder for Wine")?;
    let mut boot = tools::command(program);
    boot.args(["cmd", "/c", "exit"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !wine.environment(&mut boot).status().is_ok_and(|status| status.success()) {
        return Ok(Err(format!(
            "`{program} cmd /c exit` fails; remove {}, or {remedy}",
            wine.prefix.display()
        )));
    }
    let system = wine.prefix.join("drive_c/windows/system32");
    if !system.join(PRNG).exists() {
        let source = project.target().join("xtask/process-prng.c");
        fs::write(&source, PRNG_SOURCE).context("the target folder takes no file")?;
        tools::run(tools::command(MINGW).args(["-shared", "-o"]).arg(system.join(PRNG)).arg(source))?;
    }
    Ok(Ok(wine))
}

/// Whether a program is on the path.
pub fn on_path(program: &str) -> bool {
    tools::on_path(&[program]).is_some()
}

impl Wine {
    /// A program for Windows, started.
    #[cfg(feature = "release")]
    pub fn command(&self, program: &Path) -> Command {
        let mut command = tools::command(self.program);
        self.environment(&mut command);
        command.arg(program);
        command
    }

    /// A command under this Wine. It shows no windows, asks for nothing and puts nothing into anybody's menus.
    fn environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", "mscoree=d;mshtml=d;winemenubuilder.exe=d")
            .env_remove("DISPLAY")
    }
}
