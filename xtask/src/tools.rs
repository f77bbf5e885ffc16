//! The programs that building and testing need: found, installed where that is safe, named with a remedy
//! otherwise.

use std::env;
use std::fs;
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;

/// The oldest Node whose test runner the tests use.
const NODE_MAJOR: u32 = 20;

/// A command whose output is plain unless a person watches it.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    if !std::io::stdout().is_terminal() {
        command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env_remove("FORCE_COLOR");
    }
    command
}

/// Cargo in the root of the clone.
pub fn cargo(project: &Project) -> Command {
    let mut cargo = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(project.root());
    cargo
}

/// npm in a folder of the clone.
pub fn npm(folder: &Path) -> Command {
    let mut npm = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(folder).env("npm_config_update_notifier", "false").env("npm_config_fund", "false");
    npm
}

/// Runs a command to its end, with its output shown.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| not_started(command, error))?;
    ensure!(status.success(), "`{}` failed ({status}); its output above says why", shown(command));
    Ok(())
}

/// Runs a command to its end and returns what it wrote to its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| not_started(command, error))?;
    ensure!(output.status.success(), "`{}` failed ({})", shown(command), output.status);
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something else than text", shown(command)))
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy()));
    words.join(" ")
}

fn not_started(command: &Command, error: std::io::Error) -> anyhow::Error {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy();
    let remedy = match (error.kind(), &*program) {
        (ErrorKind::NotFound, "node" | "npm") => {
            format!("; install Node {NODE_MAJOR} or later, with npm")
        }
        (ErrorKind::NotFound, "rustup") => "; install rustup".into(),
        (ErrorKind::NotFound, _) => format!("; install {program}"),
        _ => String::new(),
    };
    anyhow::Error::new(error).context(format!("`{}` did not start{remedy}", shown(command)))
}

/// Sees to it that cargo can compile for `target`.
pub fn ensure_target(project: &Project, target: &str) -> Result<()> {
    let sysroot = output(command("rustc").current_dir(project.root()).args(["--print", "sysroot"]))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("lib").is_dir() {
        return Ok(());
    }
    run(command("rustup").current_dir(project.root()).args(["target", "add", target])).with_context(|| {
        format!("the Rust standard library for {target} is missing: `rustup target add {target}` installs it")
    })
}

/// Sees to it that cargo has a subcommand that is a component of the toolchain.
pub fn ensure_component(project: &Project, component: &str, subcommand: &str) -> Result<()> {
    let mut present = cargo(project);
    present.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if present.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    run(command("rustup").current_dir(project.root()).args(["component", "add", component])).with_context(
        || format!("`rustup component add {component}` installs what `cargo {subcommand}` needs"),
    )
}

/// Installs the npm packages of a folder as its lock file has them, unless they are installed.
pub fn ensure_npm_packages(folder: &Path) -> Result<()> {
    ensure_node()?;
    let changed = |name: &str| fs::metadata(folder.join(name)).and_then(|file| file.modified());
    let wanted = changed("package-lock.json").with_context(|| {
        format!("{} has no package-lock.json: `npm install` there writes it", folder.display())
    })?;
    if changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    // No package of the project needs its install script; none is given the chance to run one.
    run(npm(folder).args(["ci", "--ignore-scripts", "--no-audit"]))
}

pub fn ensure_node() -> Result<()> {
    let version = output(command("node").arg("--version"))?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    ensure!(
        major.is_some_and(|major: u32| major >= NODE_MAJOR),
        "this is Node {}; install Node {NODE_MAJOR} or later",
        version.trim()
    );
    Ok(())
}

/// Debian's package of a Chromium that shows itself to nobody, and its program. It takes half of the processor's time that one with windows
/// and menus does.
const HEADLESS: &str = "chromium-headless-shell";

/// A Chromium: the one `CHROMIUM` names, else one without windows, of Debian's packages, else any on the path or of Debian's.
pub fn chromium() -> Result<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|named| !named.is_empty()).map(PathBuf::from) {
        ensure!(
            named.is_file(),
            "CHROMIUM names {}, which is no file; set it to the browser's program, or unset it",
            named.display()
        );
        return Ok(named);
    }
    if let Some(found) = on_path(&[HEADLESS]) {
        return Ok(found);
    }
    // An older Debian does not have it; who has another browser there is not to wait for lists of packages that do not name it.
    let is_worth_trying = installed_chromium().is_none() || is_known_to_apt(HEADLESS);
    if may_install()
        && is_worth_trying
        && apt_install(HEADLESS).is_ok()
        && let Some(found) = on_path(&[HEADLESS])
    {
        return Ok(found);
    }
    if installed_chromium().is_none() && may_install() {
        apt_install("chromium")?;
    }
    match installed_chromium() {
        Some(found) => Ok(found),
        None if is_debian() => bail!(
            "the page is tested in Chromium, and there is none; install it with `sudo apt-get install chromium`"
        ),
        None => bail!(
            "the page is tested in Chromium, and there is none on the path; install Chromium or Chrome, or \
             set CHROMIUM to its program"
        ),
    }
}

fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// Whether packages of Debian's can be installed without asking anyone.
pub fn may_install() -> bool {
    is_debian() && output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Installs a package of Debian's, where that may be done; `what` is what it has.
pub fn install(package: &str, what: &str) -> Result<()> {
    if !may_install() {
        bail!("{what} is missing; on Debian `sudo apt-get install {package}` installs it");
    }
    apt_install(package)
}

/// Installs a package of Debian's.
pub fn apt_install(package: &str) -> Result<()> {
    let apt = || {
        let mut apt = command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    run(apt().arg("update"))?;
    run(apt().args(["install", "--yes", "--no-install-recommends", package]))
}

/// Whether Debian's lists of packages, as they are on this machine, name a package.
fn is_known_to_apt(package: &str) -> bool {
    let mut show = command("apt-cache");
    show.args(["show", package]).stdout(Stdio::null()).stderr(Stdio::null());
    show.status().is_ok_and(|status| status.success())
}

fn installed_chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];
    let mac = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    on_path(&names).or_else(|| mac.iter().map(PathBuf::from).find(|program| program.is_file()))
}

/// The first of these programs that is in a folder of the path.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let programs = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.into_iter().find(|program| program.is_file())
}
