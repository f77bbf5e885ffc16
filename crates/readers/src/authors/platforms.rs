//! How learning platforms and journals name what is handed in, and whom that names. A form that anybody might give a file of his own counts
//! only where several files have it.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::LazyLock;

use regex::Regex;

/// A person, or a submission, as a platform names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) name: String,
    /// The platform's number; empty where it gives none.
    pub(super) number: String,
    /// Where the number is this person's alone: a platform, or one download of it.
    pub(super) place: String,
}

/// The forms of a single folder or name whose numbers hold for a download, each with its platform.
static IN_DOWNLOAD: LazyLock<[(&str, Regex); 4]> = LazyLock::new(|| {
    [
        // "Jane Doe_12345_assignsubmission_file_", a folder, or the beginning of a file's name.
        ("moodle", expression(r"^(?<name>.+?)_(?<number>[0-9]+)_assignsubmission_[a-z]+_?")),
        // "12345-67890 - Jane Doe - Jan 5, 2026 1011 AM", a folder, or the beginning of a file's name.
        (
            "brightspace",
            expression(
                r"^(?<number>[0-9]+)-[0-9]+ - (?:[A-Za-z0-9_]*[0-9]+ - )?(?<name>[^0-9]+?) ?- .*(?-u:\b)[0-9]{4}(?-u:\b)",
            ),
        ),
        // "Essay_jdoe_attempt_2026-01-05-10-11-12_essay.docx". The name is the one that a person signs in with.
        ("blackboard", expression(r"^.+_(?<name>[^_]+)_attempt_[0-9]{4}(?:-[0-9]{2}){5}[_.]")),
        // Where nobody is to know who wrote what: "anon_aB3dE_6789_essay.docx".
        ("canvas", expression(r"^(?:LATE_)?(?<name>anon_[A-Za-z0-9]{5})_(?:[0-9]+_|text\.|link\.)")),
    ]
});

/// Open Journal Systems: "123-Article Text-456-1-2-20260105.docx", and before its version 3 "123-456-1-SM.docx". The first number is the
/// submission's.
static OJS: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"^(?<number>[0-9]+)-(?:.+-[0-9]+-[0-9]+-[0-9]+-[0-9]{8}|[0-9]+-[0-9]+-(?:SM|RV|ED|CE|LE|SP|PB|DR|AT))\.",
    )
});

/// GitHub Classroom: "essay-submissions/essay-jdoe/", as its program puts the folders of a class into one.
static GITHUB: LazyLock<Regex> =
    LazyLock::new(|| expression(r"^(?<assignment>.+)-submissions(?:\.[A-Za-z0-9_]+)*$"));
static LOGIN: LazyLock<Regex> = LazyLock::new(|| expression(r"^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}$"));

/// Canvas: "doejane_12345_6789_essay.docx", "doejane_LATE_12345_6789_essay.docx", "doejane_12345_text.html"; of a group its name. The first
/// number is the person's, the same in every download.
static CANVAS: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"^(?<name>[\p{Ll}\p{Lo}\p{M}\p{N}_]+?)(?:_LATE)?_(?<number>[0-9]+)_(?:[0-9]+_.|(?:text|link)\.html$)",
    )
});

/// Google Classroom and Drive: "Jane Doe - Essay.docx".
static GOOGLE: LazyLock<Regex> =
    LazyLock::new(|| expression(r"^(?<name>[^0-9-]+?) - (?<title>.+?)(?:\.[A-Za-z0-9_]{1,5})?$"));

/// The first letter of a name, and a name of letters that have no case.
static CAPITAL: LazyLock<Regex> = LazyLock::new(|| expression(r"^[\p{Lu}\p{Lt}\p{Lo}]"));
static UNSPACED: LazyLock<Regex> = LazyLock::new(|| expression(r"^\p{Lo}{2,}$"));
static LETTER: LazyLock<Regex> = LazyLock::new(|| expression(r"\p{L}"));

/// No file system takes a longer name, and no platform gives one; in units of UTF-16.
const LONGEST: usize = 300;

/// Words within a name that have no capital.
const PARTICLES: [&str; 15] =
    ["da", "de", "del", "der", "di", "dos", "du", "la", "le", "van", "von", "bin", "al", "el", "y"];

fn expression(pattern: &str) -> Regex {
    // The patterns are constants, each of which a test matches.
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Whom each path names.
pub(super) fn persons(paths: &[&str]) -> Vec<Option<Person>> {
    let short = |part| if str::encode_utf16(part).count() > LONGEST { "" } else { part };
    let split: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').map(short).collect()).collect();
    let mut persons: Vec<_> = split.iter().map(|parts| certain(parts)).collect();
    for common in [from_canvas, from_google] {
        let open: Vec<_> = (0..split.len()).filter(|&at| persons[at].is_none()).collect();
        let files: Vec<_> = open.iter().filter_map(|&at| Some((at, split[at].split_last()?))).collect();
        for (at, person) in common(&files) {
            persons[at] = Some(person);
        }
    }
    persons
}

/// Who handed a file in: as its own name says, or the innermost folder that says it.
fn certain(parts: &[&str]) -> Option<Person> {
    (0..parts.len())
        .rev()
        .find_map(|at| in_download(parts, at).or_else(|| journal(parts[at])).or_else(|| github(parts, at)))
}

fn in_download(parts: &[&str], at: usize) -> Option<Person> {
    IN_DOWNLOAD.iter().find_map(|(platform, form)| {
        let found = form.captures(parts[at])?;
        let number = found.name("number").map_or("", |number| number.as_str());
        let place = [&[*platform], &parts[..at]].concat().join("/");
        Some(Person { name: found["name"].trim().into(), number: number.into(), place })
    })
}

fn journal(part: &str) -> Option<Person> {
    let number = &OJS.captures(part)?["number"];
    Some(Person { name: format!("Submission {number}"), number: number.into(), place: "journal".into() })
}

fn github(parts: &[&str], at: usize) -> Option<Person> {
    let of_class = GITHUB.captures(parts.get(at.checked_sub(1)?)?)?;
    let login = parts[at].strip_prefix(&of_class["assignment"])?.strip_prefix('-')?;
    let is_folder = at + 1 < parts.len();
    (is_folder && LOGIN.is_match(login)).then(|| Person {
        name: login.into(),
        number: String::new(),
        place: "github".into(),
    })
}

/// A file whose person is not known yet: its position, its name, and the folders that it is in.
type Open<'a> = (usize, (&'a &'a str, &'a [&'a str]));

/// Canvas has no mark of its own: it takes two persons, each with a number that no other has.
fn from_canvas(files: &[Open<'_>]) -> Vec<(usize, Person)> {
    let found = files.iter().filter_map(|&(at, (file, folder))| {
        let found = CANVAS.captures(file)?;
        let (name, number) = (found["name"].to_string(), found["number"].to_string());
        LETTER.is_match(&name).then_some((at, name, number, folder))
    });
    let mut plausible = Vec::new();
    for folder in grouped(found, |&(.., folder)| folder) {
        let names: HashSet<_> = folder.iter().map(|(_, name, ..)| name).collect();
        let persons: HashSet<_> = folder.iter().map(|(_, name, number, _)| (number, name)).collect();
        let numbers: HashSet<_> = persons.iter().map(|(number, _)| number).collect();
        if names.len() > 1 && numbers.len() == persons.len() {
            plausible.extend(folder);
        }
    }
    let person = |(at, name, number, _)| (at, Person { name, number, place: "canvas".into() });
    plausible.into_iter().map(person).collect()
}

/// The title of an assignment stands behind the names of two persons or more; whoever is known by that is known in other files beside them.
fn from_google(files: &[Open<'_>]) -> Vec<(usize, Person)> {
    let found = files.iter().filter_map(|&(at, (file, folder))| {
        let found = GOOGLE.captures(file)?;
        let (name, title) = (found["name"].to_string(), found["title"].to_string());
        is_full_name(&name).then_some((at, name, title, folder))
    });
    let mut persons = Vec::new();
    for folder in grouped(found, |&(.., folder)| folder) {
        let mut known = HashSet::new();
        for files in grouped(folder.iter(), |(_, _, title, _)| title) {
            let names: HashSet<_> = files.iter().map(|(_, name, ..)| name.as_str()).collect();
            if names.len() > 1 {
                known.extend(names);
            }
        }
        let known = folder.iter().filter(|(_, name, ..)| known.contains(name.as_str()));
        let person =
            |name: &String| Person { name: name.clone(), number: String::new(), place: "google".into() };
        persons.extend(known.map(|(at, name, ..)| (*at, person(name))));
    }
    persons
}

/// Two words or more, each with a capital where its script has them, or one in a script without spaces between names.
fn is_full_name(name: &str) -> bool {
    let begins = |word: &str| CAPITAL.is_match(word) || PARTICLES.contains(&word);
    name.split_whitespace().all(begins) && (name.contains(char::is_whitespace) || UNSPACED.is_match(name))
}

/// Items with one key together, groups and items in the order of the first of each.
fn grouped<T, K: Hash + Eq>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>>
where
    T: Clone,
{
    let mut places = HashMap::new();
    let mut groups: Vec<Vec<T>> = Vec::new();
    for item in items {
        let at = *places.entry(key(&item)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push(item);
    }
    groups
}
