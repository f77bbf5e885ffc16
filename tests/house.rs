//! The order of the house: a crate knows only crates before it, and within a crate a room only rooms before it. `native` and
//! `wasm` never meet, and only studies, the command line and Python know what `native` gives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and those of the workspace that each may know.
const CRATES: [(&str, &[&str]); 8] = [
    ("twinprint-public-suffix", &[]),
    ("twinprint", &["twinprint-public-suffix"]),
    ("twinprint-readers", &["twinprint"]),
    ("twinprint-native", &["twinprint", "twinprint-readers"]),
    ("twinprint-study", &["twinprint", "twinprint-native"]),
    ("twinprint-cli", &["twinprint", "twinprint-native", "twinprint-study"]),
    ("twinprint-python", &["twinprint", "twinprint-cli", "twinprint-native"]),
    ("twinprint-wasm", &["twinprint", "twinprint-readers"]),
];

/// The rooms of a crate, or of a module of one, in their order; and edges against it that stay, each with its reason.
struct Rooms {
    /// The folder of the crate.
    source: &'static str,
    /// The module; empty for the crate itself.
    module: &'static str,
    order: &'static [&'static str],
    exceptions: &'static [(&'static str, &'static str, &'static str)],
}

const CORE: Rooms = Rooms {
    source: "src",
    module: "",
    order: &[
        "cpu",
        "elementary",
        "error",
        "hash",
        "wire",
        "text",
        "shingle",
        "repeats",
        "lexicon",
        "resemblance",
        "loss",
        "passages",
        "edited",
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
        "duplicates",
        "check",
        "reworded",
        "index",
        "seen",
        "evals",
        "export",
    ],
    exceptions: &[],
};

const TABLE: Rooms =
    Rooms { source: "src", module: "table", order: &["code", "plan", "format", "search"], exceptions: &[] };

const INDEX: Rooms = Rooms {
    source: "src",
    module: "index",
    order: &[
        "design",
        "pairs",
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
        "signing",
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
        "memory",
    ],
    exceptions: &[],
};

const NATIVE: Rooms = Rooms {
    source: "crates/native/src",
    module: "",
    order: &[
        "memory",
        "huge_pages",
        "positioned_read",
        "hasher",
        "catch_panic",
        "display",
        "lines",
        "error",
        "mapped",
        "ledger",
        "lock",
        "replace",
        "journal",
        "blobs",
        "sort",
        "scale",
        "corpus",
        "outputs",
        "rewrite",
        "sketches",
        "pairs",
        "model",
        "boilerplate",
        "join",
        "overlap",
        "scan",
        "dedup",
        "decontaminate",
        "index",
        "serve",
        "fetch",
        "batch",
        "front",
    ],
    exceptions: &[],
};

const STUDY: Rooms = Rooms {
    source: "crates/study/src",
    module: "",
    order: &[
        "plot",
        "eval",
        "intervals",
        "claim",
        "clusters",
        "draw",
        "verdict",
        "form",
        "hamming",
        "agreement",
        "label",
        "lexicons",
        "recommend",
        "sampling",
        "wholes",
    ],
    exceptions: &[],
};

#[test]
fn a_crate_knows_only_the_crates_before_it() {
    let members = CRATES.map(|(name, _)| name);
    for (name, may) in CRATES {
        let folder = name.strip_prefix("twinprint-").map_or(".".into(), |folder| format!("crates/{folder}"));
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let section =
            manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]")).unwrap();
        let known: Vec<&str> = section
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|name| members.contains(name))
            .collect();
        assert_eq!(known, may, "the crates that {name} knows");
    }
}

#[test]
fn a_room_knows_only_rooms_before_it() {
    for rooms in [CORE, TABLE, INDEX, NATIVE, STUDY] {
        let what = format!("{}/{}", rooms.source, rooms.module);
        let uses = uses(&root().join(rooms.source), rooms.module);
        assert!(uses.len() > 10, "{what}: {} uses were seen", uses.len());
        let place = |room: &str, file: &str| {
            let place = rooms.order.iter().position(|name| *name == room);
            place.unwrap_or_else(|| panic!("{file}: {room} has no place in the order of {what}"))
        };
        let mut needed = BTreeMap::new();
        for Use { file, from, to } in &uses {
            match rooms.exceptions.iter().find(|(a, b, _)| a == from && b == to) {
                Some((a, b, reason)) => _ = needed.insert((a, b), reason),
                None => assert!(place(to, file) <= place(from, file), "{file}: {from} stands before {to}"),
            }
        }
        assert_eq!(needed.len(), rooms.exceptions.len(), "{what}: an exception is not needed");
    }
}

#[test]
fn tables_know_fingerprints_and_never_text() {
    let may = ["cpu", "error", "simhash", "table", "wire"];
    for Use { file, from, to } in uses(&root().join("src"), "") {
        assert!(from != "table" || may.contains(&&*to), "{file}: tables know {to}");
    }
}

/// Words that the glossary (docs/glossary.md) replaced, where nothing else is meant by them; a comment may break them between lines.
const REPLACED: [&str; 11] = [
    "asked of",
    "passed over",
    "octets",
    "reckoned",
    "what was told",
    // Bounds and counts have names. What is "so many that ..." is another matter.
    "after so many",
    "at most so many",
    "by so many",
    "for so many",
    "in so many",
    "of so many",
];

#[test]
fn words_that_the_glossary_replaced_stand_nowhere() {
    let crates = CRATES.iter().filter_map(|(name, _)| name.strip_prefix("twinprint-"));
    let folders =
        crates.map(|name| format!("crates/{name}/src")).chain(["src", "www/src", "docs"].map(String::from));
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| files_of(&root().join(folder), &["rs", "ts", "css", "html", "md"]))
        .filter(|file| !file.ends_with("docs/glossary.md"))
        .collect();
    files.push(root().join("README.md"));
    assert!(files.len() > 500, "{} files were seen", files.len());
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap().to_lowercase();
        let lines: Vec<&str> =
            text.lines().map(|line| line.trim().trim_start_matches(['/', '!', '*', ' '])).collect();
        for (at, line) in lines.iter().enumerate() {
            let with_next = format!("{line} {}", lines.get(at + 1).unwrap_or(&""));
            let begins_here =
                |phrase: &&&str| with_next.find(**phrase).is_some_and(|start| start < line.len());
            for phrase in REPLACED.iter().filter(begins_here) {
                found.push(format!("{}:{}: {phrase:?}", file.display(), at + 1));
            }
        }
    }
    assert!(found.is_empty(), "words that were replaced:\n{}", found.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A name of another room in a file.
struct Use {
    file: String,
    from: String,
    to: String,
}

/// What the rooms of a crate, or of a module of it, know of one another; tests know everything.
fn uses(source: &Path, within: &str) -> Vec<Use> {
    let folder = source.join(within);
    let top = fs::read_to_string(folder.join(if within.is_empty() { "lib.rs" } else { "mod.rs" })).unwrap();
    let reexports = reexports(&top);
    let above: Vec<String> = within.split("::").filter(|name| !name.is_empty()).map(String::from).collect();
    let mut uses = Vec::new();
    for file in files_of(&folder, &["rs"]) {
        let module = module_of(file.strip_prefix(source).unwrap());
        let Some(from) = module.get(above.len()).filter(|room| *room != "tests") else { continue };
        let code = fs::read_to_string(&file).unwrap();
        for to in rooms_named(&code, &module, &above) {
            let to = reexports.get(&to).unwrap_or(&to).clone();
            if to != *from {
                uses.push(Use { file: file.display().to_string(), from: from.clone(), to });
            }
        }
    }
    uses
}

/// The files in a folder and in those within it whose names end in one of these extensions.
fn files_of(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_wanted = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted))
    };
    entries
        .flat_map(|path| match path.is_dir() {
            true => files_of(&path, extensions),
            false => Vec::from_iter(Some(path).filter(is_wanted)),
        })
        .collect()
}

/// The path of the module that a file is; none of the crate's root.
fn module_of(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let names = path.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
    names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str())).collect()
}

/// The names of what stands in the module `above` that a file of the module `module` uses, outside comments and tests.
fn rooms_named(code: &str, module: &[String], above: &[String]) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = lines.join("\n");
    let mut names = Vec::new();
    let mut take = |base: &[String], path: &str| {
        // `path` stands in the module `base`; where that is above `above`, it has to lead there.
        let Some(rest) = above.strip_prefix(base) else { return };
        let lead: String = rest.iter().map(|name| format!("{name}::")).collect();
        names.extend(path.strip_prefix(lead.as_str()).map(first_names).unwrap_or_default());
    };
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with(is_name)) {
        take(&[], &code[at + "crate::".len()..]);
    }
    for (at, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
        let path = code[at..].trim_start_matches("super::");
        let levels = (code.len() - at - path.len()) / "super::".len();
        if let Some(depth) = module.len().checked_sub(levels) {
            take(&module[..depth], path);
        }
    }
    names
}

/// The name that a path begins with, or the names that the paths of a group begin with.
fn first_names(path: &str) -> Vec<String> {
    let first = |path: &str| path.trim_start().chars().take_while(|&c| is_name(c)).collect::<String>();
    let names: Vec<String> = match path.strip_prefix('{') {
        Some(group) => group.split_once('}').unwrap().0.split(',').map(first).collect(),
        None => vec![first(path)],
    };
    names.into_iter().filter(|name| !name.is_empty() && name != "self").collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The room that each name at a crate's top comes from.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let mut rooms = BTreeMap::new();
    let mut rest = lib;
    while let Some((_, after)) = rest.split_once("pub use ") {
        let (path, after) = after.split_once(';').unwrap();
        rest = after;
        let Some((room, names)) = path.trim_start_matches("crate::").split_once("::") else { continue };
        for name in names.split(['{', '}', ',', ':']).map(str::trim) {
            rooms.insert(name.to_string(), room.to_string());
        }
    }
    rooms
}
