//! The form of a study: what it asked, how, and what was found, as one folder.
//!
//! The folder has `index.html`, a page that reads as a short report and loads nothing; each figure as SVG, and the values
//! behind each figure and table as CSV; and `parameters.json`, with all that repeats the study. It appears whole or not at
//! all, in place of an earlier study if there is one.

mod csv;
mod folder;
mod page;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::plot::Figure;
pub use folder::check_folder;
pub use table::{Cell, Table};
use twinprint_native::Error;

/// A study as it is handed on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    /// Its name on the command line.
    pub name: String,
    /// What the report is headed.
    pub title: String,
    /// What was asked, in a sentence or two.
    pub question: String,
    /// What was found, a paragraph each, the most telling first.
    pub findings: Vec<String>,
    /// How it was done, a paragraph each.
    pub setup: Vec<String>,
    /// What was measured.
    pub parts: Vec<Section>,
    /// Files beside the report's own, such as long lists, by their names.
    pub lists: BTreeMap<String, Vec<u8>>,
    /// What repeats it.
    pub parameters: Parameters,
}

/// A section of the report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What is said before its figures and tables, a paragraph each.
    pub text: Vec<String>,
    /// Its figures and tables.
    pub exhibits: Vec<StudyExhibit>,
}

/// A figure or a table.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyExhibit {
    /// The name of its files, without what comes after the point: lower-case letters, digits and hyphens.
    pub name: String,
    /// What is said below it.
    pub caption: String,
    /// What is shown.
    pub content: Content,
}

/// What an exhibit shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A picture.
    Figure(Figure),
    /// Rows and columns.
    Table(Table),
}

/// What repeats a study.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parameters {
    /// The command line, word by word.
    pub command: Vec<String>,
    /// What all random choices were drawn from.
    pub seed: u64,
    /// What was set, or found in the corpus: a name and a value each.
    pub settings: Vec<(String, String)>,
    /// What documents were made into: methods, and the ids of their recipes.
    pub recipes: Vec<(String, String)>,
}

impl StudyExhibit {
    /// A figure, saved as `name`.svg and `name`.csv.
    pub fn figure(name: impl Into<String>, caption: impl Into<String>, figure: Figure) -> Self {
        StudyExhibit { name: name.into(), caption: caption.into(), content: Content::Figure(figure) }
    }

    /// A table, saved as `name`.csv.
    pub fn table(name: impl Into<String>, caption: impl Into<String>, table: Table) -> Self {
        StudyExhibit { name: name.into(), caption: caption.into(), content: Content::Table(table) }
    }
}

impl Study {
    /// Writes the folder.
    ///
    /// ```
    /// use twinprint_study::form::{Cell, StudyExhibit, Parameters, Section, Study, Table};
    /// let table = Table::new(["length", "documents"], [vec![Cell::text("short"), Cell::Count(3)]]);
    /// let study = Study {
    ///     name: "lengths".into(),
    ///     title: "How long documents are".into(),
    ///     parts: vec![Section {
    ///         heading: "Lengths".into(),
    ///         text: vec!["Most are short.".into()],
    ///         exhibits: vec![StudyExhibit::table("lengths", "Documents by length.", table)],
    ///     }],
    ///     ..Study::default()
    /// };
    /// let place = tempfile::tempdir()?;
    /// let folder = place.path().join("lengths");
    /// study.write(&folder)?;
    /// assert!(std::fs::read_to_string(folder.join("index.html"))?.contains("Most are short."));
    /// assert_eq!(std::fs::read_to_string(folder.join("lengths.csv"))?, "length,documents\r\nshort,3\r\n");
    /// assert!(folder.join("parameters.json").exists());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unwritable`]; [`Error::Occupied`] if there is something in the folder that no study wrote.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        folder::replace(folder, &self.files())
    }

    /// The files of the folder, by their names.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.lists.clone();
        files.insert("index.html".into(), self.page().into_bytes());
        for StudyExhibit { name, content, .. } in self.exhibits() {
            if let Content::Figure(figure) = content {
                files.insert(std::format!("{name}.svg"), figure.svg().into_bytes());
            }
            files.insert(std::format!("{name}.csv"), content.csv().into_bytes());
        }
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let parameters = self.parameters_json(&names);
        files.insert(folder::PARAMETERS.into(), parameters);
        files
    }

    fn exhibits(&self) -> impl Iterator<Item = &StudyExhibit> {
        self.parts.iter().flat_map(|part| &part.exhibits)
    }

    fn parameters_json(&self, files: &[&str]) -> Vec<u8> {
        #[derive(Serialize)]
        struct File<'a> {
            study: &'a str,
            twinprint: &'static str,
            command: &'a [String],
            seed: u64,
            settings: BTreeMap<&'a str, &'a str>,
            recipes: BTreeMap<&'a str, &'a str>,
            files: &'a [&'a str],
        }
        fn named(list: &[(String, String)]) -> BTreeMap<&str, &str> {
            list.iter().map(|(name, value)| (&**name, &**value)).collect()
        }
        let file = File {
            study: &self.name,
            twinprint: env!("CARGO_PKG_VERSION"),
            command: &self.parameters.command,
            seed: self.parameters.seed,
            settings: named(&self.parameters.settings),
            recipes: named(&self.parameters.recipes),
            files,
        };
        // Text and numbers always have a form in JSON.
        let mut json = serde_json::to_vec_pretty(&file).unwrap_or_default();
        json.push(b'\n');
        json
    }
}
