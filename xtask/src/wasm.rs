//! `cargo xtask wasm`: the wasm modules with their bindings, into `pkg/dist`.
//!
//! Eight modules come of the bindings (`crates/wasm`): the small one with the English stemmer, which every visitor of the
//! page downloads; in `package` the same with what finds pairs among many documents, which the npm package has; in `languages` the one with every stemmer, every stop list, sketches, look-ups and what is in other
//! words; in `check` what the checking page needs; in `readers` what turns files of word processors into text, in
//! `archives` that and what reads messages, mailboxes and tars, in `pdf` that and what reads PDFs; and in `edge` the
//! look-up service alone. Each is compiled, given its bindings by wasm-bindgen, which esbuild makes short, optimised by
//! wasm-opt and weighed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wasm_bindgen_cli_support::Bindgen;

use crate::compiled::Compiled;
use crate::project::Project;
use crate::tools;

/// What the target is called.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The most that the small module and its bindings may weigh, compressed by brotli: every visitor of the page waits for it.
const LIMIT: u64 = 165 * 1000;

/// And that of the npm package, which others' visitors wait for.
const PACKAGE_LIMIT: u64 = LIMIT + 3000;

/// The default English model, which is fetched apart.
const MODEL: &str = "src/lexicon/english.twm";

/// How to optimise, and the features that rustc's output for this target uses, all in every browser since 2022; SIMD,
/// which only MD5s in the full module use, since 2023.
/// Functions in the order of how often they are called make a module 0.3 % smaller, compressed.
const OPTIMISE: [&str; 11] = [
    "--reorder-functions",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
    "--strip-producers",
    "--strip-target-features",
];

/// How much to optimise what has a limit. `-Oz` makes the module 2 % smaller than `-O3` before compression and not a byte
/// smaller after it; a second `-O3` makes it 0.2 % smaller, where `-O1` makes it 0.2 % larger.
const SMALL: &[&str] = &["-O3", "-O3"];

/// How much to optimise the rest. rustc has optimised it already: twice `-O3` takes four times as long, and what comes of
/// it is no faster and, compressed, 0.7 % larger.
const QUICK: &[&str] = &["-O1"];

/// The files of a module, as wasm-bindgen names them.
const FILES: [&str; 4] = ["twinprint.js", "twinprint.d.ts", "twinprint_bg.wasm", "twinprint_bg.wasm.d.ts"];

/// What is compiled without a limit is compiled for speed.
const UNLIMITED: [&str; 4] = [
    "--config",
    "profile.wasm.package.twinprint.opt-level=3",
    "--config",
    "profile.wasm.package.twinprint-wasm.opt-level='s'",
];

struct Module {
    features: &'static str,
    /// Its folder in `pkg/dist`.
    folder: &'static str,
    limit: Option<u64>,
    user: User,
}

/// Whose a module is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Page,
    /// The page's, which also does without for a while: it takes more than all else of the page to compile.
    PageLater,
    Package,
    /// Its bindings can begin anew with a fresh instance: a service outlives a panic.
    Edge,
}

const MODULES: [Module; 8] = [
    Module { features: "compare", folder: "", limit: Some(LIMIT), user: User::Page },
    Module { features: "compare,pairs", folder: "package", limit: Some(PACKAGE_LIMIT), user: User::Package },
    Module {
        features: "languages,pairs,reworded,sketches,tables",
        folder: "languages",
        limit: None,
        user: User::Page,
    },
    Module { features: "checking", folder: "check", limit: None, user: User::Page },
    Module { features: "reading", folder: "readers", limit: None, user: User::Page },
    Module { features: "reading-archives", folder: "archives", limit: None, user: User::Page },
    Module { features: "reading-pdf", folder: "pdf", limit: None, user: User::PageLater },
    Module { features: "edge", folder: "edge", limit: None, user: User::Edge },
];

/// The features of each module.
pub fn features() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.features)
}

/// Builds the modules that are stale.
pub fn build(project: &Project) -> Result<()> {
    build_all(project, MODULES.iter())
}

/// Builds those of them that the page loads.
pub fn build_for_page(project: &Project) -> Result<()> {
    let of_page = |module: &&Module| matches!(module.user, User::Page | User::PageLater);
    build_all(project, MODULES.iter().filter(of_page))
}

/// Builds those without which there is no page.
pub fn build_first_for_page(project: &Project) -> Result<()> {
    build_all(project, MODULES.iter().filter(|module| module.user == User::Page))
}

/// Whether what the page does without for a while is built, of what is there now.
pub fn has_all_for_page(project: &Project) -> bool {
    MODULES.iter().filter(|module| module.user == User::PageLater).all(|module| module.is_built(project))
}

/// Builds the modules that are stale and prints the sizes of all. Fails when one is over its limit.
pub fn build_and_weigh(project: &Project) -> Result<()> {
    build(project)?;
    let sizes = MODULES.iter().map(|module| module.weigh(project)).collect::<Result<Vec<_>>>()?;
    println!("{:<24} {:>11} {:>11}", "wasm features", "bytes", "brotli");
    for (module, size) in MODULES.iter().zip(&sizes) {
        println!("{:<24} {:>11} {:>11}", module.features, size.raw, size.brotli);
    }
    for (module, size) in MODULES.iter().zip(&sizes) {
        if let Some(limit) = module.limit {
            ensure!(
                size.brotli <= limit,
                "pkg/dist: module and bindings are {} bytes after brotli, more than the {limit} they may be; \
                 see what grew (`cargo tree -p twinprint-wasm -e normal --features {}`) and trim it",
                size.brotli,
                module.features
            );
        }
    }
    Ok(())
}

fn build_all<'a>(project: &Project, modules: impl Iterator<Item = &'a Module>) -> Result<()> {
    tools::ensure_target(project, TARGET)?;
    tools::ensure_npm_packages(&project.package())?;
    for module in modules {
        module.build(project)?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&project.root().join(licence), &project.package().join(licence))?;
    }
    copy(&project.root().join(MODEL), &project.package().join("dist/english.twm"))
}

/// Bytes of a module and its bindings, as they are and as a web host sends them.
struct Size {
    raw: u64,
    brotli: u64,
}

impl Module {
    fn build(&self, project: &Project) -> Result<()> {
        let dist = self.dist(project);
        let work = self.work(project);
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let compiled = self.compile(project, &Compiled::in_folder(&work))?;
        let stamp = self.stamp(project, &compiled);
        if self.has_files(project) && stamp.holds() {
            return Ok(());
        }
        bind(compiled, &work, self.user == User::Edge)?;
        shorten(project, &work.join("twinprint.js"))?;
        optimise(project, self.level(), &work.join("twinprint_bg.wasm"))?;
        fs::create_dir_all(&dist).with_context(|| format!("{} cannot be made", dist.display()))?;
        for file in FILES {
            copy(&work.join(file), &dist.join(file))?;
        }
        stamp.write()
    }

    /// Whether its files are those of what is there now.
    fn is_built(&self, project: &Project) -> bool {
        let fresh = Compiled::in_folder(&self.work(project)).fresh(project, &self.arguments());
        self.has_files(project) && fresh.is_some_and(|compiled| self.stamp(project, &compiled).holds())
    }

    fn has_files(&self, project: &Project) -> bool {
        FILES.iter().all(|file| self.dist(project).join(file).is_file())
    }

    fn stamp(&self, project: &Project, compiled: &[u8]) -> Stamp {
        Stamp { path: self.dist(project).join("stamp.json"), source: digest(compiled, self.level()) }
    }

    fn level(&self) -> &'static [&'static str] {
        if self.limit.is_some() { SMALL } else { QUICK }
    }

    /// Where it is made.
    fn work(&self, project: &Project) -> PathBuf {
        project.target().join("xtask").join(self.features.replace(',', "-"))
    }

    /// What it weighs as it was built last.
    fn weigh(&self, project: &Project) -> Result<Size> {
        let dist = self.dist(project);
        weigh(&[dist.join("twinprint.js"), dist.join("twinprint_bg.wasm")])
    }

    fn dist(&self, project: &Project) -> PathBuf {
        project.package().join("dist").join(self.folder)
    }

    /// The bindings as a wasm module, before wasm-bindgen. Not a `crate-type` of the manifest: that would break checks for other
    /// targets. All modules share a target folder, in which what they have in common is compiled once.
    fn compile(&self, project: &Project, kept: &Compiled) -> Result<Vec<u8>> {
        let target = project.target().join("xtask/wasm");
        let arguments = self.arguments();
        if let Some(module) = kept.fresh(project, &arguments) {
            return Ok(module);
        }
        tools::run(tools::cargo(project).args(&arguments).arg("--target-dir").arg(&target))?;
        kept.keep(project, &arguments, &target.join(TARGET).join("wasm/twinprint_wasm.wasm"))
    }

    /// Cargo's arguments.
    fn arguments(&self) -> Vec<&'static str> {
        let mut arguments = vec!["rustc", "--package=twinprint-wasm", "--lib", "--crate-type=cdylib"];
        arguments.extend(["--target", TARGET, "--profile=wasm"]);
        arguments.extend(["--no-default-features", "--features", self.features]);
        if self.limit.is_none() {
            arguments.extend(UNLIMITED);
        }
        arguments
    }
}

/// Copies a file, unless the other is the same already: tests may be reading it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if fs::read(to).ok() == fs::read(from).ok() && to.is_file() {
        return Ok(());
    }
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("{} cannot be copied to {}", from.display(), to.display()))
}

/// Writes the bindings and the module they belong to into `folder`.
fn bind(compiled: Vec<u8>, folder: &Path, resets: bool) -> Result<()> {
    Bindgen::new()
        .input_bytes("twinprint", compiled)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).reset_state_function(resets).generate(folder))
        .map_err(|error| anyhow::anyhow!("{error:#}"))
        .context("wasm-bindgen cannot bind the module: has xtask the library's version of it?")
}

/// Makes bindings short in place: their comments stand with their types, too.
fn shorten(project: &Project, script: &Path) -> Result<()> {
    const SHORTEN: &str = "
        const { readFileSync, writeFileSync } = require('node:fs'), { transformSync } = require('esbuild');
        const [, file] = process.argv;
        writeFileSync(file, transformSync(readFileSync(file, 'utf8'), { minify: true, format: 'esm' }).code);
    ";
    let mut node = tools::command("node");
    node.current_dir(project.package()).args(["--eval", SHORTEN, "--"]).arg(script);
    tools::run(&mut node)
}

/// Optimises a module in place. wasm-opt is npm's: Debian's is too old and breaks tables of references.
fn optimise(project: &Project, level: &[&str], module: &Path) -> Result<()> {
    let optimiser = project.package().join("node_modules/binaryen/bin/wasm-opt");
    let mut node = tools::command("node");
    node.arg(optimiser).args(level).args(OPTIMISE).arg(module).arg("-o").arg(module);
    tools::run(&mut node)
}

/// The sizes of files. Node compresses: it is needed anyway, and a brotli of xtask's own would have to be
/// compiled, and run unoptimised.
fn weigh(files: &[PathBuf]) -> Result<Size> {
    const WEIGH: &str = "
        const { readFileSync } = require('node:fs'), { brotliCompressSync } = require('node:zlib');
        const sum = (size) => process.argv.slice(1).map((file) => size(readFileSync(file))).reduce((a, b) => a + b);
        console.log(JSON.stringify({ raw: sum((b) => b.length), brotli: sum((b) => brotliCompressSync(b).length) }));
    ";
    let json = tools::output(tools::command("node").args(["--eval", WEIGH, "--"]).args(files))?;
    serde_json::from_str(&json)
        .ok()
        .and_then(|json: Value| Size::from_json(&json))
        .context("node printed no sizes")
}

/// A digest of the compiled module and of all that is done to it.
fn digest(compiled: &[u8], level: &[&str]) -> String {
    let mut hasher = DefaultHasher::new();
    (compiled, level, OPTIMISE, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// What the files in `pkg/dist` were made from.
struct Stamp {
    path: PathBuf,
    source: String,
}

impl Stamp {
    /// Whether the files were made from this source.
    fn holds(&self) -> bool {
        let json = fs::read(&self.path).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        json.is_some_and(|json| json["source"] == self.source.as_str())
    }

    fn write(&self) -> Result<()> {
        let json = json!({ "source": self.source });
        fs::write(&self.path, json.to_string())
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

impl Size {
    fn from_json(json: &Value) -> Option<Size> {
        Some(Size { raw: json["raw"].as_u64()?, brotli: json["brotli"].as_u64()? })
    }
}
