//! The order of the house: a module knows only what stands before it, and `native` and `wasm` never meet.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ORDER: [&str; 24] = [
    "cpu",
    "error",
    "hash",
    "text",
    "shingle",
    "lexicon",
    "resemblance",
    "passages",
    "simhash",
    "minhash",
    "imatch",
    "buckets",
    "table",
    "recipe",
    "sketch",
    "duplicates",
    "difference",
    "left_out",
    "report",
    "check",
    "index",
    "export",
    "native",
    "wasm",
];

#[test]
fn a_module_knows_only_what_stands_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let reexports = reexports(&fs::read_to_string(source.join("lib.rs")).unwrap());
    let mut seen = 0;
    for file in rust_files(&source) {
        let module = module_of(file.strip_prefix(&source).unwrap());
        let Some(place) = ORDER.iter().position(|&name| name == module) else {
            assert!(["lib", "bin"].contains(&&*module), "{module} has a place in the order");
            continue;
        };
        for known in crate_names(&fs::read_to_string(&file).unwrap()) {
            let known = reexports.get(&known).unwrap_or(&known);
            let other = ORDER.iter().position(|name| name == known);
            let other = other.unwrap_or_else(|| panic!("{}: {known} is in the order", file.display()));
            assert!(other <= place, "{}: {module} stands before {known}", file.display());
            assert!(module != "wasm" || known != "native", "{}: wasm and native never meet", file.display());
            let fits = module != "table" || ["cpu", "error", "simhash", "table"].contains(&known.as_str());
            assert!(fits, "{}: table knows fingerprints, never text", file.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} uses were seen");
}

#[test]
fn no_more_than_60_names_stand_at_the_top_of_the_crate() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let modules = lib.lines().filter(|line| line.starts_with("pub mod ")).count();
    let names = modules + reexports(&lib).len();
    assert!((30..=60).contains(&names), "{names} names");
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => rust_files(&path),
            false => {
                Vec::from_iter(path.extension().is_some_and(|extension| extension == "rs").then_some(path))
            }
        })
        .collect()
}

/// The module at the top that a file is of.
fn module_of(path: &Path) -> String {
    let first = path.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").into()
}

/// What `crate::` is followed by, outside comments.
fn crate_names(code: &str) -> Vec<String> {
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group.split_once('}').unwrap().0.split(',').map(first_name)),
            None => names.push(first_name(rest)),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn first_name(path: &str) -> String {
    path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The module each name at the crate's top comes from.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for line in lib.lines().filter_map(|line| line.strip_prefix("pub use ")) {
        let (module, names) = line.trim_end_matches(';').split_once("::").unwrap();
        for name in names.trim_matches(['{', '}']).split(',') {
            modules.insert(name.trim().to_string(), module.to_string());
        }
    }
    modules
}
