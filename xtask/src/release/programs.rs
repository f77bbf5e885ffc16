//! The program, built for each system, and tried where something here starts it.
//!
//! For Linux it is linked of all that it needs, the C library too (musl), by Rust's own linker; what of it is C compiles Zig, which has the
//! headers of every processor. For Windows both are Mingw-w64's, for macOS Zig's.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::contents::Extras;
use crate::platforms::{self, Wine};
use crate::project::Project;
use crate::{python, tools};

/// A system that the program is handed out for.
pub(super) struct System {
    /// As people call it, and as files are named.
    pub(super) name: &'static str,
    /// As rustc calls it.
    pub(super) target: &'static str,
    /// As Zig calls it, where Zig compiles what is C.
    zig: Option<&'static str>,
    pub(super) archive: Archive,
    /// Its processor as Debian calls it.
    pub(super) debian: Option<&'static str>,
}

/// How files are packed for a system.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Archive {
    TarGz,
    Zip,
}

const SYSTEMS: [System; 4] = [
    System {
        name: "linux-x86_64",
        target: "x86_64-unknown-linux-musl",
        zig: Some("x86_64-linux-musl"),
        archive: Archive::TarGz,
        debian: Some("amd64"),
    },
    System {
        name: "linux-arm64",
        target: "aarch64-unknown-linux-musl",
        zig: Some("aarch64-linux-musl"),
        archive: Archive::TarGz,
        debian: Some("arm64"),
    },
    System {
        name: "windows-x86_64",
        target: "x86_64-pc-windows-gnu",
        zig: None,
        archive: Archive::Zip,
        debian: None,
    },
    System {
        name: "macos-arm64",
        target: "aarch64-apple-darwin",
        zig: Some("aarch64-macos"),
        archive: Archive::TarGz,
        debian: None,
    },
];

/// The shells that completions are written for.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

impl System {
    /// The systems of these targets; of none: all.
    pub(super) fn named(targets: &[String]) -> Result<Vec<&'static System>> {
        for target in targets {
            if !SYSTEMS.iter().any(|system| system.target == target) {
                let known: Vec<&str> = SYSTEMS.iter().map(|system| system.target).collect();
                bail!("--target {target}: the program is released for {}", known.join(", "));
            }
        }
        Ok(SYSTEMS
            .iter()
            .filter(|system| targets.is_empty() || targets.iter().any(|target| target == system.target))
            .collect())
    }

    /// What the program is called there.
    pub(super) fn program(&self) -> String {
        let ending = if self.target.contains("windows") { ".exe" } else { "" };
        format!("twinprint{ending}")
    }

    fn is_linux(&self) -> bool {
        self.target.contains("linux")
    }
}

/// How programs are built.
pub(super) struct Building<'a> {
    pub(super) project: &'a Project,
    pub(super) profile: &'a str,
}

impl Building<'_> {
    /// Builds the program for a system, and says where it is.
    pub(super) fn build(&self, system: &System) -> Result<PathBuf> {
        println!("\n== the program for {} ({})", system.name, system.target);
        tools::ensure_target(self.project, system.target)?;
        let mut cargo = tools::cargo(self.project);
        cargo.args([
            "build",
            "--locked",
            "--package=twinprint-cli",
            "--bin=twinprint",
            "--profile",
            self.profile,
        ]);
        cargo.args(["--target", system.target]);
        match system.zig {
            Some(zig) => self.compile_by_zig(&mut cargo, system, zig)?,
            None => platforms::ensure_mingw()?,
        }
        tools::run(&mut cargo)?;
        let folder = if self.profile == "dev" { "debug" } else { self.profile };
        let program = self.project.target().join(system.target).join(folder).join(system.program());
        if system.is_linux() {
            let bytes =
                fs::read(&program).with_context(|| format!("{} cannot be read", program.display()))?;
            ensure!(is_static(&bytes)?, "{} needs an interpreter: it is not static", program.display());
        }
        Ok(program)
    }

    /// Has Zig compile what is C, and link where Rust's own linker lacks the system's libraries.
    fn compile_by_zig(&self, cargo: &mut Command, system: &System, zig: &str) -> Result<()> {
        let folder = self.project.root().join("xtask/release");
        let python = python::environment(&folder, &[])?;
        let tools = self.project.target().join("xtask/zig");
        fs::create_dir_all(&tools).with_context(|| format!("{} cannot be made", tools.display()))?;
        let compiler = tools.join(format!("cc-{zig}"));
        let archiver = tools.join("ar");
        script(&compiler, &zig_cc(&python, zig))?;
        script(&archiver, &format!("#!/bin/sh\nexec '{}' -m ziglang ar \"$@\"\n", python.display()))?;
        let variable = system.target.replace('-', "_");
        cargo.env(format!("CC_{variable}"), &compiler).env(format!("AR_{variable}"), &archiver);
        let linker = if system.is_linux() { Path::new("rust-lld") } else { &*compiler };
        cargo.env(format!("CARGO_TARGET_{}_LINKER", variable.to_uppercase()), linker);
        // Zig keeps what it compiled; not outside the clone.
        cargo
            .env("ZIG_GLOBAL_CACHE_DIR", tools.join("cache"))
            .env("ZIG_LOCAL_CACHE_DIR", tools.join("cache"));
        Ok(())
    }

    /// What starts a program of a system here. Within: why nothing does.
    pub(super) fn runner(&self, system: &System) -> Result<Result<Runner, String>> {
        let here = format!("{}-{}", env::consts::OS, env::consts::ARCH);
        Ok(match system.name {
            "linux-x86_64" if here == "linux-x86_64" => Ok(Runner::Itself),
            "linux-arm64" if here == "linux-aarch64" => Ok(Runner::Itself),
            "linux-arm64" => emulator().map(Runner::Emulator),
            "windows-x86_64" => platforms::wine(self.project)?.map(Runner::Wine),
            "macos-arm64" if here == "macos-aarch64" => Ok(Runner::Itself),
            name => Err(format!("{here} starts no program for {name}")),
        })
    }
}

/// A script for a shell, which may be started.
fn script(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Zig as a C compiler for a target. Of what is asked of clang it does not know Rust's names of targets; and its checks for undefined
/// behaviour would need a library of their own.
fn zig_cc(python: &Path, zig: &str) -> String {
    format!(
        "#!/bin/sh\n\
         for argument do\n  \
           shift\n  \
           case $argument in --target=*) ;; *) set -- \"$@\" \"$argument\" ;; esac\n\
         done\n\
         exec '{}' -m ziglang cc -target {zig} -fno-sanitize=undefined \"$@\"\n",
        python.display()
    )
}

/// Whether a program for Linux is linked of all that it needs: it names no interpreter (a `PT_INTERP` of ELF, 64 bits, little-endian).
fn is_static(program: &[u8]) -> Result<bool> {
    const INTERPRETER: u32 = 3;
    let field = |at: usize, bytes: usize| -> Result<u64> {
        let field = program.get(at..at + bytes).context("the program ends within its own header")?;
        Ok(field.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    };
    ensure!(program.starts_with(b"\x7fELF\x02\x01"), "this is no program for Linux on 64 bits");
    let (headers, size, count) = (field(0x20, 8)?, field(0x36, 2)?, field(0x38, 2)?);
    for i in 0..count {
        let at = usize::try_from(headers + i * size).context("the program has headers beyond its end")?;
        if field(at, 4)? == u64::from(INTERPRETER) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An emulator of another processor: one on the path, else Debian's package, installed.
fn emulator() -> Result<&'static str, String> {
    const EMULATORS: [&str; 2] = ["qemu-aarch64-static", "qemu-aarch64"];
    let find = || EMULATORS.into_iter().find(|program| platforms::on_path(program));
    if find().is_none() && tools::may_install() {
        // Where it is not packaged, the program is not tried, and that is said.
        let _ = tools::apt_install("qemu-user-static");
    }
    find().ok_or_else(|| {
        "there is no qemu-aarch64; on Debian `sudo apt-get install qemu-user-static` installs it".into()
    })
}

/// What starts a program.
pub(super) enum Runner {
    Itself,
    Emulator(&'static str),
    Wine(Wine),
}

impl Runner {
    fn command(&self, program: &Path) -> Command {
        match self {
            Runner::Itself => tools::command(program),
            Runner::Emulator(emulator) => {
                let mut command = tools::command(emulator);
                command.arg(program);
                command
            }
            Runner::Wine(wine) => wine.command(program),
        }
    }

    /// Has a program test itself: that it answers as every other of its version.
    pub(super) fn test(&self, program: &Path) -> Result<()> {
        tools::run(self.command(program).arg("self-test"))
    }

    /// The manual and the completions that a program writes of itself.
    pub(super) fn manual_and_completions(&self, project: &Project, program: &Path) -> Result<Extras> {
        let folder = project.target().join("xtask/manual");
        if folder.is_dir() {
            fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
        }
        tools::run(self.command(program).arg("manual").arg(&folder))?;
        let mut manual = BTreeMap::new();
        for entry in fs::read_dir(&folder).context("the program wrote no manual")? {
            let entry = entry?;
            manual.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
        }
        let mut completions = BTreeMap::new();
        for shell in SHELLS {
            let script = tools::output(self.command(program).args(["completions", shell]))?;
            completions.insert(shell, script.into_bytes());
        }
        Ok(Extras { manual, completions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header of ELF with one program header of a type.
    fn elf(kind: u8) -> Vec<u8> {
        let mut program = vec![0; 0x40];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        program[0x20] = 0x40;
        program[0x36] = 0x38;
        program[0x38] = 1;
        program.push(kind);
        program.resize(0x40 + 0x38, 0);
        program
    }

    #[test]
    fn a_program_that_names_an_interpreter_is_not_static() {
        assert!(is_static(&elf(1)).unwrap());
        assert!(!is_static(&elf(3)).unwrap());
        assert!(is_static(&elf(3)[..0x40]).is_err());
        assert!(is_static(b"MZ").is_err());
    }

    #[test]
    fn a_target_that_nothing_is_released_for_is_refused_with_those_that_are() {
        let error = System::named(&["sparc".into()]).map(drop).unwrap_err().to_string();
        assert!(
            error.starts_with("--target sparc: the program is released for x86_64-unknown-linux-musl, "),
            "{error}"
        );
        assert_eq!(System::named(&["x86_64-pc-windows-gnu".into()]).unwrap()[0].program(), "twinprint.exe");
        assert_eq!(System::named(&[]).unwrap().len(), SYSTEMS.len());
    }
}
