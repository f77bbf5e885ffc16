//! The public face of the core, as a listing in which a change is seen: every path that others can name, with what stands there in the
//! source. It is read from what rustdoc writes as JSON, of which only what is the same in its last dozen formats is used.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::project::Project;
use crate::serve::PROFILE;
use crate::tools;

/// Where the listing is kept.
const LISTING: &str = "tests/public-face.txt";
/// Set for this program where it is started in place of rustdoc.
const IN_PLACE_OF_RUSTDOC: &str = "TWINPRINT_IN_PLACE_OF_RUSTDOC";

/// Fails where the public face of the core is another than the listing says.
pub fn check(project: &Project) -> Result<()> {
    let (listing, kept) =
        (listing(project)?, fs::read_to_string(project.root().join(LISTING)).unwrap_or_default());
    let changes = changes(&kept, &listing);
    changes.iter().for_each(|line| println!("{line}"));
    ensure!(
        changes.is_empty(),
        "the public face of the core is not what {LISTING} says, in the {} above: if that is meant, `cargo xtask face` writes it anew",
        if changes.len() == 1 { "line".into() } else { format!("{} lines", changes.len()) }
    );
    Ok(())
}

/// Writes the listing anew.
pub fn write(project: &Project) -> Result<()> {
    fs::write(project.root().join(LISTING), listing(project)?)
        .with_context(|| format!("{LISTING} cannot be written"))
}

/// Lines of one listing that are not in the other, in the order of both.
fn changes(kept: &str, found: &str) -> Vec<String> {
    let lines = |text: &str| text.lines().map(String::from).collect::<BTreeSet<_>>();
    let (kept, found) = (lines(kept), lines(found));
    let gone = kept.difference(&found).map(|line| format!("- {line}"));
    let new = found.difference(&kept).map(|line| format!("+ {line}"));
    let mut changes: Vec<String> = gone.chain(new).collect();
    changes.sort_by(|a, b| (&a[2..], b).cmp(&(&b[2..], a)));
    changes
}

fn listing(project: &Project) -> Result<String> {
    let mut rustdoc = tools::cargo(project);
    rustdoc.args(["rustdoc", PROFILE, "--quiet", "--package=twinprint", "--lib", "--all-features", "--"]);
    rustdoc.args(["-Zunstable-options", "--output-format=json"]);
    // What is unstable is allowed to rustdoc alone: else all that is compiled would be compiled anew.
    let this = env::current_exe().context("where this program is cannot be told")?;
    tools::run(rustdoc.env("RUSTDOC", this).env(IN_PLACE_OF_RUSTDOC, "1"))?;
    let path = project.target().join("doc/twinprint.json");
    let json = fs::read_to_string(&path).with_context(|| format!("rustdoc wrote no {}", path.display()))?;
    let json = serde_json::from_str(&json).context("rustdoc wrote something else than JSON")?;
    Face::read(&json, project.root())
}

/// Runs rustdoc where this program was started in place of it, and says whether it was.
pub fn in_place_of_rustdoc() -> Option<bool> {
    env::var_os(IN_PLACE_OF_RUSTDOC)?;
    let mut rustdoc = tools::command("rustdoc");
    rustdoc.args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTDOC");
    Some(rustdoc.status().is_ok_and(|status| status.success()))
}

/// What rustdoc says of a crate, while its public face is gathered.
struct Face<'a> {
    index: &'a serde_json::Map<String, Value>,
    root: &'a Path,
    sources: BTreeMap<String, Vec<String>>,
    lines: BTreeSet<String>,
    /// Traits by the types that they are implemented for.
    traits: BTreeMap<String, BTreeSet<String>>,
    /// Items that have a path, with what is in them.
    named: BTreeMap<String, String>,
    /// Items whose content is to be gone through, with their paths: the shortest first, since what has several is shown under one.
    waiting: VecDeque<(String, String)>,
}

impl<'a> Face<'a> {
    fn read(json: &'a Value, root: &'a Path) -> Result<String> {
        let index = json["index"].as_object().context("rustdoc's JSON has no index")?;
        let crate_root = id(&json["root"]).context("rustdoc's JSON has no root")?;
        let mut face = Face {
            index,
            root,
            sources: BTreeMap::new(),
            lines: BTreeSet::new(),
            traits: BTreeMap::new(),
            named: BTreeMap::new(),
            waiting: VecDeque::from([(crate_root, "twinprint".to_owned())]),
        };
        while let Some((parent, path)) = face.waiting.pop_front() {
            face.children(&parent, &path)?;
        }
        for (path, traits) in face.traits {
            face.lines.insert(format!("{path}: impl {}", traits.into_iter().collect::<Vec<_>>().join(", ")));
        }
        Ok(face.lines.into_iter().map(|line| line + "\n").collect())
    }

    /// What is in a module, an enumeration, a structure or a trait, under the path that it has.
    fn children(&mut self, parent: &str, path: &str) -> Result<()> {
        let Some((kind, inner)) = self.index.get(parent).and_then(inner) else { return Ok(()) };
        let lists: &[&Value] = match kind {
            "module" | "trait" => &[&inner["items"]],
            "enum" => &[&inner["variants"], &inner["impls"]],
            "struct" => &[&inner["kind"]["plain"]["fields"], &inner["kind"]["tuple"], &inner["impls"]],
            "variant" => &[&inner["kind"]["struct"]["fields"]],
            _ => &[],
        };
        let ids: Vec<String> =
            lists.iter().filter_map(|list| list.as_array()).flatten().filter_map(id).collect();
        ids.iter().try_for_each(|child| self.child(child, path, kind))
    }

    /// An item in a parent of a kind, which has a path.
    fn child(&mut self, id_of: &str, parent: &str, of: &str) -> Result<()> {
        // What is not in the index is not public, or another crate's.
        let Some(item) = self.index.get(id_of) else { return Ok(()) };
        let Some((kind, inner)) = inner(item) else { return Ok(()) };
        match kind {
            "impl" => self.implemented(inner, parent),
            _ if item["visibility"] != "public" && !matches!(of, "trait" | "enum" | "variant") => Ok(()),
            "use" => self.used(inner, parent),
            _ => self.item(id_of, parent, item["name"].as_str().unwrap_or_default()),
        }
    }

    /// An item under a name in its parent.
    fn item(&mut self, id: &str, parent: &str, name: &str) -> Result<()> {
        let Some(item) = self.index.get(id) else { return Ok(()) };
        let Some((kind, _)) = inner(item) else { return Ok(()) };
        let path = format!("{parent}::{name}");
        if let Some(shown) = self.named.get(id) {
            if *shown != path {
                self.lines.insert(format!("{path}: pub use {shown}"));
            }
            return Ok(());
        }
        let said = if kind == "module" { format!("pub mod {name}") } else { self.said(item, kind)? };
        self.lines.insert(format!("{path}: {said}"));
        self.named.insert(id.into(), path.clone());
        self.waiting.push_back((id.into(), path));
        Ok(())
    }

    /// What a module gives on under a name of its own: one item, or all of a module or an enumeration.
    fn used(&mut self, used: &Value, parent: &str) -> Result<()> {
        match id(&used["id"]).filter(|id| self.index.contains_key(id)) {
            Some(target) if used["is_glob"] == true => self.children(&target, parent),
            Some(target) => self.item(&target, parent, used["name"].as_str().unwrap_or_default()),
            None => {
                self.lines
                    .insert(format!("{parent}: pub use {}", used["source"].as_str().unwrap_or_default()));
                Ok(())
            }
        }
    }

    /// What is implemented for a type: its functions, or a trait. What the compiler implements by itself is left out.
    fn implemented(&mut self, implemented: &Value, parent: &str) -> Result<()> {
        if implemented["is_synthetic"] == true || !implemented["blanket_impl"].is_null() {
            return Ok(());
        }
        if let Some(path) = implemented["trait"]["path"].as_str() {
            let name = path.rsplit("::").next().unwrap_or(path);
            if name != "StructuralPartialEq" {
                self.traits.entry(parent.into()).or_default().insert(name.into());
            }
            return Ok(());
        }
        let ids: Vec<String> = implemented["items"].as_array().into_iter().flatten().filter_map(id).collect();
        ids.iter().try_for_each(|id| self.child(id, parent, "impl"))
    }

    /// What stands of an item in the source, but for what is not public: bodies, values and fields.
    fn said(&mut self, item: &Value, kind: &str) -> Result<String> {
        let place = |key: &str, at: usize| item["span"][key][at].as_u64().map(|number| number as usize);
        let (Some(file), Some(line), Some(column), Some(end)) =
            (item["span"]["filename"].as_str(), place("begin", 0), place("begin", 1), place("end", 0))
        else {
            return Ok(kind.replace('_', " "));
        };
        if !self.sources.contains_key(file) {
            let text =
                fs::read_to_string(self.root.join(file)).with_context(|| format!("{file} cannot be read"))?;
            self.sources.insert(file.into(), text.lines().map(String::from).collect());
        }
        let lines = &self.sources[file];
        let text: Vec<&str> = (line..=end.min(lines.len()))
            .map(|number| {
                let from = if number == line { column.saturating_sub(1) } else { 0 };
                lines[number - 1].get(from..).unwrap_or_default().trim()
            })
            .filter(|line| !line.starts_with("//") && !line.starts_with("#["))
            .collect();
        let declared = declared(&text.join(" "), kind);
        // What a macro makes has the place where the macro is called.
        let is_made = declared.split(' ').next().is_some_and(|word| word.ends_with('!'));
        Ok(if is_made { kind.replace('_', " ") } else { declared })
    }
}

/// A declaration without what is behind it.
fn declared(text: &str, kind: &str) -> String {
    let ends: &[&str] = match kind {
        "function" | "trait" | "enum" | "union" => &[" {", ";"],
        // A tuple's fields are items of their own.
        "struct" => &[" {", "(", ";"],
        "constant" | "static" | "assoc_const" => &[" =", ";"],
        "struct_field" | "variant" => &[",", " {", " =", " }"],
        "macro" => &[" {"],
        _ => &[";"],
    };
    let end = ends.iter().filter_map(|end| outside(text, end)).min().unwrap_or(text.len());
    text[..end].trim_end_matches(',').replace("( ", "(").replace(", )", ")")
}

/// Where a text first stands outside of all brackets; of what is looked for within, the first bracket counts as outside.
fn outside(text: &str, looked_for: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        if depth == 0 && text[at..].starts_with(looked_for) {
            return Some(at);
        }
        match character {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' => depth -= 1,
            // The end of an arrow is none of a bracket.
            '>' if !matches!(before, '-' | '=') => depth -= 1,
            _ => {}
        }
        before = character;
    }
    None
}

/// The kind of an item, and what is said of items of its kind.
fn inner(item: &Value) -> Option<(&str, &Value)> {
    item["inner"].as_object()?.iter().next().map(|(kind, inner)| (kind.as_str(), inner))
}

/// The number of an item, which is a text among the keys of the index.
fn id(id: &Value) -> Option<String> {
    id.as_u64().map(|id| id.to_string()).or_else(|| id.as_str().map(String::from))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SOURCE: &str = "\
mod inner;
pub struct Text<'a> {
    pub words: Vec<&'a str>,
    hidden: u32,
}
impl<'a> Text<'a> {
    /// Reads it.
    pub fn read<T: Into<&'a str>>(
        text: T,
    ) -> Result<Self, ()> {
        Err(())
    }
}
pub enum Kind {
    Plain,
    Of { words: u32 },
}
pub const MOST: [u8; 2] = [1, 2];
";

    /// What rustdoc says of the source, of which parts are left out that are not looked at.
    fn said() -> Value {
        let item = |name: &str, visibility: &str, lines: [u64; 2], column: u64, inner: Value| {
            json!({ "name": name, "visibility": visibility, "inner": inner,
                "span": { "filename": "lib.rs", "begin": [lines[0], column], "end": [lines[1], 1] } })
        };
        json!({ "root": 0, "index": {
            "0": item("crate", "public", [1, 18], 1, json!({ "module": { "items": [1, 2, 3, 4, 9] } })),
            "1": item("inner", "public", [1, 1], 1, json!({ "module": { "items": [5] } })),
            "2": item("Text", "public", [2, 5], 1, json!({ "struct": { "kind": { "plain": { "fields": [6, 7] } }, "impls": [8, 10, 11] } })),
            "3": item("Kind", "public", [14, 17], 1, json!({ "enum": { "variants": [12, 13], "impls": [] } })),
            "4": item("MOST", "public", [18, 18], 1, json!({ "constant": {} })),
            "5": item("", "public", [1, 1], 1, json!({ "use": { "id": 2, "name": "Read", "is_glob": false, "source": "crate::Text" } })),
            "6": item("words", "public", [3, 3], 5, json!({ "struct_field": {} })),
            "7": item("hidden", "default", [4, 4], 5, json!({ "struct_field": {} })),
            "8": item("", "default", [6, 13], 1, json!({ "impl": { "trait": null, "items": [14] } })),
            "9": item("", "public", [1, 1], 1, json!({ "use": { "id": 99, "name": "Arc", "is_glob": false, "source": "alloc::sync::Arc" } })),
            "10": item("", "default", [2, 2], 1, json!({ "impl": { "trait": { "path": "core::fmt::Debug" }, "items": [] } })),
            "11": item("", "default", [2, 2], 1, json!({ "impl": { "trait": { "path": "Send" }, "is_synthetic": true, "items": [] } })),
            "12": item("Plain", "default", [15, 15], 5, json!({ "variant": { "kind": "plain" } })),
            "13": item("Of", "default", [16, 16], 5, json!({ "variant": { "kind": { "struct": { "fields": [15] } } } })),
            "14": item("read", "public", [8, 12], 5, json!({ "function": {} })),
            "15": item("words", "default", [16, 16], 10, json!({ "struct_field": {} })),
        } })
    }

    #[test]
    fn a_listing_has_what_others_can_name_under_the_shortest_path_and_nothing_of_bodies() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("lib.rs"), SOURCE).unwrap();
        assert_eq!(
            Face::read(&said(), folder.path()).unwrap(),
            "twinprint: pub use alloc::sync::Arc\n\
             twinprint::Kind: pub enum Kind\n\
             twinprint::Kind::Of: Of\n\
             twinprint::Kind::Of::words: words: u32\n\
             twinprint::Kind::Plain: Plain\n\
             twinprint::MOST: pub const MOST: [u8; 2]\n\
             twinprint::Text: impl Debug\n\
             twinprint::Text: pub struct Text<'a>\n\
             twinprint::Text::read: pub fn read<T: Into<&'a str>>(text: T) -> Result<Self, ()>\n\
             twinprint::Text::words: pub words: Vec<&'a str>\n\
             twinprint::inner: pub mod inner\n\
             twinprint::inner::Read: pub use twinprint::Text\n"
        );
    }

    #[test]
    fn changes_are_the_lines_that_went_and_came_side_by_side() {
        let kept = "a::f: pub fn f()\na::g: pub fn g()\n";
        let found = "a::f: pub fn f(x: u8)\na::g: pub fn g()\n";
        assert_eq!(changes(kept, found), ["- a::f: pub fn f()", "+ a::f: pub fn f(x: u8)"]);
        assert!(changes(kept, kept).is_empty());
    }
}
