//! The tables that `src/text/nfkc.rs` normalizes by, from the Unicode character database. They are laid out to be small
//! once compressed: what is alike stands side by side.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::iter::once;

use unicode_normalization::char::{canonical_combining_class, compose, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Code points in a block of classes.
const BLOCK: usize = 64;

/// The end of the code points with a class of their own.
const END: usize = 0x3_0000;

/// The most decompositions in a run, which is how many lengths a look-up may have to add up.
const RUN: usize = 64;

/// Classes beyond those of combining marks, as in `src/text/nfkc.rs`.
const CHANGES: u8 = 254;
const JOINS: u8 = 255;

fn never_changes(c: char) -> bool {
    is_nfkc_quick(once(c)) == IsNormalized::Yes
}

/// What normalization does with a character: nothing (0), it reorders it (its combining class), it replaces it, or
/// what it becomes may join what stands before.
fn class(c: char) -> u8 {
    let combining = canonical_combining_class(c);
    if combining != 0 {
        return combining;
    }
    if never_changes(c) {
        return 0;
    }
    let mut first = None;
    decompose_compatible(c, |part| {
        first.get_or_insert(part);
    });
    match first {
        Some(first) if canonical_combining_class(first) == 0 && never_changes(first) => CHANGES,
        _ => JOINS,
    }
}

/// The classes of all code points, in blocks, each different block once: which block, the blocks.
fn classes() -> (Vec<u8>, Vec<u8>) {
    let mut all = vec![0; END];
    for c in '\0'..=char::MAX {
        let class = class(c);
        if class != 0 {
            all[c as usize] = class;
        }
    }
    let (mut index, mut blocks, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    for block in all.chunks(BLOCK) {
        let next = u8::try_from(seen.len()).expect("there are at most 256 blocks");
        let number = *seen.entry(block).or_insert_with(|| {
            blocks.extend_from_slice(block);
            next
        });
        index.push(number);
    }
    (index, blocks)
}

/// A run of characters side by side that have decompositions: the first, how many decompositions there are before, and
/// how many bytes these are.
struct Run {
    first: char,
    number: usize,
    offset: usize,
}

/// The full compatibility decompositions of all but Hangul syllables.
fn decompositions() -> (Vec<Run>, Vec<String>) {
    let (mut runs, mut all): (Vec<Run>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut last, mut offset) = (0, 0);
    for c in ('\u{80}'..=char::MAX).filter(|c| !('\u{ac00}'..='\u{d7a3}').contains(c)) {
        let decomposed: String = once(c).nfkd().collect();
        if decomposed.chars().eq(once(c)) {
            continue;
        }
        if c as u32 != last + 1 || runs.last().is_none_or(|run| all.len() - run.number >= RUN) {
            runs.push(Run { first: c, number: all.len(), offset });
        }
        last = c as u32;
        offset += decomposed.len();
        all.push(decomposed);
    }
    (runs, all)
}

/// Primary composites by their second character and then their first, without Hangul syllables.
fn composites() -> BTreeMap<char, BTreeMap<char, char>> {
    let mut composites: BTreeMap<char, BTreeMap<char, char>> = BTreeMap::new();
    for c in ('\u{80}'..=char::MAX).filter(|c| !('\u{ac00}'..='\u{d7a3}').contains(c)) {
        let mut parts: Vec<char> = once(c).nfd().collect();
        if let Some(second) = parts.pop()
            && let [first] = parts.into_iter().nfc().collect::<Vec<_>>()[..]
            && compose(first, second) == Some(c)
        {
            composites.entry(second).or_default().insert(first, c);
        }
    }
    composites
}

/// Appends a static of the table.
fn push(table: &mut String, doc: &str, name: &str, kind: &str, rows: impl IntoIterator<Item = String>) {
    write!(table, "\n/// {doc}\n#[rustfmt::skip]\npub(super) static {name}: &[{kind}] = &[\n")
        .expect("a string grows");
    for row in rows {
        writeln!(table, "    {row}").expect("a string grows");
    }
    *table += "];\n";
}

fn rows<T>(items: &[T], width: usize, show: impl Fn(&T) -> String) -> Vec<String> {
    items.chunks(width).map(|row| row.iter().map(&show).collect::<Vec<_>>().join(" ")).collect()
}

fn item(item: &impl Display) -> String {
    format!("{item},")
}

fn character(c: char) -> String {
    format!("'\\u{{{:x}}}'", c as u32)
}

/// The source of the tables.
pub fn table() -> String {
    let mut table =
        super::header(unicode_normalization::UNICODE_VERSION, "UnicodeData, CompositionExclusions");
    let (index, blocks) = classes();
    write!(
        table,
        "/// How many code points a block of classes has.\npub(super) const BLOCK: usize = {BLOCK};\n"
    )
    .expect("a string grows");
    push(
        &mut table,
        "The block of classes of each stretch of code points.",
        "INDEX",
        "u8",
        rows(&index, 32, item),
    );
    push(
        &mut table,
        "The classes of the code points of each block.",
        "CLASSES",
        "u8",
        rows(&blocks, BLOCK, item),
    );
    let (runs, decompositions) = decompositions();
    push(
        &mut table,
        "Runs of characters that are decomposed: the first, the number of its decomposition, where that starts.",
        "RUNS",
        "(char, u16, u16)",
        rows(&runs, 4, |run| format!("({}, {}, {}),", character(run.first), run.number, run.offset)),
    );
    push(
        &mut table,
        "How many bytes each decomposition has.",
        "LENGTHS",
        "u8",
        rows(&decompositions, 32, |text| format!("{},", text.len())),
    );
    table +=
        "\n/// The decompositions.\n#[rustfmt::skip]\npub(super) static DECOMPOSITIONS: &str = concat!(\n";
    for row in decompositions.chunks(16) {
        let row: String = row.concat().chars().flat_map(char::escape_debug).collect();
        writeln!(table, "    \"{row}\",").expect("a string grows");
    }
    table += ");\n";
    let composites = composites();
    let mut before = 0;
    let seconds: Vec<String> = composites
        .iter()
        .map(|(second, firsts)| {
            let start = before;
            before += firsts.len();
            format!("({}, {start}),", character(*second))
        })
        .collect();
    push(
        &mut table,
        "The last characters of composites, and where the composites with each start.",
        "SECONDS",
        "(char, u16)",
        rows(&seconds, 6, String::clone),
    );
    let composites: Vec<(char, char)> =
        composites.values().flatten().map(|(&first, &composite)| (first, composite)).collect();
    push(
        &mut table,
        "What comes before the last character, and the composite.",
        "COMPOSITES",
        "(char, char)",
        rows(&composites, 6, |&(first, composite)| {
            format!("({}, {}),", character(first), character(composite))
        }),
    );
    table
}
