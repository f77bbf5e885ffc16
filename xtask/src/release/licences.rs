//! The licences of all that is inside the program, in one text: each licence once, with the crates that are under it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;

use anyhow::{Context, Result};

use super::graph::{Crate, Graph};

/// Beginnings of the names of files that say how a crate may be used.
const NOTICES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Texts of licences, and which crates have them.
pub(super) struct Notices {
    /// Of each crate of others: its name, its version and what it declares.
    crates: Vec<String>,
    texts: BTreeMap<String, Vec<String>>,
}

impl Notices {
    /// The notices of all crates of others. One that has no file of them is named with what it declares.
    pub(super) fn of(graph: &Graph) -> Result<Notices> {
        let mut notices = Notices { crates: Vec::new(), texts: BTreeMap::new() };
        for of in graph.crates.iter().filter(|of| !of.own) {
            let name = format!("{} {}", of.name, of.version);
            notices.crates.push(format!("{name}: {}", of.licence));
            for text in texts(of)? {
                notices.texts.entry(text).or_default().push(name.clone());
            }
        }
        Ok(notices)
    }
}

/// The texts that lie in the source of a crate.
fn texts(of: &Crate) -> Result<Vec<String>> {
    let entries = fs::read_dir(&of.source)
        .with_context(|| format!("the source of {} is not at {}", of.name, of.source.display()))?;
    let mut texts = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NOTICES.iter().any(|notice| name.starts_with(notice)) && entry.file_type()?.is_file() {
            let text = fs::read(entry.path())
                .with_context(|| format!("{} cannot be read", entry.path().display()))?;
            texts.push(String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_owned());
        }
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}

/// As a person reads them.
impl fmt::Display for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# What is inside Twinprint\n")?;
        writeln!(
            f,
            "The program is linked of these crates, each under the licence that stands beside it.\n"
        )?;
        for of in &self.crates {
            writeln!(f, "- {of}")?;
        }
        for (text, crates) in &self.texts {
            writeln!(f, "\n## {}\n\n{text}", crates.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::project::Project;

    #[test]
    fn every_crate_of_the_program_declares_a_licence_and_most_have_its_text() {
        let graph = Graph::of(&Project::find().unwrap(), "x86_64-unknown-linux-musl").unwrap();
        let names: Vec<&str> = graph.crates.iter().map(|of| of.name.as_str()).collect();
        assert!(names.contains(&"twinprint-native") && names.contains(&"clap"), "{names:?}");
        assert!(!names.contains(&"proptest") && !names.contains(&"windows-sys"), "{names:?}");
        for of in &graph.crates {
            assert!(spdx::Expression::parse(&of.licence).is_ok(), "{} is under \"{}\"", of.name, of.licence);
        }
        let notices = Notices::of(&graph).unwrap();
        let with_text: BTreeSet<&String> = notices.texts.values().flatten().collect();
        let others = notices.crates.len();
        assert!(
            with_text.len() * 10 >= others * 9,
            "{} of {others} have the text of their licence",
            with_text.len()
        );
    }

    #[test]
    fn a_licence_stands_once_with_all_crates_that_have_it() {
        let folder = tempfile::tempdir().unwrap();
        let one = |name: &str, files: &[(&str, &str)]| {
            let source = folder.path().join(name);
            fs::create_dir(&source).unwrap();
            for (file, text) in files {
                fs::write(source.join(file), text).unwrap();
            }
            let (name, version) = (name.to_owned(), "1.0.0".to_owned());
            Crate {
                name,
                version,
                licence: "MIT".into(),
                checksum: None,
                source,
                uses: BTreeSet::new(),
                own: false,
            }
        };
        let crates = vec![
            one("a", &[("LICENSE-MIT", "Use it.\r\n"), ("README.md", "what it is")]),
            one("b", &[("License.txt", "Use it.\n"), ("NOTICE", "Of somebody.")]),
        ];
        let notices = Notices::of(&Graph { crates }).unwrap().to_string();
        assert!(notices.contains("- a 1.0.0: MIT\n- b 1.0.0: MIT\n"), "{notices}");
        assert!(notices.contains("## a 1.0.0, b 1.0.0\n\nUse it.\n"), "{notices}");
        assert!(notices.contains("## b 1.0.0\n\nOf somebody.\n"), "{notices}");
        assert!(!notices.contains("what it is"), "{notices}");
    }
}
