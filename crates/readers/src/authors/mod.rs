//! Who wrote what: authors by the folders and names in which documents come. The page tells the same (`www/src/documents/authors.ts`); both are
//! tested by `tests/authors.json`.

mod platforms;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use platforms::{Person, persons};

/// How authors are told from the paths of documents.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum AuthorRule {
    /// Not at all.
    None,
    /// As learning platforms name what is handed in.
    Platform,
    /// By the outermost folder that is not around almost all documents.
    Folder,
    /// By a pattern of names.
    Pattern(AuthorPattern),
}

/// A pattern of names: `{author}` stands for the author's name and `*` for anything, as in `{author}_*` or `essay-{author}.*`. One with `/` is
/// held against folders and name, any other against the name. Letter case does not count.
#[derive(Debug, Clone)]
pub struct AuthorPattern {
    expression: Regex,
    of_path: bool,
}

/// A pattern in which `{author}` does not stand once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAuthor;

impl Display for NoAuthor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a rule for authors is none, platform, folder, or a pattern in which {author} stands once",
        )
    }
}

impl Error for NoAuthor {}

impl FromStr for AuthorRule {
    type Err = NoAuthor;

    /// `none`, `platform`, `folder`, or a pattern.
    fn from_str(rule: &str) -> Result<AuthorRule, NoAuthor> {
        Ok(match rule {
            "none" => AuthorRule::None,
            "platform" => AuthorRule::Platform,
            "folder" => AuthorRule::Folder,
            pattern => AuthorRule::Pattern(pattern.parse()?),
        })
    }
}

impl FromStr for AuthorPattern {
    type Err = NoAuthor;

    fn from_str(pattern: &str) -> Result<AuthorPattern, NoAuthor> {
        let parts: Vec<&str> = pattern.split("{author}").collect();
        let [before, after] = parts[..] else { return Err(NoAuthor) };
        let [before, after] = [before, after].map(|part| regex::escape(part).replace(r"\*", ".*?"));
        let expression = Regex::new(&format!("^(?i:{before})(.+?)(?i:{after})$")).map_err(|_| NoAuthor)?;
        Ok(AuthorPattern { expression, of_path: pattern.contains('/') })
    }
}

/// A folder with more than this share of all documents is around them, and no author's.
const AROUND: f64 = 0.9;

/// The author of each document, of as many as there are paths; empty where it is not known. Names that differ in letter case and white space
/// alone are one author's ([`author_key`]). Takes time linear in the length of the paths.
///
/// ```
/// use twinprint_readers::{AuthorRule, authors};
/// let paths = ["Zhang Wei_101_assignsubmission_file_/a.txt", "Zhang Wei_102_assignsubmission_file_/b.txt", "c.txt"];
/// assert_eq!(authors(&paths, &AuthorRule::Platform), ["Zhang Wei (101)", "Zhang Wei (102)", ""]);
/// assert_eq!(authors(&["class/Doe_essay.txt"], &"{author}_*".parse()?), ["Doe"]);
/// # Ok::<(), twinprint_readers::NoAuthor>(())
/// ```
pub fn authors(paths: &[&str], rule: &AuthorRule) -> Vec<String> {
    match rule {
        AuthorRule::None => vec![String::new(); paths.len()],
        AuthorRule::Platform => distinct_names(&persons(paths)),
        AuthorRule::Folder => own_folders(paths),
        AuthorRule::Pattern(pattern) => paths.iter().map(|path| pattern.author(path)).collect(),
    }
}

/// What two names have in common that are one author's.
pub fn author_key(author: &str) -> String {
    let name = author.nfkc().collect::<String>().to_lowercase();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of persons, with their numbers where those of one name have several in one place.
fn distinct_names(persons: &[Option<Person>]) -> Vec<String> {
    let (mut numbers, mut shared) = (HashMap::new(), HashSet::new());
    for Person { name, number, place } in persons.iter().flatten() {
        let key = author_key(name);
        let before = numbers.insert((place, key.clone()), number);
        if before.is_some_and(|before| before != number) {
            shared.insert(key);
        }
    }
    let name = |person: &Option<Person>| match person {
        None => String::new(),
        Some(Person { name, number, .. }) if shared.contains(&author_key(name)) => {
            format!("{name} ({number})")
        }
        Some(Person { name, .. }) => name.clone(),
    };
    persons.iter().map(name).collect()
}

/// The first folder of each document that is not around all the others, too: an unpacked archive often has one around all.
fn own_folders(paths: &[&str]) -> Vec<String> {
    // Each folder by the path to it, with where its own name begins.
    let folders = |path: &'_ str| -> Vec<(usize, usize)> {
        let ends = path.match_indices('/').map(|(end, _)| end);
        ends.scan(0, |start, end| Some((std::mem::replace(start, end + 1), end)))
            .filter(|(start, end)| start < end)
            .collect()
    };
    let mut within: HashMap<&str, usize> = HashMap::new();
    for path in paths {
        folders(path).iter().for_each(|&(_, end)| *within.entry(&path[..end]).or_default() += 1);
    }
    let in_folders = paths.iter().filter(|path| !folders(path).is_empty()).count();
    let most = AROUND * in_folders as f64;
    let own = |path: &&str| {
        let own = folders(path).into_iter().find(|&(_, end)| within[&path[..end]] as f64 <= most);
        own.map_or_else(String::new, |(start, end)| path[start..end].into())
    };
    paths.iter().map(own).collect()
}

impl AuthorPattern {
    fn author(&self, path: &str) -> String {
        let name = if self.of_path { path } else { path.rsplit('/').next().unwrap_or(path) };
        self.expression.captures(name).map_or_else(String::new, |found| found[1].trim().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Case {
        says: String,
        rule: String,
        paths: Vec<String>,
        authors: Vec<String>,
    }

    #[test]
    fn authors_are_those_that_the_page_tells() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../tests/authors.json")).expect("cases");
        for Case { says, rule, paths, authors: expected } in cases {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            assert_eq!(authors(&paths, &rule.parse().expect("a rule")), expected, "{says}");
        }
    }

    #[test]
    fn names_longer_than_any_platform_gives_are_not_looked_into() {
        let names = [
            format!("{}_1_assignsubmission_file_essay.txt", "Jane ".repeat(60)),
            format!("1-2 - {}2026", "a - ".repeat(15_000)),
            "- ".repeat(30_000),
            "a_1".repeat(20_000),
        ];
        assert_eq!(authors(&names.each_ref().map(String::as_str), &AuthorRule::Platform), ["", "", "", ""]);
    }

    #[test]
    fn a_pattern_has_the_author_once() {
        assert!(["essay", "{author}{author}", ""].iter().all(|rule| rule.parse::<AuthorRule>().is_err()));
    }
}
