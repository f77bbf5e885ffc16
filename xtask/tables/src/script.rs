//! The table of scripts and of look-alike letters that `src/text/script.rs` reads, from the Unicode character
//! database and the confusables of UTS #39.

use std::collections::BTreeMap;
use std::fmt::Write;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

/// The scripts whose letters pass for each other's, in the order of the enum in `src/text/script.rs`.
const SCRIPTS: [(Script, &str); 6] = [
    (Script::Latin, "Latin"),
    (Script::Greek, "Greek"),
    (Script::Cyrillic, "Cyrillic"),
    (Script::Armenian, "Armenian"),
    (Script::Georgian, "Georgian"),
    (Script::Cherokee, "Cherokee"),
];

fn name(c: char) -> Option<&'static str> {
    SCRIPTS.iter().find(|(script, _)| *script == c.script()).map(|(_, name)| *name)
}

/// Ranges of letters of one script; what is no letter may lie in a range, since only letters are asked for.
fn ranges() -> Vec<(char, char, &'static str)> {
    let mut ranges: Vec<(char, char, &'static str)> = Vec::new();
    let mut open = false;
    for c in ('\u{80}'..=char::MAX).filter(|c| c.is_alphabetic()) {
        match (name(c), ranges.last_mut()) {
            (Some(name), Some(range)) if open && range.2 == name => range.1 = c,
            (Some(name), _) => ranges.push((c, c, name)),
            (None, _) => {}
        }
        open = name(c).is_some();
    }
    ranges
}

/// Letters of different scripts that look alike, one to one. Of Latin only ASCII: towards ß and its like no word is
/// ever folded.
fn groups() -> Vec<String> {
    let mut groups: BTreeMap<char, String> = BTreeMap::new();
    let letters = ('A'..='\u{ffff}')
        .filter(|&c| c.is_alphabetic() && name(c).is_some() && (c.is_ascii() || c.script() != Script::Latin));
    for c in letters {
        let mut prototype = [0; 4];
        let mut skeleton = skeleton(c.encode_utf8(&mut prototype)).collect::<Vec<_>>().into_iter();
        if let (Some(prototype), None) = (skeleton.next(), skeleton.next()) {
            groups.entry(prototype).or_default().push(c);
        }
    }
    groups
        .into_values()
        .filter(|group| group.chars().any(|c| name(c) != group.chars().next().and_then(name)))
        .collect()
}

/// Ranges of combining marks.
fn marks() -> Vec<(char, char)> {
    let mut marks: Vec<(char, char)> = Vec::new();
    for c in ('\u{80}'..=char::MAX).filter(|&c| c.general_category_group() == GeneralCategoryGroup::Mark) {
        match marks.last_mut() {
            Some(range) if range.1 as u32 + 1 == c as u32 => range.1 = c,
            _ => marks.push((c, c)),
        }
    }
    marks
}

/// The source of the table.
pub fn table() -> String {
    let mut names = SCRIPTS.map(|(_, name)| name);
    names.sort_unstable();
    let mut table = super::header(unicode_security::UNICODE_VERSION, "Scripts, UTS #39 confusables");
    write!(
        table,
        "use super::Script::{{self, {}}};\n\n\
         /// Letters beyond ASCII, by script: first, last.\n\
         #[rustfmt::skip]\n\
         pub(super) static RANGES: &[(char, char, Script)] = &[\n",
        names.join(", ")
    )
    .expect("a string grows");
    for (first, last, name) in ranges() {
        writeln!(table, "    ('\\u{{{:x}}}', '\\u{{{:x}}}', {name}),", first as u32, last as u32)
            .expect("a string grows");
    }
    table += "];\n\n/// Combining marks: first, last.\n#[rustfmt::skip]\npub(super) static MARKS: &[(char, char)] = &[\n";
    for chunk in marks().chunks(4) {
        let row: Vec<String> = chunk
            .iter()
            .map(|(first, last)| format!("('\\u{{{:x}}}', '\\u{{{:x}}}'),", *first as u32, *last as u32))
            .collect();
        writeln!(table, "    {}", row.join(" ")).expect("a string grows");
    }
    let groups = groups();
    table += "];\n\n/// Letters that look alike, by group.\n#[rustfmt::skip]\npub(super) static GROUPS: &[&str] = &[\n";
    for group in &groups {
        writeln!(table, "    \"{group}\",").expect("a string grows");
    }
    table += "];\n\n/// The group of each of these letters, in their order.\n#[rustfmt::skip]\npub(super) static LETTERS: &[(char, u8)] = &[\n";
    let mut letters: Vec<(char, usize)> =
        groups.iter().enumerate().flat_map(|(at, group)| group.chars().map(move |c| (c, at))).collect();
    letters.sort_unstable();
    for chunk in letters.chunks(8) {
        let row: Vec<String> = chunk.iter().map(|(c, group)| format!("('{c}', {group}),")).collect();
        writeln!(table, "    {}", row.join(" ")).expect("a string grows");
    }
    table += "];\n";
    table
}
