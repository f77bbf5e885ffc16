//! The program that serves the page and the look-up service (`twinprint serve`), with an index of the sample corpus.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::project::Project;
use crate::tools;

/// The port of `cargo xtask up`.
pub const DEFAULT_PORT: u16 = 8787;

/// The sample corpus: a manual in two versions.
const SAMPLE: &str = "tests/manual/manual.jsonl.zst";

/// By what everything is tested, linted and documented: what builds need on the way, such as macros, is then compiled once for all.
pub const PROFILE: &str = "--profile=tested";

/// What the tests build. Every part of it names the whole workspace: by itself a package has fewer features, and would be compiled anew.
pub const TESTED: [&str; 4] = ["--workspace", "--exclude=twinprint-wasm", "--exclude=xtask", PROFILE];

/// The program that serves, without what reads PDFs, writes Zstandard and asks other hosts.
pub const SERVING: [&str; 4] =
    ["--package=twinprint-cli", "--bin=twinprint", "--no-default-features", "--features=serve"];

/// The target folder of that program.
const SERVING_TARGET: &str = "xtask/serving";

/// How the program is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// For people: optimised.
    Release,
    /// For `cargo xtask up`: the same without what serving needs none of, in a target folder of its own, so that nobody takes it for the whole
    /// program.
    Serving,
    /// For tests: as they have built it already.
    Tested,
}

/// Builds the program, and says where it is.
pub fn build(project: &Project, build: Build) -> Result<PathBuf> {
    let mut cargo = tools::cargo(project);
    match build {
        Build::Release => cargo.args(["build", "--package=twinprint-cli", "--profile", "release"]),
        Build::Serving => {
            let target = project.target().join(SERVING_TARGET);
            cargo.args(["build", "--profile", "release"]).args(SERVING).arg("--target-dir").arg(target)
        }
        Build::Tested => cargo.args(["build", "--quiet", "--bin=twinprint"]).args(TESTED),
    };
    tools::run(&mut cargo)?;
    let folder: PathBuf = match build {
        Build::Release => "release".into(),
        Build::Serving => Path::new(SERVING_TARGET).join("release"),
        Build::Tested => "tested".into(),
    };
    Ok(project.target().join(folder).join(format!("twinprint{}", std::env::consts::EXE_SUFFIX)))
}

/// Fails where nothing could listen at a port: before anything is built for it.
pub fn check_port(port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(drop).with_context(|| {
        let other = if port == DEFAULT_PORT { DEFAULT_PORT + 1 } else { DEFAULT_PORT };
        format!(
            "port {port} of 127.0.0.1 cannot be had; end what uses it, or take another: \
             `cargo xtask up --port {other}`"
        )
    })
}

/// Builds the index of the sample, and makes the command that serves it with the page.
pub fn command(project: &Project, program: &Path, port: u16) -> Result<Command> {
    let index = project.target().join("xtask").join("sample.index");
    let sample = project.root().join(SAMPLE);
    let made = tools::command(program)
        .args(["index", "build", "--with-text", "-o"])
        .arg(&index)
        .arg(sample)
        .output();
    let made = made.with_context(|| format!("{} did not start", program.display()))?;
    anyhow::ensure!(
        made.status.success(),
        "the sample index cannot be built: {}",
        String::from_utf8_lossy(&made.stderr)
    );
    let mut command = tools::command(program);
    command.args(["serve", "--publish", "--port", &port.to_string(), "--index"]).arg(index);
    command.arg("--page").arg(project.page());
    Ok(command)
}

/// A server that ends with its owner.
pub struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts one on any free port.
    pub fn start(project: &Project) -> Result<Server> {
        let program = build(project, Build::Tested)?;
        let mut child =
            command(project, &program, 0)?.stdout(Stdio::piped()).spawn().context("it did not start")?;
        let mut line = String::new();
        let output = child.stdout.take().context("its output is piped")?;
        BufReader::new(output).read_line(&mut line).context("it did not say where it is")?;
        let url = line.split(' ').find(|word| word.starts_with("http://")).map(String::from);
        let server = Server { child, url: url.unwrap_or_default() };
        anyhow::ensure!(!server.url.is_empty(), "it did not say where it is, but \"{}\"", line.trim_end());
        Ok(server)
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
