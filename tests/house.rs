//! The order of the house: a module knows only what stands before it, so does a room within its module, and `native` and `wasm`
//! never meet.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ORDER: [&str; 24] = [
    "cpu",
    "error",
    "hash",
    "wire",
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
    "difference",
    "left_out",
    "report",
    "check",
    "index",
    "export",
    "native",
    "wasm",
];

/// Modules that are cut into rooms, and the order of these. A file beside them is a room of its own.
const ROOMS: [(&str, &[&str]); 2] = [("table", &["code", "plan", "format", "search"]), ("index", &INDEX)];

const INDEX: [&str; 23] = [
    "design",
    "source",
    "signed",
    "cut",
    "indexer",
    "lookup",
    "packing",
    "disguise",
    "packed",
    "sources",
    "texts",
    "removed",
    "manifest",
    "part",
    "segment",
    "corpus",
    "fetched",
    "sparse",
    "findings",
    "explained",
    "check",
    "service",
    "client",
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
        for known in names_after("crate::", &fs::read_to_string(&file).unwrap()) {
            let known = reexports.get(&known).unwrap_or(&known);
            let other = ORDER.iter().position(|name| name == known);
            let other = other.unwrap_or_else(|| panic!("{}: {known} is in the order", file.display()));
            assert!(other <= place, "{}: {module} stands before {known}", file.display());
            assert!(module != "wasm" || known != "native", "{}: wasm and native never meet", file.display());
            let fits =
                module != "table" || ["cpu", "error", "simhash", "table", "wire"].contains(&known.as_str());
            assert!(fits, "{}: table knows fingerprints, never text", file.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} uses were seen");
}

#[test]
fn a_room_knows_only_what_stands_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, order) in ROOMS {
        let folder = source.join(module);
        let reexports = reexports(&fs::read_to_string(folder.join("mod.rs")).unwrap());
        let place = |name: &str, file: &Path| {
            let name = reexports.get(name).map_or(name, String::as_str);
            let place = order.iter().position(|&room| room == name);
            place.unwrap_or_else(|| panic!("{}: {name} is a room of {module}", file.display()))
        };
        let mut seen = 0;
        let top = format!("crate::{module}::");
        for file in rust_files(&folder).into_iter().filter(|file| *file != folder.join("mod.rs")) {
            let inside = file.strip_prefix(&folder).unwrap();
            let (room, depth) = (module_of(inside), inside.components().count());
            // From a file `a/b.rs`, or from `a/mod.rs`, as many levels up as lead to the module's top.
            let levels = if file.ends_with("mod.rs") { depth - 1 } else { depth };
            let code = fs::read_to_string(&file).unwrap().replace(&"super::".repeat(levels), &top);
            assert!(!code.contains(&format!("{top}*")), "{}: it names what it knows", file.display());
            for known in names_after(&top, &code) {
                let fits = place(&known, &file) <= place(&room, &file);
                assert!(fits, "{}: {room} stands before {known}", file.display());
                seen += 1;
            }
        }
        assert!(seen > 10, "{seen} uses were seen in {module}");
    }
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

/// What a path is followed by, outside comments.
fn names_after(path: &str, code: &str) -> Vec<String> {
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = Vec::new();
    for (at, _) in code.match_indices(path) {
        let rest = &code[at + path.len()..];
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

/// The module, or room, that each re-exported name comes from.
fn reexports(top: &str) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for line in top.lines().filter_map(|line| line.strip_prefix("pub use ")) {
        let (path, names) = line.trim_end_matches(';').rsplit_once("::").unwrap();
        for name in names.trim_matches(['{', '}']).split(',') {
            modules.insert(name.trim().to_string(), first_name(path));
        }
    }
    modules
}
